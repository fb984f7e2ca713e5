package playtest_test

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"fallas/lobby/room"
	"fallas/store/postgres"
	"fallas/store/postgres/pgtest"
	"fallas/web"
	"fallas/web/playtest"
)

var (
	soakFor = flag.Duration("soak", 0, "for how long the crowd lives in the lobby; 0: for as many acts as -acts says")
	crowd   = flag.Int("crowd", 200, "how many people are in the lobby; a tenth of them with -short")
	acts    = flag.Int("acts", 15, "how many things each of them does")
)

// soakNode is one of several servers on one database.
func soakNode(t *testing.T, url string) *playtest.Running {
	t.Helper()
	st, err := postgres.Open(t.Context(), postgres.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	hints := postgres.StartHints(st, func() {}, slog.New(slog.DiscardHandler))
	t.Cleanup(hints.Stop)
	return playtest.Serve(t, st, func(o *web.Options, r *room.Options) {
		o.Hints, o.Topics = hints, hints
		r.GlanceAfter, r.IdleAfter = 2*time.Second, 20*time.Second
	})
}

// used is what the servers, and this test with them, hold on to.
type used struct {
	goroutines, files, rooms int
	heap                     uint64
}

func measure(nodes []*playtest.Running) used {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what finalizers let go of in the first
	runtime.ReadMemStats(&m)
	u := used{goroutines: runtime.NumGoroutine(), heap: m.HeapAlloc}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		u.files = len(open)
	}
	for _, n := range nodes {
		u.rooms += n.Rooms.Loaded()
	}
	return u
}

