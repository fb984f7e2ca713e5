package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/web/playtest"
)

// stuckAfter is how long nobody at a table must have heard of anything for the game to be stuck.
const stuckAfter = 4 * time.Minute

// manners are how people play.
type manners struct {
	watched bool          // somebody watches every game, else every second
	think   time.Duration // over a play, at most
	pauses  bool          // before they come again, like the browser client; else they come at once
}

// pause is what web/static/js/game/socket.js waits before attempt n to come again.
func pause(n int, code websocket.StatusCode, random float64) time.Duration {
	const first, longest = 300 * time.Millisecond, 10 * time.Second
	switch {
	case code == 4000 && n == 0:
		return 0
	case code == websocket.StatusServiceRestart && n == 0:
		return time.Duration(random * float64(2*time.Second))
	}
	wait := min(longest, first<<min(n, 10))
	if code == 4001 {
		wait = max(wait, 2*time.Second)
	}
	return time.Duration(float64(wait) * (0.5 + random))
}

// table is one game and everybody at it.
type table struct {
	bots []*playtest.Bot // white, black, perhaps a spectator
}

// insist tries until the server answers; what it answers is the last word.
func insist(ctx context.Context, do func() error) error {
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		err := do()
		var problem *playtest.Problem
		if err == nil || ctx.Err() != nil || errors.As(err, &problem) && problem.Status != http.StatusServiceUnavailable {
			return err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
		}
	}
}

// sit makes the people, and the game between them, whatever happens to the servers meanwhile.
func (f *fleet) sit(ctx context.Context, rnd *rand.Rand, m manners) (*table, error) {
	maker, guest := f.client(), f.client()
	for _, c := range []*playtest.Client{maker, guest} {
		if err := insist(ctx, func() error { return c.Join(ctx) }); err != nil {
			return nil, err
		}
	}
	wish := playtest.NewGame{ID: uuid.NewString(), Seat: "white", Visibility: "public"}
	var made playtest.Made
	if err := insist(ctx, func() (err error) { made, err = maker.Create(ctx, wish); return err }); err != nil {
		return nil, err
	}
	bot := func(c *playtest.Client) *playtest.Bot {
		b := &playtest.Bot{
			Client: c, Game: string(made.Game.ID), Rand: rand.New(rand.NewPCG(rnd.Uint64(), rnd.Uint64())),
			Twice: 0.1, Cuts: 0.002, Think: m.think,
		}
		if m.pauses {
			b.Pause = pause
		}
		return b
	}
	t := &table{bots: []*playtest.Bot{bot(maker), bot(guest)}}
	t.bots[1].Invitation = made.Invitation
	if m.watched || rnd.IntN(2) == 0 {
		spectator := bot(f.client())
		spectator.Spectator = true
		t.bots = append(t.bots, spectator)
	}
	return t, nil
}

// play is one table from the making of the game to its last event.
func (f *fleet) play(ctx context.Context, rnd *rand.Rand, m manners) (*table, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stuck := time.AfterFunc(stuckAfter, cancel)
	defer stuck.Stop()
	t, err := f.sit(ctx, rnd, m)
	if err != nil {
		return nil, err
	}
	errs := make([]error, len(t.bots))
	var all sync.WaitGroup
	for i, b := range t.bots {
		b.Heard = func() { stuck.Reset(stuckAfter) }
		all.Go(func() {
			if errs[i] = b.Run(ctx); errs[i] != nil {
				cancel() // the others would wait for what never comes
			}
		})
	}
	all.Wait()
	return t, errors.Join(errs...)
}

// underPlay has people play at so many tables at once, a new game where one is over, until act is done; then the last
// games are played to their ends. A game that does not get there is stuck, and fails the test.
func (f *fleet) underPlay(rnd *rand.Rand, games int, m manners, act func(context.Context)) []*table {
	f.t.Helper()
	return busy(f, rnd, games, act, func(ctx context.Context, rnd *rand.Rand) (*table, error) { return f.play(ctx, rnd, m) })
}

// busy has so many do something at once, again and again until act is done, and returns what came of each. What fails
// fails the test.
func busy[T any](f *fleet, rnd *rand.Rand, many int, act func(context.Context), do func(context.Context, *rand.Rand) (T, error)) []T {
	f.t.Helper()
	ctx, cancel := context.WithCancel(f.t.Context())
	var mu sync.Mutex
	var done []T
	var failed error // the first; others are of its making
	over := make(chan struct{})
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	for range many {
		own := rand.New(rand.NewPCG(rnd.Uint64(), rnd.Uint64()))
		all.Go(func() {
			for {
				one, err := do(ctx, own)
				mu.Lock()
				done = append(done, one)
				if err != nil && failed == nil {
					failed = err
					cancel()
				}
				mu.Unlock()
				select {
				case <-over:
					return
				case <-ctx.Done():
					return
				default:
				}
			}
		})
	}
	act(ctx)
	close(over)
	all.Wait()
	if failed != nil {
		f.t.Fatalf("%v\nThe servers say:\n%s", failed, &f.log)
	}
	return done
}

// tally is what all tables together came to.
type tally struct {
	games, events int
	comings       int           // how often somebody came again
	resent        int           // commands acknowledged once and sent again
	slowest       time.Duration // from the end of a connection to the seat
}

