package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"fallas/engine"
	"fallas/lobby/room"
)

// How many appends may wait, how many are committed together at most, and how many groups may be under
// way at once. A caller that finds the queue full waits for room in it.
const (
	queueLen  = 4096
	batchMax  = 256
	inFlight  = 2
	batchTime = statementTimeout + 5*time.Second
)

// errClosed answers whoever writes to a store that was closed. Nothing was written.
var errClosed = errors.New("the store is closed")

// write is an append that waits, and where its outcome goes.
type write struct {
	ctx    context.Context
	append room.Append
	done   chan error // room for one: the committer never waits
}

// committer gathers appends and writes them in groups. One goroutine gathers; a few write. A group has
// at most one append of a game.
type committer struct {
	pool    *pgxpool.Pool
	queue   chan write
	closing chan struct{} // closed by stop
	stopped chan struct{} // closed when everything let in is answered
}

func startCommitter(pool *pgxpool.Pool) *committer {
	c := &committer{
		pool: pool, queue: make(chan write, queueLen),
		closing: make(chan struct{}), stopped: make(chan struct{}),
	}
	go c.run()
	return c
}

// stop lets no more in and waits until everything that was let in is answered. It is called once.
func (c *committer) stop() {
	close(c.closing)
	<-c.stopped
}

// commit returns when the append is durable or refused. When ctx ends first, the outcome is not known.
func (c *committer) commit(ctx context.Context, a room.Append) error {
	w := write{ctx: ctx, append: a, done: make(chan error, 1)}
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

// run hands groups to the writers: whatever has come in while all of them were busy.
func (c *committer) run() {
	defer close(c.stopped)
	free := make(chan struct{}, inFlight) // holds one for each group under way
	for {
		free <- struct{}{}
		var first write
		select {
		case first = <-c.queue:
		case <-c.closing:
			select {
			case first = <-c.queue:
			default:
				for range inFlight - 1 { // the one taken above is ours
					free <- struct{}{}
				}
				return
			}
		}
		batch := c.gather(first)
		go func() {
			c.write(batch)
			<-free
		}()
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

// write commits a batch and tells each caller its outcome. A second append of the same game goes into a
// second group. If a group does not commit, each append is tried by itself, so that one bad row cannot
// hold up the others.
func (c *committer) write(batch []write) {
	slices.SortStableFunc(batch, func(a, b write) int {
		return strings.Compare(string(a.append.Game), string(b.append.Game))
	})
	for len(batch) > 0 {
		var group, rest []write
		last := engine.GameID("")
		for _, w := range batch {
			switch {
			case w.ctx.Err() != nil:
				w.done <- w.ctx.Err()
			case w.append.Game == last:
				rest = append(rest, w)
			default:
				group = append(group, w)
				last = w.append.Game
			}
		}
		c.writeGroup(group, false)
		batch = rest
	}
}

// writeGroup commits at most one append a game. again says that they were tried before with an outcome
// that is not known: one that is found in the log, to the byte, is then this one.
func (c *committer) writeGroup(group []write, again bool) {
	if len(group) == 0 {
		return
	}
	// The callers' contexts end their waiting, not a statement others take part in.
	ctx, cancel := context.WithTimeout(context.Background(), batchTime)
	defer cancel()
	appends := make([]room.Append, len(group))
	for i, w := range group {
		appends[i] = w.append
	}
	taken, err := insertAppends(ctx, c.pool, appends)
	if err != nil && len(group) > 1 {
		for i := range group {
			c.writeGroup(group[i:i+1], true)
		}
		return
	}
	for _, w := range group {
		switch {
		case taken[w.append.Game]:
			w.done <- nil
		case err != nil && !isConflict(err):
			w.done <- err
		default:
			refusal := whyRefused(ctx, c.pool, w.append, err)
			if again && errors.Is(refusal, errSame) {
				refusal = nil
			}
			w.done <- refusal
		}
	}
}
