package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The oracle says what a roll means by trying every order of the dice on plain arrays, written from
// docs/rules.md and ruleset by ruleset, and shares no code with the engine. It is slow.

// naive is a position in the mover's numbering: me[25] my bar, me[0] mine off; them[0] their bar,
// them[25] theirs off.
type naive struct{ me, them [26]int8 }

func naiveOf(p Position, mover Seat) naive {
	var n naive
	m, o := p.Of(mover), p.Of(mover.Opponent())
	for i := 1; i <= 24; i++ {
		n.me[i], n.them[25-i] = int8(m.Points[i-1]), int8(o.Points[i-1])
	}
	n.me[25], n.me[0], n.them[0], n.them[25] = int8(m.Bar), int8(m.Off), int8(o.Bar), int8(o.Off)
	return n
}

func (n naive) position(mover Seat) Position {
	var p Position
	m, o := p.Of(mover), p.Of(mover.Opponent())
	for i := 1; i <= 24; i++ {
		m.Points[i-1], o.Points[i-1] = uint8(n.me[i]), uint8(n.them[25-i])
	}
	m.Bar, m.Off, o.Bar, o.Off = uint8(n.me[25]), uint8(n.me[0]), uint8(n.them[0]), uint8(n.them[25])
	return p
}

func (n naive) home() bool {
	for i := 7; i <= 25; i++ {
		if n.me[i] > 0 {
			return false
		}
	}
	return true
}

func (n naive) top() int {
	for i := 24; i > 0; i-- {
		if n.me[i] > 0 {
			return i
		}
	}
	return 0
}

func (n naive) open(id RulesetID, to int) bool {
	if id == "fayles" && n.them[to] == 1 {
		return to != 1 && n.me[1] == 0
	}
	return n.them[to] < 2
}

func (n naive) moved(id RulesetID, from, to int) naive {
	n.me[from]--
	if to > 0 && n.them[to] == 1 {
		n.them[to] = 0
		if id == "fayles" {
			n.them[1]++
		} else {
			n.them[0]++
		}
	}
	n.me[to]++
	return n
}

// next are the positions after one step with a die.
func (n naive) next(id RulesetID, die int) []naive {
	var all []naive
	if n.me[25] > 0 {
		if n.open(id, 25-die) {
			all = append(all, n.moved(id, 25, 25-die))
		}
		return all
	}
	inside, exact := false, false
	for from := 24; from > die; from-- {
		if n.me[from] > 0 && n.open(id, from-die) {
			inside = true
			all = append(all, n.moved(id, from, from-die))
		}
	}
	if !n.home() {
		return all
	}
	if n.me[die] > 0 {
		exact = true
		all = append(all, n.moved(id, die, 0))
	}
	top := n.top()
	switch id {
	case "fallas":
		for from := die - 1; from > 0 && !inside && !exact; from-- {
			if n.me[from] > 0 {
				return []naive{n.moved(id, from, 0)}
			}
		}
	case "fallas-2010":
		if !inside && !exact && top > 0 {
			return []naive{n.moved(id, top, 0)}
		}
	case "faille", "faylys":
		for from := 1; from < die; from++ {
			if n.me[from] > 0 {
				all = append(all, n.moved(id, from, 0))
			}
		}
	case "fayles", "backgammon":
		if top > 0 && top < die {
			all = append(all, n.moved(id, top, 0))
		}
	}
	return all
}

func naiveDice(id RulesetID, roll []uint8) []uint8 {
	switch {
	case id == "faylys":
		return []uint8{max(roll[0], roll[1]), min(roll[0], roll[1]), min(roll[0], roll[1])}
	case id == "backgammon" && roll[0] == roll[1]:
		return []uint8{roll[0], roll[0], roll[0], roll[0]}
	}
	return roll
}

// ending is where some order of the dice leads if it is followed as far as it goes.
type ending struct {
	used, first int // dice played, and the first of them
	at          naive
}

func (n naive) follow(id RulesetID, dice []uint8, used, first int, out map[ending]bool) {
	if n.me[0] < 15 && len(dice) > 0 {
		if next := n.next(id, int(dice[0])); len(next) > 0 {
			if used == 0 {
				first = int(dice[0])
			}
			for _, m := range next {
				m.follow(id, dice[1:], used+1, first, out)
			}
			return
		}
	}
	out[ending{used, first, n}] = true
}

func (n naive) sixMade(theirs bool) bool {
	for i := 1; i <= 6; i++ {
		if theirs && n.them[25-i] < 2 || !theirs && n.me[i] < 2 {
			return false
		}
	}
	return true
}

