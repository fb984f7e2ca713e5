package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

const (
	actSQL       = `SELECT command_digest, answer FROM acts WHERE player_id = ? AND command_id = ?`
	insertActSQL = `INSERT INTO acts (player_id, command_id, command_digest, answer) VALUES (?, ?, ?, ?)`
)

// once does an act whose answer is what do returns, and writes both down. An act that was done before is
// not done again: its first answer comes back, and known is true. A new one of somebody who may not act is
// refused.
func (t tx) once(ctx context.Context, a lobby.Act, do func() (answer string, err error)) (answer string, known bool, err error) {
	var digest [32]byte
	err = t.queryRow(ctx, actSQL, string(a.Player), string(a.Command)).Scan(bytes32{&digest}, &answer)
	switch {
	case err == nil && digest != a.Digest:
		return "", false, refusal{room.ErrCommandReused}
	case err == nil:
		return answer, true, nil
	case !errors.Is(err, sql.ErrNoRows):
		return "", false, err
	}
	if err := t.mayAct(ctx, a.Player); err != nil {
		return "", false, err
	}
	if answer, err = do(); err != nil {
		return "", false, err
	}
	_, err = t.exec(ctx, insertActSQL, string(a.Player), string(a.Command), a.Digest[:], answer)
	return answer, false, err
}

// mayAct refuses those who are banned, deleted or nobody.
func (t tx) mayAct(ctx context.Context, id engine.PlayerID) error {
	p, err := scanPlayer(t.queryRow(ctx, playerSQL, string(id)))
	switch {
	case errors.Is(err, sql.ErrNoRows) || err == nil && p.Deleted:
		return refusal{lobby.ErrNoPlayer}
	case err == nil && p.Banned:
		return refusal{lobby.ErrBanned}
	}
	return err
}
