package engine

import "math/bits"

// board is a position as the side to play sees it, made for trying steps: points are the mover's own,
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

// hits is the set of points on which a blot was hit since the turn began.
func (b *board) hits() uint32 {
	return uint32(b.lo>>loMarks)&0xfff<<1 | uint32(b.hi>>hiMarks)<<(loPoints+1)
}

// newBoard sees a position from the side of the mover.
func newBoard(r *Ruleset, mover, opponent *Side) board {
	var b board
	for i := range uint8(24) {
		if n := mover.Points[i]; n > 0 {
			b.own |= 1 << (i + 1)
			if i < loPoints {
				b.lo |= uint64(n) << (4 * i)
			} else {
				b.hi |= uint64(n) << (4 * (i - loPoints))
			}
		}
		switch opponent.Points[23-i] {
		case 0:
		case 1:
			b.blots |= 1 << (i + 1)
		default:
			b.blocked |= 1 << (i + 1)
		}
	}
	if mover.Bar > 0 {
		b.own |= barBit
		b.hi |= uint64(mover.Bar) << (4 * (24 - loPoints))
	}
	if r.placing() && b.blots&(1<<1) != 0 { // R13: a lone checker on the hitter's 1 cannot be hit
		b.blots &^= 1 << 1
		b.blocked |= 1 << 1
	}
	return b
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

// sources is the set of points from which a checker can make a step with this die: R3, R4, R6, R13 and B1 to B6.
func (b *board) sources(r *Ruleset, die uint8) uint32 {
	inside := b.own &^ (b.closed(r) << die) & (^uint32(0) << (die + 1))
	if b.own&barBit != 0 {
		return inside & barBit // R6
	}
	if b.own&outside != 0 { // B1
		return inside
	}
	if r.TooHigh == AnyBelow {
		return inside | b.own&(1<<(die+1)-1) // B2, B5
	}
	exact := b.own & (1 << die) // B2
	switch {
	case exact != 0:
		return inside | exact
	case r.TooHigh == HighestIfAboveAll: // B6
		if b.own>>die == 0 {
			return highest(b.own)
		}
	case inside == 0 && r.TooHigh == HighestBelowIfNothingElse: // B3
		return highest(b.own & (1<<die - 1))
	case inside == 0: // B4
		return highest(b.own)
	}
	return inside
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

// after writes the position a turn has led to, given the one before it.
func (b *board) after(r *Ruleset, before Position, mover Seat) Position {
	m, o := before.Of(mover), before.Of(mover.Opponent())
	on := uint8(0)
	for i := range uint8(24) {
		m.Points[i] = b.count(i + 1)
		on += m.Points[i]
	}
	m.Bar = b.count(BarPoint)
	m.Off = Checkers - on - m.Bar
	for hits := b.hits(); hits != 0; hits &= hits - 1 {
		p := uint8(bits.TrailingZeros32(hits))
		o.Points[24-p]--
		if r.placing() {
			o.Points[23]++
		} else {
			o.Bar++
		}
	}
	return before
}
