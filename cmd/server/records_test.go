package main

import (
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/store/sqlite"
)

// silentHeads is a store that never says how far games are.
type silentHeads struct{ store.Store }

func (silentHeads) Heads(ctx context.Context, _ []engine.GameID) ([]room.Hint, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// counting counts the lines of a log.
type counting struct {
	slog.Handler
	lines atomic.Int32
}

func (c *counting) Handle(ctx context.Context, r slog.Record) error {
	c.lines.Add(1)
	return c.Handler.Handle(ctx, r)
}

// A database that does not answer holds nothing else up, and is told of once.
func TestFollowingASilentDatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fallas.db")
	synctest.Test(t, func(t *testing.T) {
		kept, err := sqlite.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer kept.Close()
		st := silentHeads{kept}
		rooms := room.New(st, new(room.LocalHints), room.Options{Now: machineNow})
		if err := rooms.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		players, err := lobby.New(st, rooms, lobby.Options{Now: machineNow})
		if err != nil {
			t.Fatal(err)
		}
		maker, _, err := players.NewGuest(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		made, err := players.Create(t.Context(), maker, lobby.NewGame{ID: room.CommandID(uuid.NewString()), Ruleset: "fallas", Visibility: engine.Public})
		if err != nil {
			t.Fatal(err)
		}
		watch, _, err := rooms.Watch(t.Context(), made.Game, "", 0) // so that there is a head to ask for
		if err != nil {
			t.Fatal(err)
		}
		topics := new(lobby.LocalTopics)
		var anything atomic.Int32
		topics.Listen(func(lobby.Topic) { anything.Add(1) })
		log := &counting{Handler: slog.NewTextHandler(io.Discard, nil)}
		stop := follow(rooms, st, topics, nil, slog.New(log))
		<-time.After(10 * time.Minute)
		stop()
		if anything.Load() < 10 || log.lines.Load() != 1 {
			t.Errorf("in ten minutes everything was looked at %d times, and %d lines were logged", anything.Load(), log.lines.Load())
		}
		watch.Close()
		if err := rooms.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
