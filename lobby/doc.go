// Package lobby decides who plays whom: players and their sessions, the making of games, invitations
// and the taking of seats, open seeks and those who take them, rematches. What happens on the board
// afterwards is the room's.
//
// Its invariants:
//
//   - A session or an invitation is kept as a hash; the token itself is only ever handed to its owner.
//   - Making a game is as safe to repeat as a play: one id, one game.
//   - An invitation is spent by the seat being taken, and the log of the game decides who took it.
//   - A seek leads to one game or none, and the game is made in the same transaction that takes the seek.
//     A rematch is a seek to one person: when both want it, one takes the other's. Acts about seeks are dealt
//     with one at a time, over all servers (Seeks.Deal), so that two who look for each other always meet.
//   - Whoever is paired has nothing else on offer; an offer goes when its owner is connected to no server any
//     more.
//   - What changes is told as a Topic after it is durable. Word may be lost: whoever shows something also
//     looks by itself once in a while.
package lobby
