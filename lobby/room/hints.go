package room

import (
	"sync"

	"fallas/engine"
)

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
type LocalHints struct {
	mu          sync.RWMutex
	next        int
	subscribers map[int]func(Hint)
}

// Publish calls every subscriber.
func (l *LocalHints) Publish(h Hint) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for _, f := range l.subscribers {
		f(h)
	}
}

// Subscribe adds a subscriber. cancel waits for a Publish in progress, so f may not call it.
func (l *LocalHints) Subscribe(f func(Hint)) (cancel func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.subscribers == nil {
		l.subscribers = make(map[int]func(Hint))
	}
	n := l.next
	l.next++
	l.subscribers[n] = f
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.subscribers, n)
	}
}
