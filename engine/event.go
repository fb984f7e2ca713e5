package engine

// EventVersion is the version of the event vocabulary written today. Every event carries the version
// it was written with and can be read for ever.
const EventVersion = 1

// Event is one entry of a game's log. The log is the game: everything else is derived from it.
type Event struct {
	Seq  Seq
	At   Micros
	Body EventBody
}

// EventBody is the closed set of what can happen in a game: Created, Seated, Opened, Rolled, Played,
// Passed, Left, Returned, Outage, ResignationOffered, ResignationDeclined, ResignationWithdrawn, Ended, Revealed.
type EventBody interface{ event() }

// Created is event 1 of every game.
type Created struct {
	Game       GameID     `json:"game"`
	Ruleset    RulesetID  `json:"ruleset"`
	Visibility Visibility `json:"visibility"`
	// Creator made the game; CreatorSeat is kept for them until they sit (R17, drawn already).
	Creator     PlayerID `json:"creator"`
	CreatorSeat Seat     `json:"creator_seat"`
	// Scheme is the version of the dice scheme; Commitment the SHA-256 of the game's secret.
	Scheme     uint8   `json:"scheme"`
	Commitment Bytes32 `json:"commitment"`
	// AwayLimit is how long, in seconds, a seat may be away before the other may claim the game (S3).
	AwayLimit uint32 `json:"away_limit"`
	// Opponent is who the other seat is kept for; "" leaves it to whoever is invited.
	Opponent PlayerID `json:"opponent,omitempty"`
	// Series is the first game of the series this one goes on with, as a rematch; "" if it begins its own.
	Series GameID `json:"series,omitempty"`
	// Odds says that the players agreed to see the odds of a falla while they play.
	Odds bool `json:"odds,omitempty"`
}

// Seated says that a player took a seat, with the seed their own client made and the commitment it
// saw before making it.
type Seated struct {
	Seat       Seat     `json:"seat"`
	Player     PlayerID `json:"player"`
	Seed       Bytes32  `json:"seed"`
	Commitment Bytes32  `json:"commitment"`
}

// Opened is one opening throw (R2): roll N of the game, white's die first. Equal dice are followed by
// another Opened.
type Opened struct {
	N    uint32 `json:"n"`
	Dice Roll   `json:"dice"`
}

// Rolled begins a turn (R15): roll N of the game for Seat. When the opening dice are the first roll
// (R2, backgammon) it repeats the last Opened: same N, same dice, the higher first.
type Rolled struct {
	N    uint32 `json:"n"`
	Seat Seat   `json:"seat"`
	Dice Roll   `json:"dice"`
}

// Played is a confirmed play: every step with its die and hit, in the order made.
type Played struct {
	Seat  Seat `json:"seat"`
	Steps Play `json:"steps"`
}

// Passed says that the turn passed by itself: nothing could be played and nothing is lost by it (R11,
// R12, R14).
type Passed struct {
	Seat Seat `json:"seat"`
}

// Left says that a seat has had no connection for a while; from At on the absence counts (S3).
type Left struct {
	Seat Seat `json:"seat"`
}

// Returned ends the absence that Left began. A command of the absent seat ends it too.
type Returned struct {
	Seat Seat `json:"seat"`
}

// Outage says that the server was away from From to To, whether it was down or its records could not be
// reached: in that time nothing counts against anybody. It is noted after it has ended; of an outage that
// began before the game was played, only what lies after that is noted.
type Outage struct {
	From Micros `json:"from"`
	To   Micros `json:"to"`
}

// ResignationOffered says that Seat would give the game up for Worth, which is less than it may be worth
// (S4). The offer stands until it is answered, withdrawn, made anew, or Seat plays.
type ResignationOffered struct {
	Seat  Seat  `json:"seat"`
	Worth uint8 `json:"worth"`
}

// ResignationDeclined says that Seat plays on instead of taking the opponent's offer. One that is taken
// is followed by Ended.
type ResignationDeclined struct {
	Seat Seat `json:"seat"`
}

// ResignationWithdrawn says that Seat takes its own offer back.
type ResignationWithdrawn struct {
	Seat Seat `json:"seat"`
}

// Ended closes a game (S3). An aborted game has no winner and is worth 0. Only Revealed follows.
type Ended struct {
	Reason EndReason `json:"reason"`
	Winner Seat      `json:"winner"`
	Worth  uint8     `json:"worth"`
}

// Revealed is the last event: the secret that Created committed to, so that anyone can check every roll.
type Revealed struct {
	Secret Bytes32 `json:"secret"`
}

func (Created) event()              {}
func (Seated) event()               {}
func (Opened) event()               {}
func (Rolled) event()               {}
func (Played) event()               {}
func (Passed) event()               {}
func (Left) event()                 {}
func (Returned) event()             {}
func (Outage) event()               {}
func (ResignationOffered) event()   {}
func (ResignationDeclined) event()  {}
func (ResignationWithdrawn) event() {}
func (Ended) event()                {}
func (Revealed) event()             {}

// Visibility says who is told of a game. It travels as the word.
type Visibility string

// Public games are listed; an Unlisted one is seen by whoever has its id.
const (
	Public   Visibility = "public"
	Unlisted Visibility = "unlisted"
)

// EndReason is why a game ended (S3). It travels as the word.
type EndReason string

// The reasons a game ends for.
const (
	BorneOff  EndReason = "borne_off"
	Falla     EndReason = "falla"
	Resigned  EndReason = "resigned"
	Abandoned EndReason = "abandoned"
	Aborted   EndReason = "aborted"
)
