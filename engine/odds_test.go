package engine

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestFallaOddsEqualEnumeration compares the odds with brute force over every throw of the dice.
func TestFallaOddsEqualEnumeration(t *testing.T) {
	t.Parallel()
	for _, r := range rulesets {
		t.Run(string(r.ID), func(t *testing.T) {
			t.Parallel()
			src, some := rand.New(rand.NewPCG(17, 4)), 0
			for range 7 {
				p, mover := randomPosition(r, src), Seats[src.IntN(2)]
				odds := FallaOdds(NewBoard(&p, mover), r)
				ways, of, failing := 0, 0, map[Roll]bool{}
				for _, roll := range distinctRolls[r.Dice] {
					faces := append([]uint8{}, roll.Dice.faces[:r.Dice]...)
					if outcome, _ := oracle(r.ID, p, mover, faces); outcome == RollIsFalla {
						ways += roll.Ways
						failing[roll.Dice] = true
					}
					of += roll.Ways
				}
				if odds.Ways != ways || odds.Of != of || len(odds.Failing) != len(failing) {
					t.Fatalf("%s: %+v, want %d of %d", describe(p), odds, ways, of)
				}
				for _, f := range odds.Failing {
					if !failing[f.Dice] {
						t.Fatalf("%s: %v does not fail", describe(p), f.Dice)
					}
				}
				some += ways
			}
			if some == 0 && r.Unplayable == LosesGame {
				t.Error("no roll fails in any of the positions")
			}
		})
	}
}

// TestDistinctRolls counts every throw once.
func TestDistinctRolls(t *testing.T) {
	t.Parallel()
	for dice, want := range map[int][2]int{2: {21, 36}, 3: {56, 216}} {
		ways := 0
		for _, roll := range distinctRolls[dice] {
			ways += roll.Ways
		}
		if len(distinctRolls[dice]) != want[0] || ways != want[1] {
			t.Errorf("%d dice: %d rolls, %d throws", dice, len(distinctRolls[dice]), ways)
		}
	}
}

// TestNoFallaWhereNoneIsPossible plays on from positions of which FallaPossible says that no falla can come,
// and looks at the odds of both sides all the way.
func TestNoFallaWhereNoneIsPossible(t *testing.T) {
	t.Parallel()
	for _, r := range rulesets {
		t.Run(string(r.ID), func(t *testing.T) {
			t.Parallel()
			src, games := rand.New(rand.NewPCG(2, 9)), 0
			var g Generator
			for range 4000 {
				p := randomPosition(r, src)
				b := NewBoard(&p, White)
				if FallaPossible(b, r) {
					continue
				}
				games++
				for moves := 0; b.mover != (packed{}) && b.waiter != (packed{}) && moves < 20; moves++ {
					for _, side := range []Board{b, b.Turned()} {
						if FallaPossible(side, r) || FallaOdds(side, r).Ways > 0 {
							t.Fatalf("%s: a falla after all", describe(b.Position(White)))
						}
					}
					roll := mustRoll(t, randomRoll(r, src)...)
					if _, plays := g.Plays(r, &b, roll); len(plays) > 0 {
						b = plays[src.IntN(len(plays))].Board(r, &b)
					}
					b = b.Turned()
				}
				if games > 40 {
					return
				}
			}
			if games < 10 {
				t.Errorf("only %d positions without a possible falla", games)
			}
		})
	}
}

func TestContact(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		white, black  string
		contact, loss bool
	}{
		{atStart, atStart, true, true},
		{"12:8", "12:3 1:2", false, false},
		{"13:8", "12:3 1:2", false, false},
		{"13:8", "13:3", true, true},
		{"bar:1 1:3", "1:1", true, true},
		{"20:1", "20:1", true, false}, // two lone checkers block nothing
		{"6:3", "6:2", false, false},
	} {
		p := Position{White: side(t, c.white), Black: side(t, c.black)}
		b := NewBoard(&p, White)
		if Contact(b) != c.contact || Contact(b.Turned()) != c.contact || FallaPossible(b, fallas) != c.loss {
			t.Errorf("%s against %s: contact %t, falla %t", c.white, c.black, Contact(b), FallaPossible(b, fallas))
		}
		if FallaPossible(b, backgammon) {
			t.Error("a falla in backgammon")
		}
		if mover, waiter := b.Pips(); mover != p.White.Pips() || waiter != p.Black.Pips() {
			t.Errorf("%s: %d and %d pips", c.white, mover, waiter)
		}
	}
}

