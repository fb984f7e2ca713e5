package lobby

import (
	"context"
	"errors"
	"time"

	"fallas/engine"
)

// SeekID names a seek: a UUIDv7 in canonical lower-case text, so that later ones are greater.
type SeekID string

// SeekState is what has become of a seek. It travels as the word.
type SeekState string

// A seek is open until somebody takes it, its owner withdraws it or is not seen any more.
const (
	SeekOpen      SeekState = "open"
	SeekTaken     SeekState = "taken"
	SeekWithdrawn SeekState = "withdrawn"
	SeekExpired   SeekState = "expired"
)

// Seek is an open offer to play. But for its state it never changes.
type Seek struct {
	ID      SeekID
	Owner   engine.PlayerID
	Ruleset engine.RulesetID
	Seat    engine.Seat // the owner's; NoSeat leaves it to a draw (R17)
	Odds    bool        // whether the players see the odds of a falla while they play
	// After is the game a rematch of which is offered, to its other player alone, and Series the one that
	// game belongs to; both are "" for an offer to anybody.
	After, Series engine.GameID
	CreatedAt     engine.Micros
	State         SeekState
	Game          engine.GameID // the one it led to, if it was taken
}

// SeekKept is how long an open seek holds after its owner was last seen. One that is older counts as
// expired whether a store says so already or not.
const SeekKept = time.Minute

// Fits is what a seek must be like to be taken by somebody who plays at once.
type Fits struct {
	Player  engine.PlayerID // who would take it: nobody takes their own
	Ruleset engine.RulesetID
	Seat    engine.Seat // for Player; NoSeat for either
	Odds    *bool       // nil for either
}

// Score is what the finished games of a series have brought a player.
type Score struct {
	Player engine.PlayerID
	Won    int // games
	Points int // the sum of their worths
}

// Seeks is what the lobby keeps of offers to play. Its moments are the store's own, so that servers whose
// clocks differ agree on who was seen when.
type Seeks interface {
	// Deal does an act that changes seeks. do is shown them as nobody else changes them meanwhile, here or
	// on another server, and returns the seek the act was about ("" for none). What it changed is kept
	// if it returns nil, and none of it otherwise. It must not wait for anything else, and may be called
	// again after a failure. An act that was done before is not done again: the seek of the first time is
	// returned, and if that is still open its owner counts as seen.
	Deal(ctx context.Context, act Act, do func(Deal) (SeekID, error)) (SeekID, error)

	// Seek returns a seek, ErrNoSeek if there is none.
	Seek(ctx context.Context, id SeekID) (Seek, error)
	// SeeksByID returns those of the seeks that exist, in any order.
	SeeksByID(ctx context.Context, ids []SeekID) ([]Seek, error)
	// OpenSeeks returns the open offers to anybody, oldest first, at most limit.
	OpenSeeks(ctx context.Context, limit int) ([]Seek, error)
	// TakenSeeks returns the offers to anybody that were taken lately.
	TakenSeeks(ctx context.Context, within time.Duration) ([]Seek, error)
	// PairedSeeks returns the seeks of a player that were taken and whose games wait for their players.
	PairedSeeks(ctx context.Context, owner engine.PlayerID) ([]Seek, error)
	// Rematches returns the open and the taken offers of a rematch of a game.
	Rematches(ctx context.Context, after engine.GameID) ([]Seek, error)
	// Scores returns what each player has won in the finished games of a series, those who won nothing
	// left out.
	Scores(ctx context.Context, series engine.GameID) ([]Score, error)

	// SeekOwners returns whoever has open seeks.
	SeekOwners(ctx context.Context) ([]engine.PlayerID, error)
	// SeeOwners says that these owners of seeks are here now.
	SeeOwners(ctx context.Context, owners []engine.PlayerID) error
	// ExpireSeeks closes the open seeks whose owners were not seen for so long, and returns them.
	ExpireSeeks(ctx context.Context, unseen time.Duration) ([]Seek, error)
}

// Deal is the seeks as an act sees and changes them, whole or not at all.
type Deal interface {
	// Seek returns a seek, ErrNoSeek if there is none. One that is older than SeekKept is SeekExpired.
	Seek(SeekID) (Seek, error)
	// OpenOf returns a player's open seeks, rematches too, oldest first.
	OpenOf(engine.PlayerID) ([]Seek, error)
	// Oldest returns the oldest open offer to anybody that fits; false if none does.
	Oldest(Fits) (Seek, bool, error)
	// Rematches is Seeks.Rematches.
	Rematches(after engine.GameID) ([]Seek, error)
	// Post adds an open seek; its moments are now.
	Post(Seek) error
	// Pair makes a game and has a seek be taken by it.
	Pair(SeekID, GameRecord) error
	// Withdraw closes an open seek.
	Withdraw(SeekID) error
}

// What becomes of acts about seeks.
var (
	ErrNoSeek    = errors.New("lobby: no such seek")
	ErrSeekTaken = errors.New("lobby: somebody else has taken the seek")
	ErrSeekGone  = errors.New("lobby: the seek is not open any more")
	ErrOwnSeek   = errors.New("lobby: nobody takes their own seek")
	ErrNotOwner  = errors.New("lobby: the seek is somebody else's")
	ErrManySeeks = errors.New("lobby: too many open seeks")
	ErrNotOver   = errors.New("lobby: the game is not over")
)
