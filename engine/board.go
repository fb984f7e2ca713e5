package engine

import "math/bits"

// board is a Board in the middle of a turn, made for trying steps: points are the mover's own,
// bit p of a set is point p, bit 25 the bar. It is a small value; a step gives a new one.
//
// Two boards of one turn (same position before the roll) hold the same position exactly when their lo
// and hi are equal: a turn changes only the mover's checkers and which blots have been hit.
type board struct {
	lo, hi  uint64 // counts in nibbles and hit marks in bits, see place
	own     uint32 // points with checkers of the mover, the bar included
	blots   uint32 // points where an opposing checker can be hit
	blocked uint32 // points no step may end on
}

const (
	barBit  uint32 = 1 << BarPoint
	homeTop        = 6
	outside uint32 = 1<<(BarPoint+1) - 1<<(homeTop+1) // the points above the home board, and the bar
)

// Counts of points 1–12 lie in lo, those of 13–25 in hi; above them lie the marks of the blots hit, one
// bit a point: twelve in lo from bit 48, twelve in hi from bit 52.
const (
	loPoints  = 12
	loMarks   = 48
	hiMarks   = 52
	countMask = 15
)

func (b *board) count(p uint8) uint8 {
	if p <= loPoints {
		return uint8(b.lo>>(4*(p-1))) & countMask
	}
	return uint8(b.hi>>(4*(p-loPoints-1))) & countMask
}

func (b *board) add(p uint8) {
	if p <= loPoints {
		b.lo += 1 << (4 * (p - 1))
	} else {
		b.hi += 1 << (4 * (p - loPoints - 1))
	}
	b.own |= 1 << p
}

func (b *board) remove(p uint8) {
	if p <= loPoints {
		b.lo -= 1 << (4 * (p - 1))
	} else {
		b.hi -= 1 << (4 * (p - loPoints - 1))
	}
	if b.count(p) == 0 {
		b.own &^= 1 << p
	}
}

func (b *board) mark(p uint8) {
	if p <= loPoints {
		b.lo |= 1 << (loMarks + p - 1)
	} else {
		b.hi |= 1 << (hiMarks + p - loPoints - 1)
	}
}

// won says whether the last checker is off (R10).
func (b *board) won() bool { return b.own == 0 }

// closed is the set of points no step may end on now (R3, R13).
func (b *board) closed(r *Ruleset) uint32 {
	if r.placing() && b.own&(1<<1) != 0 {
		return b.blocked | b.blots // no hit while a checker of one's own stands where the hit one goes
	}
	return b.blocked
}

// sources is the set of points from which a checker can make a step with this die.
func (b *board) sources(r *Ruleset, die uint8) uint32 {
	inside, off := b.steps(r, die)
	return inside | off
}

// steps are the sets of points from which this die takes a checker to another point, and off: R3, R4, R6,
// R13 and B1 to B6.
func (b *board) steps(r *Ruleset, die uint8) (inside, off uint32) {
	inside = b.own &^ (b.closed(r) << die) & (^uint32(0) << (die + 1))
	if b.own&outside != 0 { // B1
		if b.own&barBit != 0 {
			inside &= barBit // R6
		}
		return inside, 0
	}
	if r.TooHigh == AnyBelow { // B2, B5
		return inside, b.own & (1<<(die+1) - 1)
	}
	exact := b.own & (1 << die) // B2
	switch {
	case exact != 0:
		return inside, exact
	case r.TooHigh == HighestIfAboveAll: // B6
		if b.own>>die == 0 {
			off = highest(b.own)
		}
	case inside != 0:
	case r.TooHigh == HighestBelowIfNothingElse: // B3
		off = highest(b.own & (1<<die - 1))
	default: // B4
		off = highest(b.own)
	}
	return inside, off
}

// highest is the set of the highest point of a set.
func highest(set uint32) uint32 {
	if set == 0 {
		return 0
	}
	return 1 << (bits.Len32(set) - 1)
}

// target is the point on which a step that sources allows ends. From a point higher than the die it is
// off only where the way inside is closed (B4).
func (b *board) target(r *Ruleset, from, die uint8) uint8 {
	if from <= die || b.closed(r)&(1<<(from-die)) != 0 {
		return OffPoint
	}
	return from - die
}

// step makes a step that sources allows, to its target, and says whether it hits.
func (b board) step(r *Ruleset, from, to uint8) (board, bool) {
	b.remove(from)
	if to == OffPoint {
		return b, false
	}
	b.add(to)
	if b.blots&(1<<to) == 0 {
		return b, false
	}
	b.blots &^= 1 << to
	b.mark(to)
	if r.placing() {
		b.blocked |= 1 << 1 // R13: the hit checker stands there now
	}
	return b, true
}
