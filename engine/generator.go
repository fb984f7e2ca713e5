package engine

import "math/bits"

// Generator finds the distinct plays of a roll. It keeps its buffers from call to call, so that a call
// allocates nothing once they have grown. It is not safe for concurrent use; the zero Generator is ready.
type Generator struct {
	walker
	won  bool // whether a play was found that wins with dice left
	once bool // whether no position can come out twice

	plays []Reached
	found int
	table []uint32 // open addressing: stamp<<16 | index of a play
	stamp uint32
}

// Reached is a play and the position it ends in, as Generator finds it: packed, to be unpacked with
// Steps and Board.
type Reached struct {
	lo, hi uint64 // of the board
	steps  path
}

// path packs up to four steps, the latest lowest: from in five bits and die in three.
type path uint32

func (p path) then(from, die uint8) path { return p<<8 | path(from)<<3 | path(die) }

// Plays finds the plays of a roll, one for each position they can end in (R16). They are valid until the
// next call.
func (g *Generator) Plays(r *Ruleset, b *Board, roll Roll) (Outcome, []Reached) {
	start := b.start(r)
	g.walker = newWalker(r, r.played(roll), &start)
	g.won = false
	g.forget()
	n := g.dice.all.count()
	away := start.own & outside
	g.once = g.equal || g.plain && n == 2 && away&(away-1) != 0 && away&barBit == 0
	if start.own&barBit == 0 || r.CannotEnter != EnteringPasses {
		g.walk(start, g.dice.all, n, noStep, 0)
	}
	if g.found > 0 && (r.MustPlay == AllDice || !g.won) {
		return MustPlayRoll, g.plays[:g.found]
	}
	return g.judged(r, b, roll)
}

// judged finds the plays of a roll that needs a closer look: with a checker on the bar, or that cannot be
// played whole.
func (g *Generator) judged(r *Ruleset, b *Board, roll Roll) (Outcome, []Reached) {
	t := newTurnOn(r, *b, roll)
	if t.outcome != MustPlayRoll {
		return t.outcome, nil
	}
	g.dice = t.dice
	if t.last != 0 { // the one die that must be played
		k := 0
		for t.dice.all.without(k) != t.last {
			k++
		}
		g.dice = dice{}
		g.dice.add(t.dice.faces[k], 1)
	}
	g.walker, g.once = newWalker(r, g.dice, &t.start), false
	g.forget()
	g.walk(t.start, g.dice.all, t.dice.all.count()-t.rest, noStep, 0)
	return t.outcome, g.plays[:g.found]
}

// note keeps a play unless one to the same position is there (R16).
func (g *Generator) note(lo, hi uint64, steps path) {
	if g.found == len(g.plays) {
		g.grow()
	}
	if !g.once {
		mask := uint32(len(g.table) - 1)
		i := place(lo, hi) & mask
		for g.table[i]>>16 == g.stamp {
			if g.plays[g.table[i]&0xffff].same(lo, hi) {
				return
			}
			i = (i + 1) & mask
		}
		g.table[i] = g.stamp<<16 | uint32(g.found)
	}
	g.plays[g.found] = Reached{lo, hi, steps}
	g.found++
}

// place is where the search for a position in the table begins.
func place(lo, hi uint64) uint32 {
	return uint32((lo*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(hi*0xc2b2ae3d27d4eb4f, 32)) >> 40)
}

func (p *Reached) same(lo, hi uint64) bool { return p.lo == lo && p.hi == hi }

// smallest is the number of plays the buffers hold at first.
const smallest = 128

// grow doubles the room for plays and makes the table anew.
func (g *Generator) grow() {
	plays := make([]Reached, 2*len(g.plays))
	copy(plays, g.plays)
	g.plays, g.table, g.stamp = plays, make([]uint32, 4*len(plays)), 1
	if g.once {
		return
	}
	kept := g.plays[:g.found]
	g.found = 0
	for _, p := range kept {
		g.note(p.lo, p.hi, p.steps)
	}
}

// forget makes the table empty: by a new stamp, which none of its slots has.
func (g *Generator) forget() {
	g.found = 0
	g.stamp++
	if len(g.table) == 0 {
		g.plays, g.table = make([]Reached, smallest), make([]uint32, 4*smallest)
	}
	if g.stamp > 0xffff {
		clear(g.table)
		g.stamp = 1
	}
}
