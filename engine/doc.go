// Package engine holds the rules of the tables games Fallas plays, and nothing else.
//
// It is a pure state machine: Decide judges a Command on a Game and answers with Events or a
// *Refusal, Apply folds one Event into a Game. There is no clock, no randomness, no I/O and no
// goroutine in it; the moment of judging and the dice are handed in as Given. What a phase is, whose
// turn it is, whether a game is over and why stands here and nowhere else.
//
// The vocabulary and the clauses (R1, B3, S4 …) cited beside the code are those of docs/rules.md.
// Every point number is the owner's own, 1 to 24, with 25 for the bar and 0 for off.
package engine
