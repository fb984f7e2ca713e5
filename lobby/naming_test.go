package lobby

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

func TestNamesThatArePeoples(t *testing.T) {
	t.Parallel()
	for given, shown := range map[string]string{
		"Alfonso":                  "Alfonso",
		"  Ana   María ":           "Ana María",
		"Ann-Marie O’Neill":        "Ann-Marie O’Neill",
		"R2D2":                     "R2D2",
		"Jose\u0301":               "José",
		"Ｆｕｌｌｗｉｄｔｈ":                "Fullwidth",
		"ﬁve":                      "five",
		"Nguyễn Văn Ước":           "Nguyễn Văn Ước",
		"Łukasz":                   "Łukasz",
		"Paral·lel":                "Paral·lel",
		"Σοφία":                    "Σοφία",
		"Юлія Їжак":                "Юлія Їжак",
		"נעמי":                     "נעמי",
		"محمد علي":                 "محمد علي",
		"李清照":                      "李清照",
		"さくらタロー":                   "さくらタロー",
		"山田 太郎":                    "山田 太郎",
		"김철수":                      "김철수",
		"नरेन्द्र":                 "नरेन्द्र",
		"สมชาย":                    "สมชาย",
		"அருண்":                    "அருண்",
		"ქეთევან":                  "ქეთევან",
		"Արամ":                     "Արամ",
		"Guesthouse":               "Guesthouse",
		"Blackbird":                "Blackbird",
		"abcdefghijklmnopqrstuvwx": "abcdefghijklmnopqrstuvwx",
	} {
		name, err := ParseName(given)
		if err != nil || name.Shown != shown {
			t.Errorf("%q: %+v, %v; want %q", given, name, err, shown)
		}
	}
}

func TestNamesThatDeceive(t *testing.T) {
	t.Parallel()
	for what, names := range map[string][]string{
		"2 to 24 characters": {"", " ", "A", "abcdefghijklmnopqrstuvwxy", strings.Repeat("x", 100_000), "Ann\xff", "\xc3"},
		"letters and digits": {
			"\u202Eenna", "Ann\u200B", "A\u200Dnn", "Ann\u2066", "Ann\u00AD", "An\u034Fn", "Ann\u2060", "Ann\uFEFF",
			"Ann\u3164", "\u115F\u1160Ann", "Ann\uFFA0", "Ann\uFE0F", "Ann\U000E0041", "Ann\x00", "Ann\n", "A\tB",
			"<b>Ann</b>", "Ann;", "Ann♛", "🎲🎲", "Ann!", "Ann@home", "Ann/Ben", "Ann  -Ben", "-Ann", "Ann-", "Ann'-Ben", "A\u20ddnn", // enclosing circle
			"ᴀɴɴ", "Ann\u01c3", "ɑnn", "Ꭺnn", "Ⲁnn", "Ann\u02bc", "ー山田", "Ann\u0660", "Ann\u0489",
		},
		"at least one letter": {"1234", "10-20"},
		"marks":               {"A\u0301\u0301\u0301nn", "Z\u0351\u0357nn", "Ann\u0337", "1\u0301a", "नि\u093f\u093f\u093f"},
		"one script": {
			"Аnn", "Annа", "Αnn", "Anи", "Ann李", "김さくら", "Annנ", "Տom",
		},
		"server's own": {
			"Guest 4821", "guest", "GUEST1", "Guest_7", "Guést 12", "Guest99 x", "gues\u0074 5", "Admin", "ADM1N", "Ad-min", "admin Ann", "Admin.Ann",
			"Server", "server 2", "Deleted Player", "deleted-player", "DeletedPlayer", "Deleted user", "System", "White", "B1ack", "Fa11as", "Moderator", "rnoderator",
		},
	} {
		for _, given := range names {
			name, err := ParseName(given)
			var bad *BadName
			if !errors.As(err, &bad) || !strings.Contains(bad.Detail, what) {
				t.Errorf("%q: %+v, %v; want a word of %q", given, name, err, what)
			}
		}
	}
}

func TestNamesThatAreReadAlikeAreOne(t *testing.T) {
	t.Parallel()
	for _, alike := range [][]string{
		{"Ann Marie", "ann-marie", "ANNMARIE", "Ánn Márie", "Ann_Marie", "ann.marie", "annmar1e"},
		{"Bill", "BiII", "Bi11", "B1ll", "biLL"},
		{"Otto", "0tto", "OTT0", "Ötto"},
		{"Amold", "Arnold"},
		{"Vivian", "VIVIAN"},
		{"cocoa", "сосоа", "COCOA"},
		{"Peak", "Реак"},
		{"Strasse", "Straße"},
		{"Maria", "María"},
		{"Юлия", "юлия"},
		{"Σοφίας", "ΣΟΦΊΑΣ", "σοφιασ"},
		{"ヘヘ", "へへ"},
		{"علی", "علي"},
		{"Lukasz", "Łukasz"},
	} {
		first, err := ParseName(alike[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range alike[1:] {
			if name, err := ParseName(other); err != nil || name.Folded != first.Folded {
				t.Errorf("%q and %q: %q, %q, %v", alike[0], other, first.Folded, name.Folded, err)
			}
		}
	}
	for _, apart := range [][2]string{{"Ann", "Anne"}, {"Ben", "Ken"}, {"李清照", "李清昭"}, {"Юлия", "Илья"}, {"Ann 2", "Ann 3"}} {
		a, err1 := ParseName(apart[0])
		b, err2 := ParseName(apart[1])
		if err1 != nil || err2 != nil || a.Folded == b.Folded {
			t.Errorf("%q and %q: %+v, %+v, %v, %v", apart[0], apart[1], a, b, err1, err2)
		}
	}
}

// Whatever is let through stands in one form, is seen for what it is, and is let through again.
func FuzzParseName(f *testing.F) {
	for _, seed := range []string{"Ann", "Ana María", "сосоа", "李清照", "A\u0301nn", "\u202Eenna", "Guest 1", "नरेन्द्र", "ﬁ ﬁ", "ß", "İstanbul", "ŉa"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, err := ParseName(text)
		if err != nil {
			if !errors.As(err, new(*BadName)) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if name.Folded == "" || !norm.NFC.IsNormalString(name.Shown) {
			t.Errorf("%q: %+q", text, name)
		}
		for _, r := range name.Shown {
			if !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) && r != ' ' {
				t.Errorf("%q shows %+q", text, name.Shown)
			}
		}
		again, err := ParseName(name.Shown)
		if err != nil || again != name {
			t.Errorf("%q: %+q, then %+q, %v", text, name, again, err)
		}
	})
}
