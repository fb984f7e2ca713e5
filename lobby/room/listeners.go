package room

import "sync"

// Listeners are functions of this process that are told of something, one after the other. The zero value is ready
// for use, by several goroutines.
type Listeners[T any] struct {
	mu   sync.RWMutex
	next int
	all  map[int]func(T)
}

// Tell calls every listener.
func (l *Listeners[T]) Tell(what T) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for _, f := range l.all {
		f(what)
	}
}

// Add adds a listener. cancel waits for a Tell in progress, so f may not call it.
func (l *Listeners[T]) Add(f func(T)) (cancel func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = make(map[int]func(T))
	}
	n := l.next
	l.next++
	l.all[n] = f
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.all, n)
	}
}
