package engine

// FallaChance is how likely it is that the next roll is a falla (R9): Ways of Of equally likely throws.
type FallaChance struct {
	Ways    int           `json:"ways"`
	Of      int           `json:"of"`      // 216 or 36
	Failing []FailingRoll `json:"failing"` // the rolls that cannot be played, each once
}

// FailingRoll is a roll that cannot be played, and in how many ways it can fall.
type FailingRoll struct {
	Dice Roll `json:"dice"` // highest first
	Ways int  `json:"ways"`
}

// Chance is the probability, 0 to 1.
func (c FallaChance) Chance() float64 { return float64(c.Ways) / float64(c.Of) }

// FallaOdds is the exact chance that the side to play the board cannot play its next roll and loses by
// it. It looks at every distinct roll: 56 of three dice, 21 of two. A roll that only passes is none that
// fails.
func FallaOdds(b Board, r *Ruleset) FallaChance {
	c := FallaChance{Of: 36, Failing: []FailingRoll{}}
	if r.Dice == 3 {
		c.Of = 216
	}
	if r.Unplayable != LosesGame {
		return c
	}
	start := b.start(r)
	for _, roll := range distinctRolls[r.Dice] {
		if judge(r, &b, &start, roll.Dice) == RollIsFalla {
			c.Failing = append(c.Failing, roll)
			c.Ways += roll.Ways
		}
	}
	return c
}

// distinctRolls are the rolls of two and of three dice, each once, with the ways in which it can fall.
var distinctRolls = func() (all [4][]FailingRoll) {
	for a := uint8(6); a >= 1; a-- {
		for b := a; b >= 1; b-- {
			ways := 2
			if a == b {
				ways = 1
			}
			all[2] = append(all[2], FailingRoll{Roll{2, [3]uint8{a, b}}, ways})
			for c := b; c >= 1; c-- {
				ways := 6
				switch {
				case a == b && b == c:
					ways = 1
				case a == b || b == c:
					ways = 3
				}
				all[3] = append(all[3], FailingRoll{Roll{3, [3]uint8{a, b, c}}, ways})
			}
		}
	}
	return all
}()
