package room_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

func TestAnIdleRoomLeavesTheMemoryAndComesBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{IdleAfter: time.Minute})
		g := log.NewGame(t)
		if _, err := rooms.Submit(t.Context(), g.Sit(t, g.White)); err != nil {
			t.Fatal(err)
		}
		before := view(t, rooms, g.ID).Game
		elapse(59 * time.Second)
		view(t, rooms, g.ID)
		elapse(59 * time.Second)
		synctest.Wait()
		if n := rooms.Loaded(); n != 1 {
			t.Fatalf("%d rooms although one was used less than a minute ago", n)
		}
		elapse(2 * time.Second)
		synctest.Wait()
		if n := rooms.Loaded(); n != 0 {
			t.Fatalf("%d rooms although none was used for a minute", n)
		}
		if after := view(t, rooms, g.ID).Game; after != before {
			t.Error("the game is another after it came back")
		}
		w, _, err := rooms.Watch(t.Context(), g.ID, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		elapse(time.Hour)
		synctest.Wait()
		if n := rooms.Loaded(); n != 1 {
			t.Errorf("%d rooms although one is watched", n)
		}
		w.Close()
		elapse(2 * time.Minute)
		synctest.Wait()
		if n := rooms.Loaded(); n != 0 {
			t.Errorf("%d rooms after the last watcher left", n)
		}
		stop(t, rooms)
	})
}

// A room that was only looked at does not stay, nor does one whose game is over.
func TestARoomStaysForThoseWhoPlay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{})
		loaded := func(after time.Duration, want int) {
			t.Helper()
			elapse(after)
			if n := rooms.Loaded(); n != want {
				t.Errorf("%d rooms are loaded, want %d", n, want)
			}
		}
		g := log.NewGame(t)
		view(t, rooms, g.ID)
		loaded(9*time.Second, 1)
		loaded(2*time.Second, 0)
		if _, err := rooms.Submit(t.Context(), g.Sit(t, g.White)); err != nil {
			t.Fatal(err)
		}
		loaded(4*time.Minute, 1)
		view(t, rooms, g.ID)
		loaded(4*time.Minute, 1)
		if _, err := rooms.Submit(t.Context(), room.Command{ID: roomtest.NewCommandID(t), Game: g.ID, Player: g.White, Do: engine.Abort{}}); err != nil {
			t.Fatal(err)
		}
		loaded(11*time.Second, 0)
		stop(t, rooms)
	})
}

// A defect ends one room and not the server; the log is whole, and the next room is made from it.
func TestADefectEndsOneRoom(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	defective := atomic.Bool{}
	var told bytes.Buffer
	rooms := open(t, log, nil, room.Options{Logger: slog.New(slog.NewJSONHandler(&told, nil)), Now: func() engine.Micros {
		if defective.Load() {
			panic("the clock has no hands")
		}
		return 2_000_000
	}})
	g, other := log.NewGame(t), log.NewGame(t)
	w, _, err := rooms.Watch(t.Context(), g.ID, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	view(t, rooms, other.ID)
	sit := g.Sit(t, g.White)
	defective.Store(true)
	if _, err := rooms.Submit(t.Context(), sit); err == nil || errors.Is(err, room.ErrAgain) {
		t.Errorf("the room has broken down: %v", err)
	}
	for u := range w.C() {
		if u.Batch != nil {
			t.Error("something was shown")
		}
	}
	if w.Err() == nil || errors.Is(w.Err(), room.ErrStopping) {
		t.Errorf("the watch ended with %v", w.Err())
	}
	if !strings.Contains(told.String(), "the clock has no hands") || !strings.Contains(told.String(), "room.(*room).decide:") {
		t.Errorf("the log line does not say what and where: %s", &told)
	}
	if n := rooms.Loaded(); n != 1 {
		t.Errorf("%d rooms are left, want the other one", n)
	}
	defective.Store(false)
	if _, err := rooms.Submit(t.Context(), sit); err != nil {
		t.Error(err)
	}
	log.Check(t, g.ID)
}

// Rooms that come and go all the time lose no command and no watcher.
func TestCommandsMeetEviction(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{IdleAfter: time.Nanosecond, AwayAfter: time.Nanosecond})
	g := log.NewGame(t)
	g.Seat(t, rooms)
	over := g.PlayOut(t, chance(4), func(engine.Seat) *room.Rooms { return rooms })
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 25 {
				if v, err := rooms.View(t.Context(), g.ID, 0); err != nil || v.Game != over {
					t.Errorf("%v", err)
					return
				}
				w, _, err := rooms.Watch(t.Context(), g.ID, g.Black, 0)
				if err != nil {
					t.Error(err)
					return
				}
				w.Close()
			}
		})
	}
	all.Wait()
	log.Check(t, g.ID)
}

