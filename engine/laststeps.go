package engine

import "math/bits"

// deltas are what a step adds to lo and hi of a board: deltas[die][from] to another point, offs[from]
// off the board; marks[p] are the marks of a hit.
var (
	deltas [8][32]pair
	offs   [26]pair
	marks  [32]pair
)

type pair struct{ lo, hi uint64 }

func init() {
	one := func(p int) pair {
		if p <= loPoints {
			return pair{lo: 1 << (4 * (p - 1))}
		}
		return pair{hi: 1 << (4 * (p - loPoints - 1))}
	}
	for p := 1; p <= int(BarPoint); p++ {
		o := one(p)
		offs[p] = pair{-o.lo, -o.hi}
		for die := 1; die <= 6 && die < p; die++ {
			to := one(p - die)
			deltas[die][p] = pair{to.lo - o.lo, to.hi - o.hi}
		}
		switch {
		case p <= loPoints:
			marks[p].lo = 1 << (loMarks + p - 1)
		case p < int(BarPoint):
			marks[p].hi = 1 << (hiMarks + p - loPoints - 1)
		}
	}
}

// inside is step for a die that takes a checker from one point to another, under rules that place no hit
// checker. It returns the point it came to if none of the mover's was there, as a set.
func (b *board) inside(from, die uint8) (next board, fresh uint32) {
	d, to := &deltas[die&7][from&31], (from-die)&31
	next = board{b.lo + d.lo, b.hi + d.hi, (b.own | 1<<to) &^ (b.alone(from) << (from & 31)), b.blots, b.blocked}
	if next.blots>>to&1 != 0 {
		next.blots &^= 1 << to
		next.lo |= marks[to].lo
		next.hi |= marks[to].hi
	}
	return next, next.own &^ b.own
}

// alone is 1 if a single checker of the mover is on a point that has one, else 0. It takes no branch.
func (b *board) alone(p uint8) uint32 {
	counts := b.lo
	if p > loPoints {
		counts = bits.RotateLeft64(b.hi, 4*loPoints)
	}
	return uint32((bits.RotateLeft64(counts, 4-4*int(p))&countMask - 2) >> 63)
}

// last notes the plays that end with a step of this die from a set of points.
func (g *Generator) last(lo, hi uint64, blots uint32, die uint8, inside uint32, steps path) {
	for len(g.plays)-g.found < 32 { // a set has no more points
		g.grow()
	}
	plays, table, found, stamp, once := g.plays, g.table, uint32(g.found), g.stamp, g.once
	mask, row := uint32(len(table)-1), &deltas[die&7]
	for ; inside != 0; inside &= inside - 1 {
		from := uint8(bits.TrailingZeros32(inside))
		d, to := &row[from&31], from-die
		lo, hi := lo+d.lo, hi+d.hi
		if blots>>(to&31)&1 != 0 {
			lo |= marks[to&31].lo
			hi |= marks[to&31].hi
		}
		if !once {
			i := place(lo, hi) & mask
			slot := table[i]
			for slot>>16 == stamp && !plays[slot&0xffff].same(lo, hi) {
				i = (i + 1) & mask
				slot = table[i]
			}
			if slot>>16 == stamp {
				continue
			}
			table[i] = stamp<<16 | found
		}
		p := &plays[found]
		p.lo, p.hi, p.steps = lo, hi, steps.then(from, die)
		found++
	}
	g.found = int(found)
}

// lastOff notes the plays that end with a step of this die off the board from a set of points.
func (g *Generator) lastOff(lo, hi uint64, die uint8, off uint32, steps path) {
	for ; off != 0; off &= off - 1 {
		from := uint8(bits.TrailingZeros32(off))
		g.note(lo+offs[from].lo, hi+offs[from].hi, steps.then(from, die))
	}
}

// twoInside is firstOfTwo where nothing goes off and no position can come out twice, which is so in most
// turns of two dice and with doubles: both steps in one loop, their plays noted without a look at those found.
func (g *Generator) twoInside(b *board, k, k2 int, inside uint32, steps path) {
	die, die2 := g.dice.faces[k]&7, g.dice.faces[k2]&7
	open := ^(b.blocked << die2) & (^uint32(0) << (die2 + 1))
	twice := uint32(0) // as in firstOfTwo
	if k < k2 {
		twice = ^(b.blocked | b.blots) << (die - die2)
	}
	lone := b.lone()
	row, row2 := &deltas[die], &deltas[die2]
	plays, found := g.plays, g.found
	for ; inside != 0; inside &= inside - 1 {
		if len(plays)-found < 32 { // a set has no more points
			g.found = found
			g.grow()
			plays = g.plays
		}
		first := inside & -inside
		second := (b.own&^(first&lone) | first>>die) & open &^ (twice & first << die2)
		if k == k2 {
			second &= first<<1 - 1
		}
		if second == 0 {
			continue
		}
		from := bits.TrailingZeros32(first) & 31
		lo, hi, blots := b.lo+row[from].lo, b.hi+row[from].hi, b.blots
		if blots&(first>>die) != 0 {
			to := (from - int(die)) & 31
			blots &^= first >> die
			lo |= marks[to].lo
			hi |= marks[to].hi
		}
		one := steps.then(uint8(from), die)
		for ; second != 0; second &= second - 1 {
			from := bits.TrailingZeros32(second) & 31
			p := &plays[found]
			p.lo, p.hi, p.steps = lo+row2[from].lo, hi+row2[from].hi, one.then(uint8(from), die2)
			if to := (from - int(die2)) & 31; blots>>to&1 != 0 {
				p.lo |= marks[to].lo
				p.hi |= marks[to].hi
			}
			found++
		}
	}
	g.found = found
}

// lone is the set of points with a single checker of the mover.
func (b *board) lone() uint32 { return b.own &^ (packed{b.lo, b.hi}.made() << 1) }