// Some hundred people on three servers, for a while: they offer games, accept, withdraw, play at once, want
// rematches, talk and take names, twice at once and through cut connections. Afterwards every offer has led to one
// game or none, no two names are read alike, everybody was told the truth, and the servers hold on to nothing.
func TestACrowdInTheLobby(t *testing.T) { // alone: goroutines and files are counted
	people := *crowd
	if testing.Short() {
		people /= 10
	}
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
	nodes := []*playtest.Running{soakNode(t, url), soakNode(t, url), soakNode(t, url)}
	var urls []string
	for _, n := range nodes {
		urls = append(urls, n.URL)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: people}
	seed := *seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-seed=%d -crowd=%d", seed, people)

	var done atomic.Int64
	live := func(people int, until time.Time, acts int) []*dweller {
		dwellers := make([]*dweller, people)
		ctx, cancel := context.WithCancel(t.Context())
		var living, hearing sync.WaitGroup
		for i := range dwellers {
			c := playtest.NewClient(urls[i%len(urls)])
			c.HTTP = &http.Client{Transport: transport}
			if err := c.Join(ctx); err != nil {
				t.Fatal(err)
			}
			d := newDweller(c, urls, seed+uint64(i))
			dwellers[i] = d
			hearing.Go(func() {
				if err := d.live(ctx, seed+uint64(i)); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			})
			living.Go(func() {
				for n := 0; !t.Failed() && (n < acts || time.Now().Before(until)); n++ {
					err := d.act(ctx)
					if err == nil && n%5 == 4 {
						err = d.settle(ctx, 5)
					}
					if err != nil {
						t.Error(err)
						return
					}
					done.Add(1)
				}
			})
		}
		living.Wait()
		leaveAll(ctx, t, dwellers)
		cancel()
		hearing.Wait()
		transport.CloseIdleConnections()
		return dwellers
	}

	live(10, time.Time{}, 10) // what is made once, such as connections to the database, is there from here on
	before := atRest(t, nodes, used{})
	done.Store(0)
	begin := time.Now()
	observer, err := nodes[0].Visitor().EnterLobby(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	heard := make(chan error, 1)
	go func() { heard <- observer.Until(t.Context(), func() bool { return false }) }()
	dwellers := live(people, begin.Add(*soakFor), *acts)
	took := time.Since(begin)
	games, seeks := judgeLobby(t, url, nodes)
	names := judgeNames(t, url, dwellers)
	observer.Cut()
	<-heard
	for id, game := range observer.Games {
		if s, err := nodes[1].Visitor().Seek(t.Context(), string(id)); err != nil || s.Game != game {
			t.Errorf("the lobby said that seek %s led to %s; it is %+v, %v", id, game, s, err)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	after := atRest(t, nodes, before)
	t.Logf("%d people did %d things on %d servers in %v: %d offers, %d games, %d names given, %d refused as taken and %d as hostile; goroutines %d before and %d after, files %d and %d, heap %d KiB and %d KiB",
		people, done.Load(), len(nodes), took.Round(time.Second), seeks, games, names.got, names.taken, names.refused, before.goroutines, after.goroutines,
		before.files, after.files, before.heap>>10, after.heap>>10)
}

// leaveAll has everybody end what they have begun; a game ends when both have sat.
func leaveAll(ctx context.Context, t *testing.T, dwellers []*dweller) {
	t.Helper()
	for range 20 {
		left := 0
		var leaving sync.WaitGroup
		errs := make([]error, len(dwellers))
		for i, d := range dwellers {
			leaving.Go(func() { errs[i] = d.leave(ctx) })
		}
		leaving.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		for _, d := range dwellers {
			left += len(d.seeks) + len(d.games)
		}
		if left == 0 {
			return
		}
	}
	t.Error("there are games that nobody can end")
}

// atRest waits until the servers hold on to no more than before, but for a little.
func atRest(t *testing.T, nodes []*playtest.Running, before used) used {
	t.Helper()
	const patience = 90 * time.Second
	limit := time.Now().Add(patience)
	again := time.NewTicker(200 * time.Millisecond)
	defer again.Stop()
	for {
		now := measure(nodes)
		quiet := now.rooms == 0
		if before != (used{}) {
			// A connection to the database more here or there, a timer that is just running; and what is
			// remembered for a while by address and by name.
			quiet = quiet && now.goroutines <= before.goroutines+10 && now.files <= before.files+12 && now.heap <= before.heap+16<<20
		}
		if quiet {
			return now
		}
		if time.Now().After(limit) {
			t.Errorf("before %+v, %v after everybody left %+v", before, patience, now)
			return now
		}
		<-again.C
	}
}

// judgeLobby holds what is kept against what may be: it returns how many games and how many offers there were.
func judgeLobby(t *testing.T, url string, nodes []*playtest.Running) (games, seeks int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for what, query := range map[string]string{
		"offers that are still open":               `SELECT count(*) FROM seeks WHERE state = 'open' AND seen_at > extract(epoch FROM now() - interval '1 minute') * 1000000`,
		"games that are not over":                  `SELECT count(*) FROM games WHERE phase <> 'over'`,
		"games that no offer led to":               `SELECT count(*) FROM games WHERE id NOT IN (SELECT game_id FROM seeks WHERE state = 'taken')`,
		"games that two offers led to":             `SELECT count(*) - count(DISTINCT game_id) FROM seeks WHERE state = 'taken'`,
		"games with two rematches":                 `SELECT count(*) - count(DISTINCT after_id) FROM seeks WHERE state = 'taken' AND after_id IS NOT NULL`,
		"games not made by the owner of the offer": `SELECT count(*) FROM games JOIN seeks ON seeks.game_id = games.id WHERE games.creator_id <> seeks.owner_id`,
		"games whose maker does not sit there": `SELECT count(*) FROM games WHERE white_id IS NULL OR black_id IS NULL OR white_id = black_id
			OR creator_id NOT IN (white_id, black_id)`,
		"rematches with other people or the same seats": `SELECT count(*) FROM seeks JOIN games AS was ON was.id = seeks.after_id
			JOIN games AS next ON next.id = seeks.game_id WHERE was.white_id <> next.black_id OR was.black_id <> next.white_id`,
	} {
		var n int
		if err := conn.QueryRow(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n != 0 {
			t.Errorf("%d %s", n, what)
		}
	}
	if err := conn.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM seeks)`).Scan(&games, &seeks); err != nil {
		t.Fatal(err)
	}
	for _, n := range nodes { // each shows it within a moment
		l, err := n.Visitor().EnterLobby(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		if err := l.Until(ctx, func() bool { return len(l.Seeks) == 0 && len(l.Live) == 0 && l.Featured == nil }); err != nil {
			t.Errorf("a server still shows the seeks %+v and the games %+v: %v", l.Seeks, l.Live, err)
		}
		cancel()
		l.Cut()
	}
	return games, seeks
}