func TestD_PositionsByHandAreChecked(t *testing.T) {
	t.Parallel()
	good := Position{White: side(t, "bar:1 6:4"), Black: side(t, atStart)}
	short, mixed, done := good, good, good
	short.White.Off--
	mixed.Black.Points[18], mixed.Black.Off = 1, 0
	mixed.Black.Points[5]--
	done.Black = Side{Off: Checkers}
	for _, c := range []struct {
		name  string
		p     Position
		r     *Ruleset
		wrong bool
	}{
		{"as it should be", good, fallas, false},
		{"14 checkers", short, fallas, true},
		{"both colours on one point", mixed, fallas, true},
		{"one side done", done, fallas, true},
		{"a checker on the bar in fayles", good, fayles, true},
	} {
		if err := CheckPosition(c.r, &c.p); (err != nil) != c.wrong {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestPassesAreExplained(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		says         string
		r            *Ruleset
		white, black string
		roll         []uint8
		dice         int // different dice left over
		clause       string
	}{
		{"R11", faille, "bar:1 6:4", "1:2 2:2 3:2 4:2 5:2 6:2", []uint8{4, 1, 1}, 2, "R3"},
		{"R12", fallas, "bar:3 1:2 2:2 3:2 4:2 5:2 6:2", "bar:3 1:2 2:2 3:2 4:2 5:2 6:2", []uint8{1, 2, 3}, 3, "R3"},
		{"R14", backgammon, "13:1", "16:2 14:2", []uint8{2, 4}, 2, "R3"},
	} {
		p := Position{White: side(t, c.white), Black: side(t, c.black)}
		roll := mustRoll(t, c.roll...)
		e := ExplainRoll(c.r, &p, White, roll)
		if e == nil || len(e.Partial) != 0 || len(e.Left) != c.dice || e.Left[0].Checkers[0].Clause != c.clause {
			t.Errorf("%s: %+v", c.says, e)
		}
	}
	p := fallas.Start.position()
	if e := ExplainRoll(fallas, &p, White, mustRoll(t, 1, 2, 3)); e != nil {
		t.Errorf("a roll that can be played is explained: %+v", e)
	}
}

func TestDiceLeftOverAreExplained(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		says         string
		r            *Ruleset
		white, black string
		roll         []uint8
		play         string
		left         map[uint8]int // die, how many
	}{
		{"R11, the rest is void", faille, "bar:2 6:4", "1:2 2:2 3:2 4:2 5:2", []uint8{4, 6, 1}, "bar/19", map[uint8]int{4: 1, 1: 1}},
		{"R14, of two dice the larger", backgammon, "13:1", "18:2", []uint8{2, 4}, "13/9", map[uint8]int{2: 1}},
		{"R14, doubles", backgammon, "13:1", "18:2", []uint8{3, 3}, "13/10", map[uint8]int{3: 3}},
		{"R14, nothing is left over", backgammon, "13:1", "19:2", []uint8{2, 4}, "13/9 9/7", nil},
		{"R10, with the last checker nothing is left over", backgammon, "1:1", "6:2", []uint8{6, 5}, "1/off", nil},
	} {
		g := Game{Ruleset: c.r, Phase: Playing, Turn: White, Roll: mustRoll(t, c.roll...), Position: Position{White: side(t, c.white), Black: side(t, c.black)}}
		steps, err := g.ReadPlay(c.play)
		if err != nil {
			t.Fatalf("%s: %v", c.says, err)
		}
		e := explainPlay(&g, steps)
		if (e != nil) != (c.left != nil) {
			t.Fatalf("%s: %+v", c.says, e)
		}
		if e == nil {
			continue
		}
		for _, die := range e.Left {
			if c.left[die.Die] != die.Count || len(die.Checkers) == 0 {
				t.Errorf("%s: %+v", c.says, die)
			}
		}
		if len(e.Left) != len(c.left) || !reflect.DeepEqual(e.Partial, steps) {
			t.Errorf("%s: %+v", c.says, e)
		}
	}
}
