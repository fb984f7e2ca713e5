package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/store/postgres"
	"fallas/store/postgres/pgtest"
	"fallas/store/sqlite"
	"fallas/web/playtest"
)

// insist tries until the server answers; what it answers is the last word.
func insist(ctx context.Context, do func() error) error {
	for {
		err := do()
		var problem *playtest.Problem
		if err == nil || ctx.Err() != nil || errors.As(err, &problem) && problem.Status != http.StatusServiceUnavailable {
			return err
		}
	}
}

// table is one game and everybody at it.
type table struct {
	bots []*playtest.Bot // white, black, perhaps a spectator
}

// sit makes the people, and the game between them, however often the server is killed meanwhile.
func (k *killed) sit(ctx context.Context, transport *http.Transport, rnd *rand.Rand, watched bool) (*table, error) {
	maker, guest := k.client(transport), k.client(transport)
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
	game := string(made.Game.ID)
	bot := func(c *playtest.Client) *playtest.Bot {
		return &playtest.Bot{Client: c, Game: game, Rand: rand.New(rand.NewPCG(rnd.Uint64(), rnd.Uint64())), Twice: 0.1, Cuts: 0.002}
	}
	t := &table{bots: []*playtest.Bot{bot(maker), bot(guest)}}
	t.bots[1].Invitation = made.Invitation
	if watched {
		spectator := bot(k.client(transport))
		spectator.Spectator = true
		t.bots = append(t.bots, spectator)
	}
	return t, nil
}

// play is one table from the making of the game to its last event.
func (k *killed) play(ctx context.Context, rnd *rand.Rand, watched bool) (*table, error) {
	transport := &http.Transport{DialContext: k.dial, DisableKeepAlives: true}
	t, err := k.sit(ctx, transport, rnd, watched)
	if err != nil {
		return nil, err
	}
	errs := make([]error, len(t.bots))
	var all sync.WaitGroup
	for i, b := range t.bots {
		all.Go(func() { errs[i] = b.Run(ctx) })
	}
	all.Wait()
	return t, errors.Join(errs...)
}

// The short form runs with the other tests; make crash runs the long one.
var (
	killGames = flag.Int("games", 0, "how many games are played, at most 50 at a time, while the server is killed; 0: 50, with -short 10")
	killTimes = flag.Int("kills", 0, "how often the server is killed; 0: 15, with -short 4")
)

// TestKilledServerLosesNothing kills the server at random moments of many games. Whatever anybody was
// shown, and whatever was acknowledged, is in the log at the end, unchanged and once; and every game
// reaches its end.
func TestKilledServerLosesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fallas.db")
	killOften(t, newKilled(t, path, 1), func() (store.Store, error) { return sqlite.Open(t.Context(), path) })
}

// TestKilledServerLosesNothingInPostgres is the same on a database server, which lives on.
func TestKilledServerLosesNothingInPostgres(t *testing.T) {
	t.Parallel()
	killOnPostgres(t, 1)
}

// TestKilledNodesLoseNothing has three servers on one database, of which one at a time is killed. Who
// is cut comes back to any of them, and sends again there what was not answered.
func TestKilledNodesLoseNothing(t *testing.T) {
	t.Parallel()
	killOnPostgres(t, 3)
}

func killOnPostgres(t *testing.T, nodes int) {
	cluster, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	url := cluster.Database(t, "")
	killOften(t, newKilled(t, url, nodes), func() (store.Store, error) {
		return postgres.Open(t.Context(), postgres.Options{URL: url})
	})
}

func killOften(t *testing.T, k *killed, open func() (store.Store, error)) {
	games, kills, between := cmp.Or(*killGames, 50), cmp.Or(*killTimes, 15), int64(600) // messages between two kills, at most
	if testing.Short() {
		games, kills, between = cmp.Or(*killGames, 10), cmp.Or(*killTimes, 4), 60
	}
	if nodes := len(k.nodes); nodes > 1 { // the games go on while one of them starts
		kills, between = max(1, kills/nodes), between/int64(nodes)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, n := range k.nodes {
		k.start(n)
	}
	tables := make([]*table, games)
	errs := make([]error, games)
	seats := make(chan struct{}, 50)
	over := make(chan struct{})
	var all sync.WaitGroup
	for i := range tables {
		own := rand.New(rand.NewPCG(rnd.Uint64(), rnd.Uint64()))
		all.Go(func() {
			seats <- struct{}{}
			tables[i], errs[i] = k.play(ctx, own, i%2 == 0)
			<-seats
		})
	}
	go func() {
		all.Wait()
		close(over)
	}()
	// A kill comes after some messages were read by somebody, and a moment that has nothing to do
	// with messages.
	for n := range kills {
		k.limit.Store(k.reads.Load() + 1 + rnd.Int64N(between))
		select {
		case <-k.due:
		case <-over:
			t.Fatalf("all games were over after %d kills", n)
		}
		<-time.After(time.Duration(rnd.Int64N(int64(3 * time.Millisecond))))
		node := k.nodes[rnd.IntN(len(k.nodes))]
		k.kill(node)
		k.start(node)
	}
	<-over
	k.killAll()
	if err := errors.Join(errs...); err != nil {
		t.Fatalf("%v\nThe server says:\n%s", err, &k.log)
	}
	records, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := records.Close(); err != nil {
			t.Error(err)
		}
	}()
	if listed := countGames(t, records); listed != games {
		t.Errorf("%d wishes made %d games", games, listed)
	}
	events := 0
	for _, table := range tables {
		n, err := table.check(t.Context(), records)
		if err != nil {
			t.Errorf("game %s: %v", table.bots[0].Game, err)
		}
		events += n
	}
	t.Logf("%d kills in %d games of %d events", kills, games, events)
	if !t.Failed() {
		tables[0].checkTheCheck(t, records)
	}
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

// check compares what everybody at the table was shown and told with the log.
func (table *table) check(ctx context.Context, records store.Store) (int, error) {
	appends, err := records.Tail(ctx, engine.GameID(table.bots[0].Game), 0)
	if err != nil {
		return 0, err
	}
	var raw []json.RawMessage
	spans := make(map[room.CommandID][2]engine.Seq)
	for _, a := range appends {
		var some []json.RawMessage
		if err := json.Unmarshal(a.Events, &some); err != nil {
			return 0, err
		}
		if a.First != engine.Seq(len(raw))+1 || a.Last != a.First+engine.Seq(len(some))-1 {
			return 0, fmt.Errorf("an append of %d events says that it is %d–%d, after %d", len(some), a.First, a.Last, len(raw))
		}
		if _, twice := spans[a.Command]; twice {
			return 0, fmt.Errorf("command %s is there twice", a.Command)
		}
		raw = append(raw, some...)
		spans[a.Command] = [2]engine.Seq{a.First, a.Last}
	}
	events := make([]engine.Event, len(raw))
	for i := range raw {
		if err := json.Unmarshal(raw[i], &events[i]); err != nil {
			return 0, err
		}
	}
	game, err := engine.Replay(events)
	if err != nil {
		return 0, err
	}
	if game.Phase != engine.Over {
		return 0, fmt.Errorf("it is not over after event %d", game.Head)
	}
	if _, err := fair.Verify(events); err != nil {
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
