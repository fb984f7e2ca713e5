package engine

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMatOfAResignedGame(t *testing.T) {
	t.Parallel()
	tb := scripted(t, rulesetNamed(t, "backgammon"), "1-6 5-5 3-3 2-1", "13/7 8/7", "13/8(2) 8/3(2)")
	tb.must(Resign{Seat: Black, Worth: 2})
	got, err := Mat(tb.log, Names{White: "Ana: la 1a", Black: ""})
	if err != nil {
		t.Fatal(err)
	}
	want := `; [Match ID "g"]
; [Player 1 "Ana la 1a"]
; [Player 2 "Black"]
; [EventDate "1970.01.01"]
; [EventTime "00.00"]
; [Variation "Backgammon"]
; [Jacoby "Off"]
; [CubeLimit "1"]

0 point match

 Game 1
 Ana la 1a : 0                    Black : 0
  1)                              61: 13/7 8/7
  2) 55: 13/8 13/8 8/3 8/3
      Wins 2 points
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMatOfAGameThatGoesOn(t *testing.T) {
	t.Parallel()
	tb := scripted(t, rulesetNamed(t, "backgammon"), "6-1 6-6 6-6 6-6 2-1", "13/7 8/7", "13/7(2) 8/2(2)")
	got, err := Mat(tb.log, Names{White: "Ana", Black: "Bernat"})
	if err != nil {
		t.Fatal(err)
	}
	want := ` Ana : 0                          Bernat : 0
  1) 61: 13/7 8/7                 66: 13/7 13/7 8/2 8/2
`
	if _, moves, _ := strings.Cut(got, " Game 1\n"); moves != want {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, moves))
	}
}

func TestMatHoldsBackgammonAlone(t *testing.T) {
	t.Parallel()
	for _, r := range Rulesets() {
		if r.standard() {
			continue
		}
		tb := newTable(t, r, 1)
		tb.seatBoth(r)
		text, err := Mat(tb.log, Names{})
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Code != RefusedInvalid || !strings.Contains(refusal.Detail, r.Name) || text != "" {
			t.Errorf("%s: %q, %v", r.ID, text, err)
		}
	}
	if text, err := Mat(nil, Names{}); err == nil {
		t.Errorf("a game without events: %q", text)
	}
}

func TestNamesInMat(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ana":                      "Ana",
		"":                         "White",
		" : , ":                    "White",
		"a:b, 1800":                "a b 1800",
		"a\n 1) 61:\tb":            "a 1) 61 b",
		`q"\uote`:                  "q'/uote",
		strings.Repeat("ab", 20):   strings.Repeat("ab", 15) + "a",
		strings.Repeat("é", 20):    strings.Repeat("é", 15),
		strings.Repeat("a ", 20):   strings.Repeat("a ", 15) + "a",
		"bad \xff bytes":           "bad \ufffd bytes",
		"\u0085next\u2029line\x7f": "next line",
	} {
		if got := (Names{White: name}).inMat(White); got != want {
			t.Errorf("%q is written %q, want %q", name, got, want)
		}
	}
}
