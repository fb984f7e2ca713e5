// Package engine holds the rules of the tables games Fallas plays, and nothing else.
//
// It is a pure state machine: Decide judges a Command on a Game and answers with Events or a
// *Refusal, Apply folds one Event into a Game, Replay judges and folds a whole log. There is no clock, no
// randomness, no I/O and no goroutine in it; the moment of judging and the dice are handed in as Given. What
// a phase is, whose turn it is, whether a game is over and why stands here and nowhere else.
//
// What a game's rules are is data: a Ruleset, out of Rulesets or LookUp. For the seat on turn Game.Legal has
// every legal step, Game.Why says what is wrong with a step, Game.Complete offers a play, Game.ReadPlay
// reads one, and Game.Explain tells why a falla was one.
//
// Programs that look at many positions pack them: a Board is a position as the side to play sees it. A
// Generator finds the distinct plays of a roll without allocating, Judge says whether there is one,
// FallaOdds how likely none is, FallaPossible whether that can happen any more.
//
// The vocabulary and the clauses (R1, B3, S4 …) cited beside the code are those of docs/rules.md.
// Every point number is the owner's own, 1 to 24, with 25 for the bar and 0 for off.
//
// Left to others: who may sit (lobby), when a seat counts as away (lobby/room), how dice are drawn and
// checked (engine/fair).
package engine
