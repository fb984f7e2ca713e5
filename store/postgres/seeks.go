package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/lobby"
)

const seekColumns = `
		id::text, owner_id::text, ruleset, seat, odds, after_id::text, series_id::text, created_at, state, game_id::text`

// Open seeks are those that were seen in the last $1 microseconds.
const (
	seekSQL = `SELECT ` + seekColumns + `, seen_at < ` + nowSQL + ` - $1::bigint FROM seeks WHERE id = $2`

	seeksByIDSQL = `SELECT ` + seekColumns + `, seen_at < ` + nowSQL + ` - $1::bigint FROM seeks WHERE id = ANY ($2::uuid[])`

	openSeeksSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE state = 'open' AND after_id IS NULL AND seen_at >= ` + nowSQL + ` - $1::bigint
		ORDER BY seeks.id LIMIT $2`

	openOfSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE owner_id = $2 AND state = 'open' AND seen_at >= ` + nowSQL + ` - $1::bigint
		ORDER BY seeks.id`

	// oldestSeekSQL takes NULL as $5 where the odds do not matter.
	oldestSeekSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE state = 'open' AND after_id IS NULL AND seen_at >= ` + nowSQL + ` - $1::bigint
			AND owner_id <> $2 AND ruleset = $3 AND ($4 = '' OR seat <> $4) AND ($5::boolean IS NULL OR odds = $5)
		ORDER BY seeks.id LIMIT 1`

	rematchesSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE after_id = $2 AND (state = 'taken' OR state = 'open' AND seen_at >= ` + nowSQL + ` - $1::bigint)
		ORDER BY seeks.id`

	pairedSeeksSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE owner_id = $2 AND state = 'taken' AND seen_at >= ` + nowSQL + ` - $1::bigint
			AND (SELECT phase FROM games WHERE games.id = seeks.game_id) = 'waiting'
		ORDER BY seeks.id`

	takenSeeksSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE state = 'taken' AND after_id IS NULL AND seen_at >= ` + nowSQL + ` - $1::bigint
		ORDER BY seeks.id`
)

const (
	seekOwnersSQL = `SELECT DISTINCT owner_id::text FROM seeks WHERE state = 'open'`
	// What has not been seen in the last $2 microseconds counts as expired already, and stays so.
	seeOwnersSQL = `
		UPDATE seeks SET seen_at = ` + nowSQL + `
		WHERE state = 'open' AND owner_id = ANY ($1::uuid[]) AND seen_at >= ` + nowSQL + ` - $2::bigint`

	expireSeeksSQL = `
		UPDATE seeks SET state = 'expired'
		WHERE state = 'open' AND seen_at < ` + nowSQL + ` - $1::bigint
		RETURNING ` + seekColumns + `, FALSE`
)

const scoresSQL = `
	SELECT (CASE winner WHEN 'white' THEN white_id ELSE black_id END)::text AS player, count(*), sum(worth)
	FROM games
	WHERE (id = $1 OR id IN (SELECT game_id FROM seeks WHERE series_id = $1 AND state = 'taken'))
		AND phase = 'over' AND winner <> ''
	GROUP BY player ORDER BY player`

// Seek implements lobby.Seeks.
func (s *Store) Seek(ctx context.Context, id lobby.SeekID) (lobby.Seek, error) {
	seek, err := oneSeek(ctx, s.pool, seekSQL, lobby.SeekKept.Microseconds(), string(id))
	if errors.Is(err, pgx.ErrNoRows) {
		err = lobby.ErrNoSeek
	}
	if err != nil {
		return lobby.Seek{}, fmt.Errorf("look up seek %s: %w", id, err)
	}
	return seek, nil
}

// SeeksByID implements lobby.Seeks.
func (s *Store) SeeksByID(ctx context.Context, ids []lobby.SeekID) ([]lobby.Seek, error) {
	seeks, err := seeksIn(ctx, s.pool, seeksByIDSQL, lobby.SeekKept.Microseconds(), ids)
	if err != nil {
		return nil, fmt.Errorf("look up seeks: %w", err)
	}
	return seeks, nil
}

// OpenSeeks implements lobby.Seeks.
func (s *Store) OpenSeeks(ctx context.Context, limit int) ([]lobby.Seek, error) {
	seeks, err := seeksIn(ctx, s.pool, openSeeksSQL, lobby.SeekKept.Microseconds(), limit)
	if err != nil {
		return nil, fmt.Errorf("list seeks: %w", err)
	}
	return seeks, nil
}

