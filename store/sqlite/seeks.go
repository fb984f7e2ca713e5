package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"fallas/engine"
	"fallas/lobby"
)

const seekColumns = `id, owner_id, ruleset, seat, odds, after_id, series_id, created_at, state, game_id`

// Open seeks are those that were seen after a moment, the first argument of each of these.
const (
	seekSQL = `SELECT ` + seekColumns + `, seen_at < ?1 FROM seeks WHERE id = ?2`

	// seeksByIDSQL takes the ids as one JSON array.
	seeksByIDSQL = `SELECT ` + seekColumns + `, seen_at < ?1 FROM seeks WHERE id IN (SELECT value FROM json_each(?2))`

	openSeeksSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE state = 'open' AND after_id IS NULL AND seen_at >= ?1
		ORDER BY id LIMIT ?2`

	openOfSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE owner_id = ?2 AND state = 'open' AND seen_at >= ?1
		ORDER BY id`

	// oldestSeekSQL takes as ?5 whether the odds matter.
	oldestSeekSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE state = 'open' AND after_id IS NULL AND seen_at >= ?1
			AND owner_id <> ?2 AND ruleset = ?3 AND (?4 = '' OR seat <> ?4) AND (NOT ?5 OR odds = ?6)
		ORDER BY id LIMIT 1`

	rematchesSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE after_id = ?2 AND (state = 'taken' OR state = 'open' AND seen_at >= ?1)
		ORDER BY id`

	pairedSeeksSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE owner_id = ?2 AND state = 'taken' AND seen_at >= ?1
			AND (SELECT phase FROM games WHERE games.id = seeks.game_id) = 'waiting'
		ORDER BY id`

	takenSeeksSQL = `
		SELECT ` + seekColumns + `, FALSE FROM seeks
		WHERE state = 'taken' AND after_id IS NULL AND seen_at >= ?1
		ORDER BY id`
)

const (
	postSeekSQL = `
		INSERT INTO seeks (id, owner_id, ruleset, seat, odds, after_id, series_id, created_at, seen_at, state)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, 'open')`
	takeSeekSQL     = `UPDATE seeks SET state = 'taken', game_id = ?2, seen_at = ?3 WHERE id = ?1 AND state = 'open'`
	withdrawSeekSQL = `UPDATE seeks SET state = 'withdrawn' WHERE id = ? AND state = 'open'`
	withdrawAllSQL  = `
		UPDATE seeks SET state = 'withdrawn' WHERE owner_id = ? AND state = 'open'
		RETURNING ` + seekColumns + `, FALSE`
	// What has not been seen since ?3 counts as expired already, and stays so.
	seeSeekSQL = `UPDATE seeks SET seen_at = ?1 WHERE id = ?2 AND state = 'open' AND seen_at < ?1 AND seen_at >= ?3`

	seekOwnersSQL = `SELECT DISTINCT owner_id FROM seeks WHERE state = 'open'`
	// seeOwnersSQL takes the owners as one JSON array.
	seeOwnersSQL = `
		UPDATE seeks SET seen_at = ?1
		WHERE state = 'open' AND seen_at < ?1 AND seen_at >= ?3 AND owner_id IN (SELECT value FROM json_each(?2))`
	unseenSeeksSQL = `SELECT ` + seekColumns + `, FALSE FROM seeks WHERE state = 'open' AND seen_at < ?1 ORDER BY id`
	expireSeekSQL  = `UPDATE seeks SET state = 'expired' WHERE id = ? AND state = 'open'`
)

const scoresSQL = `
	SELECT CASE winner WHEN 'white' THEN white_id ELSE black_id END AS player, count(*), sum(worth)
	FROM games
	WHERE (id = ?1 OR id IN (SELECT game_id FROM seeks WHERE series_id = ?1 AND state = 'taken'))
		AND phase = 'over' AND winner <> ''
	GROUP BY player ORDER BY player`

// now is the store's clock.
func now() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }

// since is the moment after which an owner must have been seen for a seek to hold.
func since(kept time.Duration) engine.Micros { return now() - engine.Micros(kept.Microseconds()) }

// Seek implements lobby.Seeks.
func (s *Store) Seek(ctx context.Context, id lobby.SeekID) (lobby.Seek, error) {
	seek, err := scanSeek(s.reads[seekSQL].QueryRowContext(ctx, since(lobby.SeekKept), string(id)))
	if errors.Is(err, sql.ErrNoRows) {
		err = lobby.ErrNoSeek
	}
	if err != nil {
		return lobby.Seek{}, fmt.Errorf("look up seek %s: %w", id, err)
	}
	return seek, nil
}

// SeeksByID implements lobby.Seeks.
func (s *Store) SeeksByID(ctx context.Context, ids []lobby.SeekID) ([]lobby.Seek, error) {
	wanted, err := json.Marshal(ids)
	if err != nil {
		return nil, fmt.Errorf("look up seeks: %w", err)
	}
	rows, err := s.reads[seeksByIDSQL].QueryContext(ctx, since(lobby.SeekKept), string(wanted))
	return seeksIn(rows, err, "look up seeks")
}

// OpenSeeks implements lobby.Seeks.
func (s *Store) OpenSeeks(ctx context.Context, limit int) ([]lobby.Seek, error) {
	rows, err := s.reads[openSeeksSQL].QueryContext(ctx, since(lobby.SeekKept), limit)
	return seeksIn(rows, err, "list seeks")
}

// TakenSeeks implements lobby.Seeks.
func (s *Store) TakenSeeks(ctx context.Context, within time.Duration) ([]lobby.Seek, error) {
	rows, err := s.reads[takenSeeksSQL].QueryContext(ctx, since(within))
	return seeksIn(rows, err, "list the seeks taken last")
}

// pairedKept is for how long somebody who comes back is told of a seek that was taken meanwhile.
const pairedKept = time.Hour

// PairedSeeks implements lobby.Seeks.
func (s *Store) PairedSeeks(ctx context.Context, owner engine.PlayerID) ([]lobby.Seek, error) {
	rows, err := s.reads[pairedSeeksSQL].QueryContext(ctx, since(pairedKept), string(owner))
	return seeksIn(rows, err, "list the paired seeks of player "+string(owner))
}

// Rematches implements lobby.Seeks.
func (s *Store) Rematches(ctx context.Context, after engine.GameID) ([]lobby.Seek, error) {
	rows, err := s.reads[rematchesSQL].QueryContext(ctx, since(lobby.SeekKept), string(after))
	return seeksIn(rows, err, "look up the rematch of game "+string(after))
}

// Scores implements lobby.Seeks.
func (s *Store) Scores(ctx context.Context, series engine.GameID) ([]lobby.Score, error) {
	scores, err := s.scores(ctx, series)
	if err != nil {
		return nil, fmt.Errorf("look up the scores of series %s: %w", series, err)
	}
	return scores, nil
}

func (s *Store) scores(ctx context.Context, series engine.GameID) ([]lobby.Score, error) {
	rows, err := s.reads[scoresSQL].QueryContext(ctx, string(series))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var scores []lobby.Score
	for rows.Next() {
		var score lobby.Score
		if err := rows.Scan(&score.Player, &score.Won, &score.Points); err != nil {
			return nil, err
		}
		scores = append(scores, score)
	}
	return scores, rows.Err()
}

// SeekOwners implements lobby.Seeks.
func (s *Store) SeekOwners(ctx context.Context) ([]engine.PlayerID, error) {
	owners, err := s.seekOwners(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the owners of seeks: %w", err)
	}
	return owners, nil
}

func (s *Store) seekOwners(ctx context.Context) ([]engine.PlayerID, error) {
	rows, err := s.reads[seekOwnersSQL].QueryContext(ctx)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var owners []engine.PlayerID
	for rows.Next() {
		var owner engine.PlayerID
		if err := rows.Scan(&owner); err != nil {
			return nil, err
		}
		owners = append(owners, owner)
	}
	return owners, rows.Err()
}

// SeeOwners implements lobby.Seeks.
func (s *Store) SeeOwners(ctx context.Context, owners []engine.PlayerID) error {
	seen, err := json.Marshal(owners)
	if err == nil {
		err = s.commit(ctx, func(ctx context.Context, t tx) error {
			_, err := t.exec(ctx, seeOwnersSQL, now(), string(seen), since(lobby.SeekKept))
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("see the owners of seeks: %w", err)
	}
	return nil
}

// ExpireSeeks implements lobby.Seeks.
func (s *Store) ExpireSeeks(ctx context.Context, unseen time.Duration) ([]lobby.Seek, error) {
	var expired []lobby.Seek
	err := s.commit(ctx, func(ctx context.Context, t tx) (err error) {
		expired, err = t.seeks(ctx, unseenSeeksSQL, since(unseen))
		for i := 0; i < len(expired) && err == nil; i++ {
			expired[i].State = lobby.SeekExpired
			_, err = t.exec(ctx, expireSeekSQL, string(expired[i].ID))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("expire seeks: %w", err)
	}
	return expired, nil
}

func scanSeek(row scanner) (lobby.Seek, error) {
	var s lobby.Seek
	var old bool
	err := row.Scan(&s.ID, &s.Owner, &s.Ruleset, text{&s.Seat}, &s.Odds, optional[engine.GameID]{&s.After}, optional[engine.GameID]{&s.Series},
		&s.CreatedAt, &s.State, optional[engine.GameID]{&s.Game}, &old)
	if s.State == lobby.SeekOpen && old {
		s.State = lobby.SeekExpired
	}
	return s, err
}

// seeksIn reads rows of seeks; doing is what failed if that or the query did.
func seeksIn(rows *sql.Rows, err error, doing string) ([]lobby.Seek, error) {
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	defer rows.Close()
	var seeks []lobby.Seek
	for rows.Next() {
		seek, err := scanSeek(rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", doing, err)
		}
		seeks = append(seeks, seek)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return seeks, nil
}
