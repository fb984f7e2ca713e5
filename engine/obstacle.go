package engine

import "fmt"

// Obstruction is what stops a checker. It travels as the word.
type Obstruction string

// What stops a checker from taking a die.
const (
	Blocked    Obstruction = "blocked"   // R3, R13: the point it would end on
	BarFirst   Obstruction = "bar_first" // R6: a checker on the bar
	NotHome    Obstruction = "not_home"  // B1: bearing off has not begun
	TooHighDie Obstruction = "too_high"  // B3, B4, B6: the die is too high for it
)

// Obstacle is why one checker cannot take one die.
type Obstacle struct {
	From   uint8       `json:"from"`
	To     uint8       `json:"to"`
	Why    Obstruction `json:"why"`
	Clause string      `json:"clause"`
	Detail string      `json:"detail"` // for a person
}

// obstacle says what stops the mover's checker on from taking a die; false if nothing does.
func (t *turn) obstacle(b *board, from, die uint8) (Obstacle, bool) {
	if b.sources(t.rules, die)&(1<<from) != 0 {
		return Obstacle{}, false
	}
	o := Obstacle{From: from}
	if from > die {
		o.To = from - die
	}
	switch {
	case b.own&barBit != 0 && from != BarPoint:
		o.Why, o.Clause, o.Detail = BarFirst, "R6", "a checker on the bar must enter first"
	case o.To != OffPoint:
		o.Why = Blocked
		o.Clause, o.Detail = t.closedBecause(b, o.To)
	case b.own&outside != 0:
		o.Why, o.Clause, o.Detail = NotHome, "B1", fmt.Sprintf("a checker is still on %s, so none may be borne off", pointName(b.highest()))
	default:
		o.Why = TooHighDie
		o.Clause, o.Detail = t.tooHighBecause(b, from, die)
	}
	return o, true
}

// closedBecause says why no step may end on a point.
func (t *turn) closedBecause(b *board, p uint8) (clause, detail string) {
	now := t.before.reach(t.rules, b.lo, b.hi)
	n := now.waiter.count(25 - p)
	switch {
	case n > 1:
		return "R3", fmt.Sprintf("the opponent holds %d with %d checkers", p, n)
	case p == 1:
		return "R13", "a lone opposing checker on your 1 cannot be hit: it blocks the point"
	default:
		return "R13", fmt.Sprintf("the checker on %d cannot be hit while one of yours stands on your 1, where it would be placed", p)
	}
}

// tooHighBecause says why a die higher than a point does not bear off from it.
func (t *turn) tooHighBecause(b *board, from, die uint8) (clause, detail string) {
	exact := b.own&(1<<die) != 0
	switch t.rules.TooHigh {
	case HighestBelowIfNothingElse, HighestIfNothingElse:
		clause = "B3"
		if t.rules.TooHigh == HighestIfNothingElse {
			clause = "B4"
		}
		switch {
		case exact:
			return clause, fmt.Sprintf("the %d bears off from %d exactly", die, die)
		case b.own&^(b.closed(t.rules)<<die)>>(die+1) != 0:
			return clause, fmt.Sprintf("the %d can be played inside the home board, and a die too high bears off only if it can do nothing else", die)
		}
		return clause, fmt.Sprintf("a die too high bears off from a higher point, not from %d", from)
	}
	return "B6", fmt.Sprintf("a checker stands on %d, and the %d bears off from below only when no checker stands on %d or higher", b.highest(), die, die)
}

// highest is the highest point with a checker of the mover, BarPoint for the bar; there must be one.
func (b *board) highest() uint8 {
	p := BarPoint
	for b.own&(1<<p) == 0 {
		p--
	}
	return p
}

func pointName(p uint8) string {
	switch p {
	case BarPoint:
		return "the bar"
	case OffPoint:
		return "off"
	}
	return fmt.Sprint(p)
}
