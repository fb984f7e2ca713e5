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
	insertPlayerSQL = `
		WITH player AS (
			INSERT INTO players (id, name, guest, created_at) VALUES ($1, $2, $3, $4) RETURNING id
		)
		INSERT INTO sessions (token_hash, player_id) SELECT $5, id FROM player`

	playerBySessionSQL = `
		SELECT players.id::text, players.name, players.guest, players.created_at
		FROM sessions JOIN players ON players.id = sessions.player_id
		WHERE sessions.token_hash = $1`

	playersSQL = `SELECT id::text, name, guest, created_at FROM players WHERE id = ANY ($1::uuid[])`
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
	var p lobby.Player
	err := s.pool.QueryRow(ctx, playerBySessionSQL, session[:]).Scan(&p.ID, &p.Name, &p.Guest, &p.CreatedAt)
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
	rows, err := s.pool.Query(ctx, playersSQL, wanted)
	if err != nil {
		return nil, fmt.Errorf("look up players: %w", err)
	}
	players, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p lobby.Player, err error) {
		err = row.Scan(&p.ID, &p.Name, &p.Guest, &p.CreatedAt)
		return p, err
	})
	if err != nil {
		return nil, fmt.Errorf("look up players: %w", err)
	}
	return players, nil
}
