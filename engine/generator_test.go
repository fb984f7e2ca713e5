package engine

import (
	"math/rand/v2"
	"testing"
)

// TestGeneratorFindsWhatTheLegalGraphHas compares the fast generator with the ends of the legal graph, in
// positions of random games and in scattered ones: the same positions, each once, and steps that lead there.
func TestGeneratorFindsWhatTheLegalGraphHas(t *testing.T) {
	t.Parallel()
	for _, r := range rulesets {
		t.Run(string(r.ID), func(t *testing.T) {
			t.Parallel()
			var g Generator
			src := rand.New(rand.NewPCG(3, 14))
			game := r.Start.position()
			for i := range 1500 {
				p, mover := game, Seats[i%2]
				if i%3 == 0 {
					p = randomPosition(r, src)
				}
				roll := mustRoll(t, randomRoll(r, src)...)
				turn := newTurn(r, &p, mover, roll)
				b := NewBoard(&p, mover)
				if b.Position(mover) != p || b.Turned().Position(mover.Opponent()) != p {
					t.Fatalf("%s does not survive packing", describe(p))
				}
				outcome, plays := g.Plays(r, &b, roll)
				finals := finalPositions(&turn, mover)
				if outcome != turn.outcome || len(plays) != len(finals) {
					t.Fatalf("%v for %s in %s\noutcome %d, want %d; %d plays, want %d", roll, mover, describe(p), outcome, turn.outcome, len(plays), len(finals))
				}
				for _, play := range plays {
					steps, ok := turn.whole(play.Steps(r, &b))
					after, made := p.make(r, mover, steps)
					if !ok || !made || !finals[after] || play.Board(r, &b).Position(mover) != after {
						t.Fatalf("%v for %s in %s: %s", roll, mover, describe(p), play.Steps(r, &b))
					}
					delete(finals, after)
				}
				if i%3 != 0 && len(plays) > 0 {
					game = plays[src.IntN(len(plays))].Board(r, &b).Position(mover)
				}
				if game.White.Off == Checkers || game.Black.Off == Checkers {
					game = r.Start.position()
				}
			}
		})
	}
}

// countedRolls are the rolls of the columns of testdata/backgammon_counts.csv.
func countedRolls(t testing.TB) []Roll {
	t.Helper()
	var rolls []Roll
	for larger := uint8(1); larger <= 6; larger++ {
		for smaller := uint8(1); smaller <= larger; smaller++ {
			rolls = append(rolls, mustRoll(t, larger, smaller))
		}
	}
	return rolls
}

// TestBackgammonCounts compares numbers of plays with those of GNU Backgammon.
func TestBackgammonCounts(t *testing.T) {
	t.Parallel()
	var g Generator
	for _, c := range readCounted(t) {
		board := NewBoard(&c.position, White)
		for i, roll := range countedRolls(t) {
			if _, plays := g.Plays(backgammon, &board, roll); len(plays) != c.plays[i] {
				t.Errorf("position %d, %v: %d plays, want %d", c.id, roll, len(plays), c.plays[i])
			}
		}
	}
}
