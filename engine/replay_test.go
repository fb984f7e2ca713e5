package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestReplayRefusesWhatDoesNotFollow puts every kind of event into every place of a whole game, numbered and
// timed as it should be: Replay refuses it there, unless it is the very event that belongs there or one that
// a command could have asked for.
func TestReplayRefusesWhatDoesNotFollow(t *testing.T) {
	t.Parallel()
	for _, r := range rulesets {
		tb := newTable(t, r, 11)
		tb.seatBoth(r)
		src := rand.New(rand.NewPCG(1, 1))
		for range 6 {
			if tb.game.toPlay() {
				tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, src.IntN)})
			}
		}
		if tb.game.Phase == Playing {
			tb.must(Resign{Seat: White, Worth: 1})
		}
		for at := range tb.log {
			before, err := Replay(tb.log[:at])
			if err != nil {
				t.Fatal(err)
			}
			for _, other := range tb.log {
				asked := slices.Contains([]string{"seated", "ended", "played"}, other.Type()) && before.due() == nothingDue
				e := Event{Seq: before.Head + 1, At: max(before.LastAt, tb.log[at].At), Body: other.Body}
				_, err := Replay(append(slices.Clone(tb.log[:at]), e))
				if other.Seq == tb.log[at].Seq && err != nil {
					t.Fatalf("%s: event %d is refused in its place: %v", r.ID, at+1, err)
				}
				if other.Type() != tb.log[at].Type() && !asked && err == nil {
					t.Errorf("%s: %s is taken where %s belongs", r.ID, other.Type(), tb.log[at].Type())
				}
			}
		}
		if _, err := Replay(tb.log); err != nil || tb.game.Phase != Over {
			t.Errorf("%s: %v, %s", r.ID, err, tb.game.Phase)
		}
	}
}
