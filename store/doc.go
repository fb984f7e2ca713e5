// Package store says what a store keeps and promises. A store is where the log of every game, the
// people, their sessions and invitations lie: store/sqlite in one file, for one server. The exported
// suite of store/storetest holds every store to what is written here and on the interfaces it is made
// of, room.Log and lobby.Store.
//
// # Promises
//
//   - Durable: what a method reported as done is there after the process, or the machine, is killed.
//     What a reader is shown has become durable before.
//   - Whole: an append, with the game's list row, is there or it is not; so is a created game with its
//     first append, its secret and its invitation; so is a seek that was taken with the game it led to.
//   - The store is the referee: of two appends on one head one is taken, the other is refused with
//     room.ErrHeadTaken and leaves no trace. A command id is taken once in a game: room.ErrCommandKnown,
//     which comes before ErrHeadTaken when both hold. An append that would leave a gap is refused with
//     ErrGap, one to a game that does not exist with room.ErrNoGame; both are ErrHeadTaken too. One that
//     breaks a rule of the tables, such as a seat taken by nobody there is, is refused with room.ErrUnfit. Every
//     other error of a writing method, a context that ended included, means that the outcome is not
//     known: the write may even be done a moment later. Sending the same again is always right, and
//     its answer is final for both.
//   - Exact: the bytes of events, times to the microsecond, and ids come back as they were given.
//   - Secrets of games are returned by Secret and by nothing else; tokens of sessions and invitations
//     are never seen, only their hashes.
//   - Canceling a context cancels waiting, never half of a write.
//
// # Left to others
//
// Whether a command is legal, what it means and who may give it: the store does not look into events.
package store
