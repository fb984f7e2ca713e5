package engine

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The second player's column of the .mat form, and how many bytes of a name its readers keep.
const (
	matColumn = 34
	matName   = 31
)

// Mat writes a game of standard backgammon, or the beginning of one, in the .mat form of Jellyfish, which
// GNU Backgammon and others import: one game for money without a cube, white the first player. A win of
// several points counts as such, but a reader that follows the Jacoby rule counts it once. A game that was
// given up ends with the winner's line alone, which readers take for a resignation; the roll that was not
// played is left out, for they would play it where there is but one way. For other rulesets, which the
// form cannot hold, the answer is a *Refusal (RefusedInvalid). Events are trusted as in Transcript.
func Mat(events []Event, names Names) (string, error) {
	var g Game
	var m mat
	for _, e := range events {
		after, fits := g.apply(e)
		if !fits {
			continue
		}
		switch b := e.Body.(type) {
		case Played:
			m.turn(&g, stepByStep(b.Steps))
		case Passed:
			m.turn(&g, "Cannot Move")
		}
		g = after
	}
	if g.Ruleset == nil || !g.Ruleset.standard() {
		name := "that has not been made"
		if g.Ruleset != nil {
			name = "of " + g.Ruleset.Name
		}
		return "", refuse(RefusedInvalid, "", fmt.Sprintf("the .mat form holds games of backgammon, not one %s", name))
	}
	return m.head(&g, names) + m.body.String() + m.end(&g), nil
}

// standard says whether the rules are those of backgammon, whatever their name.
func (r *Ruleset) standard() bool {
	same := *backgammon
	same.ID, same.Name, same.Source = r.ID, r.Name, r.Source
	return same == *r
}

// mat writes the turns, two to a line; width is how much of the open line is written.
type mat struct {
	body  strings.Builder
	lines int
	width int
}

func (m *mat) head(g *Game, names Names) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	white, black := names.inMat(White), names.inMat(Black)
	line("; [Match ID %q]", string(g.ID))
	line("; [Player 1 %q]", white)
	line("; [Player 2 %q]", black)
	if at, err := g.CreatedAt.MarshalText(); err == nil {
		line("; [EventDate %q]", strings.ReplaceAll(string(at[:10]), "-", "."))
		line("; [EventTime %q]", strings.ReplaceAll(string(at[11:16]), ":", "."))
	}
	line(`; [Variation "Backgammon"]`)
	line(`; [Jacoby "Off"]`)
	line(`; [CubeLimit "1"]`)
	line("")
	line("0 point match")
	line("")
	line(" Game 1")
	score := white + " : 0"
	line(" %s%s%s : 0", score, strings.Repeat(" ", max(2, matColumn-1-len([]rune(score)))), black)
	return b.String()
}

// turn adds a turn to the open line if it is black's, or begins a line.
func (m *mat) turn(g *Game, text string) {
	if g.Turn == White || m.width == 0 {
		m.lines++
		m.width, _ = fmt.Fprintf(&m.body, "%3d) ", m.lines)
	}
	if g.Turn == Black {
		m.body.WriteString(strings.Repeat(" ", max(1, matColumn-m.width)))
	}
	n, _ := fmt.Fprintf(&m.body, "%d%d: %s", g.Roll.Face(0), g.Roll.Face(1), text)
	m.width += n
	if g.Turn == Black {
		m.closeLine()
	}
}

func (m *mat) closeLine() {
	if m.width > 0 {
		m.body.WriteByte('\n')
		m.width = 0
	}
}

// end writes who has won, in the winner's column.
func (m *mat) end(g *Game) string {
	end := ""
	if m.width > 0 {
		end = "\n"
	}
	switch g.Result.Winner {
	case White:
		end += "      "
	case Black:
		end += strings.Repeat(" ", matColumn)
	default:
		return end
	}
	return end + "Wins " + points(g.Result.Worth) + "\n"
}

// stepByStep writes a play without counting, as old readers want it.
func stepByStep(p Play) string {
	steps := make([]string, len(p))
	for i, s := range p {
		steps[i] = s.String()
	}
	return strings.Join(steps, " ")
}

// inMat is a name that readers of the form take for one: they end it at a colon, take a number behind a
// comma for a rating, and keep matName bytes.
func (n Names) inMat(s Seat) string {
	name := strings.NewReplacer(":", " ", ",", " ", `"`, "'", `\`, "/").Replace(n.of(s))
	name = strings.Join(strings.Fields(name), " ")
	if len(name) > matName {
		cut := matName
		for !utf8.RuneStart(name[cut]) {
			cut--
		}
		name = strings.TrimSpace(name[:cut])
	}
	if name == "" {
		return seatNames[s]
	}
	return name
}
