package talk

import (
	"errors"
	"strings"
	"testing"
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
