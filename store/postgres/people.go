package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"fallas/engine"
	"fallas/lobby"
)

const playerColumns = `
	players.id::text, players.name, players.guest, players.created_at, players.banned_at IS NOT NULL, players.deleted_at IS NOT NULL`

const (
	insertPlayerSQL = `
		WITH player AS (
			INSERT INTO players (id, name, guest, created_at) VALUES ($1, $2, $3, $4) RETURNING id, created_at
		)
		INSERT INTO sessions (token_hash, player_id, created_at) SELECT $5, id, created_at FROM player`

	playerBySessionSQL = `
		SELECT ` + playerColumns + `
		FROM sessions JOIN players ON players.id = sessions.player_id
		WHERE sessions.token_hash = $1`

	playerSQL       = `SELECT ` + playerColumns + ` FROM players WHERE id = $1`
	playersSQL      = `SELECT ` + playerColumns + ` FROM players WHERE id = ANY ($1::uuid[])`
	playerByNameSQL = `SELECT ` + playerColumns + ` FROM players WHERE name_folded = $1`

	// lockPlayerSQL comes first in every transaction about a person's sessions: they wait for each other
	// here, and what follows sees what the one before has done.
	lockPlayerSQL = `SELECT ` + playerColumns + ` FROM players WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`

	renameSQL = `UPDATE players SET name = $2, name_folded = $3, guest = false WHERE id = $1 AND deleted_at IS NULL`

	banSQL   = `UPDATE players SET banned_at = coalesce(banned_at, $2) WHERE id = $1 AND deleted_at IS NULL`
	unbanSQL = `UPDATE players SET banned_at = NULL WHERE id = $1 AND deleted_at IS NULL`

	deletePlayerSQL = `
		UPDATE players SET name = $2, name_folded = NULL, guest = false, deleted_at = $3
		WHERE id = $1 AND deleted_at IS NULL`
	deleteInvitationsSQL = `DELETE FROM invitations WHERE from_id = $1`

	unfinishedSQL = `
		SELECT id::text FROM games
		WHERE phase <> 'over' AND (creator_id = $1 OR white_id = $1 OR black_id = $1
			OR id = ANY (ARRAY (SELECT game_id FROM seeks WHERE state = 'taken' AND id = ANY (ARRAY (
				SELECT answer::uuid FROM acts WHERE player_id = $1 AND length(answer) = 36)))))
		ORDER BY id`
	resultsSQL = `
		SELECT ruleset,
			count(*) FILTER (WHERE winner = seat), count(*) FILTER (WHERE winner <> seat),
			coalesce(sum(worth) FILTER (WHERE winner = seat), 0), coalesce(sum(worth) FILTER (WHERE winner <> seat), 0)
		FROM (
			SELECT ruleset, winner, worth, 'white' AS seat FROM games
			WHERE white_id = $1 AND visibility = 'public' AND phase = 'over' AND winner <> ''
			UNION ALL
			SELECT ruleset, winner, worth, 'black' FROM games
			WHERE black_id = $1 AND visibility = 'public' AND phase = 'over' AND winner <> ''
		) AS played
		GROUP BY ruleset ORDER BY ruleset`
)

// CreatePlayer implements lobby.Store.
func (s *Store) CreatePlayer(ctx context.Context, p lobby.Player, session lobby.Hash) error {
	_, err := s.pool.Exec(ctx, insertPlayerSQL, string(p.ID), p.Name, p.Guest, int64(p.CreatedAt), session[:])
	if err != nil {
		return fmt.Errorf("create player %s: %w", p.ID, err)
	}
	return nil
}

// PlayerBySession implements lobby.Store.
func (s *Store) PlayerBySession(ctx context.Context, session lobby.Hash) (lobby.Player, error) {
	p, err := scanPlayer(s.pool.QueryRow(ctx, playerBySessionSQL, session[:]))
	if errors.Is(err, pgx.ErrNoRows) {
		return lobby.Player{}, lobby.ErrNoSession
	}
	if err != nil {
		return lobby.Player{}, fmt.Errorf("look up a session: %w", err)
	}
	return p, nil
}

// Players implements lobby.Store.
func (s *Store) Players(ctx context.Context, ids []engine.PlayerID) ([]lobby.Player, error) {
	wanted := make([]string, len(ids))
	for i, id := range ids {
		wanted[i] = string(id)
	}
	players, err := collect(ctx, s, playersSQL, func(row pgx.CollectableRow) (lobby.Player, error) { return scanPlayer(row) }, wanted)
	if err != nil {
		return nil, fmt.Errorf("look up players: %w", err)
	}
	return players, nil
}

