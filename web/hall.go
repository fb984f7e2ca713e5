package web

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

const (
	// The lobby is looked at as soon as there is word of a change, but not again before lookPause is over,
	// and without any word after lookSlow: word may be lost, and names are in nobody's word.
	lookPause = 300 * time.Millisecond
	lookSlow  = 5 * time.Second

	// sightingKept is how long it holds what a server said of who watches a game; it says so every five
	// seconds.
	sightingKept = 16 * time.Second

	// visitQueue is how many changes may wait for a visit. Who falls behind further is closed, and comes
	// again for a new snapshot.
	visitQueue = 16
)

// hall is the lobby as everyone on this server sees it. It reads the lists while somebody is there, and
// tells all visits what is other than before, in the same bytes.
type hall struct {
	s *Server

	looks chan struct{} // holds one while the lists are read, and while a visit begins

	mu       sync.Mutex
	visits   map[*visit]struct{}
	view     *hallView   // as the visits were told; nil before the first look
	looked   time.Time   // when that was
	timer    *time.Timer // to the next look; nil while nobody is there
	due      bool        // there was word since the last look began
	looking  bool
	sighted  map[engine.GameID]map[string]hallSighting // by server
	forgetAt time.Time                                 // when to go through sighted again
}

type hallSighting struct {
	spectators int
	until      time.Time
}

// visit is one socket's part in the lobby.
type visit struct {
	frames chan []byte // closed when the visit ends
	slow   bool        // it was closed because it was full; read it after frames
}

func newHall(s *Server) *hall {
	return &hall{
		s: s, looks: make(chan struct{}, 1),
		visits: map[*visit]struct{}{}, sighted: map[engine.GameID]map[string]hallSighting{},
	}
}

// alone does something while nobody else reads the lists.
func (h *hall) alone(ctx context.Context, do func() error) error {
	select {
	case h.looks <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-h.looks }()
	return do()
}

// told hears of a topic. It does not block.
func (h *hall) told(t lobby.Topic) {
	if _, renamed := t.Player(); !renamed && t != lobby.Hall && t != lobby.Anything {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wantLook()
}

// hinted hears that a game went on, or who watches it. It does not block.
func (h *hall) hinted(hint room.Hint) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if hint.Node == "" || h.sees(hint) {
		h.wantLook()
	}
}

// sees notes what a server says of a game's spectators, and says whether that is news. h.mu is held.
func (h *hall) sees(hint room.Hint) bool {
	now := time.Now()
	if now.After(h.forgetAt) {
		h.forget(now)
		h.forgetAt = now.Add(sightingKept)
	}
	nodes := h.sighted[hint.Game]
	before := nodes[hint.Node].spectators
	switch {
	case hint.Here.Spectators > 0:
		if nodes == nil {
			nodes = map[string]hallSighting{}
			h.sighted[hint.Game] = nodes
		}
		nodes[hint.Node] = hallSighting{hint.Here.Spectators, now.Add(sightingKept)}
	case nodes != nil:
		delete(nodes, hint.Node)
		if len(nodes) == 0 {
			delete(h.sighted, hint.Game)
		}
	}
	return before != hint.Here.Spectators
}

// forget drops what no server has said for too long. h.mu is held.
func (h *hall) forget(now time.Time) {
	for game, nodes := range h.sighted {
		for node, s := range nodes {
			if now.After(s.until) {
				delete(nodes, node)
			}
		}
		if len(nodes) == 0 {
			delete(h.sighted, game)
		}
	}
}

// watched is how many spectators each game has, on all servers together.
func (h *hall) watched() map[engine.GameID]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.forget(time.Now())
	watched := make(map[engine.GameID]int, len(h.sighted))
	for game, nodes := range h.sighted {
		for _, s := range nodes {
			watched[game] += s.spectators
		}
	}
	return watched
}

// wantLook has the lobby looked at soon, if somebody is there. h.mu is held.
func (h *hall) wantLook() {
	if h.timer == nil || h.due {
		return
	}
	h.due = true
	if !h.looking {
		h.timer.Reset(max(0, time.Until(h.looked.Add(lookPause))))
	}
}

// lookAgain looks when it is time to.
func (h *hall) lookAgain() {
	if !h.s.sockets.begin() {
		return // draining
	}
	defer h.s.sockets.finish()
	ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
	defer cancel()
	err := h.alone(ctx, func() error { return h.look(ctx) })
	h.s.tries.note("the lobby could not be looked at", err)
	if err != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.due = false; h.timer != nil { // it may not even have begun
			h.timer.Reset(lookPause)
		}
	}
}