// Stop finishes what is in the mailbox, then closes the watches; afterwards there is only "again".
func TestStopFinishesWhatWasBegun(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g := log.NewGame(t)
	w, _, err := rooms.Watch(t.Context(), g.ID, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	begun, carryOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	log.Fail(roomtest.Faults{Before: func(room.Append) error { once.Do(func() { close(begun) }); <-carryOn; return nil }})
	var accepted, again atomic.Int32
	var all sync.WaitGroup
	for _, c := range []room.Command{g.Sit(t, g.White), g.Sit(t, g.Black)} {
		all.Go(func() {
			switch _, err := rooms.Submit(t.Context(), c); {
			case err == nil:
				accepted.Add(1)
			case errors.Is(err, room.ErrAgain):
				again.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	<-begun
	stopped := make(chan struct{})
	go func() { defer close(stopped); stop(t, rooms) }()
	close(carryOn)
	<-stopped
	all.Wait()
	seated := len(log.Appends(g.ID)) - 1
	if int(accepted.Load()) != seated || seated < 1 || accepted.Load()+again.Load() != 2 {
		t.Errorf("%d accepted, %d told to come again, %d in the log", accepted.Load(), again.Load(), seated)
	}
	shown := 0
	for u := range w.C() {
		if u.Batch != nil {
			shown++
		}
	}
	if shown != seated || !errors.Is(w.Err(), room.ErrStopping) || errors.Is(w.Err(), room.ErrAgain) {
		t.Errorf("%d of %d appends were shown, then %v", shown, seated, w.Err())
	}
	if _, err := rooms.Submit(t.Context(), g.Sit(t, g.White)); !errors.Is(err, room.ErrAgain) {
		t.Errorf("Submit after Stop: %v", err)
	}
	if _, err := rooms.View(t.Context(), g.ID, 0); !errors.Is(err, room.ErrAgain) {
		t.Errorf("View after Stop: %v", err)
	}
	stop(t, rooms) // a second time
	if err := rooms.Start(t.Context()); err != nil || rooms.Loaded() != 0 {
		t.Errorf("Start after Stop: %v, %d rooms", err, rooms.Loaded())
	}
}

// A log that never answers cannot keep the server from stopping.
func TestStopLosesItsPatience(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{})
		g := log.NewGame(t)
		log.Fail(roomtest.Faults{Before: func(room.Append) error { return errDisk }})
		if _, err := rooms.Submit(t.Context(), g.Sit(t, g.White)); !errors.Is(err, room.ErrAgain) {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := rooms.Stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Stop: %v", err)
		}
		log.Fail(roomtest.Faults{})
		if n := len(log.Appends(g.ID)); n != 1 {
			t.Errorf("%d appends", n)
		}
	})
}

func TestNothingIsOpenBeforeStart(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	g := log.NewGame(t)
	rooms := room.New(log, &room.LocalHints{}, room.Options{})
	if _, err := rooms.View(t.Context(), g.ID, 0); !errors.Is(err, room.ErrAgain) {
		t.Errorf("View before Start: %v", err)
	}
	stop(t, rooms)
}

// A log that cannot be read keeps nobody waiting, and the next caller tries anew.
func TestALogThatCannotBeReadMeansAgain(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g := log.NewGame(t)
	log.Fail(roomtest.Faults{Tail: func(engine.GameID, engine.Seq) error { return errDisk }})
	if _, err := rooms.View(t.Context(), g.ID, 0); !errors.Is(err, room.ErrAgain) || !errors.Is(err, errDisk) {
		t.Errorf("View: %v", err)
	}
	if _, _, err := rooms.Watch(t.Context(), g.ID, "", 0); !errors.Is(err, room.ErrAgain) {
		t.Errorf("Watch: %v", err)
	}
	if _, err := rooms.Submit(t.Context(), g.Sit(t, g.White)); !errors.Is(err, room.ErrAgain) {
		t.Errorf("Submit: %v", err)
	}
	log.Fail(roomtest.Faults{})
	view(t, rooms, g.ID)
	if _, err := rooms.View(t.Context(), "01939d5c-8a3e-75bb-9bed-67d45d4c34d5", 0); !errors.Is(err, room.ErrNoGame) {
		t.Errorf("no game: %v", err)
	}
}
