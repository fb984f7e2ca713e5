package engine

// duty is what the server does next by itself, without a command (R15).
type duty uint8

const (
	nothingDue  duty = iota
	throwDue         // an opening throw (R2)
	rollDue          // the roll that begins a turn
	passDue          // R11, R12, R14
	fallaDue         // R9
	borneOffDue      // R10
	revealDue        // decision "dice can be checked": the last event
)

// due reads off what follows by itself. While something is due no command is judged; Decide always goes
// on until nothing is.
func (g *Game) due() duty {
	switch {
	case g.Phase == Over && !g.revealed:
		return revealDue
	case g.Phase != Playing:
		return nothingDue
	case g.finished() != NoSeat:
		return borneOffDue
	case g.Turn == NoSeat:
		return throwDue
	case g.Roll == Roll{}:
		return rollDue
	}
	switch t := g.turn(); t.outcome {
	case RollIsFalla:
		return fallaDue
	case RollPasses:
		return passDue
	}
	return nothingDue
}

// turn judges the roll of the seat on turn; there must be one.
func (g *Game) turn() turn { return newTurn(g.Ruleset, &g.Position, g.Turn, g.Roll) }

// toPlay says whether a seat has a roll to play.
func (g *Game) toPlay() bool { return g.Phase == Playing && g.Turn != NoSeat && g.Roll != Roll{} }

// finished is the seat that has borne off its last checker, if one has.
func (g *Game) finished() Seat {
	for _, s := range Seats {
		if g.Position.Of(s).Off == Checkers {
			return s
		}
	}
	return NoSeat
}

// owed is the event that is due. The roll is looked up where one is.
func (g *Game) owed(what duty, given *Given) EventBody {
	switch what {
	case throwDue:
		n := g.Rolls + 1
		return Opened{N: n, Dice: g.lookUp(given, n, 2)}
	case rollDue:
		if n, dice := g.openingRoll(); n != 0 {
			return Rolled{N: n, Seat: g.Turn, Dice: dice}
		}
		n := g.Rolls + 1
		return Rolled{N: n, Seat: g.Turn, Dice: g.lookUp(given, n, g.Ruleset.Dice)}
	case passDue:
		return Passed{Seat: g.Turn}
	case fallaDue:
		return Ended{Reason: Falla, Winner: g.Turn.Opponent(), Worth: 1}
	case borneOffDue:
		winner := g.finished()
		return Ended{Reason: BorneOff, Winner: winner, Worth: g.worth(winner)}
	case revealDue:
		return Revealed{Secret: given.Secret}
	}
	return nil
}

func (g *Game) lookUp(given *Given, n uint32, dice int) Roll {
	roll := given.Roll(g.seats[White.index()].seed, g.seats[Black.index()].seed, n, dice)
	if roll.Len() != dice {
		panic("engine: Given.Roll must answer with as many dice as it is asked for")
	}
	return roll
}

// openingRoll is the first roll of the game where the opening dice are (R2): its number and the dice,
// the higher first. The number is 0 where a fresh roll is due.
func (g *Game) openingRoll() (uint32, Roll) {
	if g.begun || g.Ruleset.Opening != OpeningIsFirstRoll {
		return 0, Roll{}
	}
	a, b := g.opening.faces[0], g.opening.faces[1]
	return g.Rolls, Roll{n: 2, faces: [3]uint8{max(a, b), min(a, b)}}
}
