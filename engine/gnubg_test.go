//go:build oracle

package engine

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// GNU Backgammon is an oracle that shares no code with the engine. Debian installs it where the PATH of
// most people does not look.
const gnubgProgram = "/usr/games/gnubg"

// runGNUBackgammon gives the program some commands and returns what it answers. It knows nothing of the
// person at the machine: its home is a directory of the test's own.
func runGNUBackgammon(t *testing.T, commands string) string {
	t.Helper()
	program, err := exec.LookPath("gnubg")
	if err != nil {
		if program, err = exec.LookPath(gnubgProgram); err != nil {
			t.Fatal("GNU Backgammon is missing, to compare with: apt-get install --no-install-recommends gnubg")
		}
	}
	home := t.TempDir()
	run := exec.CommandContext(t.Context(), program, "--tty", "--quiet", "--no-rc")
	run.Dir, run.Env = home, []string{"HOME=" + home, "LC_ALL=C.UTF-8", "TERM=dumb"}
	run.Stdin = strings.NewReader(commands)
	var out bytes.Buffer
	run.Stdout, run.Stderr = &out, &out
	if err := run.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", program, err, tail(out.String()))
	}
	return out.String()
}

func tail(text string) string { return text[max(0, len(text)-2000):] }

// rolledPosition is a position of backgammon in which white is to play a roll.
type rolledPosition struct {
	position Position
	roll     Roll
}

// playedPositions are positions of games in which both sides play whatever is legal, seen by the mover
// as white, each with a roll that comes next; one in eight of those that show something.
func playedPositions(t *testing.T, n int, src *rand.Rand, shows func(*turn) bool) []rolledPosition {
	t.Helper()
	r := rulesetNamed(t, "backgammon")
	var all []rolledPosition
	for games := 0; len(all) < n; games++ {
		if games > 1000 {
			t.Fatalf("%d games show only %d of %d positions", games, len(all), n)
		}
		for p := r.Start.position(); p.White.Off < Checkers && p.Black.Off < Checkers && len(all) < n; p.White, p.Black = p.Black, p.White {
			roll := mustRoll(t, randomRoll(r, src)...)
			turn := newTurn(r, &p, White, roll)
			if shows(&turn) && src.IntN(8) == 0 {
				all = append(all, rolledPosition{p, roll})
			}
			if legal := turn.legal(); len(legal.Nodes) > 0 {
				for node := 0; len(legal.Nodes[node]) > 0; {
					step := legal.Nodes[node][src.IntN(len(legal.Nodes[node]))]
					p, _ = p.make(r, White, Play{step.Step})
					node = step.Next
				}
			}
		}
	}
	return all
}

// lastCheckers are positions in which white may win with the next play, and may hit on the way.
func lastCheckers(t *testing.T, n int, src *rand.Rand) []rolledPosition {
	t.Helper()
	all := make([]rolledPosition, n)
	for i := range all {
		p := Position{White: Side{Off: Checkers}, Black: Side{Off: Checkers}}
		for range 1 + src.IntN(3) {
			p.White.put(uint8(1 + src.IntN(homeTop)))
			p.White.Off--
		}
		for range 1 + src.IntN(4) {
			point := uint8(1 + src.IntN(homeTop)) // white's
			if p.White.on(point) > 0 {
				point = 13
			}
			p.Black.put(25 - point)
			p.Black.Off--
		}
		all[i] = rolledPosition{p, mustRoll(t, uint8(1+src.IntN(6)), uint8(1+src.IntN(6)))}
	}
	return all
}

