package engine

import "testing"

func TestB1_AllCheckersMustBeHome(t *testing.T) {
	for _, r := range rulesets {
		t.Run(string(r.ID), func(t *testing.T) {
			whole := "7/6 6/off 6/5"
			if r.Unplayable == LosesDie {
				whole = "7/6 6/off"
			}
			hold(t,
				clause{says: "one outside forbids it", rules: r, mover: "6:3 13:1", opponent: "24:2", roll: []uint8{6, 2, 2}[:r.Dice],
					refused: []string{"6/off: illegal_step B1"}},
				clause{says: "it can begin in the middle of a turn", rules: r, mover: "6:3 7:1", opponent: "24:2", roll: []uint8{6, 1, 1}[:r.Dice],
					legal: []string{whole}, refused: []string{"6/off: illegal_step B1"}},
			)
		})
	}
	hold(t, clause{says: "a checker on the bar forbids it", rules: backgammon, mover: "6:3 bar:1", opponent: "24:2", roll: []uint8{6, 2},
		refused: []string{"6/off: illegal_step R6", "bar/23 6/off: illegal_step B1"}})
}

func TestB2_ExactDieIsAChoice(t *testing.T) {
	for _, r := range rulesets {
		t.Run(string(r.ID), func(t *testing.T) {
			roll := []uint8{2, 1, 1}[:r.Dice]
			legal := []string{"2/off 4/3 3/2", "4/2 4/3 3/2"}
			if r.Unplayable == LosesDie {
				legal = []string{"2/off 4/3", "4/2 4/3"}
			}
			hold(t, clause{says: "off or inside", rules: r, mover: "4:3 2:2", opponent: "24:2", roll: roll, legal: legal})
		})
	}
}

func TestB3_TooHighDieOnlyIfItCanDoNothingElse(t *testing.T) {
	hold(t,
		clause{says: "not if it bears off exactly", rules: fallas, mover: "5:2 3:3", opponent: "24:2", roll: []uint8{5, 5, 1},
			refused: []string{"3/off: illegal_step B3"}},
		clause{says: "not if it can be played inside", rules: fallas, mover: "6:1 3:3 2:1", opponent: "24:2", roll: []uint8{4, 1, 1},
			refused: []string{"3/off: illegal_step B3"}},
		clause{says: "from the highest point below the die", rules: fallas, mover: "3:2 2:2", opponent: "24:2", roll: []uint8{5, 5, 5},
			legal: []string{"3/off(2) 2/off"}, plays: 1, refused: []string{"2/off: illegal_step B3"}},
		clause{says: "even if blocked checkers stand higher", rules: fallas, mover: "6:2 3:2", opponent: "23:2", roll: []uint8{4, 4, 3},
			legal: []string{"3/off 3/off 6/3", "3/off(2) 6/3"}},
		clause{says: "not from the blocked one", rules: fallas, mover: "6:2 3:2", opponent: "23:2", roll: []uint8{4, 4, 3},
			refused: []string{"6/off: illegal_step R3"}},
		clause{says: "nothing below: the die cannot be played", rules: fallas, mover: "6:2", opponent: "23:2 24:2", roll: []uint8{4, 4, 5}, outcome: RollIsFalla},
	)
}

func TestB4_TooHighDieTakesTheHighestOfAll(t *testing.T) {
	hold(t,
		clause{says: "even above the die", rules: fallas2010, mover: "6:3 3:2", opponent: "23:2", roll: []uint8{4, 4, 4},
			legal: []string{"6/off(3)"}, plays: 1, refused: []string{"3/off: illegal_step B4"}},
		clause{says: "not if it bears off exactly", rules: fallas2010, mover: "5:3 3:3", opponent: "24:2", roll: []uint8{5, 5, 1},
			refused: []string{"3/off: illegal_step B4"}},
		clause{says: "not if it can be played inside", rules: fallas2010, mover: "6:1 3:3 2:1", opponent: "24:2", roll: []uint8{4, 1, 1},
			refused: []string{"3/off: illegal_step B4", "6/off: illegal_step R3"}},
		clause{says: "from below too", rules: fallas2010, mover: "3:4", opponent: "24:2", roll: []uint8{5, 5, 5}, legal: []string{"3/off(3)"}, plays: 1},
	)
}

func TestB5_AnyPointBelowTheDie(t *testing.T) {
	hold(t,
		clause{says: "even if the die can be played exactly", rules: faille, mover: "5:2 3:3 2:1", opponent: "24:2", roll: []uint8{5, 5, 5},
			legal: []string{"5/off(2) 3/off", "3/off(3)", "2/off 3/off 5/off"}},
		clause{says: "or inside", rules: faylys, mover: "6:2 3:3", opponent: "24:2", roll: []uint8{4, 1},
			legal: []string{"3/off 3/2 3/2", "6/2 3/2 3/2"}},
		clause{says: "never from above it", rules: faille, mover: "6:2 3:3", opponent: "23:2", roll: []uint8{4, 4, 4},
			refused: []string{"6/off: illegal_step R3"}},
	)
}

func TestB6_DieAboveEveryPointTakesTheHighest(t *testing.T) {
	for _, r := range []*Ruleset{fayles, backgammon} {
		t.Run(string(r.ID), func(t *testing.T) {
			double := []uint8{6, 6, 6}[:r.Dice]
			all := "5/off(2) 3/off"
			if r.Unplayable == LosesDie {
				all = "5/off(2) 3/off(2)"
			}
			hold(t,
				clause{says: "from the highest", rules: r, mover: "5:2 3:3", opponent: "24:2", roll: double,
					legal: []string{all}, plays: 1, refused: []string{"3/off: illegal_step B6"}},
				clause{says: "not while one stands as high or higher", rules: r, mover: "6:2 3:3", opponent: "21:2", roll: []uint8{4, 2, 2}[:r.Dice],
					refused: []string{"3/off: illegal_step B6"}},
			)
		})
	}
}
