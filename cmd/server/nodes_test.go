package main

import (
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"

	"fallas/engine"
	"fallas/lobby/room/roomtest"
	"fallas/store/postgres"
	"fallas/store/postgres/pgtest"
	"fallas/web/playtest"
)

// TestSeveralServersOnOneDatabase has the seats of each game, and a spectator, on servers chosen at
// random.
func TestSeveralServersOnOneDatabase(t *testing.T) {
	t.Parallel()
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
	servers := make([]*running, 3)
	var starting sync.WaitGroup
	for i := range servers {
		starting.Go(func() { servers[i] = start(t, "--database", url) })
	}
	starting.Wait()
	if t.Failed() {
		t.FailNow()
	}
	transport := new(http.Transport)
	defer transport.CloseIdleConnections()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	client := func() *playtest.Client {
		c := playtest.NewClient(servers[rnd.IntN(len(servers))].url)
		c.HTTP = &http.Client{Transport: transport}
		return c
	}
	var bots []*playtest.Bot
	for range 8 {
		maker, guest := client(), client()
		if err := errors.Join(maker.Join(t.Context()), guest.Join(t.Context())); err != nil {
			t.Fatal(err)
		}
		made, err := maker.Create(t.Context(), playtest.NewGame{Seat: "white", Visibility: "public"})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range []*playtest.Client{maker, guest, client()} {
			b := &playtest.Bot{Client: c, Game: string(made.Game.ID), Rand: rand.New(rand.NewPCG(rnd.Uint64(), rnd.Uint64())), Twice: 0.2, Cuts: 0.02}
			switch i {
			case 1:
				b.Invitation = made.Invitation
			case 2:
				b.Spectator = true
			}
			bots = append(bots, b)
		}
	}
	errs := make([]error, len(bots))
	var playing sync.WaitGroup
	for i, b := range bots {
		playing.Go(func() { errs[i] = b.Run(t.Context()) })
	}
	playing.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := verified(t, body(t, bots[0].Client, "/api/v1/games/"+bots[0].Game))
	if code != exitOK {
		t.Errorf("the record is not right: %s%s", stdout, stderr)
	}
	records, err := postgres.Open(t.Context(), postgres.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer records.Close()
	events := 0
	for i, b := range bots {
		game := engine.GameID(b.Game)
		if i%3 == 0 {
			if g := roomtest.Check(t, records, game); g.Phase != engine.Over {
				t.Errorf("game %s is not over", game)
			}
		}
		events += len(b.Shown)
		record, err := b.Record(t.Context(), b.Game)
		if err != nil {
			t.Fatal(err)
		}
		if len(record.Events) != len(b.Shown) {
			t.Fatalf("game %s: bot %d was shown %d events of %d", game, i, len(b.Shown), len(record.Events))
		}
		for n := range b.Shown {
			if string(record.Events[n]) != string(b.Shown[n]) {
				t.Errorf("game %s: bot %d was shown %s, another server says %s", game, i, b.Shown[n], record.Events[n])
			}
		}
	}
	t.Logf("%d games, %d events shown to people on %d servers", len(bots)/3, events, len(servers))
}

// body is what a server answers.
func body(t *testing.T, c *playtest.Client, path string) string {
	t.Helper()
	res, err := c.Send(t.Context(), http.MethodGet, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
