package room_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
	"fallas/store/sqlite"
)

// Players and spectators of one game of each ruleset come and go, are slow, press twice and change the node,
// while the nodes are restarted under them: every game comes to its end, everything anyone was shown or
// promised is in the log, and nothing is in it twice.
func TestAWholeLifeInMemory(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	live(t, log, log.NewGameOf, 1)
}

func TestAWholeLifeInAFile(t *testing.T) {
	t.Parallel()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "fallas.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	live(t, s, func(t testing.TB, ruleset engine.RulesetID) roomtest.Game {
		t.Helper()
		g, first, secret := roomtest.Begin(t, ruleset)
		for _, p := range []engine.PlayerID{g.White, g.Black} {
			if err := s.CreatePlayer(t.Context(), lobby.Player{ID: p, Name: "Guest", Guest: true, CreatedAt: 1}, lobby.Hash(room.Digest(string(p)))); err != nil {
				t.Fatal(err)
			}
		}
		record := lobby.GameRecord{Append: first, Creator: g.White, Secret: secret, Invitation: lobby.Invitation{
			Hash: lobby.Hash(room.Digest(string(g.ID))), Game: g.ID, Seat: engine.Black, From: g.White, CreatedAt: 1}}
		if _, err := s.CreateGame(t.Context(), record); err != nil {
			t.Fatal(err)
		}
		return g
	}, 1)
}

// town is a few nodes on one log, some of which are just being restarted.
type town struct {
	log   room.Log
	hints room.LocalHints
	nodes [3]atomic.Pointer[room.Rooms]
	// restart asks for a node to be restarted; who asks does not wait.
	restart chan struct{}
}

func (w *town) open(t *testing.T, n int) {
	w.nodes[n].Store(open(t, w.log, &w.hints, room.Options{SubscriberQueue: 4}))
}

func (w *town) any(chance *rand.Rand) *room.Rooms { return w.nodes[chance.IntN(len(w.nodes))].Load() }

func live(t *testing.T, log room.Log, newGame func(testing.TB, engine.RulesetID) roomtest.Game, each int) {
	w := &town{log: log, restart: make(chan struct{}, 1)}
	for n := range w.nodes {
		w.open(t, n)
	}
	var games, restarts sync.WaitGroup
	restarts.Go(func() {
		n := 0
		for range w.restart {
			stop(t, w.nodes[n].Load())
			w.open(t, n)
			n = (n + 1) % len(w.nodes)
		}
	})
	for i, rules := range engine.Rulesets() {
		for n := range each {
			g := newGame(t, rules.ID)
			games.Go(func() { liveOne(t, w, g, uint64(i*each+n)) })
		}
	}
	games.Wait()
	close(w.restart)
	restarts.Wait()
	for n := range w.nodes {
		stop(t, w.nodes[n].Load())
	}
}

// witness is what one person was shown and promised.
type witness struct {
	shown []json.RawMessage
	acks  map[room.CommandID]room.Ack
}

func liveOne(t *testing.T, w *town, g roomtest.Game, seed uint64) {
	people := []engine.PlayerID{g.White, g.Black, "", roomtest.NewPlayer(t)}
	witnesses := make([]witness, len(people))
	var all sync.WaitGroup
	for i, p := range people {
		all.Go(func() { witnesses[i] = attend(t, w, g, p, chance(seed*10+uint64(i))) })
	}
	all.Wait()
	if over := roomtest.Check(t, w.log, g.ID); over.Phase != engine.Over {
		t.Errorf("game %s is not over", g.ID)
	}
	appends, err := w.log.Tail(t.Context(), g.ID, 0)
	if err != nil {
		t.Error(err)
		return
	}
	var logged []json.RawMessage
	acks := map[room.CommandID]room.Ack{}
	for _, a := range appends {
		_, raw, err := a.Decode()
		if err != nil {
			t.Error(err)
		}
		logged = append(logged, raw...)
		acks[a.Command] = room.Ack{Command: a.Command, First: a.First, Last: a.Last}
	}
	for i, saw := range witnesses {
		if len(saw.shown) != len(logged) {
			t.Errorf("witness %d saw %d events of %d", i, len(saw.shown), len(logged))
			continue
		}
		for seq := range logged {
			if !bytes.Equal(saw.shown[seq], logged[seq]) {
				t.Errorf("witness %d was shown %s, the log has %s", i, saw.shown[seq], logged[seq])
			}
		}
		for id, ack := range saw.acks {
			if acks[id] != ack {
				t.Errorf("witness %d was promised %+v, the log has %+v", i, ack, acks[id])
			}
		}
	}
}

