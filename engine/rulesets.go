package engine

// The starts of R1.
var (
	fallasStart     = Start{6 - 1: 13, 24 - 1: 2}
	backgammonStart = Start{6 - 1: 5, 8 - 1: 3, 13 - 1: 5, 24 - 1: 2}
)

// The rulesets of docs/rules.md. The Fallas rulesets leave most parameters at their zero values.
var (
	fallas = &Ruleset{
		ID: "fallas", Name: "Fallas", Source: "Académie des jeux oubliés",
		Start: fallasStart, Dice: 3, HitGoesTo: BarPoint, TooHigh: HighestBelowIfNothingElse,
	}
	fallas2010 = &Ruleset{
		ID: "fallas-2010", Name: "Fallas (2010 reading)", Source: "Académie des jeux oubliés, page of 2010",
		Start: fallasStart, Dice: 3, HitGoesTo: BarPoint, TooHigh: HighestIfNothingElse,
	}
	faille = &Ruleset{
		ID: "faille", Name: "La faille", Source: "Aisling-1198",
		Start: fallasStart, Dice: 3, HitGoesTo: BarPoint, CannotEnter: EnteringPasses, TooHigh: AnyBelow,
	}
	faylys = &Ruleset{
		ID: "faylys", Name: "Faylys", Source: "Aisling-1198, after MS Royal 13 A xviii",
		Start: fallasStart, Dice: 2, DicePlayed: LargerOnceSmallerTwice,
		HitGoesTo: BarPoint, CannotEnter: EnteringPasses, TooHigh: AnyBelow,
	}
	fayles = &Ruleset{
		ID: "fayles", Name: "Fayles", Source: "bkgm.com, after R. C. Bell and H. J. R. Murray",
		Start: fallasStart, Dice: 3, HitGoesTo: 24, CannotEnter: EnteringIsMoot, TooHigh: HighestIfAboveAll,
	}
	backgammon = &Ruleset{
		ID: "backgammon", Name: "Backgammon", Source: "standard rules, and an anonymous Spanish leaflet",
		Start: backgammonStart, Dice: 2, DicePlayed: AsRolledDoublesFourTimes, Opening: OpeningIsFirstRoll,
		MustPlay: MostDice, Unplayable: LosesDie, HitGoesTo: BarPoint, CannotEnter: EnteringCosts,
		TooHigh: HighestIfAboveAll, Worth: UpToThree,
	}
)

var rulesets = []*Ruleset{fallas, fallas2010, faille, faylys, fayles, backgammon}

// Rulesets lists all rulesets, what a newcomer gets first.
func Rulesets() []*Ruleset { return append([]*Ruleset(nil), rulesets...) }

// LookUp returns the ruleset of that name, if there is one.
func LookUp(id RulesetID) (*Ruleset, bool) {
	for _, r := range rulesets {
		if r.ID == id {
			return r, true
		}
	}
	return nil, false
}
