package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

const (
	insertListRowSQL = `
			INSERT INTO games (id, ruleset, visibility, creator_id, white_id, black_id, phase, turn,
				head, created_at, last_at, ended_at, reason, winner, worth)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`
	insertFirstAppendSQL = `
			INSERT INTO appends (game_id, first_seq, last_seq, seat, command_id, command_digest, at, events)
			VALUES ($1, $16, $17, $18, $19, $20, $21, $22)`

	// insertGameSQL writes all that a game begins with; a key that is taken refuses it whole.
	insertGameSQL = `
		WITH game AS (` + insertListRowSQL + `), append AS (` + insertFirstAppendSQL + `), secret AS (
			INSERT INTO secrets (game_id, secret) VALUES ($1, $23)
		), invitation AS (
			INSERT INTO invitations (token_hash, game_id, seat, from_id, created_at) VALUES ($24, $25, $26, $27, $28)
		)
		INSERT INTO creations (creator_id, command_id, command_digest, game_id) VALUES ($29, $19, $20, $1)`

	creationSQL = `SELECT game_id::text, command_digest FROM creations WHERE creator_id = $1 AND command_id = $2`

	insertInvitationSQL = `
		INSERT INTO invitations (token_hash, game_id, seat, from_id, created_at) VALUES ($1, $2, $3, $4, $5)`

	invitationSQL = `SELECT game_id::text, seat, from_id::text, created_at FROM invitations WHERE token_hash = $1`
)

// CreateGame implements lobby.Store.
func (s *Store) CreateGame(ctx context.Context, r lobby.GameRecord) (engine.GameID, error) {
	id, err := s.createGame(ctx, r)
	if err != nil {
		return "", fmt.Errorf("create game %s: %w", r.Append.Game, err)
	}
	return id, nil
}

func (s *Store) createGame(ctx context.Context, r lobby.GameRecord) (engine.GameID, error) {
	a, i := r.Append, r.Invitation
	_, err := s.pool.Exec(ctx, insertGameSQL, append(logArgs(a),
		r.Secret[:], i.Hash[:], string(i.Game), i.Seat.String(), string(i.From), int64(i.CreatedAt), string(r.Creator))...)
	if err == nil {
		return a.Game, nil
	}
	if !isConflict(err) {
		return "", err
	}
	var first string
	var column []byte
	var digest [32]byte
	found := s.pool.QueryRow(ctx, creationSQL, string(r.Creator), string(a.Command)).Scan(&first, &column)
	switch {
	case errors.Is(found, pgx.ErrNoRows):
		return "", err // the conflict is about something else
	case found != nil:
		return "", found
	}
	if err := into32(&digest, column); err != nil {
		return "", err
	}
	if digest != a.Digest {
		return "", room.ErrCommandReused
	}
	return engine.GameID(first), nil
}

// logArgs are the arguments of insertListRowSQL and insertFirstAppendSQL.
func logArgs(a room.Append) []any {
	return append(summaryArgs(a.Summary),
		int32(a.First), int32(a.Last), a.Seat.String(), string(a.Command), a.Digest[:], int64(a.At), string(a.Events))
}

// AddInvitation implements lobby.Store.
func (s *Store) AddInvitation(ctx context.Context, i lobby.Invitation) error {
	_, err := s.pool.Exec(ctx, insertInvitationSQL, i.Hash[:], string(i.Game), i.Seat.String(), string(i.From), int64(i.CreatedAt))
	if err != nil {
		return fmt.Errorf("add an invitation to game %s: %w", i.Game, err)
	}
	return nil
}

// Invitation implements lobby.Store.
func (s *Store) Invitation(ctx context.Context, hash lobby.Hash) (lobby.Invitation, error) {
	i := lobby.Invitation{Hash: hash}
	var seat string
	err := s.pool.QueryRow(ctx, invitationSQL, hash[:]).Scan(&i.Game, &seat, &i.From, &i.CreatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return lobby.Invitation{}, lobby.ErrNoInvitation
	}
	if err == nil {
		err = i.Seat.UnmarshalText([]byte(seat))
	}
	if err != nil {
		return lobby.Invitation{}, fmt.Errorf("look up an invitation: %w", err)
	}
	return i, nil
}
