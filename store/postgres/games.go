package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/lobby/room"
)

const summaryColumns = `
	id::text, ruleset, visibility, creator_id::text, white_id::text, black_id::text, phase, turn,
	head, created_at, last_at, ended_at, reason, winner, worth`

const summarySQL = `SELECT ` + summaryColumns + ` FROM games WHERE id = $1`

const headsSQL = `SELECT id::text, head FROM games WHERE id = ANY ($1::uuid[])`

const (
	gameIDsSQL = `
		SELECT game_id::text FROM appends
		WHERE first_seq = 1 AND ($1 = '' OR game_id > nullif($1, '')::uuid)
		ORDER BY game_id LIMIT $2`

	// lockGameSQL keeps appends out, for they move the list row.
	lockGameSQL = `SELECT id FROM games WHERE id = $1 FOR NO KEY UPDATE`

	relistSQL = `
		UPDATE games
		SET ruleset = $2, visibility = $3, creator_id = $4, white_id = $5, black_id = $6, phase = $7, turn = $8,
			head = $9, created_at = $10, last_at = $11, ended_at = $12, reason = $13, winner = $14, worth = $15
		WHERE id = $1 AND (SELECT max(last_seq) FROM appends WHERE game_id = $1) = $9`
)

// Summary implements store.Store.
func (s *Store) Summary(ctx context.Context, game engine.GameID) (room.Summary, error) {
	rows, err := s.pool.Query(ctx, summarySQL, string(game))
	if err != nil {
		return room.Summary{}, fmt.Errorf("look up game %s: %w", game, err)
	}
	summary, err := pgx.CollectExactlyOneRow(rows, scanSummary)
	if errors.Is(err, pgx.ErrNoRows) {
		err = room.ErrNoGame
	}
	if err != nil {
		return room.Summary{}, fmt.Errorf("look up game %s: %w", game, err)
	}
	return summary, nil
}

// Heads implements store.Store.
func (s *Store) Heads(ctx context.Context, games []engine.GameID) ([]room.Hint, error) {
	wanted := make([]string, len(games))
	for i, id := range games {
		wanted[i] = string(id)
	}
	rows, err := s.pool.Query(ctx, headsSQL, wanted)
	if err != nil {
		return nil, fmt.Errorf("look up heads: %w", err)
	}
	heads, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h room.Hint, err error) {
		err = row.Scan(&h.Game, &h.Seq)
		return h, err
	})
	if err != nil {
		return nil, fmt.Errorf("look up heads: %w", err)
	}
	return heads, nil
}

// GameIDs implements store.Store.
func (s *Store) GameIDs(ctx context.Context, after engine.GameID, limit int) ([]engine.GameID, error) {
	rows, err := s.pool.Query(ctx, gameIDsSQL, string(after), limit)
	if err != nil {
		return nil, fmt.Errorf("list games after %q: %w", after, err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[engine.GameID])
	if err != nil {
		return nil, fmt.Errorf("list games after %q: %w", after, err)
	}
	return ids, nil
}

// Relist implements store.Store.
func (s *Store) Relist(ctx context.Context, row room.Summary) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		found, err := tx.Exec(ctx, lockGameSQL, string(row.Game))
		if err != nil {
			return err
		}
		if found.RowsAffected() == 0 {
			return room.ErrNoGame
		}
		done, err := tx.Exec(ctx, relistSQL, summaryArgs(row)...) // sees what was there when the lock was got
		if err == nil && done.RowsAffected() == 0 {
			err = room.ErrHeadTaken
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("list game %s again: %w", row.Game, err)
	}
	return nil
}

// summaryArgs are the columns of a list row in their order.
func summaryArgs(g room.Summary) []any {
	return []any{
		string(g.Game), string(g.Ruleset), string(g.Visibility), string(g.Creator), playerOrNull(g.White), playerOrNull(g.Black),
		string(g.Phase), g.Turn.String(), int32(g.Head), int64(g.CreatedAt), int64(g.LastAt), microsOrNull(g.EndedAt),
		string(g.Reason), g.Winner.String(), int32(g.Worth),
	}
}

func scanSummary(row pgx.CollectableRow) (room.Summary, error) {
	var g room.Summary
	var white, black *engine.PlayerID
	var endedAt *engine.Micros
	var turn, winner string
	err := row.Scan(&g.Game, &g.Ruleset, &g.Visibility, &g.Creator, &white, &black, &g.Phase, &turn,
		&g.Head, &g.CreatedAt, &g.LastAt, &endedAt, &g.Reason, &winner, &g.Worth)
	if err != nil {
		return room.Summary{}, err
	}
	g.White, g.Black, g.EndedAt = orZero(white), orZero(black), orZero(endedAt)
	return g, errors.Join(g.Turn.UnmarshalText([]byte(turn)), g.Winner.UnmarshalText([]byte(winner)))
}
