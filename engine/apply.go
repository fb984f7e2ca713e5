package engine

// Apply folds one event into a game. It is total: an event that does not fit leaves the game as it was,
// but for Head and LastAt, which are always the event's. Whether an event is legal is judged by Decide
// before it is written and by Replay when a log is read; Apply trusts the log.
func Apply(g Game, e Event) Game {
	next, fits := g.apply(e)
	if !fits {
		next = g
	}
	next.Head, next.LastAt = e.Seq, e.At
	return next
}

func (g Game) apply(e Event) (Game, bool) {
	switch b := e.Body.(type) {
	case Created:
		return g.create(b, e.At)
	case Seated:
		return g.seat(b, e.At)
	case Opened:
		if g.Phase != Playing || g.Turn != NoSeat || b.Dice.n != 2 {
			return g, false
		}
		g.Rolls, g.opening = b.N, b.Dice
		switch white, black := b.Dice.faces[0], b.Dice.faces[1]; {
		case white > black:
			g.Turn = White
		case black > white:
			g.Turn = Black
		}
		return g, true
	case Rolled:
		if g.Phase != Playing || g.Turn == NoSeat || b.Seat != g.Turn || g.Roll != (Roll{}) || int(b.Dice.n) != g.Ruleset.Dice {
			return g, false
		}
		g.Rolls, g.Roll, g.begun = b.N, b.Dice, true
		g.seats[b.Seat.index()].shownRoll = true
		return g, true
	case Played:
		return g.play(b)
	case Passed:
		if !g.toPlay() || b.Seat != g.Turn {
			return g, false
		}
		return g.passTurn(), true
	case Left:
		if !g.seatTaken(b.Seat) || g.Phase == Over {
			return g, false
		}
		seat := &g.seats[b.Seat.index()]
		seat.away, seat.awaySince = true, e.At
		return g, true
	case Returned:
		if !g.seatTaken(b.Seat) || g.Phase == Over {
			return g, false
		}
		seat := &g.seats[b.Seat.index()]
		seat.away, seat.awaySince = false, 0
		return g, true
	case Outage:
		if g.mayNoteOutage(b) != nil {
			return g, false
		}
		return g.suspend(b), true
	case ResignationOffered:
		if g.Phase != Playing || !b.Seat.valid() || b.Worth == 0 {
			return g, false
		}
		g.seats[b.Seat.index()].offers = b.Worth
		return g, true
	case ResignationDeclined:
		return g.endOffer(b.Seat.Opponent())
	case ResignationWithdrawn:
		return g.endOffer(b.Seat)
	case Ended:
		return g.end(b, e.At)
	case Revealed:
		if g.Phase != Over {
			return g, false
		}
		g.revealed = true
		return g, true
	}
	return g, false
}

func (g Game) create(b Created, at Micros) (Game, bool) {
	rules, ok := LookUp(b.Ruleset)
	if g.Phase != "" || !ok {
		return g, false
	}
	series := b.Series
	if series == "" {
		series = b.Game
	}
	return Game{
		ID: b.Game, Ruleset: rules, Visibility: b.Visibility,
		Creator: b.Creator, CreatorSeat: b.CreatorSeat,
		Scheme: b.Scheme, Commitment: b.Commitment, AwayLimit: b.AwayLimit,
		Opponent: b.Opponent, Series: series, Odds: b.Odds,
		Phase: Waiting, Position: rules.Start.position(), CreatedAt: at,
	}, true
}

func (g Game) seat(b Seated, at Micros) (Game, bool) {
	if g.Phase != Waiting || !b.Seat.valid() || b.Player == "" || g.seatTaken(b.Seat) {
		return g, false
	}
	g.seats[b.Seat.index()] = seated{player: b.Player, seed: b.Seed}
	if g.seatTaken(White) && g.seatTaken(Black) {
		g.Phase, g.outagesAfter = Playing, at
		for i := range g.seats {
			if g.seats[i].away {
				g.seats[i].awaySince = at // the wait for an opponent is nobody's absence
			}
		}
	}
	return g, true
}

func (g Game) play(b Played) (Game, bool) {
	if !g.toPlay() || b.Seat != g.Turn {
		return g, false
	}
	position, ok := g.Position.make(g.Ruleset, b.Seat, b.Steps)
	if !ok {
		return g, false
	}
	g.Position = position
	g.seats[b.Seat.index()].offers = 0 // overtaken (S4)
	return g.passTurn(), true
}

func (g Game) endOffer(s Seat) (Game, bool) {
	if g.OfferedWorth(s) == 0 {
		return g, false
	}
	g.seats[s.index()].offers = 0
	return g, true
}

// suspend takes an outage out of the time that counts: who is away has been so for less, and who left during
// it is away from its end on.
func (g Game) suspend(o Outage) Game {
	g.outagesAfter = o.To
	for i := range g.seats {
		if seat := &g.seats[i]; seat.away && seat.awaySince < o.To {
			seat.awaySince += o.To - max(o.From, seat.awaySince)
		}
	}
	return g
}

func (g Game) passTurn() Game {
	g.Turn, g.Roll = g.Turn.Opponent(), Roll{}
	return g
}

func (g Game) end(b Ended, at Micros) (Game, bool) {
	if g.Phase != Waiting && g.Phase != Playing {
		return g, false
	}
	g.Phase, g.Turn = Over, NoSeat
	for i := range g.seats {
		g.seats[i].offers = 0
	}
	if b.Reason != Falla {
		g.Roll = Roll{}
	}
	g.Result = Result{Reason: b.Reason, Winner: b.Winner, Worth: b.Worth, At: at}
	return g, true
}

// seatTaken says whether somebody sits there; nobody does on NoSeat.
func (g *Game) seatTaken(s Seat) bool { return s.valid() && g.seats[s.index()].player != "" }

// valid says whether a seat is white or black.
func (s Seat) valid() bool { return s == White || s == Black }
