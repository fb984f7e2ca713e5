package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
)

// marshalled is an event as encoding/json writes its parts.
func marshalled(t *testing.T, e Event) []byte {
	t.Helper()
	head, err := json.Marshal(header{e.Seq, e.At, EventVersion, e.Type()})
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(e.Body)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Join([][]byte{head[:len(head)-1], body[1:]}, []byte(","))
}

// An event is the same bytes for ever: those that encoding/json wrote before some were written by hand.
func TestEventsAreWrittenAsEver(t *testing.T) {
	t.Parallel()
	check := func(e Event) {
		t.Helper()
		got, err := e.MarshalJSON()
		if want := marshalled(t, e); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%s, want %s; %v", got, want, err)
		}
	}
	check(Event{1, 0, Played{White, nil}})
	check(Event{1, -1, Played{NoSeat, Play{}}})
	check(Event{4_294_967_295, 253_402_300_799_999_999, Played{Black, Play{{25, 20, 5, true}, {1, 0, 6, false}}}})
	check(Event{1, 951_782_400_000_000, Rolled{}})
	check(Event{1, 951_782_399_999_999, Rolled{4_294_967_295, White, mustRoll(t, 6, 1)}})
	src := rand.New(rand.NewPCG(4, 4))
	for _, r := range rulesets {
		tb := newTable(t, r, 2)
		tb.seatBoth(r)
		for n := 0; tb.game.Phase == Playing && n < 100; n++ {
			tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, src.IntN)})
		}
		for _, e := range tb.log {
			check(e)
		}
	}
}

func TestMicrosAreWrittenDigitByDigit(t *testing.T) {
	t.Parallel()
	src := rand.New(rand.NewPCG(6, 6))
	for range 10_000 {
		m := Micros(src.Int64N(315_537_897_600_000_000) - 62_135_596_800_000_000) // the years 1 to 9999
		got, err := m.MarshalText()
		day, rest := floorDiv(int64(m), microsPerDay), int64(m)-floorDiv(int64(m), microsPerDay)*microsPerDay
		y, mo, d := civil(day)
		s := rest / 1_000_000
		want := fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", y, mo, d, s/3600, s/60%60, s%60, rest%1_000_000)
		if err != nil || string(got) != want {
			t.Fatalf("%d: %s, want %s; %v", int64(m), got, want, err)
		}
	}
}
