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
	g.node(t.start, t.dice.all)
	for n := 0; n < len(g.nodes); n++ {
		g.follow(n)
	}
	return Legal{Nodes: g.living()}
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

// living leaves out the nodes from which no complete play follows, and numbers the others anew.
func (g *legalBuilder) living() [][]LegalStep {
	for n := len(g.nodes) - 1; n >= 0; n-- {
		c := &g.nodes[n]
		for i := c.first; i < c.last && !c.alive; i++ {
			c.alive = g.nodes[g.steps[i].Next].alive
		}
	}
	alive := 0
	for n := range g.nodes {
		if g.nodes[n].alive {
			g.nodes[n].number = alive
			alive++
		}
	}
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
