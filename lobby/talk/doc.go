// Package talk is what people say beside a game: the players among themselves, the spectators among
// themselves. It lies outside of the game's log, has its own numbering and goes on after the end.
//
// Its invariants:
//
//   - Who hears whom is decided by the game's log alone: whoever sits belongs to the players, everybody
//     else to the spectators. Neither circle reads the other.
//   - A line is said once, however often it is sent, and is durable before anyone is shown it.
//   - Every change of a circle (a line said, a line taken away, the circle closed or opened) has the next
//     number. Whoever knows all changes up to one asks for those after it.
//   - A line that was taken away keeps its number and loses its words.
//
// Who is told of a change, and how, is left to the caller: Topic names it.
package talk
