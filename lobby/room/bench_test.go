package room_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

// forgetful keeps the first append of each game and says yes to all others: what is measured is the room.
type forgetful struct{ *roomtest.Log }

func (forgetful) Append(context.Context, room.Append) error { return nil }

// BenchmarkPlays is one play in one of many games at once, from Submit to its two players.
func BenchmarkPlays(b *testing.B) {
	for _, games := range []int{1, 200} {
		b.Run(fmt.Sprintf("games=%d", games), func(b *testing.B) {
			log := forgetful{&roomtest.Log{}}
			rooms := room.New(log, &room.LocalHints{}, room.Options{})
			if err := rooms.Start(b.Context()); err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { stopAll(b, rooms) })
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ReportAllocs()
			b.ResetTimer()
			var all sync.WaitGroup
			for i := range games {
				all.Go(func() { playOn(b, log.Log, rooms, uint64(i), &left) })
			}
			all.Wait()
		})
	}
}

// playOn plays one game after the other until no plays are left, watched by both players.
func playOn(b *testing.B, log *roomtest.Log, rooms *room.Rooms, seed uint64, left *atomic.Int64) {
	plays := chance(seed)
	for left.Load() > 0 {
		g := log.NewGame(b)
		g.Seat(b, rooms)
		w, v, err := rooms.Watch(b.Context(), g.ID, g.White, 0)
		if err != nil {
			b.Error(err)
			return
		}
		for now := v.Game; now.Phase == engine.Playing && left.Add(-1) >= 0; {
			if _, err := rooms.Submit(b.Context(), g.Next(b, now, plays)); err != nil {
				b.Error(err)
				return
			}
			for u := range w.C() {
				if u.Batch != nil {
					now = u.Game
					break
				}
			}
		}
		w.Close()
	}
}

// BenchmarkShow is one play shown to 5,000 watchers, until the last of them has it.
func BenchmarkShow(b *testing.B) {
	const watchers = 5000
	log := forgetful{&roomtest.Log{}}
	rooms := room.New(log, &room.LocalHints{}, room.Options{})
	if err := rooms.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { stopAll(b, rooms) })
	var g roomtest.Game
	var now engine.Game
	var seen sync.WaitGroup
	var watches []*room.Watch
	leave := func() {
		for _, w := range watches {
			w.Close()
		}
		watches = nil
	}
	sitDown := func() {
		leave()
		for now.Phase != engine.Playing {
			g = log.NewGame(b)
			g.Seat(b, rooms)
			v, err := rooms.View(b.Context(), g.ID, 0)
			if err != nil {
				b.Fatal(err)
			}
			now = v.Game
		}
		for range watchers {
			w, _, err := rooms.Watch(b.Context(), g.ID, "", now.Head)
			if err != nil {
				b.Fatal(err)
			}
			watches = append(watches, w)
			go func() {
				for u := range w.C() {
					if u.Batch != nil {
						u.Batch.Frame(func() []byte { return u.Batch.Events })
						seen.Done()
					}
				}
			}()
		}
	}
	plays := chance(1)
	b.ReportAllocs()
	for range b.N {
		if now.Phase != engine.Playing {
			b.StopTimer()
			sitDown()
			b.StartTimer()
		}
		seen.Add(watchers)
		if _, err := rooms.Submit(b.Context(), g.Next(b, now, plays)); err != nil {
			b.Fatal(err)
		}
		seen.Wait()
		v, err := rooms.View(b.Context(), g.ID, 0)
		if err != nil {
			b.Fatal(err)
		}
		now = v.Game
	}
	leave()
}

func stopAll(b *testing.B, rooms *room.Rooms) {
	if err := rooms.Stop(b.Context()); err != nil && b.Context().Err() == nil {
		b.Error(err)
	}
}
