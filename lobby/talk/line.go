package talk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"fallas/engine"
	"fallas/lobby/room"
)

// Circle is who talks among themselves beside a game. It travels as the word.
type Circle string

// The two circles of a game.
const (
	Players    Circle = "players"
	Spectators Circle = "spectators"
)

// Circles are both of them.
var Circles = [2]Circle{Players, Spectators}

// IndexOf is a circle's place in Circles.
func IndexOf(c Circle) int { return slices.Index(Circles[:], c) }

// Line is one thing somebody said.
type Line struct {
	N      uint32 // 1, 2, 3 … in its circle
	Change uint32 // the number of the circle's change that made it what it is
	Player engine.PlayerID
	At     engine.Micros
	Text   string // "" once Deleted
	// Deleted says that an operator took the line away.
	Deleted bool
}

// Said is a line as it is written down for the first time.
type Said struct {
	Game    engine.GameID
	Circle  Circle
	Command room.CommandID
	Digest  [32]byte // of the text
	Player  engine.PlayerID
	At      engine.Micros
	Text    string
}

// Talk is a circle as it stands: the newest of its lines that changed after a given change, in the order
// of their numbers.
type Talk struct {
	Change uint32 // of the last change; 0 if nothing was ever said
	Closed [2]bool
	Lines  []Line
}

// IsClosed says whether either seat has closed the circle.
func (t Talk) IsClosed() bool { return t.Closed[0] || t.Closed[1] }

// What is told at once at most, and how fast one person may talk, in all games together.
const (
	MaxLength = 300 // characters in a line
	PageLines = 50  // lines in a Talk

	PaceLines = 6
	Pace      = engine.Micros(10_000_000) // in this time at most PaceLines lines
)

// Errors of talking.
var (
	ErrClosed = errors.New("talk: a player has closed this talk")
	ErrPace   = errors.New("talk: more lines than anyone reads; wait a few seconds")
	ErrNoLine = errors.New("talk: there is no such line")
	// ErrText is wrapped by what says which words are no line.
	ErrText = errors.New("talk: this is no line")
)

// maxMarks is how many marks may stand on one letter: more than any script needs, fewer than cover the
// lines around.
const maxMarks = 4

// clean returns a line as it is kept: without spaces around, one space where there were several, in
// Unicode's composed form. What would be invisible, or turn the text around it, is refused.
func clean(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", fmt.Errorf("%w: it is not UTF-8", ErrText)
	}
	text = norm.NFC.String(strings.Join(strings.Fields(text), " "))
	marks := 0
	for _, r := range text {
		switch {
		case isHidden(r):
			return "", fmt.Errorf("%w: it has a character that cannot be seen (%U)", ErrText, r)
		case !unicode.Is(unicode.M, r):
			marks = 0
		default:
			if marks++; marks > maxMarks {
				return "", fmt.Errorf("%w: more than %d marks stand on one letter", ErrText, maxMarks)
			}
		}
	}
	switch n := utf8.RuneCountInString(text); {
	case strings.TrimFunc(text, func(r rune) bool { return r == ' ' || isSilent(r) }) == "":
		return "", fmt.Errorf("%w: it is empty", ErrText)
	case n > MaxLength:
		return "", fmt.Errorf("%w: it has %d characters, %d is the most", ErrText, n, MaxLength)
	}
	return text, nil
}

// isSilent says whether a character is nothing alone: a joiner between the parts of a letter or an emoji, or what
// chooses between shapes of the one before it.
func isSilent(r rune) bool {
	return r == '\u200c' || r == '\u200d' || unicode.Is(unicode.Variation_Selector, r)
}

// emptyBraille is a pattern without dots.
const emptyBraille = '\u2800'

// isHidden says whether a character shows nothing, fillers for want of a letter included, or turns the text around it.
func isHidden(r rune) bool {
	hidden := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Other_Default_Ignorable_Code_Point)
	return hidden && !isSilent(r) || r == emptyBraille
}
