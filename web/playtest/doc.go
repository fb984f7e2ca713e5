// Package playtest plays on a server from outside, as a program would: over REST and sockets, with a
// session of its own. It is the Go client of the project's tests, and an example of a client.
//
//   - Client speaks REST for one person.
//   - Socket is one connection to a game.
//   - Bot plays a seat at random to the end of the game, through cut connections and commands sent
//     twice, and keeps every event it is shown with its bytes.
//   - Serve runs a whole server on a store, for tests.
//
// It judges nothing about the rules: what may be played is what the server says is legal.
package playtest
