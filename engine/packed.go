package engine

import "math/bits"

// Board is a position as the side to play sees it, packed into 32 bytes: what programs that look at many
// positions work with. It is a value; == compares. The zero Board is empty.
type Board struct{ mover, waiter packed }

// packed is one side's checkers in its own numbering: counts in nibbles, points 1–12 in lo, 13–25 in hi.
// The bits above them are free.
type packed struct{ lo, hi uint64 }

const (
	loCounts = 1<<loMarks - 1
	hiCounts = 1<<hiMarks - 1
)

// NewBoard packs a position in which mover, White or Black, is to play.
func NewBoard(p *Position, mover Seat) Board {
	return Board{pack(p.Of(mover)), pack(p.Of(mover.Opponent()))}
}

func pack(s *Side) packed {
	var v packed
	for i, n := range s.Points[:loPoints] {
		v.lo |= uint64(n) << (4 * i)
	}
	for i, n := range s.Points[loPoints:] {
		v.hi |= uint64(n) << (4 * i)
	}
	v.hi |= uint64(s.Bar) << (4 * (24 - loPoints))
	return v
}

func (v packed) side() Side {
	var s Side
	on := uint8(0)
	for i := range s.Points {
		s.Points[i] = v.count(uint8(i + 1))
		on += s.Points[i]
	}
	s.Bar = v.count(BarPoint)
	s.Off = Checkers - on - s.Bar
	return s
}

// Position unpacks the board; mover is the seat that is to play.
func (b Board) Position(mover Seat) Position {
	var p Position
	*p.Of(mover), *p.Of(mover.Opponent()) = b.mover.side(), b.waiter.side()
	return p
}

// Turned is the board as the other side sees it.
func (b Board) Turned() Board { return Board{b.waiter, b.mover} }

// Mover counts the mover's checkers on one of its own points, 1 to 24, or BarPoint.
func (b Board) Mover(point uint8) uint8 { return b.mover.count(point) }

// Waiter counts the other side's checkers on one of that side's own points, 1 to 24, or BarPoint.
func (b Board) Waiter(point uint8) uint8 { return b.waiter.count(point) }

func (v packed) count(p uint8) uint8 {
	if p <= loPoints {
		return uint8(v.lo>>(4*(p-1))) & countMask
	}
	return uint8(v.hi>>(4*(p-loPoints-1))) & countMask
}

// held is the set of the side's places with a checker; bit 0 is point 1.
func (v packed) held() uint32 {
	lo, hi := v.lo&loCounts, v.hi&hiCounts
	return gather(lo|lo>>1|lo>>2|lo>>3) | gather(hi|hi>>1|hi>>2|hi>>3)<<loPoints
}

// made is the set of the side's places with two checkers or more; bit 0 is point 1.
func (v packed) made() uint32 {
	lo, hi := v.lo&loCounts, v.hi&hiCounts
	return gather(lo>>1|lo>>2|lo>>3) | gather(hi>>1|hi>>2|hi>>3)<<loPoints
}

// facing is held and made as sets of the other side's points, where bit p is point p.
func (v packed) facing() (held, made uint32) {
	const points = 1<<24 - 1 // not the bar
	both := bits.Reverse64(uint64(v.held()&points)<<32 | uint64(v.made()&points))
	return uint32(both) >> 7, uint32(both>>32) >> 7
}

// gather collects the lowest bit of every nibble.
func gather(x uint64) uint32 {
	x &= 0x1111111111111111
	x = (x | x>>3) & 0x0303030303030303
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return uint32(x|x>>24) & 0xffff
}

// start is the board before the first step of a turn.
func (b *Board) start(r *Ruleset) board {
	held, made := b.waiter.facing()
	s := board{
		lo: b.mover.lo, hi: b.mover.hi, own: b.mover.held() << 1,
		blots: held &^ made, blocked: made,
	}
	if r.placing() && s.blots&(1<<1) != 0 { // R13: a lone checker on the hitter's 1 cannot be hit
		s.blots &^= 1 << 1
		s.blocked |= 1 << 1
	}
	return s
}

// reach is the board a turn has led to, given the one before it.
func (b Board) reach(r *Ruleset, lo, hi uint64) Board {
	b.mover = packed{lo & loCounts, hi & hiCounts}
	for hits := marked(lo, hi); hits != 0; hits &= hits - 1 {
		p := 25 - bits.TrailingZeros32(hits)
		b.waiter.lo += offs[p].lo
		b.waiter.hi += offs[p].hi
		b.waiter.lo -= offs[r.HitGoesTo].lo
		b.waiter.hi -= offs[r.HitGoesTo].hi
	}
	return b
}

// marked is the set of the points with marks of a hit.
func marked(lo, hi uint64) uint32 {
	return uint32(lo>>loMarks)&0xfff<<1 | uint32(hi>>hiMarks)<<(loPoints+1)
}
