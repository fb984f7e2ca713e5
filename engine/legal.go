package engine

import (
	"encoding/json"
	"fmt"
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
	size := 2
	for _, steps := range l.Nodes {
		size += 3 + 18*len(steps)
	}
	b := append(make([]byte, 0, size), '[')
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
