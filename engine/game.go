package engine

// Phase is where a game stands. It travels as the word.
type Phase string

// A game waits for its players, is played, and is over.
const (
	Waiting Phase = "waiting"
	Playing Phase = "playing"
	Over    Phase = "over"
)

// Game is the state of one game after its events so far. It is an immutable value: Apply returns a
// new one. The zero Game is a game that has no events yet.
type Game struct {
	ID          GameID
	Ruleset     *Ruleset // nil only in the zero Game
	Visibility  Visibility
	Creator     PlayerID
	CreatorSeat Seat
	Scheme      uint8
	Commitment  Bytes32
	AwayLimit   uint32   // seconds
	Opponent    PlayerID // who the seat opposite the creator's is kept for; "" for anybody
	Series      GameID   // the first game of this one's series, itself unless it is a rematch
	Odds        bool     // whether the players agreed to see the odds while they play

	Phase    Phase // "" only in the zero Game
	Position Position
	Turn     Seat   // the seat that has Roll to play; NoSeat unless Playing
	Roll     Roll   // the roll to be played; after a falla the one that could not be
	Rolls    uint32 // the number of the last roll, opening throws counted
	Result   Result // the zero Result until Over

	Head      Seq    // the last event's
	CreatedAt Micros // the first event's
	LastAt    Micros // the last event's

	seats    [2]seated
	opening  Roll // the last opening throw
	begun    bool // whether the first turn has begun
	revealed bool // whether the secret is out

	outagesAfter Micros // see OutagesAfter
}

// Result is how a game ended; see Ended.
type Result struct {
	Reason EndReason
	Winner Seat
	Worth  uint8
	At     Micros
}

type seated struct {
	player    PlayerID // "" while the seat is free
	seed      Bytes32
	away      bool
	awaySince Micros // 0 while present
	offers    uint8  // the worth of a resignation offered (S4), 0 for none
	shownRoll bool   // whether a roll of the seat's own was shown (S3)
}

// Player returns who sits on a seat, "" if nobody does.
func (g *Game) Player(s Seat) PlayerID {
	if !s.valid() {
		return ""
	}
	return g.seats[s.index()].player
}

// SeatOf returns the seat of a player, NoSeat for a spectator.
func (g *Game) SeatOf(p PlayerID) Seat {
	for _, s := range Seats {
		if p != "" && g.Player(s) == p {
			return s
		}
	}
	return NoSeat
}

// OfferedWorth is the worth for which a seat offers to resign (S4), 0 if it offers nothing.
func (g *Game) OfferedWorth(s Seat) uint8 {
	if !s.valid() {
		return 0
	}
	return g.seats[s.index()].offers
}

// AwaySince returns since when a seat has been away (S3), 0 while it is not. Time before both seats were
// taken, and time in which the server was away, does not count: the moment is moved on by it.
func (g *Game) AwaySince(s Seat) Micros {
	if !s.valid() {
		return 0
	}
	return g.seats[s.index()].awaySince
}

// OutagesAfter returns the end of the last outage in the log, or when play began if there is none: what
// an outage may still be noted of lies after it. It is 0 before play begins.
func (g *Game) OutagesAfter() Micros { return g.outagesAfter }
