package engine

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
)

// testCase is a line of the .jsonl files in testdata.
type testCase struct {
	ID       string    `json:"id"`
	Shows    string    `json:"shows"`
	Ruleset  RulesetID `json:"ruleset"`
	Position seenBy    `json:"position"`
	Dice     []uint8   `json:"dice"`
	Outcome  string    `json:"outcome"`
	Plays    *int      `json:"plays"`
	Finals   []seenBy  `json:"finals"`
	CanWin   *bool     `json:"can_win"`
	Enters   int       `json:"enters"`
}

// seenBy is a position from the side of the mover.
type seenBy struct {
	Mover    Side `json:"mover"`
	Opponent Side `json:"opponent"`
}

func (s seenBy) position(mover Seat) Position {
	var p Position
	*p.Of(mover), *p.Of(mover.Opponent()) = s.Mover, s.Opponent
	return p
}

func readCases(t *testing.T, name string) []testCase {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []testCase
	for in := json.NewDecoder(bufio.NewReader(f)); in.More(); {
		var c testCase
		if err := in.Decode(&c); err != nil {
			t.Fatalf("%s, case %d: %v", name, len(cases)+1, err)
		}
		cases = append(cases, c)
	}
	return cases
}

func rulesetNamed(t testing.TB, id RulesetID) *Ruleset {
	t.Helper()
	r, ok := LookUp(id)
	if !ok {
		t.Fatalf("no ruleset %q", id)
	}
	return r
}

// orders are all orders of some dice.
func orders(dice []uint8) [][]uint8 {
	if len(dice) < 2 {
		return [][]uint8{dice}
	}
	var all [][]uint8
	for i := range dice {
		rest := slices.Delete(slices.Clone(dice), i, i+1)
		for _, o := range orders(rest) {
			all = append(all, append([]uint8{dice[i]}, o...))
		}
	}
	return all
}

func mustRoll(t testing.TB, faces ...uint8) Roll {
	t.Helper()
	r, err := NewRoll(faces...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var outcomeWords = map[string]Outcome{"play": MustPlayRoll, "falla": RollIsFalla, "pass": RollPasses}

// TestPositionsOfTestdata runs every case for both colours and all orders of its dice.
func TestPositionsOfTestdata(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"examples.jsonl", "corners.jsonl", "plays.jsonl"} {
		for i, c := range readCases(t, name) {
			for _, mover := range Seats {
				for _, dice := range orders(c.Dice) {
					if msg := c.check(t, mover, dice); msg != "" {
						t.Errorf("%s case %d (%s %s, %s) %v as %s: %s", name, i+1, c.ID, c.Ruleset, c.Shows, dice, mover, msg)
					}
				}
			}
		}
	}
}

// plays is the number of plays the case states; a roll that only enters part of the bar has one (R11).
func (c testCase) plays() int {
	switch {
	case c.Plays != nil:
		return *c.Plays
	case c.Enters > 0:
		return 1
	}
	return 0
}

func (c testCase) check(t *testing.T, mover Seat, dice []uint8) string {
	r, p := rulesetNamed(t, c.Ruleset), c.Position.position(mover)
	turn := newTurn(r, &p, mover, mustRoll(t, dice...))
	if turn.outcome != outcomeWords[c.Outcome] {
		return fmt.Sprintf("outcome %d, want %s", turn.outcome, c.Outcome)
	}
	finals := finalPositions(&turn, mover)
	if want := c.plays(); len(finals) != want {
		return fmt.Sprintf("%d plays, want %d", len(finals), want)
	}
	for _, f := range c.Finals {
		if !finals[f.position(mover)] {
			return fmt.Sprintf("no play ends in %+v", f)
		}
	}
	wins := false
	for f := range finals {
		wins = wins || f.Of(mover).Off == Checkers
		if c.Enters > 0 && int(p.Of(mover).Bar-f.Of(mover).Bar) != c.Enters {
			return fmt.Sprintf("%d checkers enter, want %d", p.Of(mover).Bar-f.Of(mover).Bar, c.Enters)
		}
	}
	if c.CanWin != nil && wins != *c.CanWin {
		return fmt.Sprintf("a play wins: %t", wins)
	}
	return ""
}

// finalPositions are the positions at the ends of the legal graph, reached by making the steps on the
// position itself.
func finalPositions(t *turn, mover Seat) map[Position]bool {
	legal, finals := t.legal(), map[Position]bool{}
	seen := make([]bool, len(legal.Nodes))
	var walk func(int, Position)
	walk = func(n int, p Position) {
		if seen[n] {
			return
		}
		seen[n] = true
		if len(legal.Nodes[n]) == 0 {
			finals[p] = true
		}
		for _, s := range legal.Nodes[n] {
			next, ok := p.make(t.rules, mover, Play{s.Step})
			if !ok {
				panic(fmt.Sprintf("step %v of the graph cannot be made", s))
			}
			walk(s.Next, next)
		}
	}
	if len(legal.Nodes) > 0 {
		walk(0, t.before.Position(mover))
	}
	return finals
}
