package engine

// Command is the closed set of what can be asked of a game: Create, Sit, MakePlay, Resign,
// AnswerResignation, WithdrawResignation, Abort, Claim from people; NoteLeft, NoteReturned, NoteOutage from the server itself.
type Command interface{ command() }

// Create makes the game; it is judged on the zero Game. The answer is one Created.
type Create struct{ Created }

// Sit takes a seat. Commitment must be the one of the game: it is what the player's client saw before
// it made Seed. Whether the player may sit (an invitation) is the caller's question, except that the
// creator's seat is kept for the creator and nobody takes both. When both seats are taken the opening
// dice and the first roll follow in the same decision.
type Sit struct {
	Seat       Seat
	Player     PlayerID
	Seed       Bytes32
	Commitment Bytes32
}

// MakePlay confirms a whole turn. Steps may leave out die and hit (0, false): the play is accepted if
// some assignment of the dice makes every step legal in the order given (R8, R14, R16). Instead of Steps
// there may be Text, the play in notation as ReadPlay takes it.
type MakePlay struct {
	Seat  Seat
	Steps Play
	Text  string
}

// Resign gives the game up with a worth (S4); always 1 in a Fallas ruleset. A worth below S2's is only
// offered to the opponent.
type Resign struct {
	Seat  Seat
	Worth uint8
}

// AnswerResignation takes the opponent's offer, which ends the game with the worth offered, or declines it.
type AnswerResignation struct {
	Seat   Seat
	Accept bool
}

// WithdrawResignation takes one's own offer back.
type WithdrawResignation struct{ Seat Seat }

// Abort ends a game without a winner, by a player who has not yet been shown a roll of their own (S3).
// Before they sit, the creator and the opponent agreed on may.
type Abort struct{ Player PlayerID }

// Claim takes the win from an opponent who has been away longer than the game's limit (S3).
type Claim struct{ Seat Seat }

// NoteLeft is the server's observation that a seat has had no connection for a while.
type NoteLeft struct{ Seat Seat }

// NoteReturned is the server's observation that a seat which had left is back.
type NoteReturned struct{ Seat Seat }

// NoteOutage is the server's observation that it was away from From to To. What of that lies before the game
// was played, or in an outage noted before, is left out of the event; there must be something left.
type NoteOutage struct{ From, To Micros }

func (Create) command()              {}
func (Sit) command()                 {}
func (MakePlay) command()            {}
func (Resign) command()              {}
func (AnswerResignation) command()   {}
func (WithdrawResignation) command() {}
func (Abort) command()               {}
func (Claim) command()               {}
func (NoteLeft) command()            {}
func (NoteReturned) command()        {}
func (NoteOutage) command()          {}

// Given is the moment of judging: everything a decision needs that is not in the game. Decide is a
// function of its arguments alone as long as Roll is.
type Given struct {
	Now Micros
	// Roll looks up roll n of this game (n counts from 1) with two or three dice. The seeds are those
	// of white and black. It may be called several times in one decision and must be pure; a roll of
	// another length makes Decide panic.
	Roll func(white, black Bytes32, n uint32, dice int) Roll
	// Secret is put into Revealed if the decision ends the game, and used for nothing else.
	Secret Bytes32
}
