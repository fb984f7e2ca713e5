package room_test

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

// unreliable loses, doubles, delays and mixes up hints, and makes some up.
type unreliable struct {
	room.LocalHints
	mu     sync.Mutex
	random *rand.Rand
	late   []room.Hint
}

func (u *unreliable) Publish(h room.Hint) {
	u.mu.Lock()
	var now []room.Hint
	switch u.random.IntN(5) {
	case 0: // lost
	case 1:
		now = append(now, h, h)
	case 2:
		now = append(now, room.Hint{Game: h.Game, Seq: h.Seq + 1000})
	case 3:
		u.late = append(u.late, h)
	case 4:
		u.random.Shuffle(len(u.late), func(i, k int) { u.late[i], u.late[k] = u.late[k], u.late[i] })
		now, u.late = u.late, []room.Hint{h}
	}
	u.mu.Unlock()
	for _, h := range now {
		u.LocalHints.Publish(h)
	}
}

// The players of one game are on two nodes, which know of each other through the log alone.
func TestTwoNodesPlayOneGame(t *testing.T) {
	t.Parallel()
	for i := range uint64(10) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			log := &roomtest.Log{}
			hints := &unreliable{random: chance(i)}
			nodes := map[engine.Seat]*room.Rooms{engine.White: open(t, log, hints, room.Options{}), engine.Black: open(t, log, hints, room.Options{})}
			g := log.NewGame(t)
			g.Seat(t, nodes[engine.White])
			g.PlayOut(t, chance(i+50), func(s engine.Seat) *room.Rooms { return nodes[s] })
			log.Check(t, g.ID)
		})
	}
}

// Both nodes are sent the same commands at the same time. Each happens once, and both give the same answer.
func TestTwoNodesAreSentTheSameCommands(t *testing.T) {
	t.Parallel()
	for i := range uint64(10) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			log := &roomtest.Log{}
			hints := &unreliable{random: chance(i)}
			nodes := []*room.Rooms{open(t, log, hints, room.Options{}), open(t, log, hints, room.Options{})}
			both := func(c room.Command) room.Ack {
				t.Helper()
				var acks [4]room.Ack
				var errs [4]error
				var all sync.WaitGroup
				for n := range acks {
					all.Go(func() { acks[n], errs[n] = roomtest.Insist(t.Context(), nodes[n%2], c) })
				}
				all.Wait()
				for n := range acks {
					if errs[n] != nil || acks[n] != acks[0] {
						t.Fatalf("answers %+v, %v", acks, errs)
					}
				}
				return acks[0]
			}
			g := log.NewGame(t)
			both(g.Sit(t, g.White))
			head := both(g.Sit(t, g.Black)).Last
			for plays := chance(i); ; {
				v, err := nodes[0].View(t.Context(), g.ID, head)
				if err != nil {
					t.Fatal(err)
				}
				if v.Game.Phase == engine.Over {
					break
				}
				head = both(g.Next(t, v.Game, plays)).Last
			}
			log.Check(t, g.ID)
		})
	}
}

// A node that was not told of the last play refuses nothing because of it: it reads the log first.
func TestANodeThatIsBehindReadsBeforeItRefuses(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	deaf := open(t, log, &room.LocalHints{}, room.Options{})
	other := open(t, log, &room.LocalHints{}, room.Options{})
	for range 5 {
		g := begun(t, log, other)
		now := view(t, deaf, g.ID).Game
		ack, err := other.Submit(t.Context(), g.Next(t, now, chance(1)))
		if err != nil {
			t.Fatal(err)
		}
		if old := view(t, deaf, g.ID).Game; old != now {
			t.Fatal("the node is not behind")
		}
		next := view(t, other, g.ID).Game
		if next.Phase == engine.Over {
			continue
		}
		play := g.Next(t, next, chance(1))
		play.Expect = 0
		if _, err := deaf.Submit(t.Context(), play); err != nil {
			t.Errorf("a play after event %d: %v", ack.Last, err)
		}
	}
}

// A caller who names a seq gets it, or all there is.
func TestACallerWhoNamesASeqIsShownIt(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	deaf := open(t, log, &room.LocalHints{}, room.Options{})
	other := open(t, log, &room.LocalHints{}, room.Options{})
	g := log.NewGame(t)
	view(t, deaf, g.ID)
	ack, err := other.Submit(t.Context(), g.Sit(t, g.White))
	if err != nil {
		t.Fatal(err)
	}
	w, v, err := deaf.Watch(t.Context(), g.ID, g.Black, ack.Last)
	if err != nil || v.Game.Head != ack.Last || len(v.Events) != 0 {
		t.Fatalf("head %d, %d events, %v", v.Game.Head, len(v.Events), err)
	}
	defer w.Close()
	for _, beyond := range []engine.Seq{ack.Last + 1, 1 << 31} {
		v, err = deaf.View(t.Context(), g.ID, beyond)
		if err != nil || v.Game.Head != ack.Last {
			t.Errorf("beyond the head: %d, %v", v.Game.Head, err)
		}
	}
	log.Fail(roomtest.Faults{Tail: func(engine.GameID, engine.Seq) error { return errDisk }})
	if _, err := deaf.View(t.Context(), g.ID, ack.Last+1); !errors.Is(err, room.ErrAgain) {
		t.Errorf("the log cannot be read: %v", err)
	}
	if v := view(t, deaf, g.ID); v.Game.Head != ack.Last {
		t.Errorf("what is known can still be seen: head %d", v.Game.Head)
	}
}
