package engine

import "math/bits"

// assign tries dice for steps that may leave out die and hit, in every way that makes each a step from
// where the one before it led, until accept takes the board and the dice left. It returns the steps with
// die and hit filled in.
func (t *turn) assign(steps Play, accept func(*board, left) bool) (Play, bool) {
	if len(steps) > t.dice.all.count() {
		return nil, false
	}
	filled := make(Play, len(steps))
	ok := t.assignFrom(t.start, t.dice.all, steps, filled, accept)
	return filled, ok
}

func (t *turn) assignFrom(b board, l left, steps, filled Play, accept func(*board, left) bool) bool {
	if len(steps) == 0 {
		return accept(&b, l)
	}
	want := steps[0]
	for k := range t.dice.kinds {
		die := t.dice.faces[k]
		if l.of(k) == 0 || want.Die != 0 && want.Die != die || want.From > BarPoint {
			continue
		}
		if b.sources(t.rules, die)&(1<<want.From) == 0 || b.target(t.rules, want.From, die) != want.To {
			continue
		}
		next, hit := b.step(t.rules, want.From, want.To)
		if want.Hit && !hit {
			continue
		}
		filled[0] = Step{From: want.From, To: want.To, Die: die, Hit: hit}
		if t.assignFrom(next, l.without(k), steps[1:], filled[1:], accept) {
			return true
		}
	}
	return false
}

// whole accepts the steps of a legal play (R8, R14, R16).
func (t *turn) whole(steps Play) (Play, bool) {
	if t.outcome != MustPlayRoll {
		return nil, false
	}
	return t.assign(steps, t.complete)
}

// beginning accepts steps that a legal play begins with.
func (t *turn) beginning(steps Play) (Play, bool) {
	if t.outcome != MustPlayRoll {
		return nil, false
	}
	return t.assign(steps, func(b *board, l left) bool { return t.possible(*b, l) })
}

// finish is a shortest way from a board to a complete play, highest dice and checkers first.
func (t *turn) finish(b board, l left) (Play, bool) {
	if t.complete(&b, l) {
		return Play{}, true
	}
	var found Play
	t.each(b, l, func(next board, rest left, s Step) bool {
		steps, ok := t.finish(next, rest)
		if ok {
			found = append(Play{s}, steps...)
		}
		return ok
	})
	return found, found != nil
}

// furthest is a longest way of steps from a board, with where it leads and the dice left there.
func (t *turn) furthest(b board, l left) (Play, board, left) {
	best, end, rest := Play{}, b, l
	t.each(b, l, func(next board, after left, s Step) bool {
		steps, e, r := t.furthest(next, after)
		if 1+len(steps) > len(best) {
			best, end, rest = append(Play{s}, steps...), e, r
		}
		return len(best) == l.count()
	})
	return best, end, rest
}

// each calls visit with every step that can be made now, highest die and checker first, until it says
// that it has seen enough.
func (t *turn) each(b board, l left, visit func(board, left, Step) (enough bool)) {
	if b.won() {
		return
	}
	for k := range t.dice.kinds {
		if l.of(k) == 0 {
			continue
		}
		die := t.dice.faces[k]
		for s := b.sources(t.rules, die); s != 0; {
			from := uint8(bits.Len32(s) - 1)
			s &^= 1 << from
			to := b.target(t.rules, from, die)
			next, hit := b.step(t.rules, from, to)
			if visit(next, l.without(k), Step{From: from, To: to, Die: die, Hit: hit}) {
				return
			}
		}
	}
}

// Complete returns a whole legal play that begins with the steps of prefix, which may leave out die and
// hit; false if there is none or no roll to play.
func (g *Game) Complete(prefix Play) (Play, bool) {
	if !g.toPlay() {
		return nil, false
	}
	t := g.turn()
	return t.completed(prefix)
}

func (t *turn) completed(prefix Play) (Play, bool) {
	if t.outcome != MustPlayRoll {
		return nil, false
	}
	var rest Play
	begun, ok := t.assign(prefix, func(b *board, l left) (ok bool) {
		rest, ok = t.finish(*b, l)
		return ok
	})
	return append(begun, rest...), ok
}