// attend follows a game to its end on changing nodes, and plays it if p is a player.
func attend(t *testing.T, w *town, g roomtest.Game, p engine.PlayerID, chance *rand.Rand) witness {
	saw := witness{acks: map[room.CommandID]room.Ack{}}
	if p == g.White || p == g.Black {
		saw.submit(t, w, g.Sit(t, p), chance)
	}
	for {
		watch, view, err := w.any(chance).Watch(t.Context(), g.ID, p, engine.Seq(len(saw.shown)))
		if errors.Is(err, room.ErrAgain) {
			continue
		}
		if err != nil {
			t.Error(err)
			return saw
		}
		saw.see(t, view.Events, view.Raw)
		over := saw.follow(t, w, g, p, watch, view.Game, chance)
		watch.Close()
		if over {
			return saw
		}
	}
}

// follow returns whether the game is over; if not, the watch was closed or the witness had enough of it.
func (saw *witness) follow(t *testing.T, w *town, g roomtest.Game, p engine.PlayerID, watch *room.Watch, now engine.Game, chance *rand.Rand) bool {
	for now.Phase != engine.Over {
		if now.Phase == engine.Playing && p != "" && now.Player(now.Turn) == p {
			saw.submit(t, w, g.Next(t, now, chance), chance)
		}
		switch chance.IntN(40) {
		case 0:
			return false
		case 1:
			select {
			case w.restart <- struct{}{}:
			default:
			}
		}
		u, open := <-watch.C()
		if !open {
			if err := watch.Err(); !errors.Is(err, room.ErrTooSlow) && !errors.Is(err, room.ErrStopping) {
				t.Errorf("the watch ended with %v", err)
			}
			return false
		}
		if u.Batch == nil {
			continue
		}
		events, raw, err := room.Append{First: u.Batch.First, Last: u.Batch.Last, Events: u.Batch.Events}.Decode()
		if err != nil {
			t.Error(err)
		}
		saw.see(t, events, raw)
		now = u.Game
	}
	return true
}

func (saw *witness) see(t *testing.T, events []engine.Event, raw []json.RawMessage) {
	for i, e := range events {
		if e.Seq != engine.Seq(len(saw.shown)+1) {
			t.Errorf("event %d was shown after %d", e.Seq, len(saw.shown))
		}
		saw.shown = append(saw.shown, raw[i])
	}
}

// submit sends a command until it is answered, often twice at once, to whichever node.
func (saw *witness) submit(t *testing.T, w *town, c room.Command, chance *rand.Rand) {
	for {
		one, other, twice := w.any(chance), w.any(chance), chance.IntN(2) == 0
		var echo sync.WaitGroup
		if twice {
			echo.Go(func() { _, _ = other.Submit(t.Context(), c) })
		}
		ack, err := one.Submit(t.Context(), c)
		echo.Wait()
		if errors.Is(err, room.ErrAgain) {
			continue
		}
		if stale := new(room.StaleError); errors.As(err, &stale) && stale.Head > c.Expect {
			return // the node that showed the roll had not heard of its being played yet: look again
		}
		if err != nil {
			t.Errorf("command %s: %v", c.ID, err)
		} else {
			saw.acks[c.ID] = ack
		}
		return
	}
}
