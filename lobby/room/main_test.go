package room_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open starts rooms on a log and stops them when the test is over. Unless the test has a logger of its own, an
// error that is logged fails it.
func open(t *testing.T, log room.Log, hints room.Hints, opt room.Options) *room.Rooms {
	t.Helper()
	if hints == nil {
		hints = &room.LocalHints{}
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(complaints{t})
	}
	rooms := room.New(log, hints, opt)
	if err := rooms.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, rooms) })
	return rooms
}

func stop(t *testing.T, rooms *room.Rooms) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := rooms.Stop(ctx); err != nil {
		t.Error(err)
	}
}

func view(t *testing.T, rooms *room.Rooms, id engine.GameID) room.View {
	t.Helper()
	v, err := rooms.View(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// begun is a game of fallas at which both sit, and somebody is to play.
func begun(t *testing.T, log *roomtest.Log, rooms *room.Rooms) roomtest.Game {
	t.Helper()
	g := log.NewGame(t)
	g.Seat(t, rooms)
	return g
}

func chance(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 7)) }

func refusal(t *testing.T, err error) engine.RefusalCode {
	t.Helper()
	var r *engine.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("%v is no refusal", err)
	}
	return r.Code
}

// complaints fails a test when an error is logged.
type complaints struct{ t *testing.T }

func (c complaints) Enabled(_ context.Context, level slog.Level) bool {
	return level >= slog.LevelError
}
func (c complaints) Handle(_ context.Context, r slog.Record) error { c.t.Error(r.Message); return nil }
func (c complaints) WithAttrs([]slog.Attr) slog.Handler            { return c }
func (c complaints) WithGroup(string) slog.Handler                 { return c }

var silent = slog.New(slog.DiscardHandler)

var errDisk = errors.New("the disk is on fire")

// elapse lets time go by; only in a synctest bubble, where it takes none.
func elapse(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}
