package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"fallas/lobby"
	"fallas/lobby/room"
)

const (
	// insertActSQL waits for the same act in another transaction, and then finds it done.
	insertActSQL = `
		INSERT INTO acts (player_id, command_id, command_digest, answer) VALUES ($1, $2, $3, '')
		ON CONFLICT DO NOTHING`
	actSQL    = `SELECT command_digest, answer FROM acts WHERE player_id = $1 AND command_id = $2`
	answerSQL = `UPDATE acts SET answer = $3 WHERE player_id = $1 AND command_id = $2`
)

// once does an act in a transaction, whose answer is what do returns, and writes both down. An act that
// was done before is not done again: its first answer comes back, and known is true. After an error the
// transaction must be rolled back.
func once(ctx context.Context, tx pgx.Tx, a lobby.Act, do func() (answer string, err error)) (answer string, known bool, err error) {
	written, err := tx.Exec(ctx, insertActSQL, string(a.Player), string(a.Command), a.Digest[:])
	if err != nil {
		return "", false, err
	}
	if written.RowsAffected() == 0 {
		var digest [32]byte
		var column []byte
		if err := tx.QueryRow(ctx, actSQL, string(a.Player), string(a.Command)).Scan(&column, &answer); err != nil {
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
