package engine

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The texts are the browser's as well: web/test/game-notation.test.js reads the same file.
func TestNotationOfPlays(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/notation.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		var of struct {
			Text  string
			Steps [][4]uint8
		}
		if err := json.Unmarshal([]byte(line), &of); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		var written, read Play // what is read has no dice
		for _, s := range of.Steps {
			written = append(written, Step{From: s[0], To: s[1], Die: s[2], Hit: s[3] == 1})
			read = append(read, Step{From: s[0], To: s[1], Hit: s[3] == 1})
		}
		if got := written.String(); got != of.Text {
			t.Errorf("%v.String() = %q, want %q", of.Steps, got, of.Text)
		}
		got, err := ParsePlay(of.Text)
		if err != nil {
			t.Errorf("ParsePlay(%q): %v", of.Text, err)
		}
		if diff := cmp.Diff(read, got); diff != "" {
			t.Errorf("ParsePlay(%q) (-want +got):\n%s", of.Text, diff)
		}
	}
}

func TestNotationIsReadInManyForms(t *testing.T) {
	t.Parallel()
	for text, canonical := range map[string]string{
		"BAR/21 6/OFF":               "bar/21 6/off",
		"Bar/21  Bar/21\n":           "bar/21(2)",
		"24/18/13":                   "24/18 18/13",
		"24/18/13*/8 6/5":            "24/18 18/13* 13/8 6/5",
		"8/7*/6(2)":                  "8/7* 7/6 8/7 7/6",
		"\t8/4\u00a08/4(1)\u30008/4": "8/4(3)",
		"6/3(4)":                     "6/3(4)",
		"6/4*(2) 13/11 13/11":        "6/4*(2) 13/11(2)",
		"6/4* 6/4":                   "6/4*(2)",
		"6/off 6/off":                "6/off(2)",
		" ":                          "",
	} {
		play, err := ParsePlay(text)
		if err != nil {
			t.Errorf("ParsePlay(%q): %v", text, err)
		} else if got := play.String(); got != canonical {
			t.Errorf("%q is written %q, want %q", text, got, canonical)
		}
	}
}

func TestWhatIsNoNotationIsRefused(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"24":                        "from/to",
		"*":                         "from/to",
		"(2)":                       "from/to",
		"/":                         "begins on a point",
		"0/off":                     "begins on a point",
		"25/21":                     "begins on a point",
		"off/3":                     "begins on a point",
		"024/18":                    "begins on a point",
		"+9/4":                      "begins on a point",
		"24*/18":                    "begins on a point",
		"24/":                       "ends on a point",
		"24//18":                    "ends on a point",
		"24/bar":                    "ends on a point",
		"6/0":                       "ends on a point",
		"13/7**":                    "ends on a point",
		"13/7*x":                    "ends on a point",
		"13/٧":                      "ends on a point",
		"6/off*":                    "nothing to hit",
		"6/off/off":                 "off moves no more",
		"18/24":                     "higher points to lower",
		"6/6":                       "higher points to lower",
		"6/4(5)":                    "(2), (3) or (4)",
		"6/4(0)":                    "(2), (3) or (4)",
		"6/4(":                      "(2), (3) or (4)",
		"6/4(2":                     "(2), (3) or (4)",
		"6/4(22)":                   "(2), (3) or (4)",
		"6/4(2)(2)":                 "(2), (3) or (4)",
		"6/4(2)*":                   "(2), (3) or (4)",
		"6/4(4) 6/5":                "at most 4 steps",
		"24/23/22/21/20/19":         "at most 4 steps",
		"24/23/22(3)":               "at most 4 steps",
		strings.Repeat("1/", 1<<16): "too long",
		"6/4 \x00":                  "from/to",
		"6/4\xff":                   "ends on a point",
	} {
		play, err := ParsePlay(text)
		var refusal *Refusal
		if !errors.As(err, &refusal) {
			t.Errorf("ParsePlay(%.40q) = %v, %v, want a refusal", text, play, err)
			continue
		}
		if refusal.Code != RefusedInvalid || !strings.Contains(refusal.Detail, says) || len(refusal.Detail) > 250 {
			t.Errorf("ParsePlay(%.40q): %s %.300q, want invalid, saying %q", text, refusal.Code, refusal.Detail, says)
		}
	}
}

// drawPlay draws steps that notation can say, legal or not, with the same steps again and again.
func drawPlay(t *rapid.T) Play {
	var p Play
	for range rapid.IntRange(0, MostSteps).Draw(t, "steps") {
		if n := len(p); n > 0 && rapid.Bool().Draw(t, "again") {
			p = append(p, p[rapid.IntRange(0, n-1).Draw(t, "which")])
			continue
		}
		from := uint8(rapid.IntRange(1, int(BarPoint)).Draw(t, "from"))
		if n := len(p); n > 0 && p[n-1].To != OffPoint && rapid.Bool().Draw(t, "goes on") {
			from = p[n-1].To
		}
		die := uint8(rapid.IntRange(1, 6).Draw(t, "die"))
		s := Step{From: from, To: from - min(die, from)}
		s.Hit = s.To != OffPoint && rapid.Bool().Draw(t, "hit")
		p = append(p, s)
	}
	return p
}

func TestNotationRoundTripIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		play := drawPlay(t)
		text := play.String()
		back, err := ParsePlay(text)
		if err != nil {
			t.Fatalf("ParsePlay(%q): %v", text, err)
		}
		if diff := cmp.Diff(play, back); diff != "" {
			t.Fatalf("%q (-written +read):\n%s", text, diff)
		}
		upper, err := ParsePlay(" " + strings.ToUpper(strings.ReplaceAll(text, " ", "\n ")))
		if err != nil || !cmp.Equal(upper, play) {
			t.Fatalf("%q in capitals is read as %v, %v", text, upper, err)
		}
	})
}

func FuzzParsePlay(f *testing.F) {
	for _, seed := range []string{
		"", "24/18 13/7*", "bar/21", "6/off(2)", "24/18/13*/8", "BAR/24*/18*/12*/6*", "6/4*(2) 8/4(2)", "8/7*/6(2)",
		"6/4(", "/", "24/13", "off/bar", "6/4(2)(2)", "1/off*", "13/7**", "\u00a06/4\u2003", "025/21", "6/4(９)",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		play, err := ParsePlay(text)
		if err != nil {
			var refusal *Refusal
			if !errors.As(err, &refusal) || refusal.Detail == "" {
				t.Fatalf("ParsePlay(%q): %#v is no refusal with a reason", text, err)
			}
			return
		}
		written := play.String()
		back, err := ParsePlay(written)
		if err != nil || !cmp.Equal(play, back) {
			t.Fatalf("%q is %v, written %q, read back as %v, %v", text, play, written, back, err)
		}
		if again := back.String(); again != written {
			t.Fatalf("%q is written %q and then %q", text, written, again)
		}
	})
}
