package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"fallas/engine"
	"fallas/lobby"
)

// deal implements lobby.Deal within a transaction.
type deal struct {
	tx
	ctx context.Context
	// touched says that something was written, or went wrong: then only undoing the transaction helps.
	touched bool
}

// Deal implements lobby.Seeks.
func (s *Store) Deal(ctx context.Context, act lobby.Act, do func(lobby.Deal) (lobby.SeekID, error)) (lobby.SeekID, error) {
	var answer string
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		d := &deal{tx: t, ctx: ctx}
		var known bool
		var err error
		answer, known, err = t.once(ctx, act, func() (string, error) {
			id, err := do(d)
			if err != nil && !d.touched {
				err = refusal{err}
			}
			return string(id), err
		})
		if err == nil && known && answer != "" {
			_, err = t.exec(ctx, seeSeekSQL, now(), answer, since(lobby.SeekKept))
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
	seek, err := scanSeek(d.queryRow(d.ctx, seekSQL, since(lobby.SeekKept), string(id)))
	if errors.Is(err, sql.ErrNoRows) {
		return lobby.Seek{}, lobby.ErrNoSeek
	}
	return seek, d.failed(err)
}

// OpenOf implements lobby.Deal.
func (d *deal) OpenOf(owner engine.PlayerID) ([]lobby.Seek, error) {
	seeks, err := d.seeks(d.ctx, openOfSQL, since(lobby.SeekKept), string(owner))
	return seeks, d.failed(err)
}

// Rematches implements lobby.Deal.
func (d *deal) Rematches(after engine.GameID) ([]lobby.Seek, error) {
	seeks, err := d.seeks(d.ctx, rematchesSQL, since(lobby.SeekKept), string(after))
	return seeks, d.failed(err)
}

// Oldest implements lobby.Deal.
func (d *deal) Oldest(f lobby.Fits) (lobby.Seek, bool, error) {
	odds := f.Odds != nil && *f.Odds
	seek, err := scanSeek(d.queryRow(d.ctx, oldestSeekSQL, since(lobby.SeekKept), string(f.Player), string(f.Ruleset), f.Seat.String(), f.Odds != nil, odds))
	if errors.Is(err, sql.ErrNoRows) {
		return lobby.Seek{}, false, nil
	}
	return seek, err == nil, d.failed(err)
}

// Post implements lobby.Deal.
func (d *deal) Post(s lobby.Seek) error {
	return d.changes(postSeekSQL, string(s.ID), string(s.Owner), string(s.Ruleset), s.Seat.String(), s.Odds,
		orNull(s.After), orNull(s.Series), now())
}

// Pair implements lobby.Deal.
func (d *deal) Pair(id lobby.SeekID, r lobby.GameRecord) error {
	d.touched = true
	if err := d.insertLog(d.ctx, r); err != nil {
		return err
	}
	return d.changes(takeSeekSQL, string(id), string(r.Append.Game), now())
}

// Withdraw implements lobby.Deal.
func (d *deal) Withdraw(id lobby.SeekID) error { return d.changes(withdrawSeekSQL, string(id)) }

// changes runs a statement that must change one row.
func (d *deal) changes(query string, args ...any) error {
	d.touched = true
	rows, err := d.exec(d.ctx, query, args...)
	if err == nil && rows != 1 {
		err = errors.New("the seek is not what it was said to be")
	}
	return err
}

func (d *deal) failed(err error) error {
	d.touched = d.touched || err != nil
	return err
}

// seeks runs a query for seeks.
func (t tx) seeks(ctx context.Context, query string, args ...any) ([]lobby.Seek, error) {
	rows, err := t.stmt(ctx, query).QueryContext(ctx, args...)
	return seeksIn(rows, err, "list seeks")
}
