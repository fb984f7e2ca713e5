package web

import (
	"fmt"
	"maps"
	"testing"
	"testing/synctest"
	"time"

	"fallas/engine"
	"fallas/lobby/room"
)

func TestNobodyWaitsForASlowVisitor(t *testing.T) {
	t.Parallel()
	h := newHall(nil)
	slow, quick := &visit{frames: make(chan []byte, visitQueue)}, &visit{frames: make(chan []byte, visitQueue)}
	h.visits[slow], h.visits[quick] = struct{}{}, struct{}{}
	for i := range 3 * visitQueue {
		h.tell(fmt.Append(nil, i))
		if got := string(<-quick.frames); got != fmt.Sprint(i) {
			t.Fatalf("got %s, want %d", got, i)
		}
	}
	heard := 0
	for range slow.frames { // it ends
		heard++
	}
	if heard != visitQueue || !slow.slow || quick.slow {
		t.Errorf("the slow one heard %d messages; slow %v, quick %v", heard, slow.slow, quick.slow)
	}
	h.leave(slow)
	h.leave(quick)
	if len(h.visits) != 0 {
		t.Errorf("%d visits are left", len(h.visits))
	}
}

// Spectators are counted over all servers; what a server said holds as long as it says so.
func TestSpectatorsAreCountedOverAllServers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(nil)
		say := func(game engine.GameID, node string, spectators int) {
			h.hinted(room.Hint{Game: game, Node: node, Here: room.Presence{White: true, Spectators: spectators}})
		}
		want := func(want map[engine.GameID]int) {
			t.Helper()
			if got := h.watched(); !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		}
		say("g", "a", 3)
		say("g", "b", 4)
		say("h", "a", 1)
		say("g", "a", 2)
		h.hinted(room.Hint{Game: "g", Seq: 7})
		want(map[engine.GameID]int{"g": 6, "h": 1})
		say("h", "a", 0)
		want(map[engine.GameID]int{"g": 6})
		<-time.After(sightingKept / 2)
		say("g", "b", 4)
		<-time.After(sightingKept/2 + time.Second)
		want(map[engine.GameID]int{"g": 4})
		<-time.After(sightingKept)
		want(map[engine.GameID]int{})
	})
}
