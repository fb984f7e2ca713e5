package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"fallas/engine"
	"fallas/lobby"
)

const playerColumns = `
	players.id, players.name, players.guest, players.created_at, players.banned_at IS NOT NULL, players.deleted_at IS NOT NULL`

const (
	insertPlayerSQL  = `INSERT INTO players (id, name, guest, created_at) VALUES (?, ?, ?, ?)`
	insertSessionSQL = `INSERT INTO sessions (token_hash, player_id, created_at) VALUES (?, ?, ?)`

	playerBySessionSQL = `
		SELECT ` + playerColumns + `
		FROM sessions JOIN players ON players.id = sessions.player_id
		WHERE sessions.token_hash = ?`

	// playersSQL takes the ids as one JSON array.
	playersSQL = `
		SELECT ` + playerColumns + ` FROM players
		WHERE id IN (SELECT value FROM json_each(?))`

	playerSQL       = `SELECT ` + playerColumns + ` FROM players WHERE id = ?`
	playerByNameSQL = `SELECT ` + playerColumns + ` FROM players WHERE name_folded = ?`
	nameTakenSQL    = `SELECT EXISTS (SELECT 1 FROM players WHERE name_folded = ? AND id <> ?)`
	renameSQL       = `UPDATE players SET name = ?2, name_folded = ?3, guest = 0 WHERE id = ?1 AND deleted_at IS NULL`

	banSQL   = `UPDATE players SET banned_at = coalesce(banned_at, ?2) WHERE id = ?1 AND deleted_at IS NULL`
	unbanSQL = `UPDATE players SET banned_at = NULL WHERE id = ?1 AND deleted_at IS NULL`

	deletePlayerSQL = `
		UPDATE players SET name = ?2, name_folded = NULL, guest = 0, deleted_at = ?3
		WHERE id = ?1 AND deleted_at IS NULL`
	deleteInvitationsSQL = `DELETE FROM invitations WHERE from_id = ?`

	unfinishedSQL = `
		SELECT id FROM games
		WHERE phase <> 'over' AND (creator_id = ?1 OR white_id = ?1 OR black_id = ?1
			OR id IN (SELECT game_id FROM seeks WHERE state = 'taken' AND id IN (SELECT answer FROM acts WHERE player_id = ?1)))
		ORDER BY id`
	resultsSQL = `
		SELECT ruleset,
			count(*) FILTER (WHERE winner = seat), count(*) FILTER (WHERE winner <> seat),
			coalesce(sum(worth) FILTER (WHERE winner = seat), 0), coalesce(sum(worth) FILTER (WHERE winner <> seat), 0)
		FROM (
			SELECT ruleset, winner, worth, 'white' AS seat FROM games
			WHERE white_id = ?1 AND visibility = 'public' AND phase = 'over' AND winner <> ''
			UNION ALL
			SELECT ruleset, winner, worth, 'black' FROM games
			WHERE black_id = ?1 AND visibility = 'public' AND phase = 'over' AND winner <> ''
		)
		GROUP BY ruleset ORDER BY ruleset`
)

// CreatePlayer implements lobby.Store.
func (s *Store) CreatePlayer(ctx context.Context, p lobby.Player, session lobby.Hash) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		if _, err := t.exec(ctx, insertPlayerSQL, string(p.ID), p.Name, p.Guest, p.CreatedAt); err != nil {
			return err
		}
		_, err := t.exec(ctx, insertSessionSQL, session[:], string(p.ID), p.CreatedAt)
		return err
	})
	if err != nil {
		return fmt.Errorf("create player %s: %w", p.ID, err)
	}
	return nil
}

// PlayerBySession implements lobby.Store.
func (s *Store) PlayerBySession(ctx context.Context, session lobby.Hash) (lobby.Player, error) {
	p, err := scanPlayer(s.reads[playerBySessionSQL].QueryRowContext(ctx, session[:]))
	if errors.Is(err, sql.ErrNoRows) {
		return lobby.Player{}, lobby.ErrNoSession
	}
	if err != nil {
		return lobby.Player{}, fmt.Errorf("look up a session: %w", err)
	}
	return p, nil
}

// Players implements lobby.Store.
func (s *Store) Players(ctx context.Context, ids []engine.PlayerID) ([]lobby.Player, error) {
	wanted, err := json.Marshal(ids)
	if err != nil {
		return nil, fmt.Errorf("look up players: %w", err)
	}
	players, err := collect(ctx, s.reads[playersSQL], scanPlayer, string(wanted))
	if err != nil {
		return nil, fmt.Errorf("look up players: %w", err)
	}
	return players, nil
}

