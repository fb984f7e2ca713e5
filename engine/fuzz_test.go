package engine

import (
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzDecide judges any commands, read from bytes, on a game of any ruleset. Nothing panics, a refusal is a
// *Refusal, and the log replays.
func FuzzDecide(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	f.Add([]byte("sit sit play play play"))
	f.Add([]byte{5, 0, 0, 0, 1, 0, 0, 1, 2, 3, 2, 2, 2, 4, 2, 9, 9, 2, 2, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int(b)
		}
		r := rulesets[next()%len(rulesets)]
		tb := newTable(t, r, uint64(next()))
		tb.must(Create{sampleCreated(r)})
		if next()%4 != 0 {
			tb.must(Sit{Seat: White, Player: "ada", Commitment: Bytes32{1}}, Sit{Seat: Black, Player: "bob", Commitment: Bytes32{1}})
		}
		for len(data) > 0 {
			_ = tb.do(anyCommand(&tb.game, next)) // refused or not
		}
		if again, err := Replay(tb.log); err != nil || again != tb.game {
			t.Fatalf("replay: %v", err)
		}
	})
}

func anyCommand(g *Game, next func() int) Command {
	seat := Seat(next() % 4)
	switch next() % 13 {
	case 0:
		return Create{sampleCreated(fallas)}
	case 1:
		return Sit{Seat: seat, Player: []PlayerID{"ada", "bob", "cyd", ""}[next()%4], Commitment: Bytes32{byte(next() % 2)}}
	case 2, 3, 4:
		return MakePlay{Seat: g.Turn, Steps: randomPlay(g, func(n int) int { return next() % n })}
	case 5:
		var steps Play
		for range next() % 6 {
			steps = append(steps, Step{From: uint8(next()), To: uint8(next()), Die: uint8(next()), Hit: next()%2 == 0})
		}
		return MakePlay{Seat: seat, Steps: steps}
	case 6:
		return Resign{Seat: seat, Worth: uint8(next())}
	case 7:
		return AnswerResignation{Seat: seat, Accept: next()%2 == 0}
	case 8:
		return WithdrawResignation{Seat: seat}
	case 9:
		return Claim{Seat: seat}
	case 10:
		return NoteLeft{Seat: seat}
	case 11:
		return NoteReturned{Seat: seat}
	case 12:
		from := g.LastAt + Micros(next()-128)
		return NoteOutage{From: from, To: from + Micros(next()-8)}
	}
	return nil
}

// FuzzRecord reads any bytes as the events of a game. What can be read is written as the same events again,
// replays or is refused, and folds without panic.
func FuzzRecord(f *testing.F) {
	for seed, r := range rulesets {
		tb := newTable(f, r, uint64(seed))
		tb.seatBoth(r)
		for range 5 {
			if tb.game.toPlay() {
				tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, func(n int) int { return n - 1 })})
			}
		}
		b, err := json.Marshal(tb.log)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(`[{"seq":1,"at":"2026-11-30T06:11:44.000123Z","v":1,"type":"resigned"}]`))
	f.Add([]byte(`[{"seq":1,"at":"2026-11-30T06:11:44.000123Z","v":1,"type":"played","seat":"white","steps":null}]`))
	f.Add([]byte(`[{"seq":1,"at":"2026-11-30T06:11:44.000123Z","v":1,"type":"outage","from":"2026-11-30T06:11:04.000123Z","to":"2026-11-30T06:11:14.000123Z"}]`))
	f.Add([]byte(`[null]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var events []Event
		if json.Unmarshal(data, &events) != nil {
			return
		}
		var g Game
		for _, e := range events {
			if e.Body == nil {
				return // null leaves the event as it was
			}
			g = Apply(g, e)
			g.Legal()
			g.Explain()
			if g.Phase != "" {
				g.Standing()
				g.FallaOdds()
			}
		}
		ExplainEvent(events, Seq(len(events)))
		_, _ = Replay(events) // may refuse, must not panic
		for i := range events {
			events[i].Seq, events[i].At = Seq(i+1), Micros(i)
		}
		_, _ = Replay(events) // nor where numbers and times are right
		b, err := json.Marshal(events)
		if err != nil {
			t.Fatal(err)
		}
		var again []Event
		if err := json.Unmarshal(b, &again); err != nil || !reflect.DeepEqual(again, events) {
			t.Fatalf("%v: %s", err, b)
		}
	})
}
