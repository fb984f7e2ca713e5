package engine

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// playedOut is the log of a whole game at random.
func playedOut(t testing.TB, r *Ruleset, seed uint64) []Event {
	t.Helper()
	src := rand.New(rand.NewPCG(seed, 1))
	tb := newTable(t, r, seed)
	tb.seatBoth(r)
	for tb.game.Phase == Playing {
		tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, src.IntN)})
	}
	return tb.log
}

// At every moment of whole games the standing is that of the board then, and the odds of a turn are those of
// its board, before and after its roll is thrown, which is among the failing ones exactly if the game ends by it.
func TestStandingAtEveryMoment(t *testing.T) {
	t.Parallel()
	for _, r := range Rulesets() {
		for seed := range uint64(4) {
			log := playedOut(t, r, seed)
			var then Game
			var before *FallaChance
			for i, e := range log {
				then = Apply(then, e)
				at, ok := GameAfter(log, e.Seq)
				if !ok || at != then {
					t.Fatalf("%s, event %d: %+v, want %+v", r.ID, e.Seq, at, then)
				}
				s, odds := at.Standing(), at.FallaOdds()
				if p, err := ParsePositionID(s.PositionID, max(s.Seat, White)); err != nil || p != s.Position || p != then.Position {
					t.Fatalf("%s, event %d: position id %s, %v", r.ID, e.Seq, s.PositionID, err)
				}
				if s.Pips.White != then.Position.White.Pips() || s.Pips.Black != then.Position.Black.Pips() || s.Seq != e.Seq {
					t.Fatalf("%s, event %d: %+v", r.ID, e.Seq, s)
				}
				if (odds != nil) != (s.Seat != NoSeat && r != backgammon) {
					t.Fatalf("%s, event %d: odds %+v for seat %q", r.ID, e.Seq, odds, s.Seat)
				}
				if odds != nil && odds.Ways > 0 && !s.FallaPossible {
					t.Fatalf("%s, event %d: %d ways to what is not possible", r.ID, e.Seq, odds.Ways)
				}
				switch b := e.Body.(type) {
				case Rolled:
					if s.Seat != b.Seat || before != nil && !reflect.DeepEqual(odds, before) {
						t.Fatalf("%s, event %d: %+v after the roll, %+v before", r.ID, e.Seq, odds, before)
					}
					end, over := log[i+1].Body.(Ended)
					fails := odds != nil && slices.ContainsFunc(odds.Failing, func(f FailingRoll) bool { return sorted(f.Dice) == sorted(b.Dice) })
					if fails != (over && end.Reason == Falla) {
						t.Fatalf("%s, event %d: %v fails %t, then %+v", r.ID, e.Seq, b.Dice, fails, log[i+1].Body)
					}
				case Ended, Revealed:
					if s.Seat != NoSeat || s.FallaPossible {
						t.Fatalf("%s, event %d: %+v after the end", r.ID, e.Seq, s)
					}
				}
				before = odds
			}
			for _, seq := range []Seq{0, Seq(len(log)) + 1} {
				if _, ok := GameAfter(log, seq); ok {
					t.Fatalf("there is an event %d", seq)
				}
			}
		}
	}
}

func sorted(r Roll) [3]uint8 {
	slices.Sort(r.faces[:r.n])
	return r.faces
}

// Each roll that could not be played is explained by its own event and by what followed from it, and each play that
// left dice over by its own (R11, R14); nothing else is.
func TestExplainEvent(t *testing.T) {
	t.Parallel()
	explained := map[string]int{}
	for _, r := range Rulesets() {
		for seed := range uint64(20) {
			log := playedOut(t, r, seed)
			whole, _ := GameAfter(log, Seq(len(log)))
			for i, e := range log {
				got := ExplainEvent(log, e.Seq)
				want := false
				switch b := e.Body.(type) {
				case Rolled:
					switch next := log[i+1].Body.(type) {
					case Passed:
						want = true
					case Ended:
						want = next.Reason == Falla
					}
				case Passed:
					want = true
				case Played:
					before, _ := GameAfter(log, e.Seq-1)
					after, _ := GameAfter(log, e.Seq)
					dice := r.played(before.Roll)
					over := dice.all.count() - len(b.Steps)
					want = over > 0 && after.Position.Of(b.Seat).Off < Checkers
					if want && got != nil {
						wantLeftOver(t, got, b, &after.Position, over)
					}
				case Ended:
					want = b.Reason == Falla
					if !reflect.DeepEqual(got, whole.Explain()) {
						t.Fatalf("%s: the end is explained as %+v, not as %+v", r.ID, got, whole.Explain())
					}
				}
				if (got != nil) != want {
					t.Fatalf("%s, event %d, %s: %+v", r.ID, e.Seq, e.Type(), got)
				}
				if got != nil {
					explained[e.Type()]++
				}
			}
			if ExplainEvent(log, 0) != nil || ExplainEvent(log, Seq(len(log))+1) != nil {
				t.Fatal("an event that is none is explained")
			}
		}
	}
	if explained["passed"] == 0 || explained["ended"] == 0 || explained["played"] == 0 || explained["rolled"] != explained["passed"]+explained["ended"] {
		t.Errorf("explained: %v", explained)
	}
}

// wantLeftOver holds an explanation to the play that left so many dice over, and to where it led: no checker there
// can take one of them.
func wantLeftOver(t *testing.T, got *Explanation, b Played, after *Position, over int) {
	t.Helper()
	if !reflect.DeepEqual(got.Partial, b.Steps) || got.Position != *after {
		t.Fatalf("%s is explained as %s to %+v", b.Steps, got.Partial, got.Position)
	}
	for _, die := range got.Left {
		over -= die.Count
		stands := 0
		mover := NewBoard(after, b.Seat).mover
		for spot := uint8(1); spot <= BarPoint; spot++ {
			if mover.count(spot) > 0 {
				stands++
			}
		}
		if len(die.Checkers) != stands {
			t.Fatalf("after %s on %d of %d points something stops the %d", b.Steps, len(die.Checkers), stands, die.Die)
		}
	}
	if over != 0 {
		t.Fatalf("after %s %d dice are not explained", b.Steps, over)
	}
}
