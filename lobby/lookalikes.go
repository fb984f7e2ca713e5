package lobby

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// This file says which names are the same to a reader. It knows the common ways to pass for somebody
// else: other case, accents left out or added, letters of another script with the same shape, digits for
// letters, separators moved. It is no whole list of what can look alike, which depends on the
// fonts besides.

// lookalikes maps a letter, in lower case and without marks, to the one it passes for. Whole names in
// one script are meant: several scripts in one name are refused anyway.
var lookalikes = func() map[rune]string {
	shapes := map[rune]string{}
	for _, line := range []struct{ like, passesFor string }{
		// Digits, and i with the l that its capital looks like.
		{"0 1 i ı", "o l l l"},
		// Latin letters that have no decomposition.
		{"æ œ ø đ ð ł ħ ŧ ŋ ə þ", "ae oe o d d l h t n e p"},
		// Cyrillic: by the lower case or by the capital, whichever is closer.
		{"а в г е є з һ н к м о п р с т у ү ұ х ѕ і ј ӏ ь ԁ ԛ ԝ ғ қ ң ҳ", "a b r e e 3 h h k m o n p c t y y y x s l j l b d q w r k h x"},
		// Greek, by the capital; ν and υ in lower case pass for others, but one of the two has to do.
		{"α β ε ζ η ι κ μ ν ο ρ τ υ χ ω", "a b e z h l k m n o p t y x w"},
		// Armenian.
		{"օ ո ս հ ց զ յ լ", "o n u h g q j l"},
		// Arabic letters that Persian and Urdu write with other code points.
		{"ی ى ک ہ ە", "ي ي ك ه ه"},
		// Japanese: syllables that look like each other or like a character.
		{"ヘ リ カ ロ ニ ハ タ ト エ チ ー ノ ミ ム", "へ り 力 口 二 八 夕 卜 工 千 一 丿 三 厶"},
	} {
		passesFor := strings.Fields(line.passesFor)
		for i, like := range strings.Fields(line.like) {
			shapes[[]rune(like)[0]] = passesFor[i]
		}
	}
	return shapes
}()

// pairs are two letters that look like one.
var pairs = strings.NewReplacer("rn", "m", "vv", "w")

// foldName makes what is unique of a name that ParseName lets through.
func foldName(shown string) string {
	var b strings.Builder
	letter := ' '
	for _, r := range norm.NFKD.String(cases.Fold().String(norm.NFKD.String(shown))) {
		switch {
		case strings.ContainsRune(separators, r):
		case unicode.Is(unicode.Mn, r) && unicode.In(letter, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew):
		default:
			letter = r
			if shape, ok := lookalikes[r]; ok {
				b.WriteString(shape)
			} else {
				b.WriteRune(r)
			}
		}
	}
	return norm.NFC.String(pairs.Replace(b.String()))
}
