package room

import "fallas/engine"

// Hint says that a game has an event Seq. It is only a hint: it may come late, twice or never. Who
// gets one reads the log.
type Hint struct {
	Game engine.GameID
	Seq  engine.Seq
	// Node, if it is not "", is the node that says who is connected to the game through it: Here.
	Node string
	Here Presence
}

// Hints carries hints between rooms on one log, on this node and on others.
type Hints interface {
	// Publish tells all subscribers, the publisher's own included. It does not block.
	Publish(Hint)
	// Subscribe calls f with each hint until cancel is called. f must not block.
	Subscribe(f func(Hint)) (cancel func())
}

// LocalHints carries hints within one process. The zero value is ready for use.
type LocalHints struct{ subscribers Listeners[Hint] }

// Publish calls every subscriber.
func (l *LocalHints) Publish(h Hint) { l.subscribers.Tell(h) }

// Subscribe adds a subscriber. cancel waits for a Publish in progress, so f may not call it.
func (l *LocalHints) Subscribe(f func(Hint)) (cancel func()) { return l.subscribers.Add(f) }
