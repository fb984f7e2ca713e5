package lobby

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

// Name is a name that a person has chosen.
type Name struct {
	Shown string
	// Folded is what is unique: names that are read or look alike have the same. It is never shown.
	Folded string
}

// DeletedName is what everyone is called who has deleted themselves.
const DeletedName = "deleted player"

// How long a name is, in characters (code points).
const (
	nameMin = 2
	nameMax = 24
)

// BadName says why a text cannot be somebody's name, and what could.
type BadName struct{ Detail string }

func (e *BadName) Error() string { return "lobby: bad name: " + e.Detail }

// ErrNameTaken says that somebody has that name, or one that is read like it.
var ErrNameTaken = errors.New("lobby: the name is taken")

// ParseName judges a name. It is brought into the one form of the nickname profile of RFC 8266 (NFKC,
// single spaces, none at the ends); then it has 2 to 24 characters: letters of one script with the
// marks that go on them, and digits, with single separators between. What cannot be seen (controls,
// directions, joiners, fillers) is in no name, and the server's own words are nobody's. The error is a
// *BadName.
func ParseName(text string) (Name, error) {
	if len(text) > 8*nameMax || !utf8.ValidString(text) {
		return Name{}, bad("a name has %d to %d characters", nameMin, nameMax)
	}
	// precis has the last word on what may be in a nickname at all; what it lets through is judged below.
	shown, err := precis.Nickname.String(text)
	if err != nil && strings.TrimSpace(text) != "" {
		return Name{}, errCharacters
	}
	if n := utf8.RuneCountInString(shown); n < nameMin || n > nameMax {
		return Name{}, bad("a name has %d to %d characters", nameMin, nameMax)
	}
	if err := judgeLetters([]rune(shown)); err != nil {
		return Name{}, err
	}
	name := Name{Shown: shown, Folded: foldName(shown)}
	if reserved(name) {
		return Name{}, bad("this name would pass for the server's own words; take another")
	}
	return name, nil
}

func bad(format string, args ...any) error { return &BadName{fmt.Sprintf(format, args...)} }

var (
	errCharacters = bad("a name is made of letters and digits, with single spaces, hyphens, apostrophes, dots or underscores between them")
	errMarks      = bad("there are marks in this name that belong to none of its letters, or too many on one")
	errNoLetter   = bad("a name has at least one letter")
)

// separators stand alone, between letters or digits.
const separators = " -'’._·"

// judgeLetters judges a name character by character.
func judgeLetters(name []rune) error {
	writing := newWriting()
	letters, marks := 0, 0
	before := ' '
	for i, r := range name {
		switch {
		case strings.ContainsRune(separators, r):
			if i == 0 || i == len(name)-1 || strings.ContainsRune(separators, before) {
				return errCharacters
			}
		case '0' <= r && r <= '9':
		case unicode.IsLetter(r):
			if !writing.letter(r) {
				return errCharacters
			}
			letters++
			marks = 0
		case unicode.In(r, unicode.Mn, unicode.Mc):
			marks++
			if !unicode.IsLetter(before) && marks == 1 || !writing.mark(r, marks) {
				return errMarks
			}
		default:
			return errCharacters
		}
		before = r
	}
	if letters == 0 {
		return errNoLetter
	}
	if mixed := writing.mixed(); mixed != "" {
		return bad("all letters of a name are of one script; this one mixes %s", mixed)
	}
	return nil
}

// serverWords are what the server says of itself and of people without a name of their own.
var serverWords = []string{
	"guest", "deleted", "admin", "administrator", "moderator", "mod", "operator", "server", "system", "support", "staff",
	"fallas", "deleted player", "nobody", "anonymous", "white", "black", "you", "opponent", "spectator",
}

var foldedServerWords = func() []string {
	folded := make([]string, len(serverWords))
	for i, w := range serverWords {
		folded[i] = foldName(w)
	}
	return folded
}()

// firstWords may not begin a name either: "Guest 4821", "Admin Ann".
var firstWords = foldedServerWords[:slices.Index(serverWords, "fallas")]

// reserved says whether a name could be taken for the server speaking, digits after it or not.
func reserved(n Name) bool {
	shown := strings.TrimRight(n.Shown, "0123456789")
	if slices.Contains(foldedServerWords, n.Folded) || slices.Contains(foldedServerWords, foldName(shown)) {
		return true
	}
	first := strings.FieldsFunc(n.Shown, func(r rune) bool { return strings.ContainsRune(separators, r) })[0]
	return slices.Contains(firstWords, foldName(first)) ||
		slices.Contains(firstWords, foldName(strings.TrimRight(first, "0123456789")))
}
