//go:build oracle

package engine

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// matGame is a game of backgammon played at random, and what GNU Backgammon should make of its .mat form.
type matGame struct {
	log    []Event
	names  Names
	turns  []matTurn
	result string // in points, as white sees it
}

// matTurn is a turn before its play: who has it, the roll, and the Position ID.
type matTurn struct{ name, roll, id string }

// playMatGame plays until the game is over or, after a number of turns, given up as that calls for.
func playMatGame(t *testing.T, seed uint64, giveUp func(*table, int) Command) matGame {
	t.Helper()
	src := rand.New(rand.NewPCG(seed, 1283))
	r := rulesetNamed(t, "backgammon")
	tb := newTable(t, r, seed)
	tb.seatBoth(r)
	m := matGame{names: Names{White: fmt.Sprintf("Añá: d'Albarracín, %d", seed), Black: strings.Repeat("Łukasz", int(seed%9))}}
	for turns := 1; tb.game.Phase == Playing; turns++ {
		if c := giveUp(tb, turns); c != nil {
			tb.must(c)
			continue
		}
		tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, src.IntN)})
	}
	m.log = tb.log
	var g Game
	for _, e := range m.log {
		switch e.Body.(type) {
		case Played, Passed:
			m.turns = append(m.turns, matTurn{
				name: m.names.inMat(g.Turn), roll: strings.ReplaceAll(g.Roll.String(), "-", ""), id: PositionID(g.Position, g.Turn),
			})
		}
		g = Apply(g, e)
	}
	switch points := float64(g.Result.Worth); g.Result.Winner {
	case White:
		m.result = fmt.Sprintf("%+.3f %+.3f", points, -points)
	case Black:
		m.result = fmt.Sprintf("%+.3f %+.3f", -points, points)
	}
	return m
}

var (
	// Move number 2:  Ana to play 46
	textTurn = regexp.MustCompile(`^Move number \d+:  (.*) to play ([1-6]{2})$`)
	textID   = regexp.MustCompile(`^ GNU Backgammon  Position ID: (\S{14})$`)
	// Actual result                             +2.000                  -2.000
	textResult = regexp.MustCompile(`^Actual result +(\S+) +(\S+)`)
)

// readText reads what GNU Backgammon tells of a game.
func readText(text string) (turns []matTurn, result string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n ")
		if m := textTurn.FindStringSubmatch(line); m != nil {
			turns = append(turns, matTurn{name: m[1], roll: m[2]})
		} else if m := textID.FindStringSubmatch(line); m != nil && len(turns) > 0 && turns[len(turns)-1].id == "" {
			turns[len(turns)-1].id = m[1]
		} else if m := textResult.FindStringSubmatch(line); m != nil {
			result = m[1] + " " + m[2]
		}
	}
	return turns, result
}

// TestGNUBackgammonImportsMat has the program import games that end in every way, and tell them again: the
// same players, rolls and positions before each turn, and the same result.
func TestGNUBackgammonImportsMat(t *testing.T) {
	t.Parallel()
	var games []matGame
	for seed := range uint64(12) {
		games = append(games, playMatGame(t, seed, func(*table, int) Command { return nil }))
	}
	for seed := range uint64(12) { // S4: either seat, on either's turn, for 1, 2 or 3
		games = append(games, playMatGame(t, 100+seed, func(tb *table, turns int) Command {
			if turns != int(7+5*seed) {
				return nil
			}
			return Resign{Seat: Seats[seed%2], Worth: uint8(1 + seed%3)}
		}))
	}
	games = append(games,
		playMatGame(t, 200, func(tb *table, turns int) Command { // S3: abandoned
			switch turns {
			case 9:
				return NoteLeft{Seat: White}
			case 10:
				tb.given.Now += 1_000_000_000
				return Claim{Seat: Black}
			}
			return nil
		}),
		playMatGame(t, 201, func(tb *table, _ int) Command { // S3: aborted
			return Abort{Player: tb.game.Player(tb.game.Turn.Opponent())}
		}),
	)
	dir := t.TempDir()
	commands := "set jacoby off\nset confirm new off\nset confirm save off\nset display off\n"
	for i, m := range games {
		text, err := Mat(m.log, m.names)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(file+".mat", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		commands += fmt.Sprintf("import mat %s.mat\nexport game text %s.txt\n", file, file)
	}
	said := runGNUBackgammon(t, commands)
	for _, bad := range []string{"WARNING", "nrecognised", "error", "Invalid", "not a valid"} {
		if i := strings.Index(said, bad); i >= 0 {
			t.Errorf("GNU Backgammon complains: %s", said[max(0, i-100):min(len(said), i+200)])
		}
	}
	passes := 0
	for i, m := range games {
		text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%d.txt", i)))
		if err != nil {
			t.Fatal(err)
		}
		turns, result := readText(string(text))
		if !slices.Equal(turns, m.turns) {
			n := 0
			for n < min(len(turns), len(m.turns)) && turns[n] == m.turns[n] {
				n++
			}
			t.Errorf("game %d: %d turns, want %d; from turn %d on they differ: %v, want %v",
				i, len(turns), len(m.turns), n+1, turns[n:min(n+1, len(turns))], m.turns[n:min(n+1, len(m.turns))])
		}
		if result != m.result {
			t.Errorf("game %d: result %q, want %q", i, result, m.result)
		}
		passes += strings.Count(string(text), "cannot move")
	}
	if passes == 0 {
		t.Error("no game has a roll that cannot be played")
	}
}
