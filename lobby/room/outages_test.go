package room_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

// outagesIn are the outages in a game's log.
func outagesIn(t *testing.T, log *roomtest.Log, g roomtest.Game) []engine.Outage {
	t.Helper()
	log.Check(t, g.ID)
	var all []engine.Outage
	for _, a := range log.Appends(g.ID) {
		events, _, err := a.Decode()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if o, ok := e.Body.(engine.Outage); ok {
				all = append(all, o)
				if a.Seat != engine.NoSeat || len(events) != 1 {
					t.Errorf("%d events of seat %q tell of an outage", len(events), a.Seat)
				}
			}
		}
	}
	return all
}

func length(o engine.Outage) time.Duration { return time.Duration(o.To-o.From) * time.Microsecond }

func claim(t *testing.T, g roomtest.Game, p engine.PlayerID) room.Command {
	return room.Command{ID: roomtest.NewCommandID(t), Game: g.ID, Player: p, Do: engine.Claim{}}
}

// All nodes go and come back; the first look at a game that was being played notes it, once, however many
// nodes look at once. Who was away may be away for as much longer.
func TestAnOutageIsNotedOnceByWhoeverLoadsTheGame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, hints, pulse := &roomtest.Log{}, &room.LocalHints{}, &roomtest.Pulse{}
		nodes := make([]*room.Rooms, 3)
		start := func() {
			for i := range nodes {
				nodes[i] = open(t, log, hints, room.Options{Pulse: pulse})
			}
		}
		start()
		g, white, black := seats(t, log, nodes[0])
		untouched := log.NewGame(t)
		white.Close()
		elapse(time.Minute) // white is noted as away
		for _, n := range nodes {
			stop(t, n)
		}
		black.Close()
		elapse(4*time.Minute + 500*time.Millisecond)
		start()
		var all sync.WaitGroup
		for _, n := range nodes {
			all.Go(func() { view(t, n, g.ID); view(t, n, untouched.ID) })
		}
		all.Wait()
		elapse(time.Second)
		noted := outagesIn(t, log, g)
		if len(noted) != 1 || length(noted[0]) < 4*time.Minute || length(noted[0]) > 4*time.Minute+2*time.Second {
			t.Fatalf("noted %v", noted)
		}
		if other := outagesIn(t, log, untouched); len(other) != 0 {
			t.Errorf("a game that was not being played: %v", other)
		}
		black = sitting(t, nodes[1], g, g.Black)
		elapse(time.Second)
		if _, err := nodes[1].Submit(t.Context(), claim(t, g, g.Black)); refusal(t, err) != engine.RefusedTooEarly {
			t.Error(err)
		}
		elapse(2 * time.Minute)
		if _, err := nodes[1].Submit(t.Context(), claim(t, g, g.Black)); err != nil {
			t.Error(err)
		}
		black.Close()
		for _, n := range nodes {
			stop(t, n)
		}
	})
}

// The store is gone for a while and the nodes stay up. Nobody can claim what the opponent could not have
// prevented, not even in the moment before it is known how long it was.
func TestAnOutageOfTheStoreIsNotedByTheNodesThatLastedThroughIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, hints, pulse := &roomtest.Log{}, &room.LocalHints{}, &roomtest.Pulse{}
		one, other := open(t, log, hints, room.Options{Pulse: pulse}), open(t, log, hints, room.Options{Pulse: pulse})
		g, white, black := seats(t, log, one)
		watch := sitting(t, other, g, "")
		before := view(t, one, g.ID).Game
		play := g.Next(t, before, chance(1)) // judged on what was before the outage
		white.Close()
		elapse(time.Minute)
		if away(log, t, g) != [2]bool{true, false} {
			t.Fatal("white is not away")
		}
		for round := range 2 {
			pulse.Fail(errDisk)
			log.Fail(roomtest.Faults{
				Before: func(room.Append) error { return errDisk },
				Tail:   func(engine.GameID, engine.Seq) error { return errDisk },
			})
			elapse(10 * time.Minute)
			pulse.Fail(nil)
			log.Fail(roomtest.Faults{})
			if _, err := one.Submit(t.Context(), claim(t, g, g.Black)); !errors.Is(err, room.ErrAgain) {
				t.Errorf("a claim right after the outage: %v", err)
			}
			elapse(2 * time.Second)
			noted := outagesIn(t, log, g)
			if len(noted) != round+1 || length(noted[round]) < 10*time.Minute || length(noted[round]) > 10*time.Minute+2*time.Second {
				t.Fatalf("noted %v", noted)
			}
			if _, err := one.Submit(t.Context(), claim(t, g, g.Black)); refusal(t, err) != engine.RefusedTooEarly {
				t.Error(err)
			}
		}
		if seen := view(t, other, g.ID).Game; seen != log.Check(t, g.ID) {
			t.Errorf("the other node is at event %d", seen.Head)
		}
		if _, err := one.Submit(t.Context(), play); err != nil {
			t.Errorf("an outage makes a play stale: %v", err)
		}
		black.Close()
		watch.Close()
		stop(t, one)
		stop(t, other)
	})
}

