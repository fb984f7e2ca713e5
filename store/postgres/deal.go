package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/lobby"
)

const (
	// lockSeeksSQL lets one transaction at a time change seeks, whichever server it is on. What is read
	// afterwards is what the one before left.
	lockSeeksSQL = `SELECT pg_advisory_xact_lock($1)`
	seeksKey     = 0x46616c7365656b // "Falseek"

	postSeekSQL = `
		INSERT INTO seeks (id, owner_id, ruleset, seat, odds, after_id, series_id, created_at, seen_at, state)
		VALUES ($1, $2, $3, $4, $5, $6, $7, ` + nowSQL + `, ` + nowSQL + `, 'open')`
	takeSeekSQL     = `UPDATE seeks SET state = 'taken', game_id = $2, seen_at = ` + nowSQL + ` WHERE id = $1 AND state = 'open'`
	withdrawSeekSQL = `UPDATE seeks SET state = 'withdrawn' WHERE id = $1 AND state = 'open'`
	withdrawAllSQL  = `
		UPDATE seeks SET state = 'withdrawn' WHERE owner_id = $1 AND state = 'open'
		RETURNING ` + seekColumns + `, FALSE`
	seeSeekSQL = `
		UPDATE seeks SET seen_at = ` + nowSQL + `
		WHERE id = $1 AND state = 'open' AND seen_at >= ` + nowSQL + ` - $2::bigint`

	// insertLogSQL begins the log of a game, with its list row and its secret.
	insertLogSQL = `
		WITH game AS (` + insertListRowSQL + `), append AS (` + insertFirstAppendSQL + `)
		INSERT INTO secrets (game_id, secret) VALUES ($1, $23)`
)

// deal implements lobby.Deal within a transaction.
type deal struct {
	tx  pgx.Tx
	ctx context.Context
}

// dealing runs do in a transaction beside which no other changes seeks. Of one server at most one waits for
// the lock: others would keep the connections that plays need.
func (s *Store) dealing(ctx context.Context, do func(pgx.Tx) error) error {
	select {
	case s.deals <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.deals }()
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockSeeksSQL, int64(seeksKey)); err != nil {
			return err
		}
		return do(tx)
	})
}

// Deal implements lobby.Seeks.
func (s *Store) Deal(ctx context.Context, act lobby.Act, do func(lobby.Deal) (lobby.SeekID, error)) (lobby.SeekID, error) {
	var answer string
	err := s.dealing(ctx, func(tx pgx.Tx) error {
		var known bool
		var err error
		answer, known, err = once(ctx, tx, act, func() (string, error) {
			id, err := do(&deal{tx, ctx})
			return string(id), err
		})
		if err == nil && known && answer != "" {
			_, err = tx.Exec(ctx, seeSeekSQL, answer, lobby.SeekKept.Microseconds())
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("act %s of player %s: %w", act.Command, act.Player, err)
	}
	return lobby.SeekID(answer), nil
}

// Seek implements lobby.Deal.
func (d *deal) Seek(id lobby.SeekID) (lobby.Seek, error) {
	seek, err := oneSeek(d.ctx, d.tx, seekSQL, lobby.SeekKept.Microseconds(), string(id))
	if errors.Is(err, pgx.ErrNoRows) {
		return lobby.Seek{}, lobby.ErrNoSeek
	}
	return seek, err
}

// OpenOf implements lobby.Deal.
func (d *deal) OpenOf(owner engine.PlayerID) ([]lobby.Seek, error) {
	return seeksIn(d.ctx, d.tx, openOfSQL, lobby.SeekKept.Microseconds(), string(owner))
}

// Rematches implements lobby.Deal.
func (d *deal) Rematches(after engine.GameID) ([]lobby.Seek, error) {
	return seeksIn(d.ctx, d.tx, rematchesSQL, lobby.SeekKept.Microseconds(), string(after))
}

// Oldest implements lobby.Deal.
func (d *deal) Oldest(f lobby.Fits) (lobby.Seek, bool, error) {
	seek, err := oneSeek(d.ctx, d.tx, oldestSeekSQL, lobby.SeekKept.Microseconds(), string(f.Player), string(f.Ruleset), f.Seat.String(), f.Odds)
	if errors.Is(err, pgx.ErrNoRows) {
		return lobby.Seek{}, false, nil
	}
	return seek, err == nil, err
}

// Post implements lobby.Deal.
func (d *deal) Post(s lobby.Seek) error {
	return d.changes(postSeekSQL, string(s.ID), string(s.Owner), string(s.Ruleset), s.Seat.String(), s.Odds,
		gameOrNull(s.After), gameOrNull(s.Series))
}

// Pair implements lobby.Deal.
func (d *deal) Pair(id lobby.SeekID, r lobby.GameRecord) error {
	if err := d.changes(insertLogSQL, append(logArgs(r.Append), r.Secret[:])...); err != nil {
		return err
	}
	return d.changes(takeSeekSQL, string(id), string(r.Append.Game))
}

// Withdraw implements lobby.Deal.
func (d *deal) Withdraw(id lobby.SeekID) error { return d.changes(withdrawSeekSQL, string(id)) }

// changes runs a statement that must change one row.
func (d *deal) changes(query string, args ...any) error {
	done, err := d.tx.Exec(d.ctx, query, args...)
	if err == nil && done.RowsAffected() != 1 {
		err = errors.New("the seek is not what it was said to be")
	}
	return err
}
