package lobby

import (
	"slices"
	"strings"
	"unicode"
)

// scripts are those that names are written in: the ones in everyday use by many people. The others are
// left out not for their people's sake but because their letters pass for those of the ones here.
var scripts = []string{
	"Latin", "Greek", "Cyrillic", "Armenian", "Georgian", "Hebrew", "Arabic", "Thaana",
	"Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala",
	"Thai", "Lao", "Tibetan", "Myanmar", "Khmer", "Ethiopic",
	"Han", "Hiragana", "Katakana", "Hangul", "Bopomofo",
}

// together are scripts that one writing uses side by side.
var together = [][]string{
	{"Han", "Hiragana", "Katakana"},
	{"Han", "Hangul"},
	{"Han", "Bopomofo"},
}

// latin are the letters of the languages written in Latin letters today. Unicode's Latin script also has
// phonetic letters, clicks and small capitals, which are hard to tell from these.
var latin = &unicode.RangeTable{R16: []unicode.Range16{
	{0x41, 0x5a, 1}, {0x61, 0x7a, 1}, {0xc0, 0xd6, 1}, {0xd8, 0xf6, 1}, {0xf8, 0x137, 1}, {0x139, 0x148, 1}, {0x14a, 0x17e, 1},
	{0x18f, 0x18f, 1}, {0x1a0, 0x1a1, 1}, {0x1af, 0x1b0, 1}, {0x1cd, 0x1dc, 1}, {0x1e6, 0x1e9, 1}, {0x1f8, 0x1f9, 1},
	{0x218, 0x21b, 1}, {0x22a, 0x233, 1}, {0x259, 0x259, 1}, {0x1e00, 0x1e99, 1}, {0x1e9e, 0x1eff, 1},
}}

// writing is which scripts a name uses, as far as it has been read.
type writing struct{ used []string }

func newWriting() *writing { return &writing{} }

// letter reads a letter; false if no name has it.
func (w *writing) letter(r rune) bool {
	if r == 'ー' { // lengthens a vowel in both Japanese syllabaries, and belongs to neither
		return slices.Contains(w.used, "Hiragana") || slices.Contains(w.used, "Katakana")
	}
	script := scriptOf(r)
	if script == "" || script == "Latin" && !unicode.Is(latin, r) {
		return false
	}
	if !slices.Contains(w.used, script) {
		w.used = append(w.used, script)
	}
	return true
}

// mark reads a combining mark, the nth on its letter; false if it does not belong there.
func (w *writing) mark(r rune, n int) bool {
	if len(w.used) == 0 {
		return false
	}
	script := w.used[len(w.used)-1]
	switch script {
	case "Latin", "Greek", "Cyrillic":
		// Most marks have been composed with their letter; one more is a rare language's, two are play.
		overlay := 0x334 <= r && r <= 0x338
		return n == 1 && 0x300 <= r && r <= 0x34e && !overlay
	case "Arabic":
		return n <= 2 && (0x64b <= r && r <= 0x655 || r == 0x670)
	}
	return n <= 2 && unicode.Is(unicode.Scripts[script], r)
}

// mixed names the scripts if they are not of one writing; "" if they are.
func (w *writing) mixed() string {
	one := len(w.used) <= 1 || slices.ContainsFunc(together, func(family []string) bool {
		return !slices.ContainsFunc(w.used, func(s string) bool { return !slices.Contains(family, s) })
	})
	if one {
		return ""
	}
	return strings.Join(w.used[:len(w.used)-1], ", ") + " and " + w.used[len(w.used)-1]
}

func scriptOf(r rune) string {
	for _, s := range scripts {
		if unicode.Is(unicode.Scripts[s], r) {
			return s
		}
	}
	return ""
}
