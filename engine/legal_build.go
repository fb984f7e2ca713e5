package engine

import "math/bits"

// crossroad is a node in the making: a position with dice left, and its steps as a part of all steps.
type crossroad struct {
	board       board
	left        left
	alive       bool // whether a complete play ends here or follows
	first, last int
	number      int // among those alive
}

// legalBuilder makes the graph row by row: a step leads from a node with so many dice left to one with one
// fewer, so that the nodes come in the order of their dice.
type legalBuilder struct {
	*turn
	nodes []crossroad
	steps []LegalStep
	table []int32 // open addressing: 1 + the number of a node
}

func (t *turn) legal() Legal {
	if t.outcome != MustPlayRoll {
		return Legal{}
	}
	g := legalBuilder{turn: t, nodes: make([]crossroad, 0, 64), steps: make([]LegalStep, 0, 128), table: make([]int32, 256)}
	g.build()
	return Legal{Nodes: g.living()}
}

// LegalWriter writes what Legal returns as it travels, without making it: it keeps its buffers from one game to the next.
// The zero value is ready for use, by one goroutine at a time.
type LegalWriter struct{ builder legalBuilder }

// Append appends the graph for the seat on turn to b, [] when no roll is to be played.
func (w *LegalWriter) Append(b []byte, game *Game) []byte {
	if !game.toPlay() {
		return append(b, "[]"...)
	}
	t := game.turn()
	if t.outcome != MustPlayRoll {
		return append(b, "[]"...)
	}
	g := &w.builder
	*g = legalBuilder{turn: &t, nodes: g.nodes[:0], steps: g.steps[:0], table: g.table}
	if g.table == nil {
		g.table = make([]int32, 256)
	}
	clear(g.table)
	g.build()
	g.number()
	b = append(b, '[')
	for n := range g.nodes {
		c := &g.nodes[n]
		if !c.alive {
			continue
		}
		b = append(b, '[')
		for _, s := range g.steps[c.first:c.last] {
			if to := &g.nodes[s.Next]; to.alive {
				s.Next = to.number
				b = append(s.append(b), ',')
			}
		}
		b = append(closed(b), ',')
	}
	g.turn = nil
	return closed(b)
}

// closed ends an array, after the comma of its last part.
func closed(b []byte) []byte {
	if last := len(b) - 1; b[last] == ',' {
		b = b[:last]
	}
	return append(b, ']')
}

func (g *legalBuilder) build() {
	g.node(g.start, g.dice.all)
	for n := 0; n < len(g.nodes); n++ {
		g.follow(n)
	}
}

// node is the number of the node for a board and the dice left.
func (g *legalBuilder) node(b board, l left) int {
	if 2*len(g.nodes) >= len(g.table) {
		g.table = make([]int32, 4*len(g.table))
		for n := range g.nodes {
			g.table[g.slot(&g.nodes[n].board, g.nodes[n].left)] = int32(n + 1)
		}
	}
	slot := g.slot(&b, l)
	if n := g.table[slot]; n != 0 {
		return int(n - 1)
	}
	g.nodes = append(g.nodes, crossroad{board: b, left: l})
	g.table[slot] = int32(len(g.nodes))
	return len(g.nodes) - 1
}

// slot is where a node stands in the table, or the empty place where it belongs.
func (g *legalBuilder) slot(b *board, l left) uint32 {
	mask := uint32(len(g.table) - 1)
	i := (place(b.lo, b.hi) + uint32(l)*0x9e37) & mask
	for g.table[i] != 0 {
		if c := &g.nodes[g.table[i]-1]; c.board.lo == b.lo && c.board.hi == b.hi && c.left == l {
			break
		}
		i = (i + 1) & mask
	}
	return i
}

// follow makes the steps of a node and the nodes they lead to.
func (g *legalBuilder) follow(n int) {
	b, l := g.nodes[n].board, g.nodes[n].left
	g.nodes[n].first, g.nodes[n].last = len(g.steps), len(g.steps)
	if g.complete(&b, l) {
		g.nodes[n].alive = true
		return
	}
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
			g.steps = append(g.steps, LegalStep{Step{From: from, To: to, Die: die, Hit: hit}, g.node(after, l.without(k))})
		}
	}
	g.nodes[n].last = len(g.steps)
}

// number marks the nodes from which a complete play follows, numbers them anew and counts them.
func (g *legalBuilder) number() (alive int) {
	for n := len(g.nodes) - 1; n >= 0; n-- {
		c := &g.nodes[n]
		for i := c.first; i < c.last && !c.alive; i++ {
			c.alive = g.nodes[g.steps[i].Next].alive
		}
	}
	for n := range g.nodes {
		if g.nodes[n].alive {
			g.nodes[n].number = alive
			alive++
		}
	}
	return alive
}

// living leaves out the nodes from which no complete play follows.
func (g *legalBuilder) living() [][]LegalStep {
	alive := g.number()
	nodes := make([][]LegalStep, 0, alive)
	for n := range g.nodes {
		c := &g.nodes[n]
		if !c.alive {
			continue
		}
		kept := g.steps[c.first:c.first:c.last]
		for _, s := range g.steps[c.first:c.last] {
			if to := &g.nodes[s.Next]; to.alive {
				s.Next = to.number
				kept = append(kept, s)
			}
		}
		nodes = append(nodes, kept)
	}
	return nodes
}
