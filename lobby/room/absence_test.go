package room_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

// seats is a game with a watch for each seat, far from its end.
func seats(t *testing.T, log *roomtest.Log, rooms *room.Rooms) (g roomtest.Game, white, black *room.Watch) {
	t.Helper()
	g = begun(t, log, rooms)
	return g, sitting(t, rooms, g, g.White), sitting(t, rooms, g, g.Black)
}

// sitting is a watch whose reader keeps up.
func sitting(t *testing.T, rooms *room.Rooms, g roomtest.Game, p engine.PlayerID) *room.Watch {
	t.Helper()
	w, _, err := rooms.Watch(t.Context(), g.ID, p, 0)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for range w.C() {
		}
	}()
	return w
}

// away is since when each seat has been away, in the log.
func away(log *roomtest.Log, t *testing.T, g roomtest.Game) [2]bool {
	t.Helper()
	synctest.Wait()
	now := log.Check(t, g.ID)
	return [2]bool{now.AwaySince(engine.White) != 0, now.AwaySince(engine.Black) != 0}
}

func TestASeatWithoutAConnectionIsNotedAndSoIsItsReturn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{})
		g, white, black := seats(t, log, rooms)
		elapse(time.Hour)
		if away(log, t, g) != [2]bool{} {
			t.Error("a seat with a connection is noted as away")
		}
		white.Close()
		elapse(19 * time.Second)
		white = sitting(t, rooms, g, g.White) // a reload
		elapse(19 * time.Second)
		white.Close()
		elapse(19 * time.Second)
		if away(log, t, g) != [2]bool{} {
			t.Error("white is noted as away before its time")
		}
		elapse(2 * time.Second)
		if away(log, t, g) != [2]bool{true, false} {
			t.Errorf("%v, want white away", away(log, t, g))
		}
		elapse(time.Hour)
		n := len(log.Appends(g.ID))
		white = sitting(t, rooms, g, g.White)
		if away(log, t, g) != [2]bool{} || len(log.Appends(g.ID)) != n+1 {
			t.Errorf("%v after %d appends, want white back by one", away(log, t, g), len(log.Appends(g.ID))-n)
		}
		white.Close()
		black.Close()
		elapse(time.Minute)
		if away(log, t, g) != [2]bool{true, true} {
			t.Errorf("%v, want both away", away(log, t, g))
		}
		stop(t, rooms)
	})
}

// The opponent's coming and going between the roll and the play does not make the play stale.
func TestAnAbsenceMakesNoPlayStale(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{})
		g, white, black := seats(t, log, rooms)
		now := view(t, rooms, g.ID).Game
		play := g.Next(t, now, chance(1))
		opponent := map[engine.Seat]*room.Watch{engine.White: black, engine.Black: white}[now.Turn]
		opponent.Close()
		elapse(time.Minute)
		if away(log, t, g) == [2]bool{} {
			t.Fatal("the opponent is not away")
		}
		if _, err := rooms.Submit(t.Context(), play); err != nil {
			t.Error(err)
		}
		white.Close()
		black.Close()
		stop(t, rooms)
	})
}

// After a restart nobody has a connection: who does not come back is noted, and the game can be claimed.
func TestWhoDoesNotComeBackAfterARestartIsNoted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{})
		g, white, black := seats(t, log, rooms)
		stop(t, rooms)
		white.Close()
		black.Close()
		elapse(time.Hour)
		if away(log, t, g) != [2]bool{} {
			t.Error("the time in which the server was down counts as absence")
		}
		rooms = open(t, log, nil, room.Options{})
		black = sitting(t, rooms, g, g.Black)
		elapse(time.Minute)
		if away(log, t, g) != [2]bool{true, false} {
			t.Fatalf("%v, want white away", away(log, t, g))
		}
		claim := room.Command{ID: roomtest.NewCommandID(t), Game: g.ID, Player: g.Black, Do: engine.Claim{}}
		if _, err := rooms.Submit(t.Context(), claim); refusal(t, err) != engine.RefusedTooEarly {
			t.Error(err)
		}
		elapse(2 * time.Minute)
		if _, err := rooms.Submit(t.Context(), claim); err != nil {
			t.Error(err)
		}
		if over := log.Check(t, g.ID); over.Result.Reason != engine.Abandoned || over.Result.Winner != engine.Black {
			t.Errorf("%+v", over.Result)
		}
		black.Close()
		stop(t, rooms)
	})
}