// settle ends the servers and compares what everybody was shown and told with the log.
func (f *fleet) settle(tables []*table, open func() (store.Store, error)) tally {
	f.t.Helper()
	f.killAll()
	records, err := open()
	if err != nil {
		f.t.Fatal(err)
	}
	defer func() {
		if err := records.Close(); err != nil {
			f.t.Error(err)
		}
	}()
	if listed := countGames(f.t, records); listed != len(tables) {
		f.t.Errorf("%d wishes made %d games", len(tables), listed)
	}
	all := tally{games: len(tables)}
	for _, table := range tables {
		n, err := table.check(f.t.Context(), records)
		if err != nil {
			f.t.Errorf("game %s: %v", table.bots[0].Game, err)
		}
		all.events += n
		for _, b := range table.bots {
			all.comings += b.Sockets - 1
			all.resent += b.Resent
			all.slowest = max(all.slowest, b.Slowest)
		}
	}
	// Black may have been told of nothing where the first roll was a falla.
	told := slices.IndexFunc(tables, func(table *table) bool { return len(table.bots[1].Acked) > 0 })
	if told < 0 {
		f.t.Fatal("nobody who sat at black was told of anything")
	}
	if !f.t.Failed() {
		tables[told].checkTheCheck(f.t, records)
	}
	return all
}

func countGames(t *testing.T, records store.Store) int {
	t.Helper()
	n := 0
	page := store.Page{Limit: store.MaxLimit}
	for {
		list, err := records.Games(t.Context(), store.Filter{Status: store.Finished}, page)
		if err != nil {
			t.Fatal(err)
		}
		n += len(list.Games)
		if list.Next == "" {
			return n
		}
		page.After = list.Next
	}
}

// checkTheCheck shows that check would have seen a loss.
func (table *table) checkTheCheck(t *testing.T, records store.Store) {
	b := table.bots[1]
	fails := func(what string) {
		t.Helper()
		if _, err := table.check(t.Context(), records); err == nil {
			t.Errorf("nobody notices %s", what)
		}
	}
	whole := b.Shown
	b.Shown = slices.Clone(whole)
	b.Shown[5] = json.RawMessage(strings.Replace(string(whole[5]), "}", " }", 1))
	fails("an event that was changed")
	b.Shown = append(whole, whole[0])
	fails("an event that is not in the log")
	b.Shown = whole
	for id, span := range b.Acked {
		b.Acked[id] = [2]engine.Seq{span[0] + 1, span[1] + 1}
		break
	}
	fails("an acknowledgement of something else")
}

// spans are the events that each command led to, the first and the last.
type spans map[room.CommandID][2]engine.Seq

// finished reads the log of a game, which must be whole, over, and honest.
func finished(ctx context.Context, records store.Store, id engine.GameID) (engine.Game, []json.RawMessage, spans, error) {
	fail := func(err error) (engine.Game, []json.RawMessage, spans, error) { return engine.Game{}, nil, nil, err }
	appends, err := records.Tail(ctx, id, 0)
	if err != nil {
		return fail(err)
	}
	var raw []json.RawMessage
	spans := make(spans)
	for _, a := range appends {
		var some []json.RawMessage
		if err := json.Unmarshal(a.Events, &some); err != nil {
			return fail(err)
		}
		if a.First != engine.Seq(len(raw))+1 || a.Last != a.First+engine.Seq(len(some))-1 {
			return fail(fmt.Errorf("an append of %d events says that it is %d–%d, after %d", len(some), a.First, a.Last, len(raw)))
		}
		if _, twice := spans[a.Command]; twice {
			return fail(fmt.Errorf("command %s is there twice", a.Command))
		}
		raw = append(raw, some...)
		spans[a.Command] = [2]engine.Seq{a.First, a.Last}
	}
	events := make([]engine.Event, len(raw))
	for i := range raw {
		if err := json.Unmarshal(raw[i], &events[i]); err != nil {
			return fail(err)
		}
	}
	game, err := engine.Replay(events)
	if err != nil {
		return fail(err)
	}
	if game.Phase != engine.Over {
		return fail(fmt.Errorf("it is not over after event %d", game.Head))
	}
	if _, err := fair.Verify(events); err != nil {
		return fail(err)
	}
	return game, raw, spans, nil
}

// check compares what everybody at the table was shown and told with the log.
func (table *table) check(ctx context.Context, records store.Store) (int, error) {
	_, raw, spans, err := finished(ctx, records, engine.GameID(table.bots[0].Game))
	if err != nil {
		return 0, err
	}
	for i, b := range table.bots {
		if len(b.Shown) != len(raw) {
			return 0, fmt.Errorf("bot %d was shown %d events of %d", i, len(b.Shown), len(raw))
		}
		for n := range raw {
			if string(b.Shown[n]) != string(raw[n]) {
				return 0, fmt.Errorf("bot %d was shown %s, the log has %s", i, b.Shown[n], raw[n])
			}
		}
		for id, span := range b.Acked {
			if spans[room.CommandID(id)] != span {
				return 0, fmt.Errorf("bot %d was told that command %s is %v, the log has %v", i, id, span, spans[room.CommandID(id)])
			}
		}
	}
	return len(raw), nil
}
