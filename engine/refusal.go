package engine

// Refusal is why a command was not accepted. Nothing has changed. It is an error; errors.As finds it.
type Refusal struct {
	Code   RefusalCode
	Clause string // the clause of the rules that refuses, such as "R8"; "" where none does
	Detail string // for a person: what is wrong and, where there is something, what would work
}

func (r *Refusal) Error() string { return r.Detail }

// RefusalCode is stable: programs may act on it.
type RefusalCode string

// The codes of refusals.
const (
	RefusedGameOver      RefusalCode = "game_over"
	RefusedNotStarted    RefusalCode = "not_started"    // both seats must be taken first
	RefusedNotYourTurn   RefusalCode = "not_your_turn"  // R15
	RefusedNotSeated     RefusalCode = "not_seated"     // only a player of this game may
	RefusedSeatTaken     RefusalCode = "seat_taken"     // R17
	RefusedSeatKept      RefusalCode = "seat_kept"      // a seat is kept for the creator, or for the opponent agreed on
	RefusedAlreadySeated RefusalCode = "already_seated" // one player, one seat
	RefusedCommitment    RefusalCode = "wrong_commitment"
	RefusedStep          RefusalCode = "illegal_step"    // a step breaks R3, R6, B1 …
	RefusedStrands       RefusalCode = "strands_a_die"   // R8, R14: no complete play can follow
	RefusedIncomplete    RefusalCode = "incomplete_play" // R8, R14: dice are left that can be played
	RefusedTooLong       RefusalCode = "too_many_steps"
	RefusedTooLate       RefusalCode = "too_late"    // S3: a roll of their own was already shown
	RefusedTooEarly      RefusalCode = "too_early"   // S3: the opponent is not away, or not yet long enough
	RefusedWorth         RefusalCode = "wrong_worth" // S4
	RefusedNoOffer       RefusalCode = "no_offer"    // S4: no resignation is offered
	RefusedInvalid       RefusalCode = "invalid"     // a field has no such value
)
