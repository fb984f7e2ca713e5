package engine

import "math/bits"

// Contact says whether any checker can still meet one of the other side: whether the rearmost checkers
// have not yet passed each other. Without contact the game is a race.
func Contact(b Board) bool { return b.mover.rearmost()+b.waiter.rearmost() > int(BarPoint) }

// FallaPossible says whether either side may still lose by a falla (R9). A die fails only where a point
// is blocked: at home each die bears off or moves, and from outside it moves. So in a race no falla is
// possible any more, nor where neither side has the two checkers that make a point; where a hit checker
// is placed (R13), one is enough to block. It says false only if no roll to come can be a falla.
func FallaPossible(b Board, r *Ruleset) bool {
	if r.Unplayable != LosesGame || !Contact(b) {
		return false
	}
	return r.placing() || b.mover.several() || b.waiter.several()
}

// rearmost is the highest place with a checker of the side's own, 0 if all are off.
func (v packed) rearmost() int { return bits.Len32(v.held()) }

// several says whether the side has more than one checker that is not off.
func (v packed) several() bool {
	held := v.held()
	return held&(held-1) != 0 || v.made() != 0
}

// Pips are the pip counts of the mover and of the other side.
func (b Board) Pips() (mover, waiter int) {
	m, w := b.mover.side(), b.waiter.side()
	return m.Pips(), w.Pips()
}
