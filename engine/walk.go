package engine

import "math/bits"

// walker tries the steps of a turn, each play in as few orders as it can.
//
// Most plays can be made in many orders. Two steps in a row that could be exchanged, with the same effect,
// are made in one order only: by kind of die, then highest checker first. Exchanging the steps of any play
// as long as some pair stands the wrong way round ends, so one order of each play is always made.
//
// Two steps can be exchanged if the second could have been made before the first and leaves it
// possible: not if it moves the checker that made the first, or the first entered the last checker. Steps
// off the board can be exchanged with others at home, if they are not allowed or forbidden by what
// else stands there; with equal dice, always. Rules that place hit checkers (R13) exchange nothing
// while there is a blot to hit.
type walker struct {
	rules  *Ruleset
	dice   dice
	plain  bool      // whether steps are exchanged at all
	equal  bool      // whether all dice are equal, so that every play has one order
	settle [3]uint32 // for each kind of die, the points from which a step off can be exchanged
}

func newWalker(r *Ruleset, d dice, start *board) walker {
	w := walker{rules: r, dice: d, plain: !r.placing() || start.blots == 0}
	w.equal = w.plain && d.kinds == 1 && r.TooHigh != HighestIfNothingElse
	for k := range d.kinds {
		w.settle[k] = 1 << d.faces[k] // B2
		if w.equal || r.TooHigh == AnyBelow {
			w.settle[k] = ^uint32(0)
		}
	}
	return w
}

// previous is the step made last: the place of its die among the kinds, the point it left, the point it came
// to if none of the mover's was there, as a set, and whether all checkers were home before it. A kind of
// -1 forbids nothing.
type previous struct {
	kind  int
	from  uint8
	home  bool
	fresh uint32
}

var noStep = previous{kind: -1}

// allow leaves out the steps that are made in another order.
func (p *previous) allow(kind int, inside uint32) uint32 {
	switch {
	case kind < p.kind:
		return inside & p.fresh
	case kind == p.kind:
		return inside & (1<<(p.from+1) - 1)
	}
	return inside
}

// allowOff is allow for steps off the board.
func (w *walker) allowOff(p *previous, kind int, off uint32) uint32 {
	if off == 0 || !p.home && !w.equal {
		return off
	}
	settled := off & w.settle[kind]
	return off&^settled | p.allow(kind, settled)
}

// stepped is the previous step after a step from a point to another.
func (w *walker) stepped(b, next *board, kind int, from uint8) previous {
	if !w.plain || from == BarPoint && !w.equal && next.own&barBit == 0 {
		return noStep
	}
	return previous{kind, from, b.own&outside == 0, next.own &^ b.own}
}

// steppedOff is the previous step after a step off the board.
func (w *walker) steppedOff(kind int, from uint8) previous {
	if !w.plain || w.settle[kind]>>from&1 == 0 {
		return noStep
	}
	return previous{kind: kind, from: from, home: true}
}

// walk makes every step that can follow, n of them, and notes the plays that are complete.
func (g *Generator) walk(b board, l left, n int, prev previous, steps path) {
	if n == 2 && b.own&barBit == 0 && g.plain {
		g.lastTwo(&b, l, prev, steps)
		return
	}
	for k := range g.dice.kinds {
		if l.of(k) == 0 {
			continue
		}
		die := g.dice.faces[k]
		inside, off := b.steps(g.rules, die)
		inside, off = prev.allow(k, inside), g.allowOff(&prev, k, off)
		if n == 1 {
			g.last(b.lo, b.hi, b.blots, die, inside, steps)
			g.lastOff(b.lo, b.hi, die, off, steps)
			continue
		}
		for ; inside != 0; inside &= inside - 1 {
			from := uint8(bits.TrailingZeros32(inside))
			if !g.plain || from == BarPoint {
				next, _ := b.step(g.rules, from, from-die)
				g.walk(next, l.without(k), n-1, g.stepped(&b, &next, k, from), steps.then(from, die))
				continue
			}
			next, fresh := b.inside(from, die)
			g.walk(next, l.without(k), n-1, previous{k, from, b.own&outside == 0, fresh}, steps.then(from, die))
		}
		for ; off != 0; off &= off - 1 {
			from := uint8(bits.TrailingZeros32(off))
			next, _ := b.step(g.rules, from, OffPoint)
			if next.won() {
				g.won = true
				g.note(next.lo, next.hi, steps.then(from, die))
				continue
			}
			g.walk(next, l.without(k), n-1, g.steppedOff(k, from), steps.then(from, die))
		}
	}
}

