package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

const (
	// insertActSQL waits for the same act in another transaction, and then finds it done. Who is banned or
	// deleted does nothing new.
	insertActSQL = `
		INSERT INTO acts (player_id, command_id, command_digest, answer)
		SELECT id, $2, $3, '' FROM players WHERE id = $1 AND banned_at IS NULL AND deleted_at IS NULL
		ON CONFLICT DO NOTHING`
	actSQL    = `SELECT command_digest, answer FROM acts WHERE player_id = $1 AND command_id = $2`
	answerSQL = `UPDATE acts SET answer = $3 WHERE player_id = $1 AND command_id = $2`
)

// once does an act in a transaction, whose answer is what do returns, and writes both down. An act that
// was done before is not done again: its first answer comes back, and known is true. A new one of somebody
// who may not act is refused. After an error the transaction must be rolled back.
func once(ctx context.Context, tx pgx.Tx, a lobby.Act, do func() (answer string, err error)) (answer string, known bool, err error) {
	written, err := tx.Exec(ctx, insertActSQL, string(a.Player), string(a.Command), a.Digest[:])
	if err != nil {
		return "", false, err
	}
	if written.RowsAffected() == 0 {
		var digest [32]byte
		var column []byte
		err := tx.QueryRow(ctx, actSQL, string(a.Player), string(a.Command)).Scan(&column, &answer)
		if errors.Is(err, pgx.ErrNoRows) {
			err = whyNoAct(ctx, tx, a.Player)
		}
		if err != nil {
			return "", false, err
		}
		if err := into32(&digest, column); err != nil {
			return "", false, err
		}
		if digest != a.Digest {
			return "", false, room.ErrCommandReused
		}
		return answer, true, nil
	}
	if answer, err = do(); err != nil {
		return "", false, err
	}
	_, err = tx.Exec(ctx, answerSQL, string(a.Player), string(a.Command), answer)
	return answer, false, err
}

// whyNoAct says why somebody cannot act.
func whyNoAct(ctx context.Context, tx pgx.Tx, id engine.PlayerID) error {
	p, err := scanPlayer(tx.QueryRow(ctx, playerSQL, string(id)))
	switch {
	case errors.Is(err, pgx.ErrNoRows) || err == nil && p.Deleted:
		return lobby.ErrNoPlayer
	case err == nil && p.Banned:
		return lobby.ErrBanned
	case err == nil: // banned until this very moment
		return errors.New("the act was not written down")
	}
	return err
}
