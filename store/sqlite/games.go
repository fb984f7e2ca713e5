package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"fallas/engine"
	"fallas/lobby/room"
)

const summaryColumns = `
	id, ruleset, visibility, creator_id, white_id, black_id, phase, turn,
	head, created_at, last_at, ended_at, reason, winner, worth`

const summarySQL = `SELECT ` + summaryColumns + ` FROM games WHERE id = ?`

// headsSQL takes the ids as one JSON array.
const headsSQL = `SELECT id, head FROM games WHERE id IN (SELECT value FROM json_each(?))`

const (
	gameIDsSQL = `SELECT game_id FROM appends WHERE first_seq = 1 AND game_id > ? ORDER BY game_id LIMIT ?`

	logHeadSQL = `SELECT max(last_seq) FROM appends WHERE game_id = ?`
)

// Summary implements store.Store.
func (s *Store) Summary(ctx context.Context, game engine.GameID) (room.Summary, error) {
	summary, err := scanSummary(s.reads[summarySQL].QueryRowContext(ctx, string(game)))
	if errors.Is(err, sql.ErrNoRows) {
		err = room.ErrNoGame
	}
	if err != nil {
		return room.Summary{}, fmt.Errorf("look up game %s: %w", game, err)
	}
	return summary, nil
}

// Heads implements store.Store.
func (s *Store) Heads(ctx context.Context, games []engine.GameID) ([]room.Hint, error) {
	heads, err := s.heads(ctx, games)
	if err != nil {
		return nil, fmt.Errorf("look up heads: %w", err)
	}
	return heads, nil
}

func (s *Store) heads(ctx context.Context, games []engine.GameID) ([]room.Hint, error) {
	wanted, err := json.Marshal(games)
	if err != nil {
		return nil, err
	}
	rows, err := s.reads[headsSQL].QueryContext(ctx, string(wanted))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var heads []room.Hint
	for rows.Next() {
		var h room.Hint
		if err := rows.Scan(&h.Game, &h.Seq); err != nil {
			return nil, err
		}
		heads = append(heads, h)
	}
	return heads, rows.Err()
}

// GameIDs implements store.Store.
func (s *Store) GameIDs(ctx context.Context, after engine.GameID, limit int) ([]engine.GameID, error) {
	ids, err := s.gameIDs(ctx, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list games after %q: %w", after, err)
	}
	return ids, nil
}

func (s *Store) gameIDs(ctx context.Context, after engine.GameID, limit int) ([]engine.GameID, error) {
	rows, err := s.reads[gameIDsSQL].QueryContext(ctx, string(after), limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []engine.GameID
	for rows.Next() {
		var id engine.GameID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// Relist implements store.Store.
func (s *Store) Relist(ctx context.Context, row room.Summary) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		var head sql.Null[engine.Seq]
		if err := t.queryRow(ctx, logHeadSQL, string(row.Game)).Scan(&head); err != nil {
			return err
		}
		switch {
		case !head.Valid:
			return refusal{room.ErrNoGame}
		case head.V != row.Head:
			return refusal{room.ErrHeadTaken}
		}
		_, err := t.exec(ctx, relistSQL, summaryArgs(row.Game, row)...)
		return err
	})
	if err != nil {
		return fmt.Errorf("list game %s again: %w", row.Game, err)
	}
	return nil
}

func scanSummary(row scanner) (room.Summary, error) {
	var g room.Summary
	err := row.Scan(&g.Game, &g.Ruleset, &g.Visibility, &g.Creator, optional[engine.PlayerID]{&g.White}, optional[engine.PlayerID]{&g.Black},
		&g.Phase, text{&g.Turn}, &g.Head, &g.CreatedAt, &g.LastAt, optional[engine.Micros]{&g.EndedAt},
		&g.Reason, text{&g.Winner}, &g.Worth)
	return g, err
}

// summaryArgs are the arguments of relistSQL and insertGameSQL, and the first of moveHeadSQL: the columns in the
// order of summaryColumns.
func summaryArgs(game engine.GameID, g room.Summary) []any {
	return []any{
		string(game), string(g.Ruleset), string(g.Visibility), string(g.Creator), orNull(g.White), orNull(g.Black),
		string(g.Phase), g.Turn.String(), g.Head, g.CreatedAt, g.LastAt, orNull(g.EndedAt),
		string(g.Reason), g.Winner.String(), g.Worth,
	}
}
