package engine

import "math/bits"

// Explanation tells why a roll cannot be played, or not whole: how far one gets, and what stops every checker
// from taking each die that is left there.
type Explanation struct {
	Partial   Play      `json:"partial"`    // a longest possible partial play, or the play that was made
	Position  Position  `json:"position"`   // after Partial
	Left      []DieLeft `json:"left"`       // the dice left over, highest first, equal ones once
	EachAlone bool      `json:"each_alone"` // whether every die of the roll could be played on its own
}

// DieLeft is a die that cannot be played, and why.
type DieLeft struct {
	Die      uint8      `json:"die"`
	Count    int        `json:"count"`    // how many dice of this face are left
	Checkers []Obstacle `json:"checkers"` // every point with checkers of the mover, the bar too, highest first
}

// Explain explains the falla that ended the game (R9); nil if it did not end so.
func (g *Game) Explain() *Explanation {
	if g.Phase != Over || g.Result.Reason != Falla || g.Roll.n == 0 || !g.Result.Winner.valid() {
		return nil
	}
	return ExplainRoll(g.Ruleset, &g.Position, g.Result.Winner.Opponent(), g.Roll)
}

// ExplainEvent explains why the roll of an event could not be played: of Rolled number seq, or of the Passed
// or Ended number seq that followed from it. Of Played number seq it explains the dice that were left over,
// void or lost (R11, R14). Nil if the log has no such event or the roll could be played. The log is trusted,
// as by GameAfter.
func ExplainEvent(log []Event, seq Seq) *Explanation {
	if seq == 0 || int(seq) > len(log) {
		return nil
	}
	at := seq
	switch log[seq-1].Body.(type) {
	case Passed, Ended, Played:
		at--
	}
	g, ok := GameAfter(log, at)
	if !ok || !g.toPlay() {
		return nil
	}
	if b, played := log[seq-1].Body.(Played); played {
		return explainPlay(&g, b.Steps)
	}
	if _, rolled := log[at-1].Body.(Rolled); !rolled {
		return nil
	}
	return ExplainRoll(g.Ruleset, &g.Position, g.Turn, g.Roll)
}

// explainPlay explains the dice that a play of the seat on turn leaves over; nil if it uses them all or wins
// (R10).
func explainPlay(g *Game, steps Play) *Explanation {
	t := g.turn()
	t.dice = g.Ruleset.played(g.Roll) // those that are void too (R11)
	var e *Explanation
	t.assign(steps, func(b *board, l left) bool {
		if !b.won() && l.count() > 0 {
			e = t.explanation(g.Turn, steps, *b, l)
		}
		return true
	})
	return e
}

// ExplainRoll explains why a roll cannot be played by the mover of a position, be it a falla or a pass (R9,
// R11, R12, R14); nil if it can.
func ExplainRoll(r *Ruleset, p *Position, mover Seat, roll Roll) *Explanation {
	t := newTurn(r, p, mover, roll)
	if t.outcome == MustPlayRoll {
		return nil
	}
	t.dice = r.played(roll) // those that are void too (R11)
	return t.explain(mover)
}

func (t *turn) explain(mover Seat) *Explanation {
	partial, end, rest := t.furthest(t.start, t.dice.all)
	return t.explanation(mover, partial, end, rest)
}

// explanation tells of the dice that are left on a board that a partial play led to.
func (t *turn) explanation(mover Seat, partial Play, end board, rest left) *Explanation {
	e := &Explanation{Partial: partial, Position: t.before.reach(t.rules, end.lo, end.hi).Position(mover), Left: []DieLeft{}, EachAlone: true}
	for k := range t.dice.kinds {
		die := t.dice.faces[k]
		if t.start.sources(t.rules, die) == 0 {
			e.EachAlone = false
		}
		if rest.of(k) > 0 {
			e.Left = append(e.Left, DieLeft{Die: die, Count: rest.of(k), Checkers: t.obstacles(&end, die)})
		}
	}
	return e
}

func (t *turn) obstacles(b *board, die uint8) []Obstacle {
	all := []Obstacle{}
	for own := b.own; own != 0; {
		from := uint8(bits.Len32(own) - 1)
		own &^= 1 << from
		if o, ok := t.obstacle(b, from, die); ok {
			all = append(all, o)
		}
	}
	return all
}