// TestGNUBackgammonKnowsTheSamePlays compares the positions that the legal plays lead to, for 500
// positions and rolls. R10: of two winning plays the program lists only those with the most steps.
func TestGNUBackgammonKnowsTheSamePlays(t *testing.T) {
	t.Parallel()
	src := rand.New(rand.NewPCG(1283, 74))
	r := rulesetNamed(t, "backgammon")
	all := slices.Concat(
		playedPositions(t, 200, src, func(*turn) bool { return true }),
		playedPositions(t, 40, src, func(t *turn) bool { return t.rest > 0 }),                       // R14: not all dice can be played
		playedPositions(t, 40, src, func(t *turn) bool { return t.rest == 1 && t.dice.kinds == 2 }), // R14: one of two
		lastCheckers(t, 60, src),
	)
	for len(all) < 500 {
		if p := randomPosition(r, src); p.White.Off < Checkers && p.Black.Off < Checkers {
			all = append(all, rolledPosition{p, mustRoll(t, randomRoll(r, src)...)})
		}
	}
	listed := listPlays(t, all)
	compared, won := 0, 0
	for i, at := range all {
		turn := newTurn(r, &at.position, White, at.roll)
		ours, theirs := finalPositions(&turn), map[Position]bool{}
		for _, text := range listed[i] {
			play, err := ParsePlay(text)
			final, can := at.position.make(r, White, play)
			if err != nil || !can {
				t.Errorf("%s, %v: %q cannot be made (%v)", PositionID(at.position, White), at.roll, text, err)
			}
			theirs[final] = true
		}
		for final := range shorterWins(&turn) {
			if !theirs[final] {
				delete(ours, final) // R10
				won++
			}
		}
		if !sameSet(ours, theirs) {
			t.Errorf("%s, %v: %d plays, of GNU Backgammon %d: %q", PositionID(at.position, White), at.roll, len(ours), len(theirs), listed[i])
		}
		compared += len(theirs)
	}
	t.Logf("%d positions, %d plays, %d shorter wins that GNU Backgammon leaves out", len(all), compared, won)
	if compared < 15*len(all) || won == 0 {
		t.Error("the positions do not show enough")
	}
}

// shorterWins are the final positions that win with fewer steps than another play wins with.
func shorterWins(t *turn) map[Position]bool {
	legal, steps, most := t.legal(), map[Position]int{}, 0
	var walk func(node, made int, p Position)
	walk = func(node, made int, p Position) {
		if p.Of(t.mover).Off == Checkers {
			steps[p] = max(steps[p], made)
			most = max(most, made)
			return
		}
		for _, s := range legal.Nodes[node] {
			next, _ := p.make(t.rules, t.mover, Play{s.Step})
			walk(s.Next, made+1, next)
		}
	}
	if t.before.Of(t.mover).Off >= Checkers-MostSteps && len(legal.Nodes) > 0 {
		walk(0, 0, t.before)
	}
	shorter := map[Position]bool{}
	for p, n := range steps {
		if n < most {
			shorter[p] = true
		}
	}
	return shorter
}

// One line of a hint is a play: "   12. Cubeless 0-ply   bar/24*(2) 17/16 10/9        Eq.: -0.363 (-0.991)".
var hinted = regexp.MustCompile(`^ *([0-9]+)\. Cubeless \S+ +(\S.*?) +Eq\.:`)

// listPlays asks GNU Backgammon for all plays of each roll, in one run. Judging them by the network alone,
// without looking ahead, it throws none away.
func listPlays(t *testing.T, all []rolledPosition) [][]string {
	t.Helper()
	var ask strings.Builder
	ask.WriteString(`set automatic game off
set automatic roll off
set automatic move off
set automatic bearoff off
set confirm new off
set display off
set player 0 human
set player 1 human
set evaluation chequer evaluation plies 0
set evaluation chequer evaluation cubeful off
new game
`)
	for _, at := range all {
		fmt.Fprintf(&ask, "set turn 1\nset board %s\nset dice %d %d\nhint 10000\n",
			PositionID(at.position, White), at.roll.Face(0), at.roll.Face(1))
	}
	var listed [][]string
	for line := range strings.Lines(runGNUBackgammon(t, ask.String())) {
		if strings.HasPrefix(line, "The dice have been set") {
			listed = append(listed, nil)
			continue
		}
		if m := hinted.FindStringSubmatch(line); m != nil && len(listed) > 0 {
			plays := &listed[len(listed)-1]
			if *plays = append(*plays, m[2]); m[1] != strconv.Itoa(len(*plays)) {
				t.Fatalf("play %d of roll %d is listed as %q", len(*plays), len(listed), line)
			}
		}
	}
	if len(listed) != len(all) {
		t.Fatalf("GNU Backgammon took %d of %d rolls", len(listed), len(all))
	}
	return listed
}
