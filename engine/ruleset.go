package engine

// RulesetID names a ruleset: "fallas" and its sisters.
type RulesetID string

// Ruleset is one game's rules as data: one field for each row of the table in docs/rules.md. The
// engine asks for these parameters and never for the name. Rulesets are shared and never changed.
type Ruleset struct {
	ID     RulesetID `json:"id"`
	Name   string    `json:"name"`   // as shown to people
	Source string    `json:"source"` // who describes the game so

	Start        Start        `json:"start"`         // R1, the same for both sides
	Dice         int          `json:"dice"`          // how many are rolled: 2 or 3
	DicePlayed   DicePlayed   `json:"dice_played"`   // what the roll is played as
	Opening      Opening      `json:"opening"`       // R2
	MustPlay     MustPlay     `json:"must_play"`     // R8, R14
	Unplayable   Unplayable   `json:"unplayable"`    // R9, R14: a die cannot be played
	HitGoesTo    uint8        `json:"hit_goes_to"`   // BarPoint, or 24 for auto-placing (R13)
	CannotEnter  CannotEnter  `json:"cannot_enter"`  // R9, R11, R14
	TooHigh      TooHigh      `json:"too_high"`      // B3 to B6
	Worth        Worth        `json:"worth"`         // S1
	DoublingCube DoublingCube `json:"doubling_cube"` // S5
}

// Start is where one side's checkers stand at first: how many on which point of its own.
type Start [24]uint8

// side returns the checkers as a Side.
func (s Start) side() Side { return Side{Points: s} }

// position returns both sides at the start.
func (s Start) position() Position { return Position{White: s.side(), Black: s.side()} }

// placing says whether a hit checker goes straight to its owner's 24 (R13).
func (r *Ruleset) placing() bool { return r.HitGoesTo != BarPoint }

// DicePlayed says what a roll is played as. It travels as the word, as do all the parameters below.
type DicePlayed uint8

// The ways a roll is played.
const (
	AsRolled                 DicePlayed = iota // each die once
	LargerOnceSmallerTwice                     // 5-2 as 5, 2, 2; 4-4 as 4, 4, 4
	AsRolledDoublesFourTimes                   // 5-2 as 5, 2; 4-4 as 4, 4, 4, 4
)

// Opening says what becomes of the two dice of the opening throw (R2).
type Opening uint8

// The openings.
const (
	FreshRoll          Opening = iota // the higher seat begins and rolls
	OpeningIsFirstRoll                // the higher seat begins with the two opening dice
)

// MustPlay says how much of a roll has to be played.
type MustPlay uint8

// What must be played.
const (
	AllDice  MustPlay = iota // R8
	MostDice                 // R14
)

// Unplayable says what a roll costs that cannot be played whole.
type Unplayable uint8

// The prices.
const (
	LosesGame Unplayable = iota // R9: falla
	LosesDie                    // R14: the die is lost
)

// CannotEnter says what happens when the roll cannot clear the bar.
type CannotEnter uint8

// What happens when a checker cannot enter.
const (
	EnteringFalla  CannotEnter = iota // R9
	EnteringPasses                    // R11
	EnteringIsMoot                    // R13: nothing is ever on the bar
	EnteringCosts                     // R14: enter what can be entered, the rest is lost
)

// TooHigh says when a die bears off a checker from a point other than its own.
type TooHigh uint8

// The readings of the too-high die.
const (
	HighestBelowIfNothingElse TooHigh = iota // B3
	HighestIfNothingElse                     // B4
	AnyBelow                                 // B5
	HighestIfAboveAll                        // B6
)

// Worth says what a win may count (S1).
type Worth uint8

// The worths.
const (
	AlwaysOne Worth = iota
	UpToThree       // 2 a gammon, 3 a backgammon
)

// DoublingCube says whether the worth can be doubled; no ruleset does so yet (S5).
type DoublingCube uint8

// NoCube is the only choice so far.
const NoCube DoublingCube = 0
