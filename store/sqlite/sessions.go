package sqlite

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

const (
	keepRecoverySQL = `
		INSERT INTO recovery_codes (player_id, code_hash, made_at)
		SELECT id, ?2, ?3 FROM players WHERE id = ?1 AND deleted_at IS NULL
		ON CONFLICT (player_id) DO UPDATE SET code_hash = excluded.code_hash, made_at = excluded.made_at`
	recoveryMadeSQL   = `SELECT made_at FROM recovery_codes WHERE player_id = ?`
	recoveryOfSQL     = `SELECT player_id FROM recovery_codes WHERE code_hash = ?`
	deleteRecoverySQL = `DELETE FROM recovery_codes WHERE player_id = ?`

	addTokenSQL = `
		INSERT INTO sessions (token_hash, player_id, token_id, label, created_at)
		SELECT ?2, id, ?3, ?4, ?5 FROM players WHERE id = ?1 AND deleted_at IS NULL
		ON CONFLICT (token_id) DO UPDATE SET token_hash = excluded.token_hash
			WHERE sessions.player_id = excluded.player_id AND sessions.label = excluded.label`
	tokenKnownSQL  = `SELECT EXISTS (SELECT 1 FROM sessions WHERE token_id = ?)`
	otherTokensSQL = `SELECT count(*) FROM sessions WHERE player_id = ? AND token_id <> ?`
	tokensSQL      = `
		SELECT token_id, label, created_at FROM sessions
		WHERE player_id = ? AND token_id IS NOT NULL ORDER BY token_id`

	endAllSQL      = `DELETE FROM sessions WHERE player_id = ?`
	endTokenSQL    = `DELETE FROM sessions WHERE player_id = ? AND token_id = ?`
	endBrowsersSQL = `DELETE FROM sessions WHERE player_id = ? AND token_id IS NULL AND token_hash <> ?`

	// standingSQL takes the hashes in hexadecimal as one JSON array.
	standingSQL = `
		SELECT sessions.token_hash
		FROM json_each(?) AS wanted
		CROSS JOIN sessions ON sessions.token_hash = unhex(wanted.value)
		JOIN players ON players.id = sessions.player_id
		WHERE players.banned_at IS NULL`
)

// KeepRecovery implements lobby.Store.
func (s *Store) KeepRecovery(ctx context.Context, id engine.PlayerID, code lobby.Hash, at engine.Micros) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		return t.onPlayer(ctx, keepRecoverySQL, string(id), code[:], at)
	})
	if err != nil {
		return fmt.Errorf("keep a recovery code of player %s: %w", id, err)
	}
	return nil
}

// RecoveryMade implements lobby.Store.
func (s *Store) RecoveryMade(ctx context.Context, id engine.PlayerID) (engine.Micros, error) {
	var at engine.Micros
	err := s.reads[recoveryMadeSQL].QueryRowContext(ctx, string(id)).Scan(&at)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("look up the recovery code of player %s: %w", id, err)
	}
	return at, nil
}

// Recover implements lobby.Store.
func (s *Store) Recover(ctx context.Context, code, session lobby.Hash, at engine.Micros) (lobby.Player, error) {
	var owner lobby.Player
	err := s.commit(ctx, func(ctx context.Context, t tx) (err error) {
		owner, err = scanPlayer(t.queryRow(ctx, playerBySessionSQL, session[:]))
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return err // done before
		}
		var id string
		err = t.queryRow(ctx, recoveryOfSQL, code[:]).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return refusal{lobby.ErrNoRecovery}
		}
		if err != nil {
			return err
		}
		if owner, err = scanPlayer(t.queryRow(ctx, playerSQL, id)); err != nil {
			return err
		}
		if owner.Banned {
			return refusal{lobby.ErrBanned}
		}
		for _, gone := range []string{endAllSQL, deleteRecoverySQL} {
			if _, err := t.exec(ctx, gone, id); err != nil {
				return err
			}
		}
		_, err = t.exec(ctx, insertSessionSQL, session[:], id, at)
		return err
	})
	if err != nil {
		return lobby.Player{}, fmt.Errorf("recover a player: %w", err)
	}
	return owner, nil
}

// AddToken implements lobby.Store.
func (s *Store) AddToken(ctx context.Context, owner engine.PlayerID, token lobby.Token, secret lobby.Hash) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		var others int
		if err := t.queryRow(ctx, otherTokensSQL, string(owner), token.ID).Scan(&others); err != nil {
			return err
		}
		if others >= lobby.MaxTokens {
			return refusal{lobby.ErrTooManyTokens}
		}
		n, err := t.exec(ctx, addTokenSQL, string(owner), secret[:], token.ID, token.Label, token.CreatedAt)
		if err != nil || n > 0 {
			return err
		}
		var known bool
		if err := t.queryRow(ctx, tokenKnownSQL, token.ID).Scan(&known); err != nil {
			return err
		}
		if known {
			return refusal{room.ErrCommandReused}
		}
		return refusal{lobby.ErrNoPlayer}
	})
	if err != nil {
		return fmt.Errorf("add token %s of player %s: %w", token.ID, owner, err)
	}
	return nil
}

// Tokens implements lobby.Store.
func (s *Store) Tokens(ctx context.Context, owner engine.PlayerID) ([]lobby.Token, error) {
	tokens, err := collect(ctx, s.reads[tokensSQL], func(row scanner) (t lobby.Token, err error) {
		err = row.Scan(&t.ID, &t.Label, &t.CreatedAt)
		return t, err
	}, string(owner))
	if err != nil {
		return nil, fmt.Errorf("list the tokens of player %s: %w", owner, err)
	}
	return tokens, nil
}

// EndToken implements lobby.Store.
func (s *Store) EndToken(ctx context.Context, owner engine.PlayerID, id string) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		_, err := t.exec(ctx, endTokenSQL, string(owner), id)
		return err
	})
	if err != nil {
		return fmt.Errorf("end token %s of player %s: %w", id, owner, err)
	}
	return nil
}

// EndSessions implements lobby.Store.
func (s *Store) EndSessions(ctx context.Context, owner engine.PlayerID, but lobby.Hash) (int, error) {
	var ended int64
	err := s.commit(ctx, func(ctx context.Context, t tx) (err error) {
		ended, err = t.exec(ctx, endBrowsersSQL, string(owner), but[:])
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("end sessions of player %s: %w", owner, err)
	}
	return int(ended), nil
}

// Standing implements lobby.Store.
func (s *Store) Standing(ctx context.Context, sessions []lobby.Hash) ([]lobby.Hash, error) {
	wanted := make([]string, len(sessions))
	for i, h := range sessions {
		wanted[i] = hex.EncodeToString(h[:])
	}
	array, err := json.Marshal(wanted)
	if err != nil {
		return nil, fmt.Errorf("look up sessions: %w", err)
	}
	standing, err := collect(ctx, s.reads[standingSQL], func(row scanner) (h lobby.Hash, err error) {
		err = row.Scan(bytes32{(*[32]byte)(&h)})
		return h, err
	}, string(array))
	if err != nil {
		return nil, fmt.Errorf("look up sessions: %w", err)
	}
	return standing, nil
}
