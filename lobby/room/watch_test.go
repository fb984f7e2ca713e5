package room_test

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

// A watcher that does not read is closed when its queue is full; those who read miss nothing, and the
// slow one resumes after what it has seen.
func TestASlowWatcherIsClosedAndNobodyWaitsForIt(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{SubscriberQueue: 2})
	var g roomtest.Game
	var slow *room.Watch
	for played := uint64(0); ; played++ {
		g = log.NewGame(t)
		var err error
		if slow, _, err = rooms.Watch(t.Context(), g.ID, "", 0); err != nil {
			t.Fatal(err)
		}
		defer slow.Close()
		quick, before, err := rooms.Watch(t.Context(), g.ID, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		next := before.Game.Head + 1
		read := func(until engine.Seq) {
			for next <= until {
				u := <-quick.C()
				if u == nil {
					t.Fatalf("the quick watcher was closed: %v", quick.Err())
				}
				if u.Batch == nil {
					continue
				}
				if u.Batch.First != next {
					t.Fatalf("after event %d comes %d", next-1, u.Batch.First)
				}
				next = u.Batch.Last + 1
			}
		}
		g.Seat(t, rooms)
		for {
			v := view(t, rooms, g.ID)
			read(v.Game.Head)
			if v.Game.Phase == engine.Over {
				break
			}
			if _, err := rooms.Submit(t.Context(), g.Next(t, v.Game, chance(played))); err != nil {
				t.Fatal(err)
			}
		}
		quick.Close()
		if len(log.Appends(g.ID)) > 6 { // long enough for the slow one to fall behind
			break
		}
	}
	var seen engine.Seq = 1
	for u := range slow.C() {
		if u.Batch != nil {
			seen = u.Batch.Last
		}
	}
	if !errors.Is(slow.Err(), room.ErrTooSlow) {
		t.Fatalf("the slow watcher ended with %v", slow.Err())
	}
	again, v, err := rooms.Watch(t.Context(), g.ID, "", seen)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if len(v.Events) == 0 || v.Events[0].Seq != seen+1 || v.Events[len(v.Events)-1].Seq != v.Game.Head || len(v.Raw) != len(v.Events) {
		t.Errorf("resumed after %d with %d events", seen, len(v.Events))
	}
}

func TestABatchIsPutIntoItsFrameOnce(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g := log.NewGame(t)
	watches := make([]*room.Watch, 200)
	for i := range watches {
		var err error
		if watches[i], _, err = rooms.Watch(t.Context(), g.ID, "", 0); err != nil {
			t.Fatal(err)
		}
		defer watches[i].Close()
	}
	if _, err := rooms.Submit(t.Context(), g.Sit(t, g.White)); err != nil {
		t.Fatal(err)
	}
	encoded := 0
	var all sync.WaitGroup
	for _, w := range watches {
		all.Go(func() {
			for u := range w.C() {
				if u.Batch == nil {
					continue
				}
				frame := u.Batch.Frame(func() []byte { encoded++; return append([]byte("events "), u.Batch.Events...) })
				if len(frame) != len("events ")+len(u.Batch.Events) {
					t.Errorf("frame %s", frame)
				}
				return
			}
		})
	}
	all.Wait()
	if encoded != 1 {
		t.Errorf("encoded %d times", encoded)
	}
}

func TestAWatchMayBeClosedTwiceAndUnread(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g := log.NewGame(t)
	w, _, err := rooms.Watch(t.Context(), g.ID, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	w.Close()
	for range w.C() {
		t.Error("something came after Close")
	}
	if w.Err() != nil {
		t.Errorf("closed by its reader, ended with %v", w.Err())
	}
}

// presences are the updates about presence that wait for a watch.
func presences(w *room.Watch) (all []room.Presence) {
	for {
		select {
		case u, open := <-w.C():
			if !open {
				return all
			}
			if u.Presence != nil {
				all = append(all, *u.Presence)
			}
		default:
			return all
		}
	}
}

// That a seat comes or goes is told at once, the number of spectators once a second at most.
func TestPresence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{})
		g := log.NewGame(t)
		watch := func(p engine.PlayerID) (*room.Watch, room.Presence) {
			w, v, err := rooms.Watch(t.Context(), g.ID, p, 0)
			if err != nil {
				t.Fatal(err)
			}
			return w, v.Presence
		}
		expect := func(w *room.Watch, want ...room.Presence) {
			t.Helper()
			synctest.Wait()
			got := presences(w)
			if len(got) != len(want) {
				t.Fatalf("%+v, want %+v", got, want)
			}
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%+v, want %+v", got, want)
				}
			}
		}
		g.Seat(t, rooms)
		first, p := watch("")
		if p != (room.Presence{Spectators: 1}) {
			t.Errorf("%+v", p)
		}
		var crowd []*room.Watch
		for range 100 {
			w, _ := watch("")
			crowd = append(crowd, w)
		}
		expect(first)
		elapse(time.Second)
		expect(first, room.Presence{Spectators: 101})
		expect(crowd[99]) // it has known since it came
		white, p := watch(g.White)
		if p != (room.Presence{White: true, Spectators: 101}) {
			t.Errorf("%+v", p)
		}
		expect(first, room.Presence{White: true, Spectators: 101})
		tab, _ := watch(g.White)
		white.Close()
		expect(first) // white has another tab
		tab.Close()
		expect(first, room.Presence{Spectators: 101})
		for _, w := range crowd {
			w.Close()
		}
		elapse(time.Second)
		expect(first, room.Presence{Spectators: 1})
		first.Close()
		stop(t, rooms)
	})
}

// Who watches and then sits down is a player from then on.
func TestAWatcherWhoSitsDownIsPresent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{})
		g := log.NewGame(t)
		w, v, err := rooms.Watch(t.Context(), g.ID, g.Black, 0)
		if err != nil || v.Presence != (room.Presence{Spectators: 1}) {
			t.Fatalf("%+v, %v", v.Presence, err)
		}
		defer w.Close()
		if _, err := rooms.Submit(t.Context(), g.Sit(t, g.Black)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got := presences(w); len(got) != 1 || got[0] != (room.Presence{Black: true}) {
			t.Errorf("%+v", got)
		}
		stop(t, rooms)
	})
}

// Presence never closes a watch that is behind; it hears of it when it has read.
func TestPresenceWaitsForAReader(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{SubscriberQueue: 2, AwayAfter: time.Hour})
		g := log.NewGame(t)
		w, _, err := rooms.Watch(t.Context(), g.ID, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		g.Seat(t, rooms) // fills its queue
		for range 10 {
			player, _, err := rooms.Watch(t.Context(), g.ID, g.White, 0)
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			player.Close()
			synctest.Wait()
		}
		elapse(time.Minute)
		player, _, err := rooms.Watch(t.Context(), g.ID, g.White, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer player.Close()
		synctest.Wait()
		for range 2 {
			if u := <-w.C(); u == nil || u.Batch == nil {
				t.Fatalf("%+v, ended with %v", u, w.Err())
			}
		}
		elapse(time.Second)
		synctest.Wait()
		if got := presences(w); len(got) != 1 || got[0] != (room.Presence{White: true, Spectators: 1}) {
			t.Errorf("%+v", got)
		}
		stop(t, rooms)
	})
}