// Outages that happened while nobody had the game loaded are noted one by one, in order, each for as much of it
// as lies in the game's time.
func TestEveryOutageSinceIsNoted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, pulse := &roomtest.Log{}, &roomtest.Pulse{}
		rooms := open(t, log, nil, room.Options{Pulse: pulse})
		g, busy := begun(t, log, rooms), begun(t, log, rooms)
		const times = 3
		for range times {
			elapse(2 * time.Second)
			stop(t, rooms)
			elapse(time.Minute)
			rooms = open(t, log, nil, room.Options{Pulse: pulse})
			view(t, rooms, busy.ID)
		}
		late := begun(t, log, rooms)
		view(t, rooms, g.ID)
		elapse(time.Second)
		for _, game := range []roomtest.Game{g, busy} {
			noted := outagesIn(t, log, game)
			if len(noted) != times {
				t.Fatalf("noted %v", noted)
			}
			for _, o := range noted {
				if length(o) < time.Minute || length(o) > time.Minute+2*time.Second {
					t.Errorf("an outage of a minute is noted as %v", length(o))
				}
			}
		}
		if noted := outagesIn(t, log, late); len(noted) != 0 {
			t.Errorf("a game that began later: %v", noted)
		}
		stop(t, rooms)
	})
}

// A node says that it is alive while games are played on it, and no longer; then nobody can tell for how
// long it was away, and nobody needs to.
func TestANodeRestsWhenNoGameIsPlayed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, pulse := &roomtest.Log{}, &roomtest.Pulse{}
		rooms := open(t, log, nil, room.Options{Pulse: pulse})
		waiting := log.NewGame(t)
		watch := sitting(t, rooms, waiting, "")
		elapse(time.Minute)
		if pulse.Nodes() != 0 {
			t.Error("it says that it is alive for a game that waits")
		}
		g := begun(t, log, rooms)
		elapse(time.Millisecond)
		if pulse.Nodes() != 1 {
			t.Error("a game is being played, and it says nothing")
		}
		now := view(t, rooms, g.ID).Game
		if _, err := rooms.Submit(t.Context(), room.Command{
			ID: roomtest.NewCommandID(t), Game: g.ID, Player: now.Player(now.Turn), Do: engine.Resign{Worth: 1},
		}); err != nil {
			t.Fatal(err)
		}
		elapse(time.Minute)
		if pulse.Nodes() != 0 {
			t.Error("the game is over, and it goes on saying that it is alive")
		}
		unloaded := begun(t, log, rooms)
		elapse(time.Hour) // the room goes
		if pulse.Nodes() != 0 {
			t.Error("the game is in memory no longer, and it goes on")
		}
		watch.Close()
		stop(t, rooms)
		elapse(time.Hour)
		rooms = open(t, log, nil, room.Options{Pulse: pulse})
		view(t, rooms, unloaded.ID)
		elapse(time.Second)
		if noted := outagesIn(t, log, unloaded); len(noted) != 0 {
			t.Errorf("noted %v", noted)
		}
		stop(t, rooms)
	})
}

// Without knowing of outages a game is not shown, and a node does not start.
func TestAGameIsNotLoadedWhileItsOutagesCannotBeRead(t *testing.T) {
	t.Parallel()
	log, pulse := &roomtest.Log{}, &roomtest.Pulse{}
	rooms := open(t, log, nil, room.Options{Pulse: pulse})
	g := begun(t, log, rooms)
	stop(t, rooms)
	rooms = open(t, log, nil, room.Options{Pulse: pulse})
	pulse.Fail(errDisk)
	if _, err := rooms.View(t.Context(), g.ID, 0); !errors.Is(err, room.ErrAgain) || !errors.Is(err, errDisk) {
		t.Errorf("View: %v", err)
	}
	unborn := room.New(log, &room.LocalHints{}, room.Options{Pulse: pulse})
	if err := unborn.Start(t.Context()); !errors.Is(err, errDisk) {
		t.Errorf("Start: %v", err)
	}
	pulse.Fail(nil)
	view(t, rooms, g.ID)
}

// counted is a pulse that counts how often a node says that it is alive.
type counted struct {
	roomtest.Pulse
	said atomic.Int32
}

func (c *counted) Alive(ctx context.Context, node string, hole time.Duration) (room.Outage, error) {
	c.said.Add(1)
	return c.Pulse.Alive(ctx, node, hole)
}

// However many games begin, a node says that it is alive as often as it should, and no more.
func TestManyGamesMakeNoFasterPulse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, pulse := &roomtest.Log{}, &counted{}
		rooms := open(t, log, nil, room.Options{Pulse: pulse})
		before := pulse.said.Load()
		for range 100 {
			begun(t, log, rooms)
			elapse(10 * time.Millisecond)
		}
		if said := pulse.said.Load() - before; said < 1 || said > 3 {
			t.Errorf("said %d times in a second", said)
		}
		stop(t, rooms)
	})
}
