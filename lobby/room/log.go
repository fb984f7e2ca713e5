package room

import (
	"context"
	"encoding/json"
	"errors"

	"fallas/engine"
)

// Append is one accepted command and all the events that answer it. A store keeps it as one row.
type Append struct {
	Game engine.GameID
	// First and Last are the seqs of the first and the last of Events.
	First, Last engine.Seq
	// Seat is who moved the game on; NoSeat for Create and for the server's own observations.
	Seat    engine.Seat
	Command CommandID
	// Digest is the SHA-256 of the command's content. It tells "the same command once more" from
	// "the same id with other content".
	Digest [32]byte
	At     engine.Micros
	// Events is a JSON array: the very bytes that everyone is shown, now and for ever.
	Events json.RawMessage
	// Summary is the game's list row after this append, a pure function of the game.
	Summary Summary
}

// Log is where games are kept: numbered appends, one game at a time. It is the referee between
// rooms that know nothing of one another: of two writers on one head, one is refused whole.
//
// All methods may be called from several goroutines.
type Log interface {
	// Append adds a.Events to the game and puts a.Summary in the place of the game's list row, both
	// or neither, and returns nil only when that is durable. Nothing is added with
	//   - ErrCommandKnown if the game already has an append with a.Command, this very one included;
	//     it is looked up before the head is;
	//   - ErrHeadTaken if the game's head is not a.First-1;
	//   - ErrNoGame if there is no such game;
	//   - ErrUnfit if the append breaks a rule of the log itself, and always will.
	// Any other error means that the outcome is unknown: the caller appends the same again until it
	// hears nil or one of these.
	Append(ctx context.Context, a Append) error

	// Tail returns the game's appends with Last > after, in order, Summary not filled in. It fails
	// with ErrNoGame if there is no such game.
	Tail(ctx context.Context, game engine.GameID, after engine.Seq) ([]Append, error)

	// Secret returns what the game's rolls are made with, ErrNoGame if there is no such game. It
	// must reach nobody before the game is over.
	Secret(ctx context.Context, game engine.GameID) (engine.Bytes32, error)
}

// What a Log says.
var (
	// ErrHeadTaken: another append was first.
	ErrHeadTaken = errors.New("room: another append took the head of the game")
	// ErrCommandKnown: the game already has an append with this command id.
	ErrCommandKnown = errors.New("room: the game already has this command")
	// ErrUnfit: the log has no place for such an append, however often it is tried.
	ErrUnfit = errors.New("room: the log does not take such an append")
	// ErrNoGame: there is no such game.
	ErrNoGame = errors.New("room: no such game")
)
