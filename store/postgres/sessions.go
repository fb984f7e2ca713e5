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
	keepRecoverySQL = `
		INSERT INTO recovery_codes (player_id, code_hash, made_at) VALUES ($1, $2, $3)
		ON CONFLICT (player_id) DO UPDATE SET code_hash = excluded.code_hash, made_at = excluded.made_at`
	recoveryMadeSQL   = `SELECT made_at FROM recovery_codes WHERE player_id = $1`
	recoveryOfSQL     = `SELECT player_id::text FROM recovery_codes WHERE code_hash = $1`
	spendRecoverySQL  = `DELETE FROM recovery_codes WHERE player_id = $1 AND code_hash = $2`
	deleteRecoverySQL = `DELETE FROM recovery_codes WHERE player_id = $1`

	insertSessionSQL = `INSERT INTO sessions (token_hash, player_id, created_at) VALUES ($1, $2, $3)`

	addTokenSQL = `
		INSERT INTO sessions (token_hash, player_id, token_id, label, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (token_id) DO UPDATE SET token_hash = excluded.token_hash
			WHERE sessions.player_id = excluded.player_id AND sessions.label = excluded.label`
	otherTokensSQL = `SELECT count(*) FROM sessions WHERE player_id = $1 AND token_id <> $2`
	tokensSQL      = `
		SELECT token_id::text, label, created_at FROM sessions
		WHERE player_id = $1 AND token_id IS NOT NULL ORDER BY token_id`

	endAllSQL      = `DELETE FROM sessions WHERE player_id = $1`
	endTokenSQL    = `DELETE FROM sessions WHERE player_id = $1 AND token_id = $2`
	endBrowsersSQL = `DELETE FROM sessions WHERE player_id = $1 AND token_id IS NULL AND token_hash <> $2`

	standingSQL = `
		SELECT sessions.token_hash FROM sessions JOIN players ON players.id = sessions.player_id
		WHERE sessions.token_hash = ANY ($1::bytea[]) AND players.banned_at IS NULL`
)

// withPlayer does something in a transaction that holds a player: lobby.ErrNoPlayer if there is none, or
// it has been deleted.
func (s *Store) withPlayer(ctx context.Context, id engine.PlayerID, do func(pgx.Tx, lobby.Player) error) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		p, err := scanPlayer(tx.QueryRow(ctx, lockPlayerSQL, string(id)))
		if errors.Is(err, pgx.ErrNoRows) {
			return lobby.ErrNoPlayer
		}
		if err != nil {
			return err
		}
		return do(tx, p)
	})
}

// KeepRecovery implements lobby.Store.
func (s *Store) KeepRecovery(ctx context.Context, id engine.PlayerID, code lobby.Hash, at engine.Micros) error {
	err := s.withPlayer(ctx, id, func(tx pgx.Tx, _ lobby.Player) error {
		_, err := tx.Exec(ctx, keepRecoverySQL, string(id), code[:], int64(at))
		return err
	})
	if err != nil {
		return fmt.Errorf("keep a recovery code of player %s: %w", id, err)
	}
	return nil
}

// RecoveryMade implements lobby.Store.
func (s *Store) RecoveryMade(ctx context.Context, id engine.PlayerID) (engine.Micros, error) {
	var at engine.Micros
	err := s.pool.QueryRow(ctx, recoveryMadeSQL, string(id)).Scan(&at)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("look up the recovery code of player %s: %w", id, err)
	}
	return at, nil
}

// Recover implements lobby.Store.
func (s *Store) Recover(ctx context.Context, code, session lobby.Hash, at engine.Micros) (lobby.Player, error) {
	p, err := s.recoverPlayer(ctx, code, session, at)
	if errors.Is(err, lobby.ErrNoRecovery) { // spent: by the same request before?
		done, found := s.PlayerBySession(ctx, session)
		if found == nil {
			return done, nil
		}
		if !errors.Is(found, lobby.ErrNoSession) {
			err = found
		}
	}
	if err != nil {
		return lobby.Player{}, fmt.Errorf("recover a player: %w", err)
	}
	return p, nil
}

func (s *Store) recoverPlayer(ctx context.Context, code, session lobby.Hash, at engine.Micros) (p lobby.Player, err error) {
	var id engine.PlayerID
	err = s.pool.QueryRow(ctx, recoveryOfSQL, code[:]).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, lobby.ErrNoRecovery
	}
	if err != nil {
		return p, err
	}
	err = s.withPlayer(ctx, id, func(tx pgx.Tx, owner lobby.Player) error {
		if owner.Banned {
			return lobby.ErrBanned
		}
		spent, err := tx.Exec(ctx, spendRecoverySQL, string(id), code[:])
		if err != nil {
			return err
		}
		if spent.RowsAffected() == 0 {
			return lobby.ErrNoRecovery
		}
		if _, err := tx.Exec(ctx, endAllSQL, string(id)); err != nil {
			return err
		}
		p = owner
		_, err = tx.Exec(ctx, insertSessionSQL, session[:], string(id), int64(at))
		return err
	})
	if errors.Is(err, lobby.ErrNoPlayer) { // deleted meanwhile, and the code with it
		err = lobby.ErrNoRecovery
	}
	return p, err
}

// AddToken implements lobby.Store.
func (s *Store) AddToken(ctx context.Context, owner engine.PlayerID, t lobby.Token, secret lobby.Hash) error {
	err := s.withPlayer(ctx, owner, func(tx pgx.Tx, _ lobby.Player) error {
		var others int
		if err := tx.QueryRow(ctx, otherTokensSQL, string(owner), t.ID).Scan(&others); err != nil {
			return err
		}
		if others >= lobby.MaxTokens {
			return lobby.ErrTooManyTokens
		}
		added, err := tx.Exec(ctx, addTokenSQL, secret[:], string(owner), t.ID, t.Label, int64(t.CreatedAt))
		if err == nil && added.RowsAffected() == 0 {
			err = room.ErrCommandReused
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("add token %s of player %s: %w", t.ID, owner, err)
	}
	return nil
}

// Tokens implements lobby.Store.
func (s *Store) Tokens(ctx context.Context, owner engine.PlayerID) ([]lobby.Token, error) {
	tokens, err := collect(ctx, s, tokensSQL, func(row pgx.CollectableRow) (t lobby.Token, err error) {
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
	if _, err := s.pool.Exec(ctx, endTokenSQL, string(owner), id); err != nil {
		return fmt.Errorf("end token %s of player %s: %w", id, owner, err)
	}
	return nil
}

// EndSessions implements lobby.Store.
func (s *Store) EndSessions(ctx context.Context, owner engine.PlayerID, but lobby.Hash) (int, error) {
	ended, err := s.pool.Exec(ctx, endBrowsersSQL, string(owner), but[:])
	if err != nil {
		return 0, fmt.Errorf("end sessions of player %s: %w", owner, err)
	}
	return int(ended.RowsAffected()), nil
}

// Standing implements lobby.Store.
func (s *Store) Standing(ctx context.Context, sessions []lobby.Hash) ([]lobby.Hash, error) {
	wanted := make([][]byte, len(sessions))
	for i := range sessions {
		wanted[i] = sessions[i][:]
	}
	standing, err := collect(ctx, s, standingSQL, func(row pgx.CollectableRow) (h lobby.Hash, err error) {
		var column []byte
		if err := row.Scan(&column); err != nil {
			return h, err
		}
		return h, into32((*[32]byte)(&h), column)
	}, wanted)
	if err != nil {
		return nil, fmt.Errorf("look up sessions: %w", err)
	}
	return standing, nil
}
