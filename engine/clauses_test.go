package engine

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// side reads "13/5 24/2 bar/1": how many checkers stand where, in the side's own numbering; the rest is
// off.
func side(t testing.TB, text string) Side {
	t.Helper()
	var s Side
	for _, f := range strings.Fields(text) {
		where, n, _ := strings.Cut(f, ":")
		count, err := strconv.Atoi(n)
		if err != nil {
			t.Fatalf("%q: %v", f, err)
		}
		if where == "bar" {
			s.Bar = uint8(count)
			continue
		}
		point, err := strconv.Atoi(where)
		if err != nil {
			t.Fatalf("%q: %v", f, err)
		}
		s.Points[point-1] = uint8(count)
	}
	s.Off = uint8(Checkers - s.checkers())
	return s
}

// clause is one thing a clause of the rules says of a roll in a position: its outcome, plays that are
// legal as written, how many different plays there are, and steps that are refused after others.
type clause struct {
	says     string
	rules    *Ruleset
	mover    string
	opponent string
	roll     []uint8
	outcome  Outcome
	plays    int      // 0: not counted
	legal    []string // whole plays, in an order in which they can be made
	refused  []string // plays no legal play begins with, each with ": code clause" after it
}

// holds checks the clause for both colours and all orders of the dice.
func (c clause) holds(t *testing.T) {
	t.Run(string(c.rules.ID)+" "+c.says, func(t *testing.T) {
		t.Parallel()
		seen := seenBy{side(t, c.mover), side(t, c.opponent)}
		for _, mover := range Seats {
			for _, roll := range orders(c.roll) {
				p := seen.position(mover)
				turn := newTurn(c.rules, &p, mover, mustRoll(t, roll...))
				if turn.outcome != c.outcome {
					t.Fatalf("%s, %v: outcome %d, want %d", mover, roll, turn.outcome, c.outcome)
				}
				if n := len(finalPositions(&turn, mover)); c.plays > 0 && n != c.plays {
					t.Errorf("%s, %v: %d plays, want %d", mover, roll, n, c.plays)
				}
				for _, text := range c.legal {
					if _, ok := turn.whole(parsed(t, text)); !ok {
						t.Errorf("%s, %v: %s is refused: %v", mover, roll, text, turn.refusePlay(parsed(t, text)))
					}
				}
				for _, text := range c.refused {
					text, want, _ := strings.Cut(text, ": ")
					play := parsed(t, text)
					if _, ok := turn.beginning(play); ok {
						t.Errorf("%s, %v: %s is not refused", mover, roll, text)
						continue
					}
					r := turn.refuseSteps(play)
					if got := fmt.Sprintf("%s %s", r.Code, r.Clause); got != want {
						t.Errorf("%s, %v: %s is refused by %s (%s), want %s", mover, roll, text, got, r.Detail, want)
					}
				}
			}
		}
	})
}

