package room

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fallas/engine"
)

// reading is what a room knows of events it has not got yet.
type reading struct {
	wanted    engine.Seq // somebody says that this event exists; 0 for nobody
	notBefore time.Time  // after a read that failed
	next      *readers   // who waits for the next read
}

// readers wait for one reading of the log.
type readers struct {
	done chan struct{}
	err  error // read it after done
}

func newReading() reading { return reading{next: &readers{done: make(chan struct{})}} }

func (w *reading) want(seq engine.Seq) { w.wanted = max(w.wanted, seq) }

// take ends the waiting list and begins a new one.
func (w *reading) take() *readers {
	taken := w.next
	w.next = &readers{done: make(chan struct{})}
	return taken
}

func (r *readers) end(err error) {
	r.err = err
	close(r.done)
}

// hinted hears that an event exists, and who is connected elsewhere. It may be called by anyone and never
// waits.
func (r *room) hinted(h Hint) {
	if h.Node != "" && h.Node != r.rooms.node {
		select {
		case r.sights <- h:
		default:
		}
	}
	if r.sees(h.Seq) {
		r.wakeUp()
	}
}

// sees notes that an event exists; false if that was known.
func (r *room) sees(seq engine.Seq) bool {
	for {
		seen := r.seen.Load()
		if seen >= uint32(seq) {
			return false
		}
		if r.seen.CompareAndSwap(seen, uint32(seq)) {
			return true
		}
	}
}

// read reads what the log has beyond the head and then goes on with then. If the log holds what this
// program cannot read, or nothing any more, the room is broken.
func (r *room) read(then func(error)) {
	after := r.game.Head
	r.work(func(ctx context.Context) func() {
		tail, err := r.rooms.log.Tail(ctx, r.id, after)
		return func() {
			if err == nil {
				err = r.absorb(tail)
			}
			if errors.Is(err, ErrAnotherNode) || errors.Is(err, errBrokenLog) || errors.Is(err, ErrNoGame) {
				r.broken = err
				r.rooms.opt.Logger.Error("the log cannot be read on", "game", r.id, "seq", r.game.Head, "error", err)
			}
			then(err)
		}
	})
}

// catchUp reads the log for those who said that there is more. One reading answers them all, whatever it
// finds: a hint may be wrong.
func (r *room) catchUp() {
	waiting, wanted := r.reading.take(), r.reading.wanted
	r.reading.wanted = 0
	r.read(func(err error) {
		if err != nil {
			r.reading.want(wanted)
			r.reading.notBefore = time.Now().Add(r.rooms.opt.RetryAfter)
			err = fmt.Errorf("%w: read the log: %w", ErrAgain, err)
		}
		waiting.end(err)
	})
}

// settleReaders lets those go on whose event has come by another way.
func (r *room) settleReaders() {
	if r.reading.wanted != 0 && r.reading.wanted <= r.game.Head {
		r.reading.wanted = 0
		r.reading.take().end(nil)
	}
}

// abreast has the owner run f when the room has event atLeast, or has read the log and found no such event.
func (r *room) abreast(ctx context.Context, atLeast engine.Seq, f func()) error {
	var waiting *readers
	err := r.ask(ctx, func() {
		if r.game.Head < atLeast {
			r.reading.want(atLeast)
			waiting = r.reading.next
			return
		}
		f()
	})
	if err != nil || waiting == nil {
		return err
	}
	select {
	case <-waiting.done:
		if waiting.err != nil {
			return waiting.err
		}
	case <-r.gone:
		return r.whyGone()
	case <-ctx.Done():
		return ctx.Err()
	}
	return r.ask(ctx, f)
}
