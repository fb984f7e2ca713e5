package web

import (
	"context"
	"sync"

	"fallas/engine"
)

// sockets are all that are open on this server, and what is under way and must be finished before they
// are closed: commands, from them and from REST, and sockets being opened.
type sockets struct {
	mu       sync.Mutex
	open     map[*socket]struct{}
	busy     int           // how much is under way
	draining bool          // no more of either
	idle     chan struct{} // closed when draining and busy is 0
	empty    chan struct{} // closed when draining and open is empty
}

func newSockets() *sockets {
	return &sockets{open: map[*socket]struct{}{}, idle: make(chan struct{}), empty: make(chan struct{})}
}

// add notes an open socket; false when the server is draining.
func (s *sockets) add(k *socket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining {
		return false
	}
	s.open[k] = struct{}{}
	return true
}

func (s *sockets) remove(k *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.open[k]; !ok {
		return
	}
	delete(s.open, k)
	if s.draining && len(s.open) == 0 {
		close(s.empty)
	}
}

func (s *sockets) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// begin notes something under way; false when the server is draining. Whoever begins must finish.
func (s *sockets) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining {
		return false
	}
	s.busy++
	return true
}

func (s *sockets) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy--
	if s.draining && s.busy == 0 {
		close(s.idle)
	}
}

// drain lets no more in, waits for what is under way, closes all sockets and waits until they are
// gone. What is left when ctx ends is cut; partingWait and closeWait before that nothing under way is waited for any more.
func (s *sockets) drain(ctx context.Context) error {
	s.mu.Lock()
	if !s.draining {
		s.draining = true
		if s.busy == 0 {
			close(s.idle)
		}
		if len(s.open) == 0 {
			close(s.empty)
		}
	}
	s.mu.Unlock()

	working, enough := ctx, func() {}
	if end, ok := ctx.Deadline(); ok { // what does not get finished leaves time for the goodbyes
		working, enough = context.WithDeadline(ctx, end.Add(-partingWait-closeWait))
	}
	defer enough()
	select {
	case <-s.idle:
	case <-working.Done():
	}
	for _, k := range s.list() {
		k.part()
	}
	select {
	case <-s.empty:
		return nil
	case <-ctx.Done():
	}
	for _, k := range s.list() {
		k.cut()
	}
	<-s.empty
	return ctx.Err()
}

// players are those who have sockets open.
func (s *sockets) players() map[engine.PlayerID]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	players := map[engine.PlayerID]bool{}
	for k := range s.open {
		if k.player.ID != "" {
			players[k.player.ID] = true
		}
	}
	return players
}

func (s *sockets) list() []*socket {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*socket, 0, len(s.open))
	for k := range s.open {
		all = append(all, k)
	}
	return all
}
