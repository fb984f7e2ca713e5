package room_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

// An append is lost or its answer is: either way the client hears "again", and one play is in the log.
func TestAnUnknownOutcomeIsTriedUntilItIsKnown(t *testing.T) {
	t.Parallel()
	fails := func(times int) func(room.Append) error {
		return func(room.Append) error {
			if times--; times >= 0 {
				return errDisk
			}
			return nil
		}
	}
	tests := map[string]func() roomtest.Faults{
		"the append did not reach the log":       func() roomtest.Faults { return roomtest.Faults{Before: fails(3)} },
		"the log has it, but its answer is lost": func() roomtest.Faults { return roomtest.Faults{After: fails(1)} },
		"first the one, then the other": func() roomtest.Faults {
			return roomtest.Faults{Before: fails(2), After: fails(1)}
		},
		"and the log cannot be read for a while": func() roomtest.Faults {
			tail := fails(3)
			return roomtest.Faults{After: fails(1), Tail: func(engine.GameID, engine.Seq) error { return tail(room.Append{}) }}
		},
	}
	for name, faults := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				log := &roomtest.Log{}
				rooms := open(t, log, nil, room.Options{})
				g := begun(t, log, rooms)
				before := view(t, rooms, g.ID).Game
				play := g.Next(t, before, chance(1))
				log.Fail(faults())
				if _, err := rooms.Submit(t.Context(), play); !errors.Is(err, room.ErrAgain) || !errors.Is(err, errDisk) {
					t.Errorf("the sender heard %v, want ErrAgain with its cause", err)
				}
				if now := view(t, rooms, g.ID).Game; now != before {
					t.Errorf("event %d was shown before it was known to be in the log", now.Head)
				}
				if other, err := rooms.Submit(t.Context(), g.Next(t, before, chance(2))); err == nil {
					t.Errorf("another command was accepted meanwhile: %+v", other)
				}
				elapse(10 * time.Second) // all by itself
				ack, err := roomtest.Insist(t.Context(), rooms, play)
				if err != nil || ack.First != before.Head+1 {
					t.Errorf("%+v, %v", ack, err)
				}
				if n := len(log.Appends(g.ID)); n != 4 {
					t.Errorf("%d appends, want created, two seated, played", n)
				}
				log.Check(t, g.ID)
				stop(t, rooms)
			})
		})
	}
}

// What a client is told is in the log although everything fails at random.
func TestAGameUnderFireIsWhole(t *testing.T) {
	t.Parallel()
	for i := range uint64(8) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				log, hints := &roomtest.Log{}, &room.LocalHints{}
				nodes := []*room.Rooms{open(t, log, hints, room.Options{}), open(t, log, hints, room.Options{})}
				var mu sync.Mutex
				random := chance(i)
				sometimes := func() error {
					mu.Lock()
					defer mu.Unlock()
					if random.IntN(4) == 0 {
						return errDisk
					}
					return nil
				}
				g := log.NewGame(t)
				log.Fail(roomtest.Faults{
					Before: func(room.Append) error { return sometimes() },
					After:  func(room.Append) error { return sometimes() },
					Tail:   func(engine.GameID, engine.Seq) error { return sometimes() },
				})
				acks := map[room.CommandID]room.Ack{}
				for _, p := range []engine.PlayerID{g.White, g.Black} {
					c := g.Sit(t, p)
					ack, err := roomtest.Insist(t.Context(), nodes[0], c)
					if err != nil {
						t.Fatal(err)
					}
					acks[c.ID] = ack
				}
				var head engine.Seq
				for plays := chance(i + 100); ; {
					v, err := nodes[plays.IntN(2)].View(t.Context(), g.ID, head)
					if errors.Is(err, room.ErrAgain) || err == nil && v.Game.Head < head {
						elapse(time.Millisecond)
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					if v.Game.Phase == engine.Over {
						break
					}
					c := g.Next(t, v.Game, plays)
					for { // the same command again and again, to whichever node
						ack, err := nodes[plays.IntN(2)].Submit(t.Context(), c)
						if err == nil {
							acks[c.ID], head = ack, ack.Last
							break
						}
						if !errors.Is(err, room.ErrAgain) {
							t.Fatalf("a play was lost: %v", err)
						}
						elapse(time.Millisecond)
					}
				}
				log.Fail(roomtest.Faults{})
				if over := log.Check(t, g.ID); over.Phase != engine.Over {
					t.Error("the game is not over")
				}
				kept := map[room.CommandID]room.Ack{}
				for _, a := range log.Appends(g.ID)[1:] {
					if a.Seat != engine.NoSeat {
						kept[a.Command] = room.Ack{Command: a.Command, First: a.First, Last: a.Last}
					}
				}
				if len(kept) != len(acks) {
					t.Errorf("%d commands were acknowledged, %d are in the log", len(acks), len(kept))
				}
				for id, ack := range acks {
					if kept[id] != ack {
						t.Errorf("acknowledged %+v, in the log %+v", ack, kept[id])
					}
				}
				for _, n := range nodes {
					stop(t, n)
				}
			})
		})
	}
}

