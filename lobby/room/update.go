package room

import (
	"encoding/json"
	"errors"
	"sync"

	"fallas/engine"
)

// View is a game at one moment, with its events after a seq the caller named. Everything in it is
// shared and must not be written to.
type View struct {
	Game   engine.Game
	Events []engine.Event
	// Raw has the very bytes of each of Events, as everyone gets them.
	Raw      []json.RawMessage
	Presence Presence
}

// Presence says who is connected to a game, through this node and, as far as they have said so, through others.
type Presence struct {
	White, Black bool
	Spectators   int
}

// Update is what a watcher is told: a batch of events and the game after them, or who is there.
// It is shared by all watchers and must not be written to.
type Update struct {
	Batch    *Batch      // nil if this is about presence
	Game     engine.Game // after Batch
	Presence *Presence   // nil if this is about events
}

// Batch is the events of one append as they are shown.
type Batch struct {
	First, Last engine.Seq
	// Events is a JSON array: the bytes of the log.
	Events json.RawMessage

	once  sync.Once
	frame []byte
}

// Frame returns what encode returned for the first caller: a batch is put into the form it travels in
// once, whoever and how many it travels to. encode must depend on nothing but the batch.
func (b *Batch) Frame(encode func() []byte) []byte {
	b.once.Do(func() { b.frame = encode() })
	return b.frame
}

// Why the channel of a Watch was closed.
var (
	// ErrTooSlow: the reader's queue was full. Watch again after the last seq seen.
	ErrTooSlow = errors.New("room: the watcher is too slow, resume after the last event seen")
	// ErrStopping: the server stops. Watch again elsewhere, or in a moment.
	ErrStopping = errors.New("room: the server stops")
)
