package engine

// Standing is what can be read off the board at one moment of a game.
type Standing struct {
	Seq Seq `json:"seq"` // the event after which it stood so
	// Seat is whose turn it is or begins next; NoSeat before the first turn and after the last.
	Seat       Seat      `json:"seat"`
	Position   Position  `json:"position"`
	PositionID string    `json:"position_id"` // seen by Seat, by White where that is NoSeat
	Pips       PipCounts `json:"pips"`
	Contact    bool      `json:"contact"` // as the function Contact says
	// FallaPossible says whether a roll to come may still be a falla for either side; see the function
	// FallaPossible.
	FallaPossible bool `json:"falla_possible"`
	// Worth is what a win would count for each if the game ended there without being played out (S2): a
	// resignation for less is only an offer (S4).
	Worth Worths `json:"worth"`
}

// Worths are what a win would count for either side.
type Worths struct {
	White uint8 `json:"white"`
	Black uint8 `json:"black"`
}

// PipCounts are the pip counts of both sides.
type PipCounts struct {
	White int `json:"white"`
	Black int `json:"black"`
}

// GameAfter is the game as it stood after event seq of its log; false if the log has no such event. The
// log is trusted: it runs from event 1 without gaps.
func GameAfter(log []Event, seq Seq) (Game, bool) {
	var g Game
	if seq == 0 || int(seq) > len(log) {
		return g, false
	}
	for _, e := range log[:seq] {
		g = Apply(g, e)
	}
	return g, true
}

// Standing reads the board of a game that has begun to be: any but the zero Game.
func (g *Game) Standing() Standing {
	seat := g.turnOrNext()
	mover := seat
	if seat == NoSeat {
		mover = White
	}
	b := NewBoard(&g.Position, mover)
	return Standing{
		Seq: g.Head, Seat: seat, Position: g.Position, PositionID: PositionID(g.Position, mover),
		Pips:    PipCounts{White: g.Position.White.Pips(), Black: g.Position.Black.Pips()},
		Contact: Contact(b), FallaPossible: g.Phase != Over && FallaPossible(b, g.Ruleset),
		Worth: Worths{White: g.worthUnplayed(White), Black: g.worthUnplayed(Black)},
	}
}

// FallaOdds are the odds of the roll that begins the turn, whether it is still to come or was thrown
// already: they are the same before and after it. Nil where no roll is awaited and where the ruleset has
// no falla (R9).
func (g *Game) FallaOdds() *FallaChance {
	seat := g.turnOrNext()
	if seat == NoSeat || g.Ruleset.Unplayable != LosesGame {
		return nil
	}
	odds := FallaOdds(NewBoard(&g.Position, seat), g.Ruleset)
	return &odds
}

// turnOrNext is the seat whose turn it is or begins next.
func (g *Game) turnOrNext() Seat {
	if g.Phase != Playing || g.finished() != NoSeat {
		return NoSeat
	}
	return g.Turn
}
