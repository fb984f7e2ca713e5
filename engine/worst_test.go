package engine

import (
	"bufio"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"testing"
)

// A search for positions whose legal graph is large. What it has found stands in
// testdata/worst_graphs.jsonl, and every run of the tests climbs on from there a little. To search for
// longer and keep what is found:
//
//	go test ./engine -run TestLegalGraphStaysSmall -climb 20000 -keep
var (
	climbSteps = flag.Int("climb", 10, "steps of the search for large legal graphs, for each position")
	keepWorst  = flag.Bool("keep", false, "keep the positions found in testdata")
)

// largestGraph bounds the legal graph as it is sent to the seat on turn.
const largestGraph = 256 << 10

// worst is a position and roll of white with a large legal graph.
type worst struct {
	Ruleset  RulesetID `json:"ruleset"`
	Position Position  `json:"position"`
	Dice     Roll      `json:"dice"`
	Bytes    int       `json:"bytes"` // of the graph as JSON
}

func (w *worst) measure(t *testing.T) {
	turn := newTurn(rulesetNamed(t, w.Ruleset), &w.Position, White, w.Dice)
	b, err := turn.legal().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	w.Bytes = len(b)
}

// change moves a checker of either side, or both of two, or turns a die.
func (w worst) change(src *rand.Rand) worst {
	for range 1 + src.IntN(3) {
		s := Seats[src.IntN(4)/3]
		side, other := w.Position.Of(s), w.Position.Of(s.Opponent())
		from, to := src.IntN(24), src.IntN(24)
		if side.Points[from] > 0 && other.Points[23-to] == 0 {
			side.Points[from]--
			side.Points[to]++
		}
	}
	if src.IntN(8) == 0 {
		i := src.IntN(w.Dice.Len())
		w.Dice.faces[i] = uint8(1 + src.IntN(6))
	}
	return w
}

func TestLegalGraphStaysSmall(t *testing.T) {
	t.Parallel()
	found := readWorst(t)
	src := rand.New(rand.NewPCG(1283, 1198))
	for i := range found {
		w := &found[i]
		w.measure(t)
		for range *climbSteps {
			next := w.change(src)
			if next.measure(t); next.Bytes >= w.Bytes {
				*w = next
			}
		}
		t.Logf("%s %v: %d bytes", w.Ruleset, w.Dice, w.Bytes)
		if w.Bytes > largestGraph {
			t.Errorf("%d bytes for %v in %s", w.Bytes, w.Dice, describe(w.Position))
		}
	}
	if *keepWorst {
		writeWorst(t, found)
	}
}

func readWorst(t *testing.T) []worst {
	f, err := os.Open("testdata/worst_graphs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []worst
	for in := json.NewDecoder(bufio.NewReader(f)); in.More(); {
		var w worst
		if err := in.Decode(&w); err != nil {
			t.Fatal(err)
		}
		all = append(all, w)
	}
	return all
}

func writeWorst(t *testing.T, all []worst) {
	f, err := os.Create("testdata/worst_graphs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := json.NewEncoder(f)
	for _, w := range all {
		if err := out.Encode(w); err != nil {
			t.Fatal(err)
		}
	}
}
