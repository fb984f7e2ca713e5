package room

import (
	"errors"
	"fmt"

	"fallas/engine"
)

// Command is what a person asks of a game.
type Command struct {
	ID     CommandID
	Game   engine.GameID
	Player engine.PlayerID
	// Expect is the head the player saw when deciding; 0 means "whatever it is by now". The command
	// is stale if anything but a Left or a Returned has happened since; a play is not made stale by offers
	// to resign (S4) either.
	Expect engine.Seq
	// Do is what to do. Its seat (or, for Sit and Abort, its player) is filled in from Player: what
	// stands there is not looked at.
	Do engine.Command
}

// Ack is the answer to an accepted command: its id and the seqs of the events it led to. The same
// command sent again gets the same Ack.
type Ack struct {
	Command     CommandID
	First, Last engine.Seq
}

// StaleError refuses a command whose Expect is not the head of the game.
type StaleError struct {
	Head engine.Seq // as it is now
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("room: the game has moved on to event %d", e.Head)
}

// What Submit, View and Watch say besides a *engine.Refusal, a *StaleError and ErrNoGame.
var (
	// ErrCommandReused: this id belongs to an accepted command with other content.
	ErrCommandReused = errors.New("room: this command id was used for another command")
	// ErrAgain: nothing is known to be wrong, but nothing is promised either (the outcome of an
	// append is unknown, the mailbox is full, the server stops). Send the same again, with the same
	// id.
	ErrAgain = errors.New("room: send the same again, with the same id")
	// ErrAnotherNode: the game holds events this program is too old to read; a newer one can.
	ErrAnotherNode = errors.New("room: this game needs another node")
)
