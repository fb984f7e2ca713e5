package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

const (
	creationSQL = `SELECT game_id, command_digest FROM creations WHERE creator_id = ? AND command_id = ?`

	insertGameSQL = `
		INSERT INTO games (` + summaryColumns + `)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	insertFirstAppendSQL = `
		INSERT INTO appends (game_id, first_seq, last_seq, seat, command_id, command_digest, at, events)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
	insertSecretSQL     = `INSERT INTO secrets (game_id, secret) VALUES (?, ?)`
	insertCreationSQL   = `INSERT INTO creations (creator_id, command_id, command_digest, game_id) VALUES (?, ?, ?, ?)`
	insertInvitationSQL = `INSERT INTO invitations (token_hash, game_id, seat, from_id, created_at) VALUES (?, ?, ?, ?, ?)`

	invitationSQL = `SELECT game_id, seat, from_id, created_at FROM invitations WHERE token_hash = ?`
)

// CreateGame implements lobby.Store.
func (s *Store) CreateGame(ctx context.Context, r lobby.GameRecord) (engine.GameID, error) {
	made := r.Append.Game
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		var digest [32]byte
		var first engine.GameID
		err := t.queryRow(ctx, creationSQL, string(r.Creator), string(r.Append.Command)).Scan(&first, bytes32{&digest})
		switch {
		case err == nil && digest != r.Append.Digest:
			return refusal{room.ErrCommandReused}
		case err == nil:
			made = first
			return nil
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		return t.insertGame(ctx, r)
	})
	if err != nil {
		return "", fmt.Errorf("create game %s: %w", r.Append.Game, err)
	}
	return made, nil
}

func (t tx) insertGame(ctx context.Context, r lobby.GameRecord) error {
	if err := t.insertLog(ctx, r); err != nil {
		return err
	}
	a := r.Append
	if _, err := t.exec(ctx, insertCreationSQL, string(r.Creator), string(a.Command), a.Digest[:], string(a.Game)); err != nil {
		return err
	}
	return t.insertInvitation(ctx, r.Invitation)
}

// insertLog begins the log of a game, with its list row and its secret.
func (t tx) insertLog(ctx context.Context, r lobby.GameRecord) error {
	a := r.Append
	if _, err := t.exec(ctx, insertGameSQL, summaryArgs(a.Game, a.Summary)...); err != nil {
		return err
	}
	if _, err := t.exec(ctx, insertFirstAppendSQL, appendArgs(a)...); err != nil {
		return err
	}
	_, err := t.exec(ctx, insertSecretSQL, string(a.Game), r.Secret[:])
	return err
}

func (t tx) insertInvitation(ctx context.Context, i lobby.Invitation) error {
	_, err := t.exec(ctx, insertInvitationSQL, i.Hash[:], string(i.Game), i.Seat.String(), string(i.From), i.CreatedAt)
	return err
}

// AddInvitation implements lobby.Store.
func (s *Store) AddInvitation(ctx context.Context, i lobby.Invitation) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error { return t.insertInvitation(ctx, i) })
	if err != nil {
		return fmt.Errorf("add an invitation to game %s: %w", i.Game, err)
	}
	return nil
}

// Invitation implements lobby.Store.
func (s *Store) Invitation(ctx context.Context, hash lobby.Hash) (lobby.Invitation, error) {
	i := lobby.Invitation{Hash: hash}
	err := s.reads[invitationSQL].QueryRowContext(ctx, hash[:]).Scan(&i.Game, text{&i.Seat}, &i.From, &i.CreatedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return lobby.Invitation{}, lobby.ErrNoInvitation
	}
	if err != nil {
		return lobby.Invitation{}, fmt.Errorf("look up an invitation: %w", err)
	}
	return i, nil
}
