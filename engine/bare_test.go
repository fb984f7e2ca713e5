package engine

import "testing"

// bare is a backgammon generator that does nothing else: no rulesets, no steps, only the different
// positions a roll can end in. It is what the engine's speed is measured beside, and a second opinion.
type bare struct {
	found []bareBoard
	slots [4096]uint16 // open addressing: 1 + index into found
	dirty []uint16
	dice  [4]int8
	count int
	most  int  // dice played by what is in found
	face  int8 // and the die, where it is one
}

// bareBoard counts the mover's checkers from 1 to 24 in its own numbering, 25 the bar; negative ones are the
// opponent's, and 0 is the opponent's bar.
type bareBoard [26]int8

func bareOf(p *Position) bareBoard {
	var b bareBoard
	for i := range 24 {
		b[i+1] = int8(p.White.Points[i]) - int8(p.Black.Points[23-i])
	}
	b[25], b[0] = int8(p.White.Bar), -int8(p.Black.Bar)
	return b
}

func (g *bare) empty() {
	for _, s := range g.dirty {
		g.slots[s] = 0
	}
	g.dirty, g.found = g.dirty[:0], g.found[:0]
}

// plays finds the positions a roll can end in.
func (g *bare) plays(b *bareBoard, roll Roll) []bareBoard {
	g.empty()
	g.most, g.face = 0, 0
	x, y := int8(roll.Face(0)), int8(roll.Face(1))
	if x == y {
		g.dice, g.count = [4]int8{x, x, x, x}, 4
		g.try(b, 0, 24)
		return g.found
	}
	g.dice, g.count = [4]int8{x, y}, 2
	g.try(b, 0, 24)
	g.dice = [4]int8{y, x}
	g.try(b, 0, 24)
	return g.found
}

// try makes every step with die n from points up to highest, and says whether there was one.
func (g *bare) try(b *bareBoard, n int, highest int8) bool {
	if n == g.count {
		return false
	}
	die := g.dice[n]
	if b[25] > 0 {
		if b[25-die] < -1 {
			return false
		}
		g.make(b, n, 25, 25-die)
		return true
	}
	top := int8(24)
	for top > 0 && b[top] <= 0 {
		top--
	}
	lowest := die + 1
	if top <= 6 {
		lowest = max(1, min(die, top))
	}
	any := false
	for from := min(highest, top); from >= lowest; from-- {
		if b[from] <= 0 {
			continue
		}
		to := max(from-die, 0)
		if to > 0 && b[to] < -1 {
			continue
		}
		any = true
		g.make(b, n, from, to)
	}
	return any
}

func (g *bare) make(b *bareBoard, n int, from, to int8) {
	next := *b
	next[from]--
	if to > 0 {
		if next[to] < 0 {
			next[to] = 0
			next[0]--
		}
		next[to]++
	}
	highest := int8(24)
	if g.count == 4 && from < 25 {
		highest = from
	}
	if !g.try(&next, n+1, highest) {
		g.keep(&next, n+1, g.dice[n])
	}
}

func (g *bare) keep(b *bareBoard, dice int, face int8) {
	if dice != 1 {
		face = 0
	}
	switch {
	case dice < g.most || dice == g.most && face < g.face:
		return
	case dice > g.most || face > g.face:
		g.empty()
		g.most, g.face = dice, face
	}
	h := uint64(1)
	for i := 0; i < 24; i += 8 {
		part := uint64(0)
		for j := range 8 {
			part |= uint64(uint8(b[i+j])) << (8 * j)
		}
		h = (h ^ part) * 0x9e3779b97f4a7c15
		h ^= h >> 31
	}
	h = (h ^ uint64(uint8(b[24]))<<8 ^ uint64(uint8(b[25]))) * 0x9e3779b97f4a7c15
	slot := h >> 52
	for g.slots[slot] != 0 {
		if g.found[g.slots[slot]-1] == *b {
			return
		}
		slot = (slot + 1) % uint64(len(g.slots))
	}
	g.found = append(g.found, *b)
	g.slots[slot] = uint16(len(g.found))
	g.dirty = append(g.dirty, uint16(slot))
}

// TestBareGeneratorCountsAlike keeps the yardstick honest.
func TestBareGeneratorCountsAlike(t *testing.T) {
	t.Parallel()
	var g bare
	for _, c := range readCounted(t) {
		b := bareOf(&c.position)
		for i, roll := range countedRolls(t) {
			if n := len(g.plays(&b, roll)); n != c.plays[i] {
				t.Fatalf("position %d, %v: %d plays, want %d", c.id, roll, n, c.plays[i])
			}
		}
	}
}
