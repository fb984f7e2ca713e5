package main

import (
	"cmp"
	"context"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"fallas/store"
	"fallas/store/postgres"
	"fallas/store/postgres/pgtest"
	"fallas/store/sqlite"
)

// The short forms run with the other tests; make crash runs the long ones.
var (
	breakGames = flag.Int("games", 0, "how many games go on at once while something is broken; 0: 20, with -short 8")
	breakTimes = flag.Int("times", 0, "how often it is broken; 0: a few times, with -short fewer")
	breakSeed  = flag.Uint64("seed", 0, "what chance begins with; 0: something new")
)

// backWithin is how soon somebody whose connection was cut is back in the seat.
const backWithin = 3 * time.Second

// size is how many games go on at once and how often something is broken, and where chance comes from.
func size(t *testing.T, times, timesShort int) (int, int, *rand.Rand) {
	t.Helper()
	games, times := cmp.Or(*breakGames, 20), cmp.Or(*breakTimes, times)
	if testing.Short() {
		games, times = cmp.Or(*breakGames, 8), cmp.Or(*breakTimes, timesShort)
	}
	seed := cmp.Or(*breakSeed, rand.Uint64())
	t.Logf("seed %d", seed)
	return games, times, rand.New(rand.NewPCG(seed, 0))
}

// moment waits until some messages were read by somebody, and then a little that has nothing to do with messages.
// In the mean there are enough for everybody to come again and play on. It returns false when ctx has ended.
func (f *fleet) moment(ctx context.Context, rnd *rand.Rand, games int) bool {
	messages := int64(30 * games)
	f.limit.Store(f.reads.Load() + 1 + rnd.Int64N(messages))
	select {
	case <-f.due:
		return pass(ctx, time.Duration(rnd.Int64N(int64(3*time.Millisecond))))
	case <-ctx.Done():
		return false
	}
}

// pass lets time pass. It returns false when ctx has ended.
func pass(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// between is a length of time chosen at random.
func between(rnd *rand.Rand, least, most time.Duration) time.Duration {
	return least + time.Duration(rnd.Int64N(int64(most-least)))
}

// TestKilledServerLosesNothing kills the server at random moments of many games. Whatever anybody was
// shown, and whatever was acknowledged, is in the log at the end, unchanged and once; and every game
// reaches its end.
func TestKilledServerLosesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fallas.db")
	killOften(t, path, func() (store.Store, error) { return sqlite.Open(t.Context(), path) })
}

// TestKilledServerLosesNothingInPostgres is the same on a database server, which lives on.
func TestKilledServerLosesNothingInPostgres(t *testing.T) {
	t.Parallel()
	url := cluster.get(t).Database(t, "")
	killOften(t, url, openPostgresAt(t, url))
}

func openPostgresAt(t *testing.T, url string) func() (store.Store, error) {
	return func() (store.Store, error) { return postgres.Open(t.Context(), postgres.Options{URL: url}) }
}

func killOften(t *testing.T, database string, open func() (store.Store, error)) {
	games, kills, rnd := size(t, 15, 4)
	f := newFleet(t, database, 1)
	f.startAll()
	tables := f.underPlay(rnd, games, manners{}, func(ctx context.Context) {
		for range kills {
			if !f.moment(ctx, rnd, games) {
				return
			}
			f.kill(f.nodes[0])
			f.start(f.nodes[0])
		}
	})
	all := f.settle(tables, open)
	t.Logf("%d kills in %d games of %d events, %d at once; %d commands sent again got their first answer",
		kills, all.games, all.events, games, all.resent)
}

