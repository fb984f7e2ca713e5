package web

import (
	"context"
	"errors"
	"sync"
	"time"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/talk"
)

// lookEvery is how often the talk of the games on this server's sockets is looked at without any word of
// it: word may be lost, and an operator's program has none to send.
const lookEvery = 15 * time.Second

// beside knows the sockets of each game, and wakes them when something has changed that is not in the
// game's log. What was read for one socket serves the others. Sockets join and leave; when the last has
// left nothing is kept.
type beside struct {
	s *Server

	mu      sync.Mutex
	games   map[engine.GameID]*besideGame
	look    *time.Timer // runs while there are games
	looking bool
}

// besideGame is what is known of what lies beside one game: its talk, and how it goes on.
type besideGame struct {
	sockets map[*socket]struct{}
	changes talk.Changes // as far as read
	// frames are messages that tell a circle, from one change on, as it stands now.
	frames  map[chatFrom]*chatFrame
	rematch *rematchFrame // nil: to be read
}

type chatFrom struct {
	circle talk.Circle
	after  uint32
}

// chatFrame is read once, by whoever comes first.
type chatFrame struct {
	once   sync.Once
	bytes  []byte
	change uint32
	err    error
}

func newBeside(s *Server) *beside { return &beside{s: s, games: map[engine.GameID]*besideGame{}} }

// join adds a socket to its game.
func (b *beside) join(k *socket) {
	b.mu.Lock()
	defer b.mu.Unlock()
	g := b.games[k.game]
	if g == nil {
		g = &besideGame{sockets: map[*socket]struct{}{}, frames: map[chatFrom]*chatFrame{}}
		b.games[k.game] = g
	}
	g.sockets[k] = struct{}{}
	if b.look == nil {
		b.look = time.AfterFunc(lookEvery, b.lookAround)
	}
}

// leave may be called for a socket that never joined.
func (b *beside) leave(k *socket) {
	b.mu.Lock()
	defer b.mu.Unlock()
	g := b.games[k.game]
	if g == nil {
		return
	}
	delete(g.sockets, k)
	if len(g.sockets) == 0 {
		delete(b.games, k.game)
	}
	if len(b.games) == 0 && b.look != nil {
		b.look.Stop()
		b.look = nil
	}
}

// told hears of topics; it does not block.
func (b *beside) told(t lobby.Topic) {
	if t == lobby.Anything {
		b.mu.Lock()
		if b.look != nil {
			b.look.Reset(0)
		}
		b.doubtRematches()
		b.mu.Unlock()
		return
	}
	if game, ok := t.Chat(); ok {
		b.changed(game)
	}
	if game, ok := t.Rematch(); ok {
		b.rematchChanged(game)
	}
}

// changed wakes the sockets of a game.
func (b *beside) changed(game engine.GameID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if g := b.games[game]; g != nil {
		clear(g.frames)
		for k := range g.sockets {
			k.wakeUp()
		}
	}
}

// lookAround wakes the sockets of those games whose talk has changed without word of it.
func (b *beside) lookAround() {
	if !b.s.sockets.begin() {
		return // draining
	}
	defer b.s.sockets.finish()
	games, ok := b.beginLook()
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
	defer cancel()
	found, err := b.s.opt.Talks.Changes(ctx, games)
	b.s.tries.note("the talk beside games could not be looked at", err)
	for game, changes := range found {
		if b.isNews(game, changes) {
			b.changed(game)
		}
	}
	b.endLook()
}

// beginLook lists the games; false if somebody is looking already.
func (b *beside) beginLook() ([]engine.GameID, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.looking {
		return nil, false
	}
	b.looking = true
	games := make([]engine.GameID, 0, len(b.games))
	for id := range b.games {
		games = append(games, id)
	}
	return games, true
}

func (b *beside) endLook() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.looking = false
	if b.look != nil {
		b.look.Reset(lookEvery)
	}
}

func (b *beside) isNews(game engine.GameID, changes talk.Changes) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	g := b.games[game]
	return g != nil && (changes[0] > g.changes[0] || changes[1] > g.changes[1])
}

// errLeft says that a socket is none of its game's any more.
var errLeft = errors.New("web: the socket is ending")

// chat returns the message that tells a circle from one change on, and the change it goes up to.
func (b *beside) chat(game engine.GameID, from chatFrom) ([]byte, uint32, error) {
	b.mu.Lock()
	g := b.games[game]
	if g == nil { // the socket is ending
		b.mu.Unlock()
		return nil, 0, errLeft
	}
	f := g.frames[from]
	if f == nil {
		f = &chatFrame{}
		g.frames[from] = f
	}
	b.mu.Unlock()
	f.once.Do(func() { b.read(game, from, f) })
	return f.bytes, f.change, f.err
}

func (b *beside) read(game engine.GameID, from chatFrom, f *chatFrame) {
	ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
	defer cancel()
	said, err := b.s.opt.Talks.ReadCircle(ctx, game, from.circle, from.after)
	if err == nil {
		f.bytes, err = b.s.chatMessage(ctx, from.circle, said)
	}
	f.change, f.err = max(said.Change, from.after), err
	b.mu.Lock()
	defer b.mu.Unlock()
	g := b.games[game]
	if g == nil {
		return
	}
	if err != nil {
		delete(g.frames, from) // the next one tries again
		return
	}
	known := &g.changes[talk.IndexOf(from.circle)]
	*known = max(*known, said.Change)
}