// liar refuses every append and shows nothing that would explain it.
type liar struct {
	*roomtest.Log
	err error
}

func (l liar) Append(context.Context, room.Append) error { return l.err }

func TestALogThatContradictsItselfIsNotAskedForEver(t *testing.T) {
	t.Parallel()
	for _, err := range []error{room.ErrHeadTaken, room.ErrCommandKnown} {
		log := &roomtest.Log{}
		rooms := open(t, liar{log, err}, nil, room.Options{Logger: silent})
		g := log.NewGame(t)
		if _, err := rooms.Submit(t.Context(), g.Sit(t, g.White)); !errors.Is(err, room.ErrAgain) {
			t.Errorf("%v, want ErrAgain", err)
		}
	}
}

// An append that the log will never take is given up, not tried for ever: the room goes, once is it logged, and the
// next room goes on with the game.
func TestAnAppendTheLogNeverTakesIsGivenUp(t *testing.T) {
	t.Parallel()
	for _, never := range []error{room.ErrUnfit, fmt.Errorf("%w: %w", room.ErrHeadTaken, room.ErrNoGame)} {
		synctest.Test(t, func(t *testing.T) {
			log := &roomtest.Log{}
			var logged counting
			rooms := open(t, log, nil, room.Options{Logger: slog.New(&logged)})
			g := begun(t, log, rooms)
			watch := sitting(t, rooms, g, "")
			var tries atomic.Int64
			log.Fail(roomtest.Faults{Before: func(room.Append) error { tries.Add(1); return never }})
			play := g.Next(t, view(t, rooms, g.ID).Game, chance(1))
			_, err := rooms.Submit(t.Context(), play)
			if !errors.Is(err, never) || errors.Is(err, room.ErrAgain) {
				t.Errorf("the sender heard %v, want %v", err, never)
			}
			synctest.Wait()
			if !errors.Is(watch.Err(), never) {
				t.Errorf("the watch ended with %v", watch.Err())
			}
			elapse(15 * time.Second) // shorter than it takes to note an absence
			if tries.Load() != 1 || logged.errors.Load() != 1 {
				t.Errorf("tried %d times, logged %d times", tries.Load(), logged.errors.Load())
			}
			log.Fail(roomtest.Faults{})
			if _, err := rooms.Submit(t.Context(), play); err != nil {
				t.Errorf("after the log was mended: %v", err)
			}
			watch.Close()
			stop(t, rooms)
		})
	}
}

// counting counts the errors that are logged.
type counting struct {
	complaints
	errors atomic.Int64
}

func (c *counting) Handle(context.Context, slog.Record) error { c.errors.Add(1); return nil }

// altered changes what is read.
type altered struct {
	*roomtest.Log
	change atomic.Pointer[func([]room.Append) []room.Append]
}