// PlayerByName implements lobby.Store.
func (s *Store) PlayerByName(ctx context.Context, folded string) (lobby.Player, error) {
	p, err := scanPlayer(s.reads[playerByNameSQL].QueryRowContext(ctx, folded))
	if errors.Is(err, sql.ErrNoRows) {
		return lobby.Player{}, lobby.ErrNoPlayer
	}
	if err != nil {
		return lobby.Player{}, fmt.Errorf("look up a player by name: %w", err)
	}
	return p, nil
}

// Rename implements lobby.Store.
func (s *Store) Rename(ctx context.Context, id engine.PlayerID, name lobby.Name) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		var taken bool
		if err := t.queryRow(ctx, nameTakenSQL, name.Folded, string(id)).Scan(&taken); err != nil {
			return err
		}
		if taken {
			return refusal{lobby.ErrNameTaken}
		}
		return t.onPlayer(ctx, renameSQL, string(id), name.Shown, name.Folded)
	})
	if err != nil {
		return fmt.Errorf("rename player %s: %w", id, err)
	}
	return nil
}

// Ban implements lobby.Store.
func (s *Store) Ban(ctx context.Context, id engine.PlayerID, banned bool, at engine.Micros) (withdrawn []lobby.Seek, err error) {
	err = s.commit(ctx, func(ctx context.Context, t tx) (err error) {
		if !banned {
			return t.onPlayer(ctx, unbanSQL, string(id))
		}
		if err = t.onPlayer(ctx, banSQL, string(id), at); err == nil {
			withdrawn, err = t.seeks(ctx, withdrawAllSQL, string(id))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("ban player %s (%v): %w", id, banned, err)
	}
	return withdrawn, nil
}

// DeletePlayer implements lobby.Store.
func (s *Store) DeletePlayer(ctx context.Context, id engine.PlayerID, name string, at engine.Micros) (withdrawn []lobby.Seek, err error) {
	err = s.commit(ctx, func(ctx context.Context, t tx) (err error) {
		if _, err := t.exec(ctx, deletePlayerSQL, string(id), name, at); err != nil {
			return err
		}
		for _, gone := range []string{endAllSQL, deleteRecoverySQL, deleteInvitationsSQL} {
			if _, err := t.exec(ctx, gone, string(id)); err != nil {
				return err
			}
		}
		withdrawn, err = t.seeks(ctx, withdrawAllSQL, string(id))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("delete player %s: %w", id, err)
	}
	return withdrawn, nil
}

// onPlayer runs a statement that changes one player, or something of theirs: lobby.ErrNoPlayer if it
// found nobody.
func (t tx) onPlayer(ctx context.Context, text string, args ...any) error {
	n, err := t.exec(ctx, text, args...)
	if err == nil && n == 0 {
		err = refusal{lobby.ErrNoPlayer}
	}
	return err
}

// Unfinished implements lobby.Store.
func (s *Store) Unfinished(ctx context.Context, id engine.PlayerID) ([]engine.GameID, error) {
	games, err := collect(ctx, s.reads[unfinishedSQL], func(row scanner) (id engine.GameID, err error) {
		err = row.Scan(&id)
		return id, err
	}, string(id))
	if err != nil {
		return nil, fmt.Errorf("look up unfinished games of player %s: %w", id, err)
	}
	return games, nil
}

// Results implements lobby.Store.
func (s *Store) Results(ctx context.Context, id engine.PlayerID) ([]lobby.Results, error) {
	results, err := collect(ctx, s.reads[resultsSQL], func(row scanner) (r lobby.Results, err error) {
		err = row.Scan(&r.Ruleset, &r.Won, &r.Lost, &r.PointsWon, &r.PointsLost)
		return r, err
	}, string(id))
	if err != nil {
		return nil, fmt.Errorf("count results of player %s: %w", id, err)
	}
	return results, nil
}

func scanPlayer(row scanner) (lobby.Player, error) {
	var p lobby.Player
	err := row.Scan(&p.ID, &p.Name, &p.Guest, &p.CreatedAt, &p.Banned, &p.Deleted)
	return p, err
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, query *sql.Stmt, scan func(scanner) (T, error), args ...any) ([]T, error) {
	rows, err := query.QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
