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

const (
	insertPlayerSQL  = `INSERT INTO players (id, name, guest, created_at) VALUES (?, ?, ?, ?)`
	insertSessionSQL = `INSERT INTO sessions (token_hash, player_id) VALUES (?, ?)`

	playerBySessionSQL = `
		SELECT players.id, players.name, players.guest, players.created_at
		FROM sessions JOIN players ON players.id = sessions.player_id
		WHERE sessions.token_hash = ?`

	// playersSQL takes the ids as one JSON array.
	playersSQL = `
		SELECT id, name, guest, created_at FROM players
		WHERE id IN (SELECT value FROM json_each(?))`
)

// CreatePlayer implements lobby.Store.
func (s *Store) CreatePlayer(ctx context.Context, p lobby.Player, session lobby.Hash) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		if _, err := t.exec(ctx, insertPlayerSQL, string(p.ID), p.Name, p.Guest, p.CreatedAt); err != nil {
			return err
		}
		_, err := t.exec(ctx, insertSessionSQL, session[:], string(p.ID))
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
	rows, err := s.reads[playersSQL].QueryContext(ctx, string(wanted))
	if err != nil {
		return nil, fmt.Errorf("look up players: %w", err)
	}
	defer rows.Close()
	var players []lobby.Player
	for rows.Next() {
		p, err := scanPlayer(rows)
		if err != nil {
			return nil, fmt.Errorf("look up players: %w", err)
		}
		players = append(players, p)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look up players: %w", err)
	}
	return players, nil
}

func scanPlayer(row scanner) (lobby.Player, error) {
	var p lobby.Player
	err := row.Scan(&p.ID, &p.Name, &p.Guest, &p.CreatedAt)
	return p, err
}
