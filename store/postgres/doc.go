// Package postgres keeps everything in PostgreSQL: the store for several servers at once.
//
// Appends are committed in groups: a commit costs the database a sync of its disk, so while one is
// under way what comes in is gathered, and then written as one statement, ordered by game. A lone
// append goes at once. Every other write is a statement of its own, whole by itself, so nothing needs
// a session: a pooler in transaction mode may stand between (see Options.DirectURL).
//
// What the database answers after a lost connection, a restart or a timeout is not known to have
// happened or not; such errors come back as they are, and sending the same again settles it.
//
// What a store promises stands in package store.
package postgres