// TakenSeeks implements lobby.Seeks.
func (s *Store) TakenSeeks(ctx context.Context, within time.Duration) ([]lobby.Seek, error) {
	seeks, err := seeksIn(ctx, s.pool, takenSeeksSQL, within.Microseconds())
	if err != nil {
		return nil, fmt.Errorf("list the seeks taken last: %w", err)
	}
	return seeks, nil
}

// pairedKept is for how long somebody who comes back is told of a seek that was taken meanwhile.
const pairedKept = time.Hour

// PairedSeeks implements lobby.Seeks.
func (s *Store) PairedSeeks(ctx context.Context, owner engine.PlayerID) ([]lobby.Seek, error) {
	seeks, err := seeksIn(ctx, s.pool, pairedSeeksSQL, pairedKept.Microseconds(), string(owner))
	if err != nil {
		return nil, fmt.Errorf("list the paired seeks of player %s: %w", owner, err)
	}
	return seeks, nil
}

// Rematches implements lobby.Seeks.
func (s *Store) Rematches(ctx context.Context, after engine.GameID) ([]lobby.Seek, error) {
	seeks, err := seeksIn(ctx, s.pool, rematchesSQL, lobby.SeekKept.Microseconds(), string(after))
	if err != nil {
		return nil, fmt.Errorf("look up the rematch of game %s: %w", after, err)
	}
	return seeks, nil
}

// Scores implements lobby.Seeks.
func (s *Store) Scores(ctx context.Context, series engine.GameID) ([]lobby.Score, error) {
	rows, err := s.pool.Query(ctx, scoresSQL, string(series))
	if err != nil {
		return nil, fmt.Errorf("look up the scores of series %s: %w", series, err)
	}
	scores, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (score lobby.Score, err error) {
		err = row.Scan(&score.Player, &score.Won, &score.Points)
		return score, err
	})
	if err != nil {
		return nil, fmt.Errorf("look up the scores of series %s: %w", series, err)
	}
	return scores, nil
}

// SeekOwners implements lobby.Seeks.
func (s *Store) SeekOwners(ctx context.Context) ([]engine.PlayerID, error) {
	rows, err := s.pool.Query(ctx, seekOwnersSQL)
	if err != nil {
		return nil, fmt.Errorf("list the owners of seeks: %w", err)
	}
	owners, err := pgx.CollectRows(rows, pgx.RowTo[engine.PlayerID])
	if err != nil {
		return nil, fmt.Errorf("list the owners of seeks: %w", err)
	}
	return owners, nil
}

// SeeOwners implements lobby.Seeks.
func (s *Store) SeeOwners(ctx context.Context, owners []engine.PlayerID) error {
	ids := make([]string, len(owners))
	for i, id := range owners {
		ids[i] = string(id)
	}
	err := s.dealing(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, seeOwnersSQL, ids, lobby.SeekKept.Microseconds())
		return err
	})
	if err != nil {
		return fmt.Errorf("see the owners of seeks: %w", err)
	}
	return nil
}

// ExpireSeeks implements lobby.Seeks.
func (s *Store) ExpireSeeks(ctx context.Context, unseen time.Duration) ([]lobby.Seek, error) {
	var expired []lobby.Seek
	err := s.dealing(ctx, func(tx pgx.Tx) (err error) {
		expired, err = seeksIn(ctx, tx, expireSeeksSQL, unseen.Microseconds())
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("expire seeks: %w", err)
	}
	return expired, nil
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func seeksIn(ctx context.Context, q querier, query string, args ...any) ([]lobby.Seek, error) {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanSeek)
}

// oneSeek is pgx.ErrNoRows if there is none.
func oneSeek(ctx context.Context, q querier, query string, args ...any) (lobby.Seek, error) {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return lobby.Seek{}, err
	}
	return pgx.CollectExactlyOneRow(rows, scanSeek)
}

func scanSeek(row pgx.CollectableRow) (lobby.Seek, error) {
	var s lobby.Seek
	var seat string
	var after, series, game *engine.GameID
	var old bool
	err := row.Scan(&s.ID, &s.Owner, &s.Ruleset, &seat, &s.Odds, &after, &series, &s.CreatedAt, &s.State, &game, &old)
	if err != nil {
		return lobby.Seek{}, err
	}
	s.After, s.Series, s.Game = orZero(after), orZero(series), orZero(game)
	if s.State == lobby.SeekOpen && old {
		s.State = lobby.SeekExpired
	}
	return s, s.Seat.UnmarshalText([]byte(seat))
}
