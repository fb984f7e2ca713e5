// Package room referees live games. A Room is one game in the memory of this node: a cache of the
// game's log with one goroutine that owns it, a bounded mailbox of commands, and the people who
// watch.
//
// Its invariants:
//
//   - Nothing is shown to anyone, the mover included, before the log has it.
//   - A command has one effect however often it is sent, to whichever node.
//   - The log decides. A room that lost a race reads what won and judges again.
//   - Once judged, a command is carried through whether or not its sender still listens.
//   - Nobody waits for a watcher: a queue that is full is closed, and the log makes the gap good.
//   - The times of a game never run backwards.
//   - The secret of the dice is in no event, answer, error or log line before the game's last event.
//
// DESIGN.md beside this file has the failure table. The rules are engine's; who may sit is lobby's; what
// travels over a socket is web's; how a log is kept is a store's.
package room
