package engine

import "math/bits"

// Judge says what a roll means for the side to play it, without looking for all its plays.
func Judge(r *Ruleset, b *Board, roll Roll) Outcome {
	start := b.start(r)
	return judge(r, b, &start, roll)
}

func judge(r *Ruleset, b *Board, start *board, roll Roll) Outcome {
	if r.CannotEnter != EnteringPasses || start.own&barBit == 0 {
		w := newWalker(r, r.played(roll), start)
		if w.playable(*start, w.dice.all, w.dice.all.count(), noStep) {
			return MustPlayRoll
		}
		if r.MustPlay == AllDice && start.own&barBit == 0 {
			return RollIsFalla
		}
	}
	t := newTurnOn(r, *b, roll)
	return t.outcome
}

// playable says whether n steps can follow, or a win before.
func (w *walker) playable(b board, l left, n int, prev previous) bool {
	if w.plain && b.own&barBit == 0 && w.easily(&b, l, n) {
		return true
	}
	for k := range w.dice.kinds {
		if l.of(k) == 0 {
			continue
		}
		die := w.dice.faces[k]
		inside, off := b.steps(w.rules, die)
		inside, off = prev.allow(k, inside), w.allowOff(&prev, k, off)
		if n == 1 {
			if inside|off != 0 {
				return true
			}
			continue
		}
		for ; inside != 0; inside &= inside - 1 {
			from := uint8(bits.TrailingZeros32(inside))
			next, _ := b.step(w.rules, from, from-die)
			if w.playable(next, l.without(k), n-1, w.stepped(&b, &next, k, from)) {
				return true
			}
		}
		for ; off != 0; off &= off - 1 {
			from := uint8(bits.TrailingZeros32(off))
			next, _ := b.step(w.rules, from, OffPoint)
			if next.won() || w.playable(next, l.without(k), n-1, w.steppedOff(k, from)) {
				return true
			}
		}
	}
	return false
}

// easily says whether for every die left as many points as there are steps have a checker that it takes
// to another point: then each step can be made by a checker of its own, for no step forbids one of another
// checker that ends on a point.
func (w *walker) easily(b *board, l left, n int) bool {
	for k := range w.dice.kinds {
		die := w.dice.faces[k]
		if l.of(k) != 0 && bits.OnesCount32(b.own&^(b.blocked<<die)&(^uint32(0)<<(die+1))) < n {
			return false
		}
	}
	return true
}
