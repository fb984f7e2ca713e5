package sqlite

import (
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// Passing implements store.Store. A file of one's own is seldom away: what passes is that it is locked, by a backup for
// example, or that the disk is full.
func (s *Store) Passing(err error) bool {
	var refused *sqlite.Error
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.Code() & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_INTERRUPT, lib.SQLITE_FULL:
		return true
	}
	return false
}
