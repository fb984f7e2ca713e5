package engine

import (
	"fmt"
	"slices"
)

// The words the parameters of a ruleset travel as, in the order of their constants.
var (
	dicePlayedWords   = []string{"as_rolled", "larger_once_smaller_twice", "as_rolled_doubles_four_times"}
	openingWords      = []string{"fresh_roll", "first_roll"}
	mustPlayWords     = []string{"all_dice", "most_dice"}
	unplayableWords   = []string{"falla", "die_is_lost"}
	cannotEnterWords  = []string{"falla", "turn_passes", "cannot_happen", "rest_is_lost"}
	tooHighWords      = []string{"highest_below_if_nothing_else", "highest_if_nothing_else", "any_below", "highest_if_above_all"}
	worthWords        = []string{"one", "up_to_three"}
	doublingCubeWords = []string{"none"}
)

func word(words []string, v uint8) ([]byte, error) {
	if int(v) >= len(words) {
		return nil, fmt.Errorf("engine: no word for value %d among %q", v, words)
	}
	return []byte(words[v]), nil
}

func fromWord[T ~uint8](v *T, words []string, text []byte) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return fmt.Errorf("engine: %q is none of %q", text, words)
	}
	*v = T(i)
	return nil
}

func (v DicePlayed) MarshalText() ([]byte, error)   { return word(dicePlayedWords, uint8(v)) }
func (v Opening) MarshalText() ([]byte, error)      { return word(openingWords, uint8(v)) }
func (v MustPlay) MarshalText() ([]byte, error)     { return word(mustPlayWords, uint8(v)) }
func (v Unplayable) MarshalText() ([]byte, error)   { return word(unplayableWords, uint8(v)) }
func (v CannotEnter) MarshalText() ([]byte, error)  { return word(cannotEnterWords, uint8(v)) }
func (v TooHigh) MarshalText() ([]byte, error)      { return word(tooHighWords, uint8(v)) }
func (v Worth) MarshalText() ([]byte, error)        { return word(worthWords, uint8(v)) }
func (v DoublingCube) MarshalText() ([]byte, error) { return word(doublingCubeWords, uint8(v)) }

func (v *DicePlayed) UnmarshalText(b []byte) error   { return fromWord(v, dicePlayedWords, b) }
func (v *Opening) UnmarshalText(b []byte) error      { return fromWord(v, openingWords, b) }
func (v *MustPlay) UnmarshalText(b []byte) error     { return fromWord(v, mustPlayWords, b) }
func (v *Unplayable) UnmarshalText(b []byte) error   { return fromWord(v, unplayableWords, b) }
func (v *CannotEnter) UnmarshalText(b []byte) error  { return fromWord(v, cannotEnterWords, b) }
func (v *TooHigh) UnmarshalText(b []byte) error      { return fromWord(v, tooHighWords, b) }
func (v *Worth) UnmarshalText(b []byte) error        { return fromWord(v, worthWords, b) }
func (v *DoublingCube) UnmarshalText(b []byte) error { return fromWord(v, doublingCubeWords, b) }