// A program that plays over REST has no connection; its commands say that it is there.
func TestACommandIsASignOfBeingThere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{})
		g := begun(t, log, rooms)
		for range 10 {
			elapse(15 * time.Second)
			for _, p := range []engine.PlayerID{g.White, g.Black} { // refused, but heard
				if _, err := rooms.Submit(t.Context(), room.Command{ID: roomtest.NewCommandID(t), Game: g.ID, Player: p, Do: engine.Claim{}}); err == nil {
					t.Fatal("a claim was accepted")
				}
			}
		}
		if away(log, t, g) != [2]bool{} {
			t.Error("a player who is heard of is noted as away")
		}
		elapse(time.Minute)
		if away(log, t, g) != [2]bool{true, true} {
			t.Error("who is not heard of any more is not noted")
		}
		stop(t, rooms)
	})
}

// White is connected to one node and black to another. Each knows of the other's player, and both note the same
// absence as one.
func TestAbsenceOverTwoNodes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, hints := &roomtest.Log{}, &room.LocalHints{}
		one, other := open(t, log, hints, room.Options{}), open(t, log, hints, room.Options{})
		g := begun(t, log, one)
		white, black := sitting(t, one, g, g.White), sitting(t, other, g, g.Black)
		n := len(log.Appends(g.ID))
		elapse(time.Hour)
		if more := len(log.Appends(g.ID)) - n; more != 0 {
			t.Errorf("%d appends in an hour: the nodes do not know of each other's players", more)
		}
		black.Close()
		elapse(19 * time.Second)
		if away(log, t, g) != [2]bool{} {
			t.Error("black is away before its time")
		}
		elapse(2 * time.Second)
		if away(log, t, g) != [2]bool{false, true} || len(log.Appends(g.ID)) != n+1 {
			t.Errorf("%v, want black away, once", away(log, t, g))
		}
		black = sitting(t, one, g, g.Black) // on white's node now
		if away(log, t, g) != [2]bool{} {
			t.Errorf("%v, want black back", away(log, t, g))
		}
		white.Close()
		black.Close()
		elapse(time.Minute)
		if away(log, t, g) != [2]bool{true, true} {
			t.Errorf("%v, want both away", away(log, t, g))
		}
		stop(t, one)
		stop(t, other)
	})
}

// mute carries no hints that say who is where.
type mute struct{ room.LocalHints }

func (m *mute) Publish(h room.Hint) { m.LocalHints.Publish(room.Hint{Game: h.Game, Seq: h.Seq}) }

// Where hints do not say who is where, nodes contradict each other once, when they first look, and no more.
func TestAbsenceWithoutHintsOfPresence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, hints := &roomtest.Log{}, &mute{}
		one, other := open(t, log, hints, room.Options{}), open(t, log, hints, room.Options{})
		g := begun(t, log, one)
		white, black := sitting(t, one, g, g.White), sitting(t, other, g, g.Black)
		elapse(time.Hour)
		n := len(log.Appends(g.ID))
		if away(log, t, g) != [2]bool{} || n > 3+2*2 {
			t.Errorf("%v after %d appends", away(log, t, g), n)
		}
		elapse(time.Hour)
		if more := len(log.Appends(g.ID)) - n; more != 0 {
			t.Errorf("%d more appends in another hour", more)
		}
		white.Close()
		black.Close()
		stop(t, one)
		stop(t, other)
	})
}

// A node that dies says nothing any more. Its player is not seen on the other, and can be claimed against.
func TestAPlayerWhoGoesWithTheirNodeIsNoted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		hints := &cut{}
		one, other := open(t, log, hints, room.Options{}), open(t, log, hints, room.Options{})
		g := begun(t, log, one)
		white, black := sitting(t, one, g, g.White), sitting(t, other, g, g.Black)
		elapse(time.Hour)
		hints.off.Store(true) // from here on neither hears of the other
		elapse(14 * time.Second)
		if away(log, t, g) != [2]bool{} {
			t.Error("a few lost hints are no absence")
		}
		black.Close()
		stop(t, other)
		elapse(40 * time.Second)
		if away(log, t, g) != [2]bool{false, true} {
			t.Errorf("%v, want black away", away(log, t, g))
		}
		white.Close()
		stop(t, one)
	})
}

// cut carries hints until it is off.
type cut struct {
	room.LocalHints
	off atomic.Bool
}

func (c *cut) Publish(h room.Hint) {
	if !c.off.Load() {
		c.LocalHints.Publish(h)
	}
}

