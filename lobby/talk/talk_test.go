package talk

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fallas/engine"
)

func TestWhatIsNoLine(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty":                "",
		"spaces alone":         " \t\n ",
		"joiners alone":        "\u200d\u200c",
		"no UTF-8":             "a\xffb",
		"an override":          "abc\u202edef",
		"an isolate":           "\u2067abc",
		"a space of no width":  "a\u200bb",
		"a soft hyphen":        "a\u00adb",
		"a byte order mark":    "\ufeffabc",
		"a control character":  "a\x1bb",
		"private use":          "\ue000",
		"marks over the lines": "z" + strings.Repeat("\u0335", maxMarks+1),
		"shapes of nothing":    "\ufe0f \ufe0e",
		"a Hangul filler":      "\u3164",
		"an empty braille":     "a\u2800b",
		"a grapheme joiner":    "a\u034fb",
		"too long":             strings.Repeat("x", MaxLength+1),
	} {
		if got, err := clean(text); !errors.Is(err, ErrText) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestLinesOfAnyScript(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"  well   played\n": "well played",
		"e\u0301":           "é",
		"נעים מאוד":         "נעים מאוד",
		"می\u200cخواهم":     "می\u200cخواهم",
		"👩\u200d🎤":          "👩\u200d🎤",
		"♥\ufe0f":           "♥\ufe0f",
		"<b>&amp;</b>":      "<b>&amp;</b>",
		"ภาษาไทยที่นี่": "ภาษาไทยที่นี่",
	} {
		if got, err := clean(text); err != nil || got != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := clean(strings.Repeat("é", MaxLength)); err != nil {
		t.Errorf("the longest line: %v", err)
	}
}

// muting is a Store of nothing but whom one person has muted.
type muting struct {
	Store
	muted []engine.PlayerID
}

func (m *muting) Muted(context.Context, engine.PlayerID) ([]engine.PlayerID, error) {
	return m.muted, nil
}

func (m *muting) Mute(_ context.Context, _, whom engine.PlayerID, muted bool) error {
	m.muted = slices.DeleteFunc(m.muted, func(p engine.PlayerID) bool { return p == whom })
	if muted {
		m.muted = append(m.muted, whom)
	}
	return nil
}

func TestNobodyMutesTooMany(t *testing.T) {
	t.Parallel()
	talks := New(&muting{}, nil, nil, nil)
	person := func(n int) engine.PlayerID { return engine.PlayerID(strconv.Itoa(n)) }
	for n := range MaxMuted {
		if err := talks.Mute(t.Context(), "me", person(n), true); err != nil {
			t.Fatal(n, err)
		}
	}
	if err := talks.Mute(t.Context(), "me", person(MaxMuted), true); !errors.Is(err, ErrManyMuted) {
		t.Errorf("one too many: %v", err)
	}
	for _, step := range []struct {
		whom  int
		muted bool
	}{{1, true}, {1, false}, {MaxMuted, true}} { // once more; not any more, which leaves room for another
		if err := talks.Mute(t.Context(), "me", person(step.whom), step.muted); err != nil {
			t.Errorf("%+v: %v", step, err)
		}
	}
}

// counting is a Store that counts as a database does.
type counting struct{ Store }

func (counting) Talk(_ context.Context, _ engine.GameID, _ Circle, after uint32) (Talk, error) {
	if after > math.MaxInt32 {
		return Talk{}, errors.New("there is no such number")
	}
	return Talk{Change: 3}, nil
}

func TestNothingHasChangedAfterTheLastNumberOfAll(t *testing.T) {
	t.Parallel()
	talks := New(counting{}, nil, nil, nil)
	if talk, err := talks.ReadCircle(t.Context(), "a game", Players, math.MaxUint32); err != nil || talk.Change != 3 {
		t.Errorf("%+v, %v", talk, err)
	}
}
