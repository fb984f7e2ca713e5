package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// How many writes may wait, and how many are committed together at most. A caller that finds the queue
// full waits for room in it.
const (
	queueLen = 1024
	batchMax = 256
)

// errClosed answers whoever writes to a store that was closed. Nothing was written.
var errClosed = errors.New("the store is closed")

// refusal is an error of a write that has changed nothing: what was written beside it in the same
// transaction stays.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// write is something to be written as a whole. do runs on the committer's goroutine; it may run again
// in a transaction of its own after one that did not commit.
type write struct {
	ctx  context.Context
	do   func(context.Context, tx) error
	done chan error // room for one: the committer never waits
}

// committer is the goroutine that owns the writing connection. A commit costs a sync of the disk, so
// whatever has come in meanwhile is committed together; a lone write goes at once.
type committer struct {
	db       *sql.DB
	prepared statements
	queue    chan write
	closing  chan struct{} // closed by stop
	stopped  chan struct{} // closed when the goroutine has ended
}

func startCommitter(ctx context.Context, db *sql.DB) (*committer, error) {
	prepared, err := prepare(ctx, db, writing)
	if err != nil {
		return nil, err
	}
	c := &committer{
		db: db, prepared: prepared,
		queue: make(chan write, queueLen), closing: make(chan struct{}), stopped: make(chan struct{}),
	}
	go c.run()
	return c, nil
}

// stop lets no more in, waits until everything that was let in is answered, and ends the goroutine. It
// is called once.
func (c *committer) stop() error {
	close(c.closing)
	<-c.stopped
	return c.prepared.close()
}

// commit runs do in a transaction and returns when that is durable. If do returns an error nothing is
// written. When ctx ends first, the outcome is not known.
func (s *Store) commit(ctx context.Context, do func(context.Context, tx) error) error {
	c := s.commits
	w := write{ctx: ctx, do: do, done: make(chan error, 1)}
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-c.closing:
		return errClosed
	default:
	}
	select {
	case c.queue <- w:
	case <-ctx.Done():
		return ctx.Err()
	case <-c.closing:
		return errClosed
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-c.stopped: // let in at the very last moment
		select {
		case err := <-w.done:
			return err
		default:
			return errClosed
		}
	}
}

func (c *committer) run() {
	defer close(c.stopped)
	for {
		select {
		case first := <-c.queue:
			c.write(c.gather(first))
		case <-c.closing:
			for len(c.queue) > 0 {
				c.write(c.gather(<-c.queue))
			}
			return
		}
	}
}

// gather takes what else is waiting now.
func (c *committer) gather(first write) []write {
	batch := []write{first}
	for len(batch) < batchMax {
		select {
		case w := <-c.queue:
			batch = append(batch, w)
		default:
			return batch
		}
	}
	return batch
}

// write commits a batch and tells each caller its outcome. If the batch does not commit, each write is
// tried by itself, so that one bad row cannot hold up the others.
func (c *committer) write(batch []write) {
	outcomes, err := c.transact(batch)
	switch {
	case err == nil:
	case len(batch) == 1:
		outcomes = []error{err}
	default:
		for i := range batch {
			c.write(batch[i : i+1])
		}
		return
	}
	for i, w := range batch {
		w.done <- outcomes[i]
	}
}

// transact does a batch in one transaction. The outcomes count only if the error is nil.
func (c *committer) transact(batch []write) ([]error, error) {
	// The callers' contexts end their waiting, not a transaction others take part in.
	ctx := context.Background()
	begun, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	defer begun.Rollback() // does nothing after the commit
	own := newTx(begun, c.prepared)
	outcomes := make([]error, len(batch))
	for i, w := range batch {
		if outcomes[i] = w.ctx.Err(); outcomes[i] != nil {
			continue
		}
		err := w.do(ctx, own)
		if err != nil && !errors.As(err, new(refusal)) {
			return nil, err
		}
		outcomes[i] = err
	}
	if err := begun.Commit(); err != nil {
		return nil, fmt.Errorf("commit: %w", err)
	}
	return outcomes, nil
}
