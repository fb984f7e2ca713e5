package playtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/web/playtest"
)

var (
	seed  = flag.Uint64("seed", 0, "what the random games follow from; 0: the time")
	games = flag.Int("games", 200, "how many random games are played; a tenth of them with -short")
)

// Two hundred games are played to the end over real sockets, half of the commands sent twice and a tenth
// of the sockets cut. Afterwards every log is gapless, each play happened once, REST tells what the
// sockets showed, byte for byte, and every roll is what the scheme makes it.
func TestRandomGamesOverRealSockets(t *testing.T) {
	t.Parallel()
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano())
	}
	if testing.Short() {
		*games = max(1, *games/10)
	}
	t.Logf("-seed=%d -games=%d", *seed, *games)
	r := rand.New(rand.NewPCG(*seed, 0))
	st := openStore(t)
	server := playtest.Serve(t, st)

	const tables = 16 // games at a time
	waiting := make(chan *playtest.Match, *games)
	for range *games {
		m := playtest.NewMatch(t, server, r)
		m.Watch(server, r)
		for _, b := range m.Bots() {
			b.Twice, b.Cuts = 0.5, 0.1
		}
		waiting <- m
	}
	close(waiting)
	begin := time.Now()
	var playing sync.WaitGroup
	var mu sync.Mutex
	var sum totals
	for range tables {
		playing.Go(func() {
			for m := range waiting {
				m.Play(t)
				if t.Failed() {
					return
				}
				got := judge(t, server, st, m)
				mu.Lock()
				sum.add(got)
				mu.Unlock()
			}
		})
	}
	playing.Wait()
	t.Logf("%d games, %d events, %d plays in %v; %d sockets, %d of them cut; ends: %v", *games, sum.events, sum.plays,
		time.Since(begin).Round(time.Millisecond), sum.sockets, sum.cut, sum.ends)
	if sum.cut == 0 {
		t.Error("no socket was cut")
	}
}

type totals struct {
	events, plays, sockets, cut int
	ends                        map[engine.EndReason]int
}

func (a *totals) add(b totals) {
	a.events += b.events
	a.plays += b.plays
	a.sockets += b.sockets
	a.cut += b.cut
	if a.ends == nil {
		a.ends = map[engine.EndReason]int{}
	}
	for k, n := range b.ends {
		a.ends[k] += n
	}
}

// judge compares everything anyone was shown of a game with what is there.
func judge(t *testing.T, server *playtest.Running, st store.Store, m *playtest.Match) totals {
	t.Helper()
	record, err := server.Visitor().Record(t.Context(), m.Game)
	if err != nil {
		t.Error(err)
		return totals{}
	}
	events := make([]engine.Event, len(record.Events))
	for i, raw := range record.Events {
		if err := json.Unmarshal(raw, &events[i]); err != nil {
			t.Errorf("game %s: %v", m.Game, err)
		}
	}
	game, err := engine.Replay(events)
	if err != nil {
		t.Errorf("game %s: %v", m.Game, err)
	}
	if _, err := fair.Verify(events); err != nil {
		t.Errorf("game %s: %v", m.Game, err)
	}
	if game.Phase != engine.Over || record.Phase != engine.Over || record.Result == nil ||
		record.Result.Reason != game.Result.Reason || record.Result.Winner != game.Result.Winner || record.Seq != game.Head {
		t.Errorf("game %s ended %+v, its summary says %+v", m.Game, game.Result, record.Result)
	}
	sum := totals{events: len(events), ends: map[engine.EndReason]int{game.Result.Reason: 1}}
	for _, b := range m.Bots() {
		sum.sockets += b.Sockets
		sum.cut += b.Sockets - 1
		if len(b.Shown) != len(record.Events) {
			t.Errorf("game %s: %d events shown of %d", m.Game, len(b.Shown), len(record.Events))
			continue
		}
		for i, raw := range b.Shown {
			if !bytes.Equal(raw, record.Events[i]) {
				t.Errorf("game %s: shown %s, recorded %s", m.Game, raw, record.Events[i])
			}
		}
	}
	sum.plays = judgeCommands(t, st, m, events)
	return sum
}

// judgeCommands holds the log against what the bots sent: each play there once, in the place that was
// acknowledged, and none that nobody sent.
func judgeCommands(t *testing.T, st store.Store, m *playtest.Match, events []engine.Event) int {
	t.Helper()
	appends, err := st.Tail(t.Context(), engine.GameID(m.Game), 0)
	if err != nil {
		t.Error(err)
		return 0
	}
	at := map[room.CommandID][2]engine.Seq{}
	next := engine.Seq(1)
	for _, a := range appends {
		if a.First != next {
			t.Errorf("game %s: event %d follows %d", m.Game, a.First, next-1)
		}
		next = a.Last + 1
		if _, twice := at[a.Command]; twice {
			t.Errorf("game %s: command %s twice", m.Game, a.Command)
		}
		at[a.Command] = [2]engine.Seq{a.First, a.Last}
	}
	plays := 0
	for _, e := range events {
		if _, is := e.Body.(engine.Played); is {
			plays++
		}
	}
	sent := append(m.White.Commands(), m.Black.Commands()...)
	if plays != len(sent) {
		t.Errorf("game %s: %d plays happened, %d were sent", m.Game, plays, len(sent))
	}
	for _, id := range sent {
		if _, ok := at[room.CommandID(id)]; !ok {
			t.Errorf("game %s: the play %s is not in the log", m.Game, id)
		}
	}
	for _, b := range m.Bots() {
		for _, id := range slices.Sorted(maps.Keys(b.Acked)) {
			if at[room.CommandID(id)] != b.Acked[id] {
				t.Errorf("game %s: %s acknowledged as %v, logged as %v", m.Game, id, b.Acked[id], at[room.CommandID(id)])
			}
		}
	}
	return plays
}

// A game goes on where it was when the server restarts in the middle of a turn: the same dice for the
// same player, and everything shown before is still there.
func TestGamesOutliveARestart(t *testing.T) {
	t.Parallel()
	st := openStore(t)
	r := rand.New(rand.NewPCG(7, 7))
	first := playtest.Serve(t, st)
	m := playtest.NewLongMatch(t, first, r)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	before := halfTurn(ctx, t, m)
	first.Stop()

	second := playtest.Serve(t, st)
	for _, b := range m.Bots() {
		b.Base = second.URL
	}
	s, err := m.White.Open(ctx, m.Game, 0)
	if err != nil {
		t.Fatal(err)
	}
	after, err := s.Until(ctx, "events")
	if err != nil {
		t.Fatal(err)
	}
	s.Cut()
	if fmt.Sprintf("%s", after.Events) != fmt.Sprintf("%s", before) {
		t.Errorf("before %s, after %s", before, after.Events)
	}
	m.Play(t)
	judge(t, second, st, m)
}

// halfTurn seats both and stops before the first play; it returns the events so far.
func halfTurn(ctx context.Context, t *testing.T, m *playtest.Match) []json.RawMessage {
	t.Helper()
	for _, b := range []*playtest.Bot{m.White, m.Black} {
		if err := b.SitDown(ctx); err != nil {
			t.Fatal(err)
		}
	}
	record, err := m.White.Record(ctx, m.Game)
	if err != nil {
		t.Fatal(err)
	}
	return record.Events
}
