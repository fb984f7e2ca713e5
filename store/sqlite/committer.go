package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"fallas/store/groupcommit"
)

// One connection writes, so one group is under way at a time.
var limits = groupcommit.Limits{Queue: 1024, Group: 256, AtOnce: 1}

// refusal is an error of a write that has changed nothing: what was written beside it in the same
// transaction stays.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// write is something to be written as a whole. It may run again in a transaction of its own after one
// that did not commit.
type write func(context.Context, tx) error

// committer owns the writing connection.
type committer struct {
	*groupcommit.Committer[write]
	db       *sql.DB
	prepared statements
}

func startCommitter(ctx context.Context, db *sql.DB) (*committer, error) {
	prepared, err := prepare(ctx, db, writing)
	if err != nil {
		return nil, err
	}
	c := &committer{db: db, prepared: prepared}
	c.Committer = groupcommit.Start(limits, c.write)
	return c, nil
}

// stop lets no more in and waits until everything that was let in is answered. It is called once.
func (c *committer) stop() error {
	c.Stop()
	return c.prepared.close()
}

// commit runs do in a transaction and returns when that is durable. If do returns an error nothing is
// written. When ctx ends first, the outcome is not known.
func (s *Store) commit(ctx context.Context, do write) error { return s.commits.Commit(ctx, do) }

// write commits a group and tells each caller its outcome. If the group does not commit, each write is
// tried by itself, so that one bad row cannot hold up the others.
func (c *committer) write(group []groupcommit.Waiting[write]) {
	outcomes, err := c.transact(group)
	switch {
	case err == nil:
	case len(group) == 1:
		outcomes = []error{err}
	default:
		for i := range group {
			c.write(group[i : i+1])
		}
		return
	}
	for i, w := range group {
		w.Answer(outcomes[i])
	}
}

// transact does a group in one transaction. The outcomes count only if the error is nil.
func (c *committer) transact(group []groupcommit.Waiting[write]) ([]error, error) {
	// The callers' contexts end their waiting, not a transaction others take part in.
	ctx := context.Background()
	begun, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	defer begun.Rollback() // does nothing after the commit
	own := newTx(begun, c.prepared)
	outcomes := make([]error, len(group))
	for i, w := range group {
		if outcomes[i] = w.Context.Err(); outcomes[i] != nil {
			continue
		}
		err := w.Write(ctx, own)
		if err != nil && !errors.As(err, new(refusal)) {
			return nil, err
		}
		outcomes[i] = err
	}
	if err := begun.Commit(); err != nil {
		return nil, fmt.Errorf("commit: %w", err)
	}
	return outcomes, nil
}