func parsed(t testing.TB, text string) Play {
	t.Helper()
	p, err := ParsePlay(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func hold(t *testing.T, clauses ...clause) {
	t.Parallel()
	for _, c := range clauses {
		c.holds(t)
	}
}

const atStart = "6:13 24:2"

func TestR1_StartHas126PipsAndFifteenCheckers(t *testing.T) {
	t.Parallel()
	for _, r := range rulesets {
		p := r.Start.position()
		want := 126
		if r.Worth == UpToThree {
			want = 167
		}
		for _, s := range Seats {
			if n := p.Of(s).checkers(); n != Checkers || p.Of(s).Off != 0 {
				t.Errorf("%s: %d checkers", r.ID, n)
			}
			if n := p.Of(s).Pips(); n != want {
				t.Errorf("%s: %d pips, want %d", r.ID, n, want)
			}
		}
		if want == 126 && (p.White.Points[5] != 13 || p.White.Points[23] != 2) {
			t.Errorf("%s: %+v", r.ID, p.White)
		}
	}
}

func TestR3_TargetMustNotBeMadePoint(t *testing.T) {
	hold(t,
		clause{says: "a made point stops a step", rules: fallas, mover: "13:2", opponent: "15:2 1:5", roll: []uint8{3, 2, 1},
			refused: []string{"13/10: illegal_step R3"}},
		clause{says: "one's own point and an empty one do not", rules: fallas, mover: "13:2 10:1", opponent: "6:13", roll: []uint8{3, 2, 1},
			legal: []string{"13/10 13/11 11/10"}},
		clause{says: "no step without its die", rules: fallas, mover: "13:2", opponent: "6:13", roll: []uint8{3, 2, 1},
			refused: []string{"13/9: illegal_step R3", "12/9: illegal_step R3", "13/12 13/12: illegal_step R3"}},
	)
}

func TestR4_LandingOnABlotHits(t *testing.T) {
	hold(t,
		clause{says: "the hit is written and made", rules: fallas, mover: "13:2", opponent: "15:1 1:5", roll: []uint8{3, 4, 4},
			legal: []string{"13/10* 13/9 9/5"}, refused: []string{"13/9*: illegal_step R4"}},
		clause{says: "hitting is never compulsory", rules: fallas, mover: "13:2 8:1", opponent: "15:1 1:5", roll: []uint8{3, 4, 4},
			legal: []string{"8/5 13/9 13/9", "13/10* 13/9 9/5"}},
		clause{says: "unless every play hits", rules: fallas, mover: "24:1", opponent: "2:1 3:2 6:2", roll: []uint8{1, 3, 3},
			legal: []string{"24/23* 23/20 20/17"}, plays: 2},
	)
}

func TestR5_EveryStopObeysTheRules(t *testing.T) {
	hold(t,
		clause{says: "no jump by the sum", rules: fallas, mover: "24:1", opponent: "4:2 5:2", roll: []uint8{3, 4, 6},
			legal: []string{"24/18 18/15 15/11", "24/18 18/14 14/11"}, plays: 1,
			refused: []string{"24/14: illegal_step R3", "24/20: illegal_step R3", "24/21: illegal_step R3"}},
		clause{says: "a blot at a stop is hit", rules: fallas, mover: "24:1", opponent: "4:1 7:1", roll: []uint8{3, 6, 6},
			legal: []string{"24/21* 21/15 15/9", "24/18* 18/15 15/9", "24/18* 18/12 12/9"}},
		clause{says: "the order is the mover's choice", rules: fallas, mover: "24:2 13:1", opponent: "6:13", roll: []uint8{1, 2, 3},
			legal: []string{"24/23 23/21 21/18", "24/21 21/20 20/18"}},
	)
}

func TestR6_BarFirst(t *testing.T) {
	hold(t,
		clause{says: "enter before anything else", rules: fallas, mover: "bar:2 6:4", opponent: "6:13", roll: []uint8{1, 2, 3},
			legal: []string{"bar/24 bar/23 6/3", "bar/22 bar/24 24/22"}, refused: []string{"6/5: illegal_step R6", "bar/24 24/22: illegal_step R6"}},
		clause{says: "a made point does not let in", rules: backgammon, mover: "bar:1 6:4", opponent: "6:2 5:2", roll: []uint8{6, 1},
			legal: []string{"bar/24 24/18"}, refused: []string{"bar/19: illegal_step R3"}},
		clause{says: "entering hits", rules: fallas, mover: "bar:1 13:3", opponent: "3:1 6:13", roll: []uint8{3, 1, 1},
			legal: []string{"bar/22* 13/12 13/12"}},
	)
}

func TestR7_DoublesGiveNothingMore(t *testing.T) {
	hold(t,
		clause{says: "three dice are three steps", rules: fallas, mover: "13:5", opponent: "1:15", roll: []uint8{2, 2, 2},
			legal: []string{"13/11(3)"}, refused: []string{"13/11(4): too_many_steps R5"}},
		clause{says: "backgammon plays a double four times", rules: backgammon, mover: "13:5", opponent: "1:15", roll: []uint8{2, 2},
			legal: []string{"13/11(4)", "13/11 11/9 9/7 7/5"}},
	)
}

func TestR8_CompletePlaysOnly(t *testing.T) {
	hold(t,
		clause{says: "a step that strands a die is refused", rules: fallas, mover: atStart, opponent: atStart, roll: []uint8{2, 1, 5},
			legal: []string{"24/22 22/17 6/5"}, refused: []string{"6/4 6/5: strands_a_die R8"}},
		clause{says: "no preference among complete plays", rules: fallas, mover: "10:2 9:1", opponent: "1:15", roll: []uint8{1, 2, 3},
			legal: []string{"10/9 10/8 9/6", "10/7 10/8 9/8", "9/6 6/4 4/3"}},
	)
}

func TestR9_FallaWhenNoCompletePlayExists(t *testing.T) {
	hold(t,
		clause{says: "blocked points", rules: fallas, mover: atStart, opponent: atStart, roll: []uint8{5, 5, 5}, outcome: RollIsFalla},
		clause{says: "no checker may bear off yet", rules: fallas, mover: "7:1 1:2", opponent: "24:2", roll: []uint8{6, 6, 6}, outcome: RollIsFalla},
		clause{says: "a checker cannot enter", rules: fallas, mover: "bar:1 6:4", opponent: "6:2 5:2 4:2 3:2 2:2 1:2", roll: []uint8{1, 2, 3}, outcome: RollIsFalla},
		clause{says: "each die alone is not enough", rules: fallas, mover: "24:1", opponent: "10:2 11:2 12:2 13:2 8:2 9:2", roll: []uint8{6, 5, 4}, outcome: RollIsFalla},
		clause{says: "never in backgammon", rules: backgammon, mover: "24:1", opponent: "6:2 5:2", roll: []uint8{5, 5}, outcome: RollPasses},
	)
}

func TestR10_LastCheckerWinsOnTheSpot(t *testing.T) {
	for _, r := range rulesets {
		roll := []uint8{6, 2, 1}[:r.Dice]
		c := clause{says: "with dice left", rules: r, mover: "2:1", opponent: "24:2", roll: roll, legal: []string{"2/off"}}
		if r.ID == fallas.ID {
			c.refused = []string{"2/off 2/1: too_many_steps R10"}
		}
		t.Run(string(r.ID), func(t *testing.T) { hold(t, c) })
	}
}

func TestR11_EnteringPartOfTheBarPasses(t *testing.T) {
	for _, r := range []*Ruleset{faille, faylys} {
		roll := []uint8{4, 1, 1}[:r.Dice]
		t.Run(string(r.ID), func(t *testing.T) {
			hold(t,
				clause{says: "what can enter does", rules: r, mover: "bar:3 6:4", opponent: "2:2 3:2 4:2 5:2 6:2", roll: roll,
					plays: 1, legal: []string{"bar/24(2)"}, refused: []string{"bar/24(2) 6/2: too_many_steps R5", "bar/21: illegal_step R3"}},
				clause{says: "nothing can enter: pass", rules: r, mover: "bar:1 6:4", opponent: "1:2 2:2 3:2 4:2 5:2 6:2", roll: roll, outcome: RollPasses},
				clause{says: "a bar that can be cleared leaves R8 and R9 in force", rules: r, mover: "bar:1 6:14", opponent: "5:2 6:5 7:2 24:4", roll: []uint8{5, 1, 1}[:r.Dice], outcome: RollIsFalla},
			)
		})
	}
	t.Run("fallas", func(t *testing.T) {
		hold(t, clause{says: "loses", rules: fallas, mover: "bar:3 6:4", opponent: "2:2 3:2 4:2 5:2 6:2", roll: []uint8{4, 1, 1}, outcome: RollIsFalla})
	})
}

func TestR12_MutualClosurePasses(t *testing.T) {
	const closed = "bar:3 1:2 2:2 3:2 4:2 5:2 6:2"
	for _, r := range rulesets {
		if r.placing() {
			continue
		}
		t.Run(string(r.ID), func(t *testing.T) {
			hold(t, clause{says: "both sides shut out", rules: r, mover: closed, opponent: closed, roll: []uint8{1, 2, 3}[:r.Dice], outcome: RollPasses})
		})
	}
}

func TestR13_HitCheckerIsPlacedOnItsOwners24(t *testing.T) {
	hold(t,
		clause{says: "a hit is refused while one's own checker stands on the 1", rules: fayles, mover: "13:2 1:1", opponent: "15:1 6:2", roll: []uint8{3, 2, 2},
			refused: []string{"13/10*: illegal_step R13"}},
		clause{says: "judged before each step", rules: fayles, mover: "13:1 4:1", opponent: "15:1 6:2", roll: []uint8{3, 3, 1},
			legal: []string{"13/10* 10/7 7/6"}, refused: []string{"4/1 13/10*: illegal_step R13"}},
		clause{says: "a lone opposing checker on the 1 blocks", rules: fayles, mover: "4:3 13:1", opponent: "24:1 6:2", roll: []uint8{3, 2, 2},
			refused: []string{"4/1: illegal_step R13"}},
		clause{says: "after a hit the 1 is taken", rules: fayles, mover: "13:1 4:3", opponent: "15:1 6:2", roll: []uint8{3, 3, 1},
			refused: []string{"13/10* 4/1: illegal_step R13"}},
	)
	p := Position{White: side(t, "13:2"), Black: side(t, "15:1 6:2")}
	after, ok := p.make(fayles, White, Play{{From: 13, To: 10, Die: 3, Hit: true}})
	if !ok || after.Black.Points[23] != 1 || after.Black.Bar != 0 || after.Black.Points[14] != 0 {
		t.Errorf("after the hit: %+v", after.Black)
	}
}

func TestR14_MostDice(t *testing.T) {
	hold(t,
		clause{says: "both if possible", rules: backgammon, mover: "13:1 3:1", opponent: "20:2", roll: []uint8{2, 6},
			legal: []string{"13/7 3/1"}, plays: 1, refused: []string{"13/11: strands_a_die R14"}},
		clause{says: "the larger if only one can be played", rules: backgammon, mover: "13:1", opponent: "18:2", roll: []uint8{2, 4}, legal: []string{"13/9"}, plays: 1,
			refused: []string{"13/11: strands_a_die R14"}},
		clause{says: "the smaller if the larger cannot", rules: backgammon, mover: "13:1", opponent: "16:2 18:2", roll: []uint8{2, 4}, legal: []string{"13/11"}, plays: 1},
		clause{says: "none is a pass", rules: backgammon, mover: "13:1", opponent: "16:2 14:2", roll: []uint8{2, 4}, outcome: RollPasses},
		clause{says: "a double as often as it goes", rules: backgammon, mover: "13:1", opponent: "21:2", roll: []uint8{3, 3}, legal: []string{"13/10 10/7"}, plays: 1,
			refused: []string{"13/10 10/7 7/4: too_many_steps R5"}},
	)
}

func TestR16_SamePlayInAnyOrder(t *testing.T) {
	hold(t, clause{says: "every order that is legal step by step", rules: fallas, mover: "13:2 8:2", opponent: "1:15", roll: []uint8{1, 2, 3},
		legal: []string{"13/12 13/11 8/5", "8/5 13/11 13/12", "13/11 8/5 13/12"}})
}