// PlayerByName implements lobby.Store.
func (s *Store) PlayerByName(ctx context.Context, folded string) (lobby.Player, error) {
	p, err := scanPlayer(s.pool.QueryRow(ctx, playerByNameSQL, folded))
	if errors.Is(err, pgx.ErrNoRows) {
		return lobby.Player{}, lobby.ErrNoPlayer
	}
	if err != nil {
		return lobby.Player{}, fmt.Errorf("look up a player by name: %w", err)
	}
	return p, nil
}

// Rename implements lobby.Store.
func (s *Store) Rename(ctx context.Context, id engine.PlayerID, name lobby.Name) error {
	err := onPlayer(ctx, s.pool, renameSQL, string(id), name.Shown, name.Folded)
	if isConflict(err) {
		err = lobby.ErrNameTaken
	}
	if err != nil {
		return fmt.Errorf("rename player %s: %w", id, err)
	}
	return nil
}

// Ban implements lobby.Store.
func (s *Store) Ban(ctx context.Context, id engine.PlayerID, banned bool, at engine.Micros) (withdrawn []lobby.Seek, err error) {
	if banned {
		err = s.dealing(ctx, func(tx pgx.Tx) (err error) {
			if err = onPlayer(ctx, tx, banSQL, string(id), int64(at)); err == nil {
				withdrawn, err = seeksIn(ctx, tx, withdrawAllSQL, string(id))
			}
			return err
		})
	} else {
		err = onPlayer(ctx, s.pool, unbanSQL, string(id))
	}
	if err != nil {
		return nil, fmt.Errorf("ban player %s (%v): %w", id, banned, err)
	}
	return withdrawn, nil
}

// DeletePlayer implements lobby.Store.
func (s *Store) DeletePlayer(ctx context.Context, id engine.PlayerID, name string, at engine.Micros) (withdrawn []lobby.Seek, err error) {
	// No act of theirs about seeks comes between: it is over before, or finds nobody who may act.
	err = s.dealing(ctx, func(tx pgx.Tx) (err error) {
		// The first of these waits for whoever holds the player.
		if _, err := tx.Exec(ctx, deletePlayerSQL, string(id), name, int64(at)); err != nil {
			return err
		}
		for _, gone := range []string{endAllSQL, deleteRecoverySQL, deleteInvitationsSQL} {
			if _, err := tx.Exec(ctx, gone, string(id)); err != nil {
				return err
			}
		}
		withdrawn, err = seeksIn(ctx, tx, withdrawAllSQL, string(id))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("delete player %s: %w", id, err)
	}
	return withdrawn, nil
}

// executer is a pool or a transaction.
type executer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// onPlayer runs a statement that changes one player: lobby.ErrNoPlayer if it found nobody.
func onPlayer(ctx context.Context, e executer, text string, args ...any) error {
	done, err := e.Exec(ctx, text, args...)
	if err == nil && done.RowsAffected() == 0 {
		err = lobby.ErrNoPlayer
	}
	return err
}

// Unfinished implements lobby.Store.
func (s *Store) Unfinished(ctx context.Context, id engine.PlayerID) ([]engine.GameID, error) {
	games, err := collect(ctx, s, unfinishedSQL, pgx.RowTo[engine.GameID], string(id))
	if err != nil {
		return nil, fmt.Errorf("look up unfinished games of player %s: %w", id, err)
	}
	return games, nil
}

// Results implements lobby.Store.
func (s *Store) Results(ctx context.Context, id engine.PlayerID) ([]lobby.Results, error) {
	results, err := collect(ctx, s, resultsSQL, func(row pgx.CollectableRow) (r lobby.Results, err error) {
		err = row.Scan(&r.Ruleset, &r.Won, &r.Lost, &r.PointsWon, &r.PointsLost)
		return r, err
	}, string(id))
	if err != nil {
		return nil, fmt.Errorf("count results of player %s: %w", id, err)
	}
	return results, nil
}

func scanPlayer(row pgx.Row) (lobby.Player, error) {
	var p lobby.Player
	err := row.Scan(&p.ID, &p.Name, &p.Guest, &p.CreatedAt, &p.Banned, &p.Deleted)
	return p, err
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, s *Store, query string, scan pgx.RowToFunc[T], args ...any) ([]T, error) {
	rows, err := s.pool.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scan)
}
