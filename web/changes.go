package web

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"fallas/engine"
	"fallas/lobby"
)

// changes follows what is told of people while sockets are open: sessions that are good no longer, whose
// sockets are closed, and names that have changed, which are shown anew. What is told is looked at by one
// goroutine at a time, which ends when there is nothing more to look at.
type changes struct {
	s *Server
	n atomic.Uint64 // how often something was told: see accept

	mu       sync.Mutex
	looking  bool // whether the goroutine runs
	anything bool // look at everyone
	people   map[engine.PlayerID]bool
}

// told hears of a topic. It does not block.
func (c *changes) told(t lobby.Topic) {
	id, isPlayer := t.Player()
	if !isPlayer && t != lobby.Anything {
		return
	}
	c.n.Add(1)
	if isPlayer {
		c.lookAt(id)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.anything = true
	c.begin()
}

// lookAt has some people looked at, "" being nobody. It does not block.
func (c *changes) lookAt(ids ...engine.PlayerID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		if id != "" {
			c.s.names.forget(id)
			c.people[id] = true
		}
	}
	c.begin()
}

// begin starts the goroutine unless it runs already. c.mu is held.
func (c *changes) begin() {
	if c.looking || !c.s.sockets.begin() {
		return
	}
	c.looking = true
	go func() {
		defer c.s.sockets.finish()
		c.look()
	}()
}

// look looks at whom it was told of until there is nobody left.
func (c *changes) look() {
	for {
		c.mu.Lock()
		people, anything := c.people, c.anything
		c.people, c.anything = map[engine.PlayerID]bool{}, false
		c.looking = anything || len(people) > 0
		c.mu.Unlock()
		if !anything && len(people) == 0 {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
		concerns := func(id engine.PlayerID) bool { return id != "" && (anything || people[id]) }
		c.s.tries.note("sessions and names could not be looked up", errors.Join(c.endSessions(ctx, concerns), c.showNames(ctx, concerns)))
		cancel()
	}
}

// lookedUp is how many sessions or players are asked for at once.
const lookedUp = 1000

// endSessions closes the sockets of those whose session is good no longer.
func (c *changes) endSessions(ctx context.Context, concerns func(engine.PlayerID) bool) error {
	open := map[lobby.Hash][]*socket{}
	for _, k := range c.s.sockets.list() {
		if concerns(k.player.ID) {
			open[k.session] = append(open[k.session], k)
		}
	}
	sessions := make([]lobby.Hash, 0, len(open))
	for h := range open {
		sessions = append(sessions, h)
	}
	for some := range slices.Chunk(sessions, lookedUp) {
		standing, err := c.s.opt.Lobby.Standing(ctx, some)
		if err != nil {
			return err
		}
		for _, h := range standing {
			delete(open, h)
		}
		for _, h := range some {
			for _, k := range open[h] {
				k.revoke(ctx)
			}
		}
	}
	return nil
}

// showNames tells those at the tables what people are called now, where it is not what they were told.
func (c *changes) showNames(ctx context.Context, concerns func(engine.PlayerID) bool) error {
	shown := map[engine.PlayerID][]*socket{}
	var ids []engine.PlayerID
	for _, k := range c.s.sockets.list() {
		for _, p := range *k.shown.Load() {
			if !concerns(p.ID) {
				continue
			}
			if shown[p.ID] == nil {
				ids = append(ids, p.ID)
			}
			shown[p.ID] = append(shown[p.ID], k)
		}
	}
	for some := range slices.Chunk(ids, lookedUp) {
		names, err := c.s.names.lookAnew(ctx, some...)
		if err != nil {
			return err
		}
		for _, id := range some {
			now := *names.of(id)
			for _, k := range shown[id] {
				if !slices.Contains((*k.shown.Load())[:], now) {
					k.callNames()
				}
			}
		}
	}
	return nil
}

// revoke closes the socket of a session that is good no longer.
func (k *socket) revoke(ctx context.Context) {
	if k.revoked.Swap(true) {
		return
	}
	why := newProblem(CodeSessionEnded, "the session has ended: it was ended elsewhere, or the player moved to another device")
	if p, err := k.s.opt.Lobby.Player(ctx, k.player.ID); err == nil && p.Banned {
		why = known(lobby.ErrBanned)
	}
	go k.guard("revoke", func() { k.fail(why.Code, why.Detail) })
}
