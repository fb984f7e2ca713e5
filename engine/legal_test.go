package engine

import (
	"math/rand/v2"
	"testing"
)

// What LegalWriter writes is Legal as it travels, whatever it wrote before.
func TestLegalWriterWritesLegal(t *testing.T) {
	t.Parallel()
	var w LegalWriter
	src := rand.New(rand.NewPCG(5, 5))
	check := func(g *Game) {
		t.Helper()
		want, err := g.Legal().MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Append([]byte("before,"), g); string(got) != "before,"+string(want) {
			t.Fatalf("%s after %d: %s, want %s", g.Ruleset.ID, g.Head, got, want)
		}
	}
	for _, r := range rulesets {
		for seed := range uint64(5) {
			tb := newTable(t, r, seed)
			check(&tb.game)
			tb.seatBoth(r)
			for n := 0; tb.game.Phase == Playing && n < 150; n++ {
				check(&tb.game)
				tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, src.IntN)})
			}
			check(&tb.game)
		}
	}
}

// Another game's graph allocates nothing once the buffers are there.
func TestLegalWriterKeepsItsBuffers(t *testing.T) {
	tb := newTable(t, backgammon, 1)
	tb.seatBoth(backgammon)
	var w LegalWriter
	text := w.Append(nil, &tb.game)
	if n := testing.AllocsPerRun(100, func() { text = w.Append(text[:0], &tb.game) }); n > 1 { // the turn itself
		t.Errorf("%v allocations", n)
	}
}
