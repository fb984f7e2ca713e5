package groupcommit

import (
	"context"
	"errors"
	"sync"
)

// ErrClosed answers whoever writes to a committer that was stopped. Nothing was written.
var ErrClosed = errors.New("the store is closed")

// Limits bound a Committer. All are at least one.
type Limits struct {
	Queue  int // how many writes may wait; a caller that finds it full waits for room in it
	Group  int // how many are handed to a writer together, at most
	AtOnce int // how many groups may be under way
}

// Waiting is a write whose caller waits for its outcome.
type Waiting[W any] struct {
	// Context ends the caller's waiting. A writer may leave the write out when it has ended, and must not
	// let it cancel what others take part in.
	Context context.Context
	Write   W

	done chan error // room for one: a writer never waits
}

// Answer tells the caller the outcome. A writer answers each write of its group once.
func (w Waiting[W]) Answer(err error) { w.done <- err }

// Committer hands writes of type W to its writers in groups. Make it with Start; it is safe for use by
// many goroutines.
type Committer[W any] struct {
	queue   chan Waiting[W]
	writers sync.WaitGroup

	door   sync.RWMutex // held for reading by who is being let in, for writing by Stop
	closed bool         // guarded by door
}

// Start starts a committer. write makes a group durable and answers each of it; it is called by at most
// limits.AtOnce goroutines at a time, with writes in the order in which they came.
func Start[W any](limits Limits, write func(group []Waiting[W])) *Committer[W] {
	c := &Committer[W]{queue: make(chan Waiting[W], limits.Queue)}
	for range limits.AtOnce {
		c.writers.Go(func() {
			for first := range c.queue {
				write(c.gather(first, limits.Group))
			}
		})
	}
	return c
}

// Stop lets no more in and waits until everything that was let in is answered. It may be called more than once.
func (c *Committer[W]) Stop() {
	c.door.Lock()
	if !c.closed {
		c.closed = true
		close(c.queue)
	}
	c.door.Unlock()
	c.writers.Wait()
}

// Commit returns the outcome of a write: nil when it is durable. ErrClosed means that it was not begun.
// When ctx ends first, the outcome is not known.
func (c *Committer[W]) Commit(ctx context.Context, write W) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := Waiting[W]{Context: ctx, Write: write, done: make(chan error, 1)}
	if err := c.enqueue(w); err != nil {
		return err
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enqueue waits for room in the queue.
func (c *Committer[W]) enqueue(w Waiting[W]) error {
	c.door.RLock()
	defer c.door.RUnlock()
	if c.closed {
		return ErrClosed
	}
	select {
	case c.queue <- w: // nearly always: it costs less than to be ready for the end of ctx as well
		return nil
	default:
	}
	select {
	case c.queue <- w:
		return nil
	case <-w.Context.Done():
		return w.Context.Err()
	}
}

// gather takes what else is waiting now.
func (c *Committer[W]) gather(first Waiting[W], most int) []Waiting[W] {
	group := append(make([]Waiting[W], 0, min(most, 1+len(c.queue))), first)
	for len(group) < most {
		select {
		case w, ok := <-c.queue:
			if !ok {
				return group
			}
			group = append(group, w)
		default:
			return group
		}
	}
	return group
}