// look reads the lists and tells what has changed. It is called alone.
func (h *hall) look(ctx context.Context) error {
	h.mu.Lock()
	h.due, h.looking = false, true
	before := h.view
	h.mu.Unlock()
	view, err := h.s.readHall(ctx, h.watched())
	var frame []byte
	if err == nil && before != nil {
		frame, err = h.s.hallChanges(ctx, before, view)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.looking, h.looked = false, time.Now()
	if h.timer != nil {
		wait := lookSlow
		if h.due {
			wait = lookPause
		}
		h.timer.Reset(wait)
	}
	if err != nil {
		return err
	}
	h.view = view
	if frame != nil {
		h.tell(frame)
	}
	return nil
}

// tell hands a message to every visit. One whose queue is full is ended: nobody waits for it. h.mu is held.
func (h *hall) tell(frame []byte) {
	for v := range h.visits {
		select {
		case v.frames <- frame:
		default:
			v.slow = true
			h.end(v)
		}
	}
}

// enter begins a visit, which must be left again, with what there is to see at its beginning.
func (h *hall) enter(ctx context.Context) (v *visit, view *hallView, err error) {
	err = h.alone(ctx, func() error {
		if err := h.beFresh(ctx); err != nil {
			return err
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		v, view = &visit{frames: make(chan []byte, visitQueue)}, h.view
		h.visits[v] = struct{}{}
		if h.timer == nil {
			h.due = false
			h.timer = time.AfterFunc(lookPause, h.lookAgain)
		}
		return nil
	})
	return v, view, err
}

// see is what there is to see now.
func (h *hall) see(ctx context.Context) (view *hallView, err error) {
	err = h.alone(ctx, func() error {
		if err := h.beFresh(ctx); err != nil {
			return err
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		view = h.view
		return nil
	})
	return view, err
}

// beFresh looks at the lobby unless that was done a moment ago, or is done all the time. It is called
// alone.
func (h *hall) beFresh(ctx context.Context) error {
	h.mu.Lock()
	fresh := h.view != nil && (h.timer != nil || time.Since(h.looked) < lookPause)
	h.mu.Unlock()
	if fresh {
		return nil
	}
	return h.look(ctx)
}

// leave ends a visit. It may be called more than once.
func (h *hall) leave(v *visit) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.end(v)
}

// end lets a visit hear no more. h.mu is held.
func (h *hall) end(v *visit) {
	if _, there := h.visits[v]; !there {
		return
	}
	delete(h.visits, v)
	close(v.frames)
	if len(h.visits) == 0 && h.timer != nil {
		h.timer.Stop()
		h.timer = nil
	}
}

// changesMessage tells what in the lobby is other than before; parts that are left out are as they were.
type changesMessage struct {
	Type     string                  `json:"type"` // "changes"
	Seeks    *shelfChanges[goneSeek] `json:"seeks,omitempty"`
	Live     *shelfChanges[string]   `json:"live,omitempty"`
	Featured json.RawMessage         `json:"featured,omitempty"`
	Recent   *shelfChanges[string]   `json:"recent,omitempty"`
}

// hallChanges is the message of what has changed from one view to another; nil if nothing has.
func (s *Server) hallChanges(ctx context.Context, before, now *hallView) ([]byte, error) {
	m := changesMessage{Type: "changes"}
	var err error
	if m.Seeks, err = s.seekChanges(ctx, before, now); err != nil {
		return nil, err
	}
	if set, gone := now.live.since(before.live); len(set)+len(gone) > 0 {
		m.Live = &shelfChanges[string]{set, gone}
	}
	if set, gone := now.recent.since(before.recent); len(set)+len(gone) > 0 {
		m.Recent = &shelfChanges[string]{set, gone}
	}
	if featuredBefore, featured := before.featured, now.featured; (featured == nil) != (featuredBefore == nil) ||
		featured != nil && *featured != *featuredBefore {
		if m.Featured, err = json.Marshal(featured); err != nil {
			return nil, err
		}
	}
	if m.Seeks == nil && m.Live == nil && m.Recent == nil && m.Featured == nil {
		return nil, nil
	}
	return json.Marshal(m)
}

// seekChanges also tells of seeks that were taken so soon that they were never shown: their owners wait
// for it.
func (s *Server) seekChanges(ctx context.Context, before, now *hallView) (*shelfChanges[goneSeek], error) {
	set, ids := now.seeks.since(before.seeks)
	gone := []goneSeek{}
	for id, game := range now.taken {
		if _, known := before.taken[id]; !known {
			gone = append(gone, goneSeek{id, lobby.SeekTaken, game})
		}
	}
	var closed []lobby.SeekID // in another way
	for _, text := range ids {
		id := lobby.SeekID(text)
		if _, told := now.taken[id]; !told {
			closed = append(closed, id)
		}
	}
	if len(closed) > 0 {
		seeks, err := s.opt.Lobby.SeeksByID(ctx, closed...)
		if err != nil {
			return nil, err
		}
		for _, k := range seeks {
			gone = append(gone, goneSeek{k.ID, k.State, k.Game})
		}
	}
	if len(set)+len(gone) == 0 {
		return nil, nil
	}
	return &shelfChanges[goneSeek]{set, gone}, nil
}
