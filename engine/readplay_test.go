package engine

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// TestR16_ReadPlayTakesAnyOrder writes legal plays, shuffles their moves, and reads the same play back.
func TestR16_ReadPlayTakesAnyOrder(t *testing.T) {
	t.Parallel()
	src := rand.New(rand.NewPCG(5, 5))
	for seed := range uint64(60) {
		tb := newTable(t, fallas, seed)
		tb.seatBoth(fallas)
		for tb.game.Phase == Playing {
			play := randomPlay(&tb.game, src.IntN)
			want, ok := tb.game.Position.make(fallas, tb.game.Turn, play)
			if !ok {
				t.Fatalf("seed %d: %s cannot be made", seed, play)
			}
			shuffled := append(Play{}, play...)
			src.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			read, err := tb.game.ReadPlay(shuffled.String())
			if err != nil {
				t.Fatalf("seed %d: %s written as %s: %v", seed, play, shuffled, err)
			}
			if got, ok := tb.game.Position.make(fallas, tb.game.Turn, read); !ok || got != want {
				t.Fatalf("seed %d: %s written as %s is read as %s", seed, play, shuffled, read)
			}
			tb.must(MakePlay{Seat: tb.game.Turn, Steps: read})
		}
	}
}

func TestReadPlay(t *testing.T) {
	t.Parallel()
	tb := tableAt(t, fallas, "24:2 13:3", "7:1 6:4 2:2", 6, 5, 1)
	for text, want := range map[string]string{
		"24/18* 18/13 13/12": "24/18* 18/13 13/12",
		"13/12 24/18*/13":    "24/18* 18/13 13/12",
		"24/18*/13/12":       "24/18* 18/13 13/12",
		"13/1":               "13/7 7/2 2/1",
	} {
		play, err := tb.game.ReadPlay(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		read, _ := tb.game.Position.make(fallas, White, play)
		meant, _ := tb.game.Position.make(fallas, White, parsed(t, want))
		if read != meant {
			t.Errorf("%q is read as %s, want %s", text, play, want)
		}
	}
	for text, code := range map[string]RefusalCode{
		"24/12":          RefusedStep, // 24/18 would hit, 24/19 and 24/23 are held
		"13/7":           RefusedIncomplete,
		"13/7 13/8 13/9": RefusedStep,
		"13/7 13/8 13*":  RefusedInvalid,
		"":               RefusedIncomplete,
	} {
		_, err := tb.game.ReadPlay(text)
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("%q: %v, want %s", text, err, code)
		}
	}
}

// tableAt is a running game set to a position with white to play a roll.
func tableAt(t testing.TB, r *Ruleset, white, black string, roll ...uint8) *table {
	t.Helper()
	tb := newTable(t, r, 1)
	tb.seatBoth(r)
	tb.game.Position = Position{White: side(t, white), Black: side(t, black)}
	tb.game.Turn, tb.game.Roll = White, mustRoll(t, roll...)
	return tb
}

// TestR16_PlaysAreTakenInNotation plays games by commands that hold the play as text, its moves shuffled.
func TestR16_PlaysAreTakenInNotation(t *testing.T) {
	t.Parallel()
	for _, r := range Rulesets() {
		src := rand.New(rand.NewPCG(16, 16))
		tb := newTable(t, r, 16)
		tb.seatBoth(r)
		for tb.game.Phase == Playing {
			before := tb.game
			for text, code := range map[string]RefusalCode{"24-18": RefusedInvalid, "2/1 2/1 2/1 2/1 2/1": RefusedInvalid} {
				var refusal *Refusal
				err := tb.do(MakePlay{Seat: tb.game.Turn, Text: text})
				if !errors.As(err, &refusal) || refusal.Code != code || tb.game != before {
					t.Fatalf("%s: %q: %v", r.ID, text, err)
				}
			}
			play := randomPlay(&tb.game, src.IntN)
			want, _ := tb.game.Position.make(r, tb.game.Turn, play)
			src.Shuffle(len(play), func(i, j int) { play[i], play[j] = play[j], play[i] })
			tb.must(MakePlay{Seat: tb.game.Turn, Text: play.String()})
			if tb.game.Position != want {
				t.Fatalf("%s: %s led to %s", r.ID, play, describe(tb.game.Position))
			}
		}
		if again, err := Replay(tb.log); err != nil || again != tb.game {
			t.Fatalf("%s: replay: %v", r.ID, err)
		}
	}
}
