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

func (at *rolledPosition) legal(r *Ruleset) Legal {
	turn := newTurn(r, &at.position, White, at.roll)
	return turn.legal()
}

// plays are the final positions of the legal plays, each with the number of steps to it.
func (at *rolledPosition) plays(r *Ruleset) map[Position]int {
	legal, finals := at.legal(r), map[Position]int{}
	seen := make([]bool, len(legal.Nodes))
	var walk func(node, steps int, p Position)
	walk = func(node, steps int, p Position) {
		if seen[node] {
			return
		}
		seen[node] = true
		if len(legal.Nodes[node]) == 0 {
			finals[p] = max(finals[p], steps)
		}
		for _, s := range legal.Nodes[node] {
			next, _ := p.make(r, White, Play{s.Step})
			walk(s.Next, steps+1, next)
		}
	}
	if len(legal.Nodes) > 0 {
		walk(0, 0, at.position)
	}
	return finals
}

// lost is the number of dice that cannot be played.
func (at *rolledPosition) lost(r *Ruleset) int {
	most := 0
	for _, steps := range at.plays(r) {
		most = max(most, steps)
	}
	return at.dice() - most
}

func (at *rolledPosition) dice() int {
	if at.roll.Face(0) == at.roll.Face(1) {
		return 4
	}
	return 2
}

// playedPositions are positions of games in which both sides play whatever is legal, seen by the mover
// as white, each with a roll that comes next; one in eight of those that show something.
func playedPositions(t *testing.T, n int, src *rand.Rand, shows func(rolledPosition) bool) []rolledPosition {
	t.Helper()
	r := rulesetNamed(t, "backgammon")
	var all []rolledPosition
	for games := 0; len(all) < n; games++ {
		if games > 1000 {
			t.Fatalf("%d games show only %d of %d positions", games, len(all), n)
		}
		for p := r.Start.position(); p.White.Off < Checkers && p.Black.Off < Checkers && len(all) < n; p.White, p.Black = p.Black, p.White {
			roll := mustRoll(t, randomRoll(r, src)...)
			at := rolledPosition{p, roll}
			if src.IntN(8) == 0 && shows(at) {
				all = append(all, at)
			}
			if legal := at.legal(r); len(legal.Nodes) > 0 {
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
		playedPositions(t, 200, src, func(rolledPosition) bool { return true }),
		playedPositions(t, 40, src, func(at rolledPosition) bool { return at.lost(r) > 0 }), // R14
		playedPositions(t, 40, src, func(at rolledPosition) bool { return at.dice() == 2 && at.lost(r) == 1 }),
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
		ours, theirs, longest := at.plays(r), map[Position]bool{}, 0
		for _, text := range listed[i] {
			play, err := ParsePlay(text)
			final, can := at.position.make(r, White, play)
			if err != nil || !can {
				t.Errorf("%s, %v: %q cannot be made (%v)", PositionID(at.position, White), at.roll, text, err)
			}
			theirs[final] = true
		}
		for final, steps := range ours {
			if final.White.Off == Checkers {
				longest = max(longest, steps)
			}
		}
		for final, steps := range ours {
			switch {
			case theirs[final]:
				delete(theirs, final)
				compared++
			case final.White.Off == Checkers && steps < longest: // R10
				won++
			default:
				t.Errorf("%s, %v: GNU Backgammon does not know the play to %s", PositionID(at.position, White), at.roll, PositionID(final, Black))
			}
		}
		for final := range theirs {
			t.Errorf("%s, %v: the engine does not know the play to %s", PositionID(at.position, White), at.roll, PositionID(final, Black))
		}
	}
	t.Logf("%d positions, %d plays, %d shorter wins that GNU Backgammon leaves out", len(all), compared, won)
	if compared < 15*len(all) || won == 0 {
		t.Error("the positions do not show enough")
	}
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