// TestRestartedDatabaseLosesNothing ends PostgreSQL beneath three servers, by turns in its fast and its immediate
// way. They are not ready then, and ready again when it is back.
func TestRestartedDatabaseLosesNothing(t *testing.T) {
	t.Parallel()
	pg, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pg.Stop(); err != nil {
			t.Error(err)
		}
	})
	games, restarts, rnd := size(t, 4, 2)
	url := pg.Database(t, "")
	f := newFleet(t, url, 3)
	f.startAll()
	tables := f.underPlay(rnd, games, manners{pauses: true}, func(ctx context.Context) {
		for n := range restarts {
			if !f.moment(ctx, rnd, games) {
				return
			}
			if err := pg.Halt([]syscall.Signal{syscall.SIGINT, syscall.SIGQUIT}[n%2]); err != nil { // fast, immediate
				t.Fatal(err)
			}
			for _, n := range f.nodes {
				if f.ready(ctx, n) {
					t.Error("a server without its database says that it is ready")
				}
			}
			pass(ctx, between(rnd, 0, time.Second))
			if err := pg.Run(); err != nil {
				t.Fatal(err)
			}
			for _, n := range f.nodes {
				if !f.await(n) {
					t.Fatalf("a server does not get ready again: %s", &f.log)
				}
			}
		}
	})
	all := f.settle(tables, openPostgresAt(t, url))
	t.Logf("%d restarts in %d games of %d events, %d at once on 3 servers; %d commands sent again to another server got their first answer",
		restarts, all.games, all.events, games, all.resent)
}

// TestSwallowedCommitsLoseNothing: the database has committed, and the server never hears of it. Who waits for an
// answer sends again, to another server.
func TestSwallowedCommitsLoseNothing(t *testing.T) {
	t.Parallel()
	games, replies, rnd := size(t, 20, 5)
	pg := cluster.get(t)
	url := pg.Database(t, "")
	proxy := pg.Proxy(t, rnd.Uint64())
	f := newFleet(t, proxy.Before(url), 3)
	f.startAll()
	proxy.Do(pgtest.Faults{SwallowCommits: 0.05})
	tables := f.underPlay(rnd, games, manners{}, func(ctx context.Context) {
		for proxy.Done().Swallowed < replies && f.moment(ctx, rnd, games) {
		}
	})
	swallowed := proxy.Done().Swallowed
	all := f.settle(tables, openPostgresAt(t, url))
	t.Logf("%d replies swallowed in %d games of %d events, %d at once on 3 servers; %d commands sent again to another server got their first answer",
		swallowed, all.games, all.events, games, all.resent)
}

// TestThreeServersOnOneDatabase has the seats of each game, and a spectator, on servers chosen at random. Every few
// seconds one is killed and started again; the database ends the connections that listen; hints are lost, and come
// twice. Nothing is lost, no game is stuck, and who is cut is back in the seat soon.
func TestThreeServersOnOneDatabase(t *testing.T) {
	t.Parallel()
	games, kills, rnd := size(t, 4, 2)
	pg := cluster.get(t)
	url := pg.Database(t, "")
	proxy := pg.Proxy(t, rnd.Uint64())
	f := newFleet(t, proxy.Before(url), 3)
	f.startAll()
	proxy.Do(pgtest.Faults{LoseNotifications: 0.1, DoubleNotifications: 0.1})
	listeners := 0
	m := manners{watched: true, think: time.Duration(games) * 20 * time.Millisecond, pauses: true}
	tables := f.underPlay(rnd, games, m, func(ctx context.Context) {
		for range kills {
			if !pass(ctx, between(rnd, time.Second, 3*time.Second)) {
				return
			}
			cut, err := pg.CutListeners(ctx, url)
			if err != nil {
				t.Fatal(err)
			}
			listeners += cut
			if !pass(ctx, between(rnd, 0, time.Second)) {
				return
			}
			n := f.nodes[rnd.IntN(len(f.nodes))]
			f.kill(n)
			if !pass(ctx, between(rnd, 0, time.Second)) {
				return
			}
			f.start(n)
		}
	})
	done := proxy.Done()
	all := f.settle(tables, openPostgresAt(t, url))
	if listeners == 0 || done.Lost == 0 || done.Doubled == 0 {
		t.Errorf("%d listeners were cut, of the hints %+v: not everything was broken", listeners, done)
	}
	if all.slowest > backWithin {
		t.Errorf("somebody was back in the seat only after %v", all.slowest)
	}
	t.Logf("%d kills, %d listeners cut, %d hints lost and %d doubled in %d games of %d events, %d at once on 3 servers; "+
		"the slowest of %d to come again had the seat after %v; %d commands sent again to another server got their first answer",
		kills, listeners, done.Lost, done.Doubled, all.games, all.events, games, all.comings, all.slowest.Round(time.Millisecond), all.resent)
}
