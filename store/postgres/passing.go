package postgres

import (
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"fallas/store/groupcommit"
)

// Passing implements store.Store.
func (s *Store) Passing(err error) bool { return passing(err) }

// passing says of an error whether it is about the moment and not about what was asked: the database could not be
// reached, went away, stops or starts, was short of something, or took too long. Whether the statement counts is not
// known then.
func passing(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		switch refused.Code[:min(2, len(refused.Code))] {
		case "08", // the connection
			"40", // a serialization failure or a deadlock
			"53", // no connections, memory or room on the disk left
			"55", // not ready, or locked
			"57", // cancelled, shutting down, starting
			"58": // the system beneath it
			return true
		}
		return refused.Code == "25006" // it only reads by now: another one of its cluster has taken over
	}
	var unreached *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &unreached) || errors.As(err, &network) || pgconn.SafeToRetry(err) || pgconn.Timeout(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, groupcommit.ErrClosed)
}