// oracle returns the outcome of a roll and the positions its plays end in.
func oracle(id RulesetID, p Position, mover Seat, roll []uint8) (Outcome, map[Position]bool) {
	n, dice := naiveOf(p, mover), naiveDice(id, roll)
	finals := map[Position]bool{}
	if n.me[25] > 0 && n.them[0] > 0 && n.sixMade(true) && n.sixMade(false) {
		return RollPasses, finals
	}
	if id == "faille" || id == "faylys" {
		var enter []uint8
		for _, d := range dice {
			if n.me[25] > 0 && n.open(id, 25-int(d)) {
				enter = append(enter, d)
			}
		}
		if len(enter) < int(n.me[25]) {
			if len(enter) == 0 {
				return RollPasses, finals
			}
			for _, d := range enter {
				n = n.moved(id, 25, 25-int(d))
			}
			finals[n.position(mover)] = true
			return MustPlayRoll, finals
		}
	}
	ends := map[ending]bool{}
	for _, order := range orders(dice) {
		n.follow(id, order, 0, 0, ends)
	}
	most, larger := 0, 0
	for e := range ends {
		most = max(most, e.used)
	}
	for e := range ends {
		if e.used == most {
			larger = max(larger, e.first)
		}
	}
	for e := range ends {
		complete := e.used == len(dice)
		if id == "backgammon" {
			complete = e.used == most && most > 0 && (most > 1 || e.first == larger)
		}
		if complete || e.at.me[0] == 15 {
			finals[e.at.position(mover)] = true
		}
	}
	switch {
	case len(finals) > 0:
		return MustPlayRoll, finals
	case id == "backgammon":
		return RollPasses, finals
	}
	return RollIsFalla, finals
}

// randomPosition places both sides' checkers at random; neither side is done. Half of the positions are
// loose, in half one side is gathered on few points and the other holds many, so that rolls are hard to
// play.
func randomPosition(r *Ruleset, src *rand.Rand) Position {
	for {
		var p Position
		owner := [26]Seat{} // in white's numbering
		put := func(s Seat, point, n int) {
			side, at := p.Of(s), point
			if s == Black {
				at = 25 - point
			}
			if owner[at] == s.Opponent() {
				return
			}
			owner[at] = s
			for ; n > 0 && side.checkers() < Checkers; n-- {
				side.Points[point-1]++
			}
		}
		if src.IntN(2) == 0 {
			holder := Seats[src.IntN(2)]
			from := 1 + src.IntN(8)
			for i := range 8 {
				if src.IntN(8) > 0 {
					put(holder, from+i, 2)
				}
			}
			for range 1 + src.IntN(5) {
				put(holder.Opponent(), 1+src.IntN(24), 1+src.IntN(8))
			}
			if r.HitGoesTo == BarPoint && src.IntN(3) == 0 {
				side := p.Of(holder.Opponent())
				side.Bar = uint8(min(1+src.IntN(3), Checkers-side.checkers()))
			}
		} else {
			reach := [...]int{24, 24, 12, 6}[src.IntN(4)]
			for _, s := range Seats {
				for range src.IntN(Checkers + 1) {
					put(s, 1+src.IntN(reach), 1+src.IntN(2))
				}
				if side := p.Of(s); r.HitGoesTo == BarPoint && side.checkers() < Checkers && src.IntN(6) == 0 {
					side.Bar++
				}
			}
		}
		for _, s := range Seats {
			side := p.Of(s)
			side.Off = uint8(Checkers - side.checkers())
		}
		if p.White.Off < Checkers && p.Black.Off < Checkers {
			return p
		}
	}
}

// checkers counts the checkers of a side that are not off.
func (s *Side) checkers() int {
	n := int(s.Bar)
	for _, c := range s.Points {
		n += int(c)
	}
	return n
}

func randomRoll(r *Ruleset, src *rand.Rand) []uint8 {
	roll := make([]uint8, r.Dice)
	for i := range roll {
		roll[i] = uint8(1 + src.IntN(6))
	}
	return roll
}

// TestOracle compares the engine with brute force over all orders of the dice: outcome and set of final
// positions. In particular a falla is declared only where brute force finds nothing (R9).
func TestOracle(t *testing.T) {
	t.Parallel()
	for _, r := range rulesets {
		t.Run(string(r.ID), func(t *testing.T) {
			t.Parallel()
			src, seen := rand.New(rand.NewPCG(7, 11)), map[Outcome]int{}
			for range 700 {
				p, roll := randomPosition(r, src), randomRoll(r, src)
				mover := Seats[src.IntN(2)]
				turn := newTurn(r, &p, mover, mustRoll(t, roll...))
				outcome, finals := oracle(r.ID, p, mover, roll)
				if got := finalPositions(&turn, mover); turn.outcome != outcome || !sameSet(got, finals) {
					t.Fatalf("%v for %s in %s\noutcome %d, want %d; %d plays, want %d", roll, mover, describe(p), turn.outcome, outcome, len(got), len(finals))
				}
				seen[outcome]++
			}
			if seen[MustPlayRoll] < 100 || r.Unplayable == LosesGame && seen[RollIsFalla] < 8 || r.CannotEnter == EnteringPasses && seen[RollPasses] < 5 {
				t.Errorf("the positions show too little: %v", seen)
			}
		})
	}
}

func sameSet(a, b map[Position]bool) bool {
	for p := range a {
		if !b[p] {
			return false
		}
	}
	return len(a) == len(b)
}

func describe(p Position) string { return fmt.Sprintf("white %+v black %+v", p.White, p.Black) }
