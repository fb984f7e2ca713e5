// Package migrations holds the tables of each database as SQL, embedded, one folder for each
// database. The stores apply them at start, under a lock.
//
// A file once released is never edited: a change is a new file. Changes go forward only, and expand
// first: what an older server still reads or writes is removed a release later, so that old and new
// servers can run together. Both folders hold the same tables under the same names and numbers; times
// are whole microseconds since 1970 (engine.Micros), ids are UUIDs, hashes are 32 bytes, seats and
// other closed sets are the words that travel.
package migrations
