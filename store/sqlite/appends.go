package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/store"
)

const (
	// insertAppendSQL takes an append unless its place or its command is taken.
	insertAppendSQL = `
		INSERT INTO appends (game_id, first_seq, last_seq, seat, command_id, command_digest, at, events)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`

	// takeBackSQL takes an append back that does not follow the head.
	takeBackSQL = `DELETE FROM appends WHERE game_id = ? AND first_seq = ?`

	// moveOnSQL is moveHeadSQL for nearly every append: between two moves of a running game nothing else in its list
	// row changes. It touches no key and no index, which is half of what the other costs.
	moveOnSQL = `
		UPDATE games SET turn = ?, head = ?, last_at = ?
		WHERE id = ? AND head = ? AND phase = 'playing' AND white_id = ? AND black_id = ?`

	// relistSQL writes a game's list row anew, moveHeadSQL after an append to the head given last.
	relistSQL = `
		UPDATE games
		SET ruleset = ?2, visibility = ?3, creator_id = ?4, white_id = ?5, black_id = ?6, phase = ?7, turn = ?8,
		    head = ?9, created_at = ?10, last_at = ?11, ended_at = ?12, reason = ?13, winner = ?14, worth = ?15
		WHERE id = ?1`
	moveHeadSQL = relistSQL + ` AND head = ?16`

	whyRefusedSQL = `
		SELECT EXISTS (SELECT 1 FROM appends WHERE game_id = ?1 AND command_id = ?2),
		       (SELECT head FROM games WHERE id = ?1)`

	// tailSQL begins at the append that holds the event after the given seq.
	tailSQL = `
		SELECT first_seq, last_seq, seat, command_id, command_digest, at, events
		FROM appends
		WHERE game_id = ?1 AND last_seq > ?2 AND first_seq >= coalesce(
		      (SELECT max(first_seq) FROM appends WHERE game_id = ?1 AND first_seq <= ?2 + 1), 0)
		ORDER BY first_seq`

	hasGameSQL = `SELECT EXISTS (SELECT 1 FROM games WHERE id = ?)`

	secretSQL = `SELECT secret FROM secrets WHERE game_id = ?`
)

// Append implements room.Log.
func (s *Store) Append(ctx context.Context, a room.Append) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error { return t.append(ctx, a) })
	if isUnfit(err) {
		err = fmt.Errorf("%w: %w", room.ErrUnfit, err)
	}
	if err != nil {
		return fmt.Errorf("append %d–%d to game %s: %w", a.First, a.Last, a.Game, err)
	}
	return nil
}

// isUnfit says whether SQLite would refuse the same row again: it breaks a constraint or a type, or is too
// big. A key that is taken is known before.
func isUnfit(err error) bool {
	var refused *sqlite.Error
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.Code() & 0xff {
	case sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG:
		return true
	}
	return false
}

func (t tx) append(ctx context.Context, a room.Append) error {
	taken, err := t.exec(ctx, insertAppendSQL, appendArgs(a)...)
	switch {
	case isNoGame(err), err == nil && taken == 0:
		return t.whyRefused(ctx, a)
	case err != nil:
		return err
	}
	moved, err := t.moveHead(ctx, a)
	if err != nil || moved {
		return err
	}
	if _, err := t.exec(ctx, takeBackSQL, string(a.Game), a.First); err != nil {
		return err
	}
	return t.whyRefused(ctx, a)
}

// isNoGame says whether an append was refused because there is no such game.
func isNoGame(err error) bool {
	var refused *sqlite.Error
	return errors.As(err, &refused) && refused.Code() == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
}

// moveHead writes the list row of the game; false if the append does not follow the game's head.
func (t tx) moveHead(ctx context.Context, a room.Append) (bool, error) {
	g := &a.Summary
	if g.Phase == engine.Playing {
		moved, err := t.exec(ctx, moveOnSQL, g.Turn.String(), g.Head, g.LastAt, string(a.Game), a.First-1, string(g.White), string(g.Black))
		if err != nil || moved > 0 {
			return moved > 0, err
		}
	}
	moved, err := t.exec(ctx, moveHeadSQL, append(summaryArgs(a.Game, *g), a.First-1)...)
	return moved > 0, err
}

// appendArgs are the arguments of insertAppendSQL and insertFirstAppendSQL.
func appendArgs(a room.Append) []any {
	return []any{
		string(a.Game), a.First, a.Last, a.Seat.String(), string(a.Command), a.Digest[:], a.At, string(a.Events),
	}
}

// whyRefused names the reason why an append does not fit its game's log.
func (t tx) whyRefused(ctx context.Context, a room.Append) error {
	var known bool
	var head sql.Null[engine.Seq]
	if err := t.queryRow(ctx, whyRefusedSQL, string(a.Game), string(a.Command)).Scan(&known, &head); err != nil {
		return err
	}
	switch {
	case known:
		return refusal{room.ErrCommandKnown}
	case !head.Valid:
		return refusal{fmt.Errorf("%w: %w", room.ErrHeadTaken, room.ErrNoGame)}
	case head.V >= a.First:
		return refusal{room.ErrHeadTaken}
	default:
		return refusal{store.ErrGap}
	}
}

// Tail implements room.Log.
func (s *Store) Tail(ctx context.Context, game engine.GameID, after engine.Seq) ([]room.Append, error) {
	tail, err := s.tail(ctx, game, after)
	if err != nil {
		return nil, fmt.Errorf("read game %s after %d: %w", game, after, err)
	}
	return tail, nil
}

func (s *Store) tail(ctx context.Context, game engine.GameID, after engine.Seq) ([]room.Append, error) {
	rows, err := s.reads[tailSQL].QueryContext(ctx, string(game), after)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var tail []room.Append
	for rows.Next() {
		a, err := scanAppend(rows, game)
		if err != nil {
			return nil, err
		}
		tail = append(tail, a)
	}
	if err := rows.Err(); err != nil || len(tail) > 0 {
		return tail, err
	}
	var has bool
	if err := s.reads[hasGameSQL].QueryRowContext(ctx, string(game)).Scan(&has); err != nil {
		return nil, err
	}
	if !has {
		return nil, room.ErrNoGame
	}
	return nil, nil
}

// Secret implements room.Log.
func (s *Store) Secret(ctx context.Context, game engine.GameID) (engine.Bytes32, error) {
	var secret engine.Bytes32
	err := s.reads[secretSQL].QueryRowContext(ctx, string(game)).Scan(bytes32{(*[32]byte)(&secret)})
	if errors.Is(err, sql.ErrNoRows) {
		err = room.ErrNoGame
	}
	if err != nil {
		return engine.Bytes32{}, fmt.Errorf("look up the secret of game %s: %w", game, err)
	}
	return secret, nil
}

// scanner is a row that is ready to be read.
type scanner interface{ Scan(dest ...any) error }

func scanAppend(row scanner, game engine.GameID) (room.Append, error) {
	a := room.Append{Game: game}
	var events string
	err := row.Scan(&a.First, &a.Last, text{&a.Seat}, &a.Command, bytes32{&a.Digest}, &a.At, &events)
	a.Events = json.RawMessage(events)
	return a, err
}
