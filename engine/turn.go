package engine

import "math/bits"

// Outcome is what a roll means for the side to play it.
type Outcome uint8

// The outcomes of a roll.
const (
	MustPlayRoll Outcome = iota // there is something to play
	RollIsFalla                 // R9: the roll cannot be played and the game is lost
	RollPasses                  // R11, R12, R14: nothing can be played and nothing is lost by it
)

// turn is a roll to be played: where from, with what dice, and when a play is complete.
type turn struct {
	rules   *Ruleset
	before  Board
	start   board
	dice    dice
	outcome Outcome

	// A play is complete with the last checker borne off (R10), or when no more than rest dice are
	// left; if last is not 0, exactly those (R14: the larger of two).
	rest int
	last left
}

// newTurn judges a roll for the mover of a position.
func newTurn(r *Ruleset, p *Position, mover Seat, roll Roll) turn {
	return newTurnOn(r, NewBoard(p, mover), roll)
}

func newTurnOn(r *Ruleset, b Board, roll Roll) turn {
	t := turn{rules: r, before: b, start: b.start(r), dice: r.played(roll)}
	if t.start.own&barBit != 0 && t.mayNotEnter() {
		t.outcome = RollPasses
		return t
	}
	if r.MustPlay == AllDice {
		w := newWalker(r, t.dice, &t.start)
		if !w.playable(t.start, t.dice.all, t.dice.all.count(), noStep) {
			t.outcome = RollIsFalla // R9
		}
		return t
	}
	most := t.most(t.start, t.dice.all)
	t.rest = t.dice.all.count() - most
	switch {
	case most == 0:
		t.outcome = RollPasses // R14
	case most == 1 && t.dice.kinds == 2:
		larger := 0
		if t.start.sources(r, t.dice.faces[0]) == 0 {
			larger = 1
		}
		t.last = t.dice.all.without(larger)
	}
	return t
}

// mayNotEnter judges a checker on the bar: whether the turn passes by it with nothing played (R11, R12). If
// the roll cannot clear the bar where that is no loss, the dice that cannot enter are void.
func (t *turn) mayNotEnter() bool {
	if t.before.waiter.count(BarPoint) > 0 && t.before.mover.shut() && t.before.waiter.shut() {
		return true // R12
	}
	if t.rules.CannotEnter != EnteringPasses {
		return false
	}
	var enter dice
	for k := range t.dice.kinds {
		if t.start.sources(t.rules, t.dice.faces[k]) != 0 {
			enter.add(t.dice.faces[k], t.dice.all.of(k))
		}
	}
	if enter.all.count() < int(t.before.mover.count(BarPoint)) {
		t.dice = enter
	}
	return enter.all == 0
}

// shut says whether a side has six made points at home, so that nothing can enter.
func (v packed) shut() bool {
	const home = 1<<homeTop - 1
	return v.made()&home == home
}

// complete says whether a play may end here.
func (t *turn) complete(b *board, l left) bool {
	if b.won() {
		return true // R10
	}
	if t.last != 0 {
		return l == t.last
	}
	return l.count() == t.rest
}

// possible says whether a complete play can follow.
func (t *turn) possible(b board, l left) bool {
	if t.complete(&b, l) {
		return true
	}
	for k := range t.dice.kinds {
		if l.of(k) == 0 {
			continue
		}
		for s := b.sources(t.rules, t.dice.faces[k]); s != 0; s &= s - 1 {
			from := uint8(bits.TrailingZeros32(s))
			next, _ := b.step(t.rules, from, b.target(t.rules, from, t.dice.faces[k]))
			if t.possible(next, l.without(k)) {
				return true
			}
		}
	}
	return false
}

// most is the greatest number of dice that can be played one after the other.
func (t *turn) most(b board, l left) int {
	best := 0
	for k := range t.dice.kinds {
		if l.of(k) == 0 {
			continue
		}
		for s := b.sources(t.rules, t.dice.faces[k]); s != 0; s &= s - 1 {
			from := uint8(bits.TrailingZeros32(s))
			next, _ := b.step(t.rules, from, b.target(t.rules, from, t.dice.faces[k]))
			best = max(best, 1+t.most(next, l.without(k)))
			if best == l.count() {
				return best
			}
		}
	}
	return best
}
