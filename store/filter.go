package store

import (
	"fmt"
	"hash/crc32"

	"fallas/engine"
)

// Filter says which games a list has. A zero field, but for Status, lets all pass; unlisted games pass only with
// Unlisted.
type Filter struct {
	Status Status
	// Player sits in the game.
	Player engine.PlayerID
	// Unlisted lets the unlisted games of Player pass, too: for that player's own eyes, nobody else's.
	Unlisted bool
	Ruleset  engine.RulesetID
	// Reason and Outcome are how the game ended; they go with Finished. Outcome is Player's.
	Reason  engine.EndReason
	Outcome Outcome
	// From and To are when the game ended, in a list of Finished ones, or was made: From or later, before To.
	From, To engine.Micros
}

// Outcome is what the end of a game was for a player. It travels as the word.
type Outcome string

// A game that was called off is neither.
const (
	Won  Outcome = "won"
	Lost Outcome = "lost"
)

// Winner is the seat that wins a game which has the filter's outcome if the player sits on a seat;
// engine.NoSeat if any may win or none.
func (f Filter) Winner(seat engine.Seat) engine.Seat {
	switch f.Outcome {
	case Won:
		return seat
	case Lost:
		return seat.Opponent()
	}
	return engine.NoSeat
}

// Before is the moment that games lie before: To, or the end of time.
func (f Filter) Before() engine.Micros {
	if f.To == 0 {
		return Top.EndedAt
	}
	return f.To
}

// Check judges a filter: ErrFilter if no game could pass.
func (f Filter) Check() error {
	switch f.Status {
	case All, Live, Finished:
	default:
		return fmt.Errorf("%w: %q is no status of games", ErrFilter, f.Status)
	}
	switch {
	case f.Outcome != "" && f.Outcome != Won && f.Outcome != Lost:
		return fmt.Errorf("%w: a game is won or lost, not %q", ErrFilter, f.Outcome)
	case f.Status != Finished && (f.Reason != "" || f.Outcome != ""):
		return fmt.Errorf("%w: only finished games have ended", ErrFilter)
	case f.Player == "" && f.Outcome != "":
		return fmt.Errorf("%w: games are won or lost by a player", ErrFilter)
	case f.Player == "" && f.Unlisted:
		return fmt.Errorf("%w: unlisted games are listed to a player of theirs", ErrFilter)
	case f.From < 0 || f.To < 0 || f.To != 0 && f.To <= f.From:
		return fmt.Errorf("%w: a time ends after it has begun", ErrFilter)
	}
	return nil
}

// top is the key above every game that the filter lets pass.
func (f Filter) top() Key {
	if f.Status == Finished && f.To != 0 {
		return Key{EndedAt: f.To, Game: "00000000-0000-0000-0000-000000000000"}
	}
	return Top
}

// sum is the CRC-32 of a cursor and of what the filter lets pass.
func (f Filter) sum(cursor []byte) uint32 {
	sum := crc32.ChecksumIEEE(cursor)
	if plain := (Filter{Status: f.Status}); f == plain {
		return sum
	}
	return crc32.Update(sum, crc32.IEEETable, fmt.Appendf(nil, "%+v", f))
}
