package postgres

import (
	"errors"
	"log/slog"
	"sync"
	"testing"

	"fallas/lobby/room"
	"fallas/store"
)

// TestGamesThroughAPooler: in transaction mode a pooler hands every transaction to another session.
func TestGamesThroughAPooler(t *testing.T) {
	t.Parallel()
	url := database(t)
	s, err := Open(t.Context(), Options{URL: cluster.Bouncer(t).Before(url), DirectURL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	logs := make([]*log, 8) // more than the pooler has sessions
	errs := make([]error, len(logs))
	for i := range logs {
		logs[i] = create(t, s)
	}
	var all sync.WaitGroup
	for i, l := range logs {
		all.Go(func() {
			for range 25 {
				if errs[i] = errors.Join(l.add(t.Context(), s), l.check(t.Context(), s)); errs[i] != nil {
					return
				}
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	list, err := s.Games(t.Context(), store.Filter{Status: store.All}, store.Page{Limit: len(logs)})
	if err != nil || len(list.Games) != len(logs) {
		t.Errorf("%d games are listed, %v", len(list.Games), err)
	}
}

// TestHintsBesideAPooler: NOTIFY goes through it, LISTEN around it.
func TestHintsBesideAPooler(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t, "")
	through := cluster.Bouncer(t).Before(url)
	stores := make([]*Store, 2)
	errs := make([]error, len(stores))
	var all sync.WaitGroup
	for i := range stores {
		all.Go(func() { stores[i], errs[i] = Open(t.Context(), Options{URL: through, DirectURL: url}) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	there := listen(t, stores[1])
	here := StartHints(stores[0], func() {}, slog.New(slog.DiscardHandler))
	game := newGame()
	here.Publish(room.Hint{Game: game, Seq: 7})
	there.hears(game, 7)
	here.Stop()
	there.Stop()
	for _, s := range stores {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