func (l *altered) Tail(ctx context.Context, id engine.GameID, after engine.Seq) ([]room.Append, error) {
	tail, err := l.Log.Tail(ctx, id, after)
	if change := l.change.Load(); change != nil && err == nil {
		tail = (*change)(tail)
	}
	return tail, err
}

func future(tail []room.Append) []room.Append {
	for i := range tail {
		tail[i].Events = []byte(`[{"seq":2,"at":"2026-11-30T06:11:44.000123Z","v":99,"type":"doubled"}]`)
		tail[i].First, tail[i].Last = 2, 2
	}
	return tail
}

func TestEventsOfTheFutureAreForAnotherNode(t *testing.T) {
	t.Parallel()
	log, hints := &altered{Log: &roomtest.Log{}}, &room.LocalHints{}
	rooms := open(t, log, hints, room.Options{Logger: silent})
	g := log.NewGame(t)
	w, _, err := rooms.Watch(t.Context(), g.ID, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	// Another node sits somebody down; this one cannot read how.
	other := open(t, log.Log, &room.LocalHints{}, room.Options{})
	ack, err := other.Submit(t.Context(), g.Sit(t, g.White))
	if err != nil {
		t.Fatal(err)
	}
	change := future
	log.change.Store(&change)
	hints.Publish(room.Hint{Game: g.ID, Seq: ack.Last})
	for range w.C() {
		t.Error("something was shown")
	}
	if !errors.Is(w.Err(), room.ErrAnotherNode) {
		t.Errorf("the watch ended with %v", w.Err())
	}
	if _, err := rooms.View(t.Context(), g.ID, 0); !errors.Is(err, room.ErrAnotherNode) {
		t.Errorf("View: %v", err)
	}
	if _, err := rooms.Submit(t.Context(), g.Sit(t, g.Black)); !errors.Is(err, room.ErrAnotherNode) {
		t.Errorf("Submit: %v", err)
	}
	log.change.Store(nil) // the node was replaced by a newer one
	if v := view(t, rooms, g.ID); v.Game.Head != ack.Last {
		t.Errorf("head %d", v.Game.Head)
	}
}

func TestABrokenLogIsNotGuessedAt(t *testing.T) {
	t.Parallel()
	tests := map[string]func([]room.Append) []room.Append{
		"a gap":              func(tail []room.Append) []room.Append { return slices.Delete(tail, 1, 2) },
		"no JSON":            func(tail []room.Append) []room.Append { tail[1].Events = []byte("["); return tail },
		"no events":          func(tail []room.Append) []room.Append { tail[1].Events = []byte("[]"); return tail },
		"other numbers":      func(tail []room.Append) []room.Append { tail[1].Events = tail[0].Events; return tail },
		"fewer than it says": func(tail []room.Append) []room.Append { tail[1].Last++; return tail },
	}
	for name, change := range tests {
		log := &altered{Log: &roomtest.Log{}}
		rooms := open(t, log, nil, room.Options{})
		g := log.NewGame(t)
		g.Seat(t, rooms)
		stop(t, rooms)
		log.change.Store(&change)
		rooms = open(t, log, nil, room.Options{})
		if v, err := rooms.View(t.Context(), g.ID, 0); err == nil || errors.Is(err, room.ErrAgain) || errors.Is(err, room.ErrAnotherNode) {
			t.Errorf("%s: head %d, %v", name, v.Game.Head, err)
		}
	}
}

// A clock that is set back, and one that runs ahead on another node, move no event before another.
func TestTimesNeverRunBackwards(t *testing.T) {
	t.Parallel()
	log, hints := &roomtest.Log{}, &room.LocalHints{}
	var now atomic.Int64
	now.Store(9_000_000)
	clock := func() engine.Micros { return engine.Micros(now.Add(-1_000_000)) }
	nodes := []*room.Rooms{open(t, log, hints, room.Options{Now: clock}), open(t, log, hints, room.Options{})}
	g := log.NewGame(t)
	g.Seat(t, nodes[1])
	g.PlayOut(t, chance(1), func(s engine.Seat) *room.Rooms { return nodes[int(s)%2] })
	log.Check(t, g.ID)
}
