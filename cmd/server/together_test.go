package main

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"

	"fallas/web/playtest"
)

// TestManyServersStartedTogether starts five servers at the same moment on an empty database, twenty times. All of
// them serve.
func TestManyServersStartedTogether(t *testing.T) {
	t.Parallel()
	rounds := 20
	if testing.Short() {
		rounds = 2
	}
	pg := cluster.get(t)
	transport := &http.Transport{DisableKeepAlives: true}
	for range rounds {
		url := pg.Database(t, "")
		servers := make([]*running, 5)
		var all sync.WaitGroup
		for i := range servers {
			all.Go(func() { servers[i] = start(t, "--database", url) })
		}
		all.Wait()
		if t.Failed() {
			t.FailNow()
		}
		for i, s := range servers {
			if err := serves(t.Context(), transport, s, servers[(i+1)%len(servers)]); err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range servers {
			all.Go(func() { s.stop(t) })
		}
		all.Wait()
	}
}

// serves has somebody new make a game on one server and look at it on the next.
func serves(ctx context.Context, transport *http.Transport, one, next *running) error {
	c := playtest.NewClient(one.url)
	c.HTTP = &http.Client{Transport: transport}
	if err := c.Join(ctx); err != nil {
		return err
	}
	made, err := c.Create(ctx, playtest.NewGame{Visibility: "public"})
	if err != nil {
		return err
	}
	c.Base = next.url
	record, err := c.Record(ctx, string(made.Game.ID))
	if err == nil && len(record.Events) != 1 {
		err = errors.New("the next server shows another game")
	}
	return err
}