// lastTwo is walk for two steps with nothing on the bar and nothing to be placed, where most of the work is
// done.
func (g *Generator) lastTwo(b *board, l left, prev previous, steps path) {
	away := b.own & outside
	far := away&(away-1) != 0 // nothing goes off, whatever the two steps are
	for k := range g.dice.kinds {
		if l.of(k) == 0 {
			continue
		}
		die := g.dice.faces[k]
		inside, off := uint32(0), uint32(0)
		if far {
			inside = b.own &^ (b.blocked << die) & (^uint32(0) << (die + 1))
		} else {
			inside, off = b.steps(g.rules, die)
			off = g.allowOff(&prev, k, off)
		}
		inside = prev.allow(k, inside)
		for k2 := range g.dice.kinds {
			switch {
			case l.without(k).of(k2) == 0:
			case far && k2 < k:
				g.lowerFirst(b, k, k2, inside, steps)
			case far && g.once:
				g.twoInside(b, k, k2, inside, steps)
			default:
				g.firstOfTwo(b, k, k2, inside, off, steps)
			}
		}
	}
}

// lowerFirst makes the two steps in the order that has the lower die first, where nothing goes off. That
// is another play than those of the other order only if one checker takes both, from a point where none stood
// and where the other way round is closed to it or hits otherwise.
func (g *Generator) lowerFirst(b *board, k, k2 int, inside uint32, steps path) {
	die, die2 := g.dice.faces[k], g.dice.faces[k2]
	closed := b.blocked << die2
	inside &= ((^uint32(0) << (die2 + 1)) &^ closed &^ b.own) << die
	inside &= closed | b.blots<<die2 | b.blots<<die
	for ; inside != 0; inside &= inside - 1 {
		from := uint8(bits.TrailingZeros32(inside))
		next, fresh := b.inside(from, die)
		g.last(next.lo, next.hi, next.blots, die2, fresh, steps.then(from, die))
	}
}

// firstOfTwo makes the steps of two sets with the die of kind k and then every step with that of kind k2.
func (g *Generator) firstOfTwo(b *board, k, k2 int, inside, off uint32, steps path) {
	die, die2 := g.dice.faces[k], g.dice.faces[k2]
	closed, above := b.blocked<<die2, ^uint32(0)<<(die2+1)
	home := b.own&outside == 0
	// With the higher die first, a step from here and then one from a checker that ends here is the same as that
	// checker taking both dice, unless the other way is closed or hits.
	twice := uint32(0)
	if k < k2 {
		twice = ^(b.blocked | b.blots) << (die - die2)
	}
	row := &deltas[die&7]
	for ; inside != 0; inside &= inside - 1 {
		from := uint8(bits.TrailingZeros32(inside))
		to := (from - die) & 31
		// As board.inside, but without a call.
		own := (b.own | 1<<to) &^ (b.alone(from) << (from & 31))
		d := &row[from&31]
		lo, hi, blots := b.lo+d.lo, b.hi+d.hi, b.blots
		if blots>>to&1 != 0 {
			blots &^= 1 << to
			lo |= marks[to].lo
			hi |= marks[to].hi
		}
		prev := previous{k, from, home, own &^ b.own}
		second := own &^ closed & above
		if own&outside == 0 {
			var off uint32
			next := board{lo, hi, own, blots, b.blocked}
			second, off = next.steps(g.rules, die2)
			g.lastOff(lo, hi, die2, g.allowOff(&prev, k2, off), steps.then(from, die))
		}
		second = prev.allow(k2, second&^(twice>>from&1<<(from+die2)))
		if second != 0 {
			g.last(lo, hi, blots, die2, second, steps.then(from, die))
		}
	}
	for ; off != 0; off &= off - 1 {
		from := uint8(bits.TrailingZeros32(off))
		next, _ := b.step(g.rules, from, OffPoint)
		if next.won() {
			g.won = true
			g.note(next.lo, next.hi, steps.then(from, die))
			continue
		}
		prev := g.steppedOff(k, from)
		second, off := next.steps(g.rules, die2)
		g.last(next.lo, next.hi, next.blots, die2, prev.allow(k2, second), steps.then(from, die))
		g.lastOff(next.lo, next.hi, die2, g.allowOff(&prev, k2, off), steps.then(from, die))
	}
}
