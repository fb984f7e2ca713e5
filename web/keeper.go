package web

import (
	"context"
	"sync"
	"time"
)

// keepEvery is how often a server says who is connected to it, for the sake of their seeks.
const keepEvery = 10 * time.Second

// keeper keeps the seeks of those who have sockets here, and closes those of people who have gone. It works
// while sockets are open; without any there is nobody whose seek must be kept, or who would miss it.
type keeper struct {
	s *Server

	mu    sync.Mutex
	timer *time.Timer // nil while no sockets are open
}

// keep begins to.
func (k *keeper) keep() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.timer == nil {
		k.timer = time.AfterFunc(keepEvery, k.work)
	}
}

func (k *keeper) work() {
	if !k.s.sockets.begin() {
		return // draining
	}
	defer k.s.sockets.finish()
	ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
	defer cancel()
	k.s.tries.note("seeks could not be kept", k.s.opt.Lobby.KeepSeeks(ctx, k.s.sockets.players()))
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.s.sockets.count() == 0 {
		k.timer = nil
		return
	}
	k.timer.Reset(keepEvery)
}

// stop ends it for good.
func (k *keeper) stop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.timer != nil {
		k.timer.Stop()
	}
}
