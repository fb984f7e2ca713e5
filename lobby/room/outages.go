package room

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"fallas/engine"
)

// outages is what a room knows of times in which the server was away. They are noted in the log before
// anything is judged that they bear on.
type outages struct {
	look      atomic.Bool // set by anyone: there may be more than the room knows
	unread    bool
	known     []Outage // those that the store has
	notBefore time.Time
}

// lookForOutages tells the owner to look. It never waits.
func (r *room) lookForOutages() {
	r.outages.look.Store(true)
	r.wakeUp()
}

// readOutages reads what the store has, if the game is one that outages bear on.
func (r *room) readOutages(ctx context.Context, g engine.Game) ([]Outage, error) {
	if r.rooms.opt.Pulse == nil || g.Phase != engine.Playing {
		return nil, nil
	}
	return r.rooms.opt.Pulse.Outages(ctx, g.OutagesAfter())
}

// learnOfOutages reads apart from the owner.
func (r *room) learnOfOutages() {
	g := r.game
	r.outages.unread = false
	r.work(func(ctx context.Context) func() {
		known, err := r.readOutages(ctx, g)
		return func() {
			if err != nil {
				r.outages.unread = true
				r.outages.notBefore = time.Now().Add(r.rooms.opt.RetryAfter)
				return
			}
			r.outages.known = known
		}
	})
}

// owed is the first outage that the log does not have yet.
func (r *room) owed() (Outage, bool) {
	if r.game.Phase != engine.Playing {
		return Outage{}, false
	}
	for _, o := range r.outages.known {
		if o.To > r.game.OutagesAfter() {
			return o, true
		}
	}
	return Outage{}, false
}

var errOutage = errors.New("it is not known yet for how long the server was away")

// timeCounts says whether it is known how much of the time that has passed counts.
func (r *room) timeCounts() bool {
	_, owed := r.owed()
	return !owed && !r.outages.unread && !r.outages.look.Load() && r.rooms.heart.sure()
}

// playing counts the room among those of games being played, or no longer.
func (r *room) playing(now bool) {
	switch {
	case now && !r.inPlay:
		r.rooms.heart.count(1)
	case !now && r.inPlay:
		r.rooms.heart.count(-1)
	}
	r.inPlay = now
}
