package sqlite

import (
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"fallas/store/groupcommit"
)

// Passing implements store.Store. A file of one's own is seldom away: what passes is that it is locked, by a backup for
// example, that the disk is full, or
// that the store is being closed.
func (s *Store) Passing(err error) bool {
	var refused *sqlite.Error
	if !errors.As(err, &refused) {
		return errors.Is(err, groupcommit.ErrClosed)
	}
	switch refused.Code() & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_INTERRUPT, lib.SQLITE_FULL:
		return true
	}
	return false
}
