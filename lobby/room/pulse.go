package room

import (
	"context"
	"sync/atomic"
	"time"

	"fallas/engine"
)

// Outage is a time in which no node was alive although games were being played: the servers were down,
// or none of them reached the store.
type Outage struct{ From, To engine.Micros }

// Pulse is where nodes say that they are alive, and where outages are kept. Its clock is the one that
// games are timed by. All methods may be called from several goroutines, and by several nodes at once.
type Pulse interface {
	// Alive says that a node, named by a UUID, is alive now. If the last sign of life of any node is
	// longer ago than hole, the time since is stored as an outage: once, however many nodes come upon it.
	// It returns the latest outage of all, the zero Outage if there was never one.
	Alive(ctx context.Context, node string, hole time.Duration) (Outage, error)

	// Rest takes a node's sign of life away: it has no game to be alive for. Those of nodes that are
	// longer ago than hole go with it. An outage begins with the last sign of life that is left, so there
	// is none while all nodes rest.
	Rest(ctx context.Context, node string, hole time.Duration) error

	// Outages returns the outages that ended after a moment, in the order they happened.
	Outages(ctx context.Context, after engine.Micros) ([]Outage, error)
}

// heart says for its node that it is alive, while games are played on it.
type heart struct {
	rooms  *Rooms
	wake   chan struct{} // the first game is played, or the last one no longer
	inPlay atomic.Int64  // how many of the rooms in memory are of a game that is being played

	spoke  atomic.Pointer[time.Time] // when the store last heard us; nil before that
	latest Outage                    // the latest outage heard of
}

// begin hears of an outage that has just ended with the start of this node, and rests.
func (h *heart) begin(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, h.rooms.opt.LogTimeout)
	defer cancel()
	pulse, hole := h.rooms.opt.Pulse, h.rooms.opt.Hole
	latest, err := pulse.Alive(ctx, h.rooms.node, hole)
	if err == nil {
		h.latest = latest
		err = pulse.Rest(ctx, h.rooms.node, hole)
	}
	return err
}

// run beats until the rooms stop. What is left of a node that stops while games are played is its last sign
// of life.
func (h *heart) run() {
	every := time.NewTicker(h.rooms.opt.AliveEvery)
	defer every.Stop()
	resting, heard := true, true
	for {
		select {
		case <-every.C:
		case <-h.wake:
		case <-h.rooms.stop:
			return
		}
		var err error
		switch playing := h.inPlay.Load() > 0; {
		case playing:
			resting = false
			err = h.beat()
		case !resting:
			if err = h.rest(); err == nil {
				resting = true
			}
		}
		if err != nil && heard {
			h.rooms.opt.Logger.Warn("the store does not hear that this server is alive", "error", err)
		}
		heard = err == nil
	}
}

func (h *heart) beat() error {
	// A sign of life that takes longer than a hole is none.
	ctx, cancel := context.WithTimeout(h.rooms.life, h.rooms.opt.Hole)
	defer cancel()
	now := time.Now()
	latest, err := h.rooms.opt.Pulse.Alive(ctx, h.rooms.node, h.rooms.opt.Hole)
	if err != nil {
		return err
	}
	if latest != h.latest {
		h.latest = latest
		h.rooms.opt.Logger.Warn("no server was alive for a while", "from", latest.From, "to", latest.To)
		h.rooms.lookForOutages()
	}
	h.spoke.Store(&now)
	return nil
}

func (h *heart) rest() error {
	ctx, cancel := context.WithTimeout(h.rooms.life, h.rooms.opt.Hole)
	defer cancel()
	return h.rooms.opt.Pulse.Rest(ctx, h.rooms.node, h.rooms.opt.Hole)
}

// count hears that a game on this node has begun to be played (1), or is played no longer (-1). Only the first and
// the last of them wake the heart, which beats by itself in between.
func (h *heart) count(more int64) {
	if n := h.inPlay.Add(more); n != 0 && n != more {
		return
	}
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// sure says whether this node knows of every outage there was: not while it cannot say that it is alive.
func (h *heart) sure() bool {
	if h.rooms.opt.Pulse == nil {
		return true
	}
	spoke := h.spoke.Load()
	return spoke != nil && time.Since(*spoke) <= h.rooms.opt.Hole
}

// lookForOutages has every room in memory look for outages it has not noted.
func (r *Rooms) lookForOutages() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, rm := range r.rooms {
		rm.lookForOutages()
	}
}
