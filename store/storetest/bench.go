package storetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store"
)

// Way is one way to make an append durable.
type Way struct {
	Name   string
	Append func(context.Context, room.Append) error
}

// Bench measures durable appends a second with a number of games written at once, one append after the
// other in each: first in the store's way, then in the others, turn by turn in one run. It reports each
// way's rate, the store's times for the half and for 99 of 100 appends, and the store's rate as a
// multiple of the first of the others.
func Bench(b *testing.B, games int, s store.Store, others ...Way) {
	ways := append([]Way{{"store", s.Append}}, others...)
	benches := make([]*benched, len(ways)) // each way has games of its own
	for i := range ways {
		benches[i] = newBenched(b, s, games)
	}
	spent := make([]time.Duration, len(ways))
	done := make([]int, len(ways))
	var times []time.Duration
	b.ResetTimer()
	for left := b.N; left > 0; {
		n := min(left, 20*games)
		left -= n
		for i, way := range ways {
			began := time.Now()
			took := benches[i].run(b, n, way.Append)
			spent[i] += time.Since(began)
			done[i] += n
			if i == 0 {
				times = append(times, took...)
			}
		}
	}
	b.StopTimer()
	rate := func(i int) float64 { return float64(done[i]) / spent[i].Seconds() }
	for i, way := range ways {
		b.ReportMetric(rate(i), way.Name+"/s")
	}
	if len(ways) > 1 {
		b.ReportMetric(rate(0)/rate(1), "ratio")
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(0, "ns/op") // it would count all ways together
}

// benched are the games that are written.
type benched struct{ next []room.Summary }

func newBenched(b *testing.B, s store.Store, games int) *benched {
	b.Helper()
	bench := &benched{}
	player, other := engine.PlayerID(uuid.NewString()), engine.PlayerID(uuid.NewString())
	for _, id := range []engine.PlayerID{player, other} {
		if err := s.CreatePlayer(b.Context(), lobby.Player{ID: id, Name: "Guest"}, hash(string(id))); err != nil {
			b.Fatal(err)
		}
	}
	for range games {
		id := engine.GameID(newID())
		g := room.Summary{
			Game: id, Ruleset: "fallas", Visibility: engine.Public, Creator: player, White: player, Black: other,
			Phase: engine.Playing, Turn: engine.White, Head: 1,
		}
		_, err := s.CreateGame(b.Context(), lobby.GameRecord{
			Append:     room.Append{Game: id, First: 1, Last: 1, Command: room.CommandID(uuid.NewString()), Events: events(1, 1), Summary: g},
			Creator:    player,
			Invitation: lobby.Invitation{Hash: hash(string(id)), Game: id, Seat: engine.Black, From: player},
		})
		if err != nil {
			b.Fatal(err)
		}
		bench.next = append(bench.next, g)
	}
	return bench
}

// play is about what a turn leaves in the log: a play and the next roll.
const play = `[{"seq":%d,"at":"2026-11-30T06:11:44.000123Z","v":1,"type":"played","seat":"white","steps":[[24,18,6,0],[18,13,5,0],[6,3,3,1]]},` +
	`{"seq":%d,"at":"2026-11-30T06:11:44.000123Z","v":1,"type":"rolled","n":17,"seat":"black","dice":[3,1,5]}]`

// run makes n appends, divided among the games, and returns how long each took.
func (bench *benched) run(b *testing.B, n int, do func(context.Context, room.Append) error) []time.Duration {
	times := make([][]time.Duration, len(bench.next))
	errs := make([]error, len(bench.next))
	var all sync.WaitGroup
	for i := range bench.next {
		share := n / len(bench.next)
		if i < n%len(bench.next) {
			share++
		}
		all.Go(func() {
			g := &bench.next[i]
			for range share {
				first := g.Head + 1
				g.Head, g.LastAt, g.Turn = g.Head+2, g.LastAt+1, g.Turn.Opponent()
				a := room.Append{
					Game: g.Game, First: first, Last: g.Head, Seat: engine.White, Command: room.CommandID(uuid.NewString()),
					At: g.LastAt, Events: fmt.Appendf(nil, play, first, first+1), Summary: *g,
				}
				began := time.Now()
				if errs[i] = do(b.Context(), a); errs[i] != nil {
					return
				}
				times[i] = append(times[i], time.Since(began))
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			b.Fatal(err)
		}
	}
	return slices.Concat(times...)
}