// Presence is what all nodes see together.
func TestPresenceOverTwoNodes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, hints := &roomtest.Log{}, &room.LocalHints{}
		one, other := open(t, log, hints, room.Options{}), open(t, log, hints, room.Options{})
		g := begun(t, log, one)
		white := sitting(t, one, g, g.White)
		elapse(time.Minute)
		black := sitting(t, other, g, g.Black)
		spectators := []*room.Watch{sitting(t, one, g, ""), sitting(t, other, g, ""), sitting(t, other, g, "")}
		want := func(want room.Presence) {
			t.Helper()
			elapse(2 * time.Second) // sooner than the next beat
			for n, rooms := range []*room.Rooms{one, other} {
				if got := view(t, rooms, g.ID).Presence; got != want {
					t.Errorf("node %d: %+v, want %+v", n, got, want)
				}
			}
		}
		want(room.Presence{White: true, Black: true, Spectators: 3})
		spectators[2].Close()
		white.Close()
		want(room.Presence{Black: true, Spectators: 2})
		stop(t, other)
		elapse(time.Second)
		if got := view(t, one, g.ID).Presence; got != (room.Presence{Spectators: 1}) {
			t.Errorf("the other node has stopped: %+v", got)
		}
		black.Close()
		for _, w := range spectators {
			w.Close()
		}
		stop(t, one)
	})
}

// While nobody sits opposite, leaving is nobody's absence, also where the waiting ends on another node than the one
// where white is missed.
func TestWaitingIsNoAbsence(t *testing.T) {
	t.Parallel()
	for nodes, name := range []string{"on one node", "over two nodes"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				log, hints := &roomtest.Log{}, &room.LocalHints{}
				one, other := open(t, log, hints, room.Options{}), open(t, log, hints, room.Options{})
				g := log.NewGame(t)
				if _, err := one.Submit(t.Context(), g.Sit(t, g.White)); err != nil {
					t.Fatal(err)
				}
				elapse(4 * time.Minute)
				if _, err := []*room.Rooms{one, other}[nodes].Submit(t.Context(), g.Sit(t, g.Black)); err != nil {
					t.Fatal(err)
				}
				elapse(19 * time.Second)
				if away(log, t, g) != [2]bool{} {
					t.Error("white is away already")
				}
				elapse(2 * time.Second)
				if away(log, t, g) != [2]bool{true, true} {
					t.Errorf("%v, want both away", away(log, t, g))
				}
				stop(t, one)
				stop(t, other)
			})
		})
	}
}

// A play whose outcome was not known is found in the log, and is no sign that its player is on another node: who
// left meanwhile is missed here.
func TestWhoLeavesWhileAPlayIsInDoubtIsNoted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{Logger: silent})
		g := log.NewGameOf(t, "backgammon")
		g.Seat(t, rooms)
		white, black := sitting(t, rooms, g, g.White), sitting(t, rooms, g, g.Black)
		now := view(t, rooms, g.ID).Game
		var lost atomic.Bool
		log.Fail(roomtest.Faults{After: func(room.Append) error {
			if lost.Swap(true) {
				return nil
			}
			return errDisk
		}})
		if _, err := rooms.Submit(t.Context(), g.Next(t, now, chance(1))); !errors.Is(err, room.ErrAgain) {
			t.Fatalf("the play is not in doubt: %v", err)
		}
		map[engine.Seat]*room.Watch{engine.White: white, engine.Black: black}[now.Turn].Close()
		elapse(time.Minute)
		if away(log, t, g) != [2]bool{now.Turn == engine.White, now.Turn == engine.Black} {
			t.Errorf("%v, want %s away", away(log, t, g), now.Turn)
		}
		white.Close()
		black.Close()
		stop(t, rooms)
	})
}

// Whatever a player asks for on another node says that they are there.
func TestACommandOnAnotherNodeIsASignOfBeingThere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, hints := &roomtest.Log{}, &room.LocalHints{}
		one, other := open(t, log, hints, room.Options{}), open(t, log, hints, room.Options{})
		g, start := halfway(t, log, one)
		behind := start.Turn.Opponent()
		opponent := sitting(t, one, g, g.Player(start.Turn))
		n := len(log.Appends(g.ID))
		for i := range 10 {
			elapse(15 * time.Second)
			c := room.Command{ID: roomtest.NewCommandID(t), Game: g.ID, Player: g.Player(behind), Do: engine.Resign{Worth: 1}}
			if i%2 == 1 {
				c.Do = engine.WithdrawResignation{}
			}
			if _, err := other.Submit(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			if more := len(log.Appends(g.ID)) - n; more != i+1 {
				t.Fatalf("%d appends by %d commands: the player is noted as away", more, i+1)
			}
		}
		elapse(time.Minute)
		if want := [2]bool{behind == engine.White, behind == engine.Black}; away(log, t, g) != want {
			t.Errorf("%v, want %s away", away(log, t, g), behind)
		}
		opponent.Close()
		stop(t, one)
		stop(t, other)
	})
}
