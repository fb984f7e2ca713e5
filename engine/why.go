package engine

import (
	"fmt"
	"strings"
)

// Why says why a step cannot be made after the steps of prefix by the seat on turn; nil if it can. All
// of them may leave out die and hit. If a step of prefix is wrong already, that one is explained.
func (g *Game) Why(prefix Play, step Step) *Refusal {
	switch {
	case g.Phase == Over:
		return refuse(RefusedGameOver, "S3", "the game is over")
	case !g.toPlay():
		return refuse(RefusedNotStarted, "", "there is no roll to play")
	}
	t := g.turn()
	steps := append(append(Play{}, prefix...), step)
	if _, ok := t.beginning(steps); ok {
		return nil
	}
	return t.refuseSteps(steps)
}

// refusePlay says why steps are no legal play; they must not be one.
func (t *turn) refusePlay(steps Play) *Refusal {
	if _, ok := t.beginning(steps); !ok {
		return t.refuseSteps(steps)
	}
	whole, _ := t.completed(steps)
	rest := whole[min(len(steps), len(whole)):]
	clause := "R8"
	if t.rules.MustPlay == MostDice {
		clause = "R14"
	}
	var open []uint8
	for _, s := range rest {
		open = append(open, s.Die)
	}
	return refuse(RefusedIncomplete, clause, fmt.Sprintf("%s still to be played, for instance %s", diceAre(open), rest))
}

// refuseSteps explains the first of some steps that no legal play begins with.
func (t *turn) refuseSteps(steps Play) *Refusal {
	n := 0
	for n < len(steps)-1 {
		if _, ok := t.beginning(steps[:n+1]); !ok {
			break
		}
		n++
	}
	prefix, step := steps[:n], steps[n]
	if filled, ok := t.assign(steps[:n+1], func(*board, left) bool { return true }); ok {
		return t.refuseStranding(filled)
	}
	var refusal *Refusal
	t.assign(prefix, func(b *board, l left) bool {
		if !t.possible(*b, l) {
			return false
		}
		refusal = t.refuseStep(b, l, step)
		return true
	})
	return refusal
}

// refuseStranding says what steps that can be made leave unplayable (R8, R14).
func (t *turn) refuseStranding(steps Play) *Refusal {
	var stranded []uint8
	t.assign(steps, func(b *board, l left) bool {
		_, _, rest := t.furthest(*b, l)
		stranded = t.dice.list(rest)
		return true
	})
	whole, _ := t.completed(steps[:len(steps)-1])
	if t.rules.MustPlay == AllDice {
		return refuse(RefusedStrands, "R8", fmt.Sprintf("%s would leave %s unplayable; %s plays %s",
			steps, diceNamed(stranded), whole, allOf(len(whole))))
	}
	if t.last != 0 {
		return refuse(RefusedStrands, "R14", fmt.Sprintf("only one die can be played, and it must be the %d: %s", whole[0].Die, whole))
	}
	return refuse(RefusedStrands, "R14", fmt.Sprintf("%s would leave %s unplayable; %s plays more", steps, diceNamed(stranded), whole))
}

// refuseStep says why a step cannot be made on a board with the dice left.
func (t *turn) refuseStep(b *board, l left, s Step) *Refusal {
	illegal := func(clause, detail string) *Refusal { return refuse(RefusedStep, clause, detail) }
	switch {
	case b.won():
		return refuse(RefusedTooLong, "R10", "the last checker is off: the game is won")
	case l.count() <= t.rest:
		return refuse(RefusedTooLong, "R5", "the roll is played")
	case s.From > BarPoint || s.To > BarPoint || s.From == OffPoint || s.To == BarPoint:
		return illegal("R3", "there is no such step")
	case b.own&(1<<s.From) == 0:
		return illegal("R3", fmt.Sprintf("no checker of yours is on %s", pointName(s.From)))
	case b.own&barBit != 0 && s.From != BarPoint:
		return illegal("R6", "a checker on the bar must enter first")
	case s.To >= s.From:
		return illegal("R3", "checkers move from higher points to lower ones")
	}
	dice := t.dice.list(l)
	for _, die := range dice {
		if s.Die != 0 && s.Die != die || max(int(s.From)-int(die), 0) != int(s.To) {
			continue
		}
		if o, ok := t.obstacle(b, s.From, die); ok {
			return illegal(o.Clause, o.Detail)
		}
		return illegal("R4", fmt.Sprintf("no blot is on %s to be hit", pointName(s.To)))
	}
	if s.To == OffPoint && b.own&outside != 0 {
		return illegal("B1", fmt.Sprintf("a checker is still on %s, so none may be borne off", pointName(b.highest())))
	}
	return illegal("R3", fmt.Sprintf("%s left: none of them takes a checker from %s to %s in one step", diceAre(dice), pointName(s.From), pointName(s.To)))
}

// diceNamed writes "the 5", "the 5 and the 3".
func diceNamed(faces []uint8) string {
	names := make([]string, len(faces))
	for i, f := range faces {
		names[i] = fmt.Sprintf("the %d", f)
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// diceAre writes "the 5 is", "the 5 and the 3 are".
func diceAre(faces []uint8) string {
	if len(faces) == 1 {
		return diceNamed(faces) + " is"
	}
	return diceNamed(faces) + " are"
}

func allOf(n int) string {
	switch n {
	case 2:
		return "both"
	case 3:
		return "all three"
	case 4:
		return "all four"
	}
	return "it"
}
