package room

import (
	"context"
	"sync"
	"time"

	"fallas/engine"
)

// Watch is told of everything that happens in a game, in order and without a gap, until it is closed.
type Watch struct {
	updates chan *Update
	err     error // why updates was closed; written before that
	room    *room
	player  engine.PlayerID
	closed  sync.Once

	// owned by the room
	seat  engine.Seat
	place int      // in audience.watches
	in    bool     // between admit and dismiss
	told  Presence // what it was last told of
}

// C is where the updates come, until it is closed; then Err says why. Only one goroutine may read.
func (w *Watch) C() <-chan *Update { return w.updates }

// Err is why C was closed: ErrTooSlow, ErrStopping, ErrAnotherNode, ErrAgain when the room has to be made
// anew, or nil after Close; wrapped, each of them. It may be called only after that.
func (w *Watch) Err() error { return w.err }

// Close ends the watch. It may be called more than once, at any time.
func (w *Watch) Close() {
	w.closed.Do(func() {
		// A room that has gone has closed its watches already.
		_ = w.room.ask(context.Background(), func() { w.room.dismiss(w, nil) })
		w.room.rooms.leave(w.room)
	})
}

// audience is who watches a room.
type audience struct {
	watches  []*Watch
	count    [3]int    // by seat, spectators under NoSeat
	here     Presence  // through this node
	presence Presence  // and through others
	due      time.Time // when to tell of presence; zero while there is nothing to tell
	told     Presence  // what other nodes were last told of here
	beat     time.Time // when to tell them again; zero while nobody is here
}

// admit lets a watch in.
func (r *room) admit(w *Watch) {
	a := &r.audience
	r.glanced = false
	w.in, w.place, w.seat = true, len(a.watches), r.game.SeatOf(w.player)
	a.watches = append(a.watches, w)
	a.count[w.seat]++
	r.recount()
	w.told = a.presence // the view it comes with says so
}

// dismiss closes a watch.
func (r *room) dismiss(w *Watch, why error) {
	if !w.in {
		return
	}
	a := &r.audience
	last := len(a.watches) - 1
	a.watches[w.place] = a.watches[last]
	a.watches[w.place].place = w.place
	a.watches[last] = nil
	a.watches = a.watches[:last]
	a.count[w.seat]--
	w.close(why)
	r.absence.mayHaveLeft(w.seat, time.Now())
	r.recount()
}

func (w *Watch) close(why error) {
	w.in, w.err = false, why
	close(w.updates)
}

// dismissAll closes every watch when the room goes.
func (a *audience) dismissAll(why error) {
	for _, w := range a.watches {
		w.close(why)
	}
	a.watches = nil
}

// show tells every watch. One whose queue is full is closed: nobody waits for it.
func (r *room) show(u *Update) {
	for i := len(r.audience.watches) - 1; i >= 0; i-- {
		w := r.audience.watches[i]
		select {
		case w.updates <- u:
		default:
			r.dismiss(w, ErrTooSlow)
		}
	}
}

// reseat looks anew at who sits where, after somebody sat down who watches already.
func (r *room) reseat() {
	a := &r.audience
	a.count = [3]int{}
	for _, w := range a.watches {
		w.seat = r.game.SeatOf(w.player)
		a.count[w.seat]++
	}
	r.recount()
}

// recount sets when the watches and the other nodes are to be told of a changed presence.
func (r *room) recount() {
	a := &r.audience
	here := Presence{White: a.count[engine.White] > 0, Black: a.count[engine.Black] > 0, Spectators: a.count[engine.NoSeat]}
	all := r.elsewhere.and(here)
	if here == a.here && all == a.presence {
		return
	}
	due := time.Now()
	if sameSeats(here, a.here) && sameSeats(all, a.presence) {
		due = due.Add(r.rooms.opt.CountEvery)
	}
	if a.due.IsZero() || due.Before(a.due) {
		a.due = due
	}
	a.here, a.presence = here, all
}

func sameSeats(a, b Presence) bool { return a.White == b.White && a.Black == b.Black }

// announce tells of presence those who have not been told. Whoever has much unread is told later:
// presence never pushes a watch over its limit.
func (r *room) announce(now time.Time) {
	a := &r.audience
	if a.due.IsZero() || now.Before(a.due) {
		return
	}
	a.due = time.Time{}
	if a.here != a.told {
		a.beat = now
	}
	presence := a.presence
	u := &Update{Presence: &presence}
	for _, w := range a.watches {
		if w.told == presence {
			continue
		}
		if len(w.updates) > cap(w.updates)/2 {
			a.due = now.Add(r.rooms.opt.CountEvery)
			continue
		}
		w.updates <- u // there is room, and nobody else sends
		w.told = presence
	}
}
