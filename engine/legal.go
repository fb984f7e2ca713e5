package engine

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"strconv"
)

// Legal is the graph of the legal steps of a turn: a node is a position with the dice left, and ways
// that lead to the same node are merged. Node 0 is the position before the roll is played; a node
// without steps ends a complete play; from every other node each step leads on to a complete play (R8,
// R14). It is empty when there is nothing to play.
type Legal struct {
	Nodes [][]LegalStep
}

// LegalStep is a legal step and the node it leads to. It travels as [from, to, die, hit, next].
type LegalStep struct {
	Step
	Next int
}

// MarshalJSON writes the array of nodes, each the array of its steps.
func (l Legal) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, steps := range l.Nodes {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for j, s := range steps {
			if j > 0 {
				b = append(b, ',')
			}
			b = s.append(b)
		}
		b = append(b, ']')
	}
	return append(b, ']'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (l *Legal) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &l.Nodes) }

// Legal is the graph for the seat on turn; empty when no roll is to be played.
func (g *Game) Legal() Legal {
	if !g.toPlay() {
		return Legal{}
	}
	t := g.turn()
	return t.legal()
}

// crossing is what makes two ways meet in one node.
type crossing struct {
	lo, hi uint64
	left   left
}

type legalBuilder struct {
	*turn
	at    map[crossing]int
	nodes [][]LegalStep
	alive []bool
}

func (t *turn) legal() Legal {
	if t.outcome != MustPlayRoll {
		return Legal{}
	}
	g := legalBuilder{turn: t, at: make(map[crossing]int, 64)}
	g.visit(t.start, t.dice.all)
	return Legal{Nodes: g.living()}
}

// visit builds the node of a board and what follows it, and returns its number.
func (g *legalBuilder) visit(b board, l left) int {
	key := crossing{b.lo, b.hi, l}
	if n, ok := g.at[key]; ok {
		return n
	}
	n := len(g.nodes)
	g.at[key] = n
	g.nodes = append(g.nodes, nil)
	g.alive = append(g.alive, g.complete(&b, l))
	if g.alive[n] {
		return n
	}
	var steps []LegalStep
	for k := range g.dice.kinds {
		if l.of(k) == 0 {
			continue
		}
		die := g.dice.faces[k]
		for s := b.sources(g.rules, die); s != 0; {
			from := uint8(bits.Len32(s) - 1)
			s &^= 1 << from
			to := b.target(g.rules, from, die)
			after, hit := b.step(g.rules, from, to)
			if next := g.visit(after, l.without(k)); g.alive[next] {
				steps = append(steps, LegalStep{Step{From: from, To: to, Die: die, Hit: hit}, next})
			}
		}
	}
	g.nodes[n], g.alive[n] = steps, len(steps) > 0
	return n
}

// living leaves out the nodes from which no complete play follows, and numbers the others anew.
func (g *legalBuilder) living() [][]LegalStep {
	number := make([]int, len(g.nodes))
	var nodes [][]LegalStep
	for n, steps := range g.nodes {
		if g.alive[n] {
			number[n] = len(nodes)
			if steps == nil {
				steps = []LegalStep{} // travels as [], not as null
			}
			nodes = append(nodes, steps)
		}
	}
	for _, steps := range nodes {
		for i := range steps {
			steps[i].Next = number[steps[i].Next]
		}
	}
	return nodes
}

// MarshalJSON writes [from, to, die, hit, next].
func (s LegalStep) MarshalJSON() ([]byte, error) { return s.append(nil), nil }

func (s LegalStep) append(b []byte) []byte {
	b = s.Step.append(b)
	b[len(b)-1] = ','
	return append(strconv.AppendInt(b, int64(s.Next), 10), ']')
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *LegalStep) UnmarshalJSON(b []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(b, &parts); err != nil || len(parts) != 5 {
		return fmt.Errorf("engine: a legal step is [from, to, die, hit, next], not %s", b)
	}
	step, err := json.Marshal(parts[:4])
	if err != nil {
		return err
	}
	if err := json.Unmarshal(step, &s.Step); err != nil {
		return err
	}
	return json.Unmarshal(parts[4], &s.Next)
}
