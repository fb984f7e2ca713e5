// Package lobby decides who plays whom: players and their sessions, the making of games, invitations
// and the taking of seats. What happens on the board afterwards is the room's.
//
// Its invariants:
//
//   - A session or an invitation is kept as a hash; the token itself is only ever handed to its owner.
//   - Making a game is as safe to repeat as a play: one id, one game.
//   - An invitation is spent by the seat being taken, and the log of the game decides who took it.
package lobby
