package engine

import (
	"math/rand/v2"
	"testing"
)

// mirrored is the position with the colours changed over.
func mirrored(p Position) Position { return Position{White: p.Black, Black: p.White} }

// TestMirrorAndOrder looks at random positions from both sides and with the dice in every order: the
// outcome and the positions reached are the same, mirrored.
func TestMirrorAndOrder(t *testing.T) {
	t.Parallel()
	for _, r := range rulesets {
		src := rand.New(rand.NewPCG(6, 28))
		for range 60 {
			p, roll := randomPosition(r, src), randomRoll(r, src)
			first := newTurn(r, &p, White, mustRoll(t, roll...))
			finals, m := finalPositions(&first, White), mirrored(p)
			for _, order := range orders(roll) {
				turn := newTurn(r, &m, Black, mustRoll(t, order...))
				again := finalPositions(&turn, Black)
				for f := range finals {
					if !again[mirrored(f)] {
						t.Fatalf("%s, %v as %v mirrored: a play is missing in %s", r.ID, roll, order, describe(p))
					}
				}
				if turn.outcome != first.outcome || len(again) != len(finals) {
					t.Fatalf("%s, %v as %v mirrored: outcome %d, want %d; %d plays, want %d", r.ID, roll, order, turn.outcome, first.outcome, len(again), len(finals))
				}
			}
		}
	}
}

// TestWhyAgreesWithTheLegalGraph asks of every step at nodes of the graph why it cannot be made: there is
// an answer exactly if the graph does not have it.
func TestWhyAgreesWithTheLegalGraph(t *testing.T) {
	t.Parallel()
	src := rand.New(rand.NewPCG(8, 1))
	for _, r := range rulesets {
		for range 10 {
			tb := newTable(t, r, 3)
			tb.seatBoth(r)
			if tb.game.Phase == Over {
				continue
			}
			tb.game.Position, tb.game.Turn = randomPosition(r, src), White
			tb.game.Roll = mustRoll(t, randomRoll(r, src)...)
			legal := tb.game.Legal()
			for n, prefix := 0, (Play{}); len(legal.Nodes) > 0; {
				has := map[[2]uint8]bool{}
				for _, s := range legal.Nodes[n] {
					has[[2]uint8{s.From, s.To}] = true
				}
				for from := uint8(0); from <= 26; from++ {
					for to := uint8(0); to <= 26; to++ {
						refusal := tb.game.Why(prefix, Step{From: from, To: to})
						legalElsewhere := refusal == nil && !has[[2]uint8{from, to}] // by other dice for the prefix
						if legalElsewhere && len(prefix) > 0 {
							continue
						}
						if (refusal == nil) != has[[2]uint8{from, to}] {
							t.Fatalf("%s %v in %s: after %s, %d/%d: %v", r.ID, tb.game.Roll, describe(tb.game.Position), prefix, from, to, refusal)
						}
						if refusal != nil && (refusal.Detail == "" || refusal.Clause == "") {
							t.Fatalf("a refusal without reason: %+v", refusal)
						}
					}
				}
				if len(legal.Nodes[n]) == 0 {
					break
				}
				s := legal.Nodes[n][src.IntN(len(legal.Nodes[n]))]
				prefix, n = append(prefix, s.Step), s.Next
			}
		}
	}
}
