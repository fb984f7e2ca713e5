package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/talk"
)

const (
	lineColumns = `n, change, player_id::text, at, text, deleted`

	saidSQL = `
		SELECT ` + lineColumns + `, command_digest
		FROM talk_lines WHERE game_id = $1 AND player_id = $2 AND command_id = $3`

	// lockTalkerSQL makes a person talk on one server after the other.
	lockTalkerSQL = `SELECT FROM players WHERE id = $1 FOR NO KEY UPDATE`
	paceSQL       = `SELECT count(*) FROM talk_lines WHERE player_id = $1 AND at > $2`

	openTalkSQL = `
		INSERT INTO talks (game_id, circle, lines, changes, white_closed, black_closed)
		SELECT id, $2, 0, 0, false, false FROM games WHERE id = $1
		ON CONFLICT DO NOTHING`

	talkSQL     = `SELECT lines, changes, white_closed, black_closed FROM talks WHERE game_id = $1 AND circle = $2`
	lockTalkSQL = talkSQL + ` FOR UPDATE`

	countLineSQL = `UPDATE talks SET lines = $3, changes = $4 WHERE game_id = $1 AND circle = $2`

	insertLineSQL = `
		INSERT INTO talk_lines (game_id, circle, n, change, player_id, command_id, command_digest, at, text, deleted)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)`

	closeTalkSQL = `
		UPDATE talks
		SET changes = changes + 1,
			white_closed = CASE WHEN $3 = 'white' THEN $4 ELSE white_closed END,
			black_closed = CASE WHEN $3 = 'black' THEN $4 ELSE black_closed END
		WHERE game_id = $1 AND circle = $2 AND (CASE WHEN $3 = 'white' THEN white_closed ELSE black_closed END) <> $4`

	lineDeletedSQL = `SELECT deleted FROM talk_lines WHERE game_id = $1 AND circle = $2 AND n = $3`

	deleteLineSQL = `
		WITH changed AS (
			UPDATE talks SET changes = changes + 1 WHERE game_id = $1 AND circle = $2 RETURNING changes
		)
		UPDATE talk_lines SET text = '', deleted = true, change = changed.changes
		FROM changed WHERE game_id = $1 AND circle = $2 AND n = $3`

	linesSQL = `
		SELECT ` + lineColumns + ` FROM talk_lines
		WHERE game_id = $1 AND circle = $2 AND change > $3
		ORDER BY n DESC LIMIT $4`

	changesSQL = `SELECT game_id::text, circle, changes FROM talks WHERE game_id = ANY ($1::uuid[])`

	muteSQL   = `INSERT INTO mutes (player_id, muted_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`
	unmuteSQL = `DELETE FROM mutes WHERE player_id = $1 AND muted_id = $2`
	mutedSQL  = `SELECT muted_id::text FROM mutes WHERE player_id = $1`
)

// Say implements talk.Store.
func (s *Store) Say(ctx context.Context, said talk.Said) (talk.Line, error) {
	var line talk.Line
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
		line, err = say(ctx, tx, said)
		return err
	})
	if err != nil {
		return talk.Line{}, fmt.Errorf("say a line: %w", err)
	}
	return line, nil
}

func say(ctx context.Context, tx pgx.Tx, said talk.Said) (talk.Line, error) {
	if _, err := tx.Exec(ctx, lockTalkerSQL, string(said.Player)); err != nil {
		return talk.Line{}, err
	}
	game, circle := string(said.Game), string(said.Circle)
	var line talk.Line
	var column []byte
	err := tx.QueryRow(ctx, saidSQL, game, string(said.Player), string(said.Command)).Scan(append(lineFields(&line), &column)...)
	if err == nil {
		var digest [32]byte
		if err := into32(&digest, column); err != nil {
			return line, err
		}
		if digest != said.Digest {
			return line, room.ErrCommandReused
		}
		return line, nil
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return line, err
	}
	var lately int
	if err := tx.QueryRow(ctx, paceSQL, string(said.Player), int64(said.At-talk.Pace)).Scan(&lately); err != nil {
		return line, err
	}
	if lately >= talk.PaceLines {
		return line, talk.ErrPace
	}
	now, lines, err := openTalk(ctx, tx, said.Game, said.Circle)
	if err != nil {
		return line, err
	}
	if now.IsClosed() {
		return line, talk.ErrClosed
	}
	line = talk.Line{N: lines + 1, Change: now.Change + 1, Player: said.Player, At: said.At, Text: said.Text}
	if _, err := tx.Exec(ctx, countLineSQL, game, circle, int32(line.N), int32(line.Change)); err != nil {
		return line, err
	}
	_, err = tx.Exec(ctx, insertLineSQL, game, circle, int32(line.N), int32(line.Change), string(said.Player), string(said.Command),
		said.Digest[:], int64(said.At), said.Text)
	return line, err
}

// openTalk makes a circle's row if it is not there, locks it and reads it: the circle without its lines,
// and how many it has.
func openTalk(ctx context.Context, tx pgx.Tx, game engine.GameID, c talk.Circle) (talk.Talk, uint32, error) {
	if _, err := tx.Exec(ctx, openTalkSQL, string(game), string(c)); err != nil {
		return talk.Talk{}, 0, err
	}
	now, lines, err := scanTalk(tx.QueryRow(ctx, lockTalkSQL, string(game), string(c)))
	if errors.Is(err, pgx.ErrNoRows) {
		err = room.ErrNoGame
	}
	return now, lines, err
}

func scanTalk(row pgx.Row) (t talk.Talk, lines uint32, err error) {
	err = row.Scan(&lines, &t.Change, &t.Closed[0], &t.Closed[1])
	return t, lines, err
}

// lineFields are where lineColumns go.
func lineFields(l *talk.Line) []any {
	return []any{&l.N, &l.Change, &l.Player, &l.At, &l.Text, &l.Deleted}
}

// Talk implements talk.Store.
func (s *Store) Talk(ctx context.Context, game engine.GameID, c talk.Circle, after uint32) (talk.Talk, error) {
	t, err := s.talk(ctx, game, c, after)
	if err != nil {
		return talk.Talk{}, fmt.Errorf("read the %s of game %s: %w", c, game, err)
	}
	return t, nil
}

// talk reads the circle before its lines: a line that comes between them is read with the next change.
func (s *Store) talk(ctx context.Context, game engine.GameID, c talk.Circle, after uint32) (talk.Talk, error) {
	t, _, err := scanTalk(s.pool.QueryRow(ctx, talkSQL, string(game), string(c)))
	if errors.Is(err, pgx.ErrNoRows) {
		return talk.Talk{}, nil
	}
	if err != nil {
		return t, err
	}
	rows, err := s.pool.Query(ctx, linesSQL, string(game), string(c), int64(after), talk.PageLines)
	if err != nil {
		return t, err
	}
	t.Lines, err = pgx.AppendRows(t.Lines, rows, func(row pgx.CollectableRow) (l talk.Line, err error) {
		err = row.Scan(lineFields(&l)...)
		return l, err
	})
	slices.Reverse(t.Lines)
	return t, err
}

// TalkChanges implements talk.Store.
func (s *Store) TalkChanges(ctx context.Context, games []engine.GameID) (map[engine.GameID]talk.Changes, error) {
	wanted := make([]string, len(games))
	for i, id := range games {
		wanted[i] = string(id)
	}
	rows, err := s.pool.Query(ctx, changesSQL, wanted)
	if err != nil {
		return nil, fmt.Errorf("look up what was said: %w", err)
	}
	all := map[engine.GameID]talk.Changes{}
	var game engine.GameID
	var c talk.Circle
	var change uint32
	_, err = pgx.ForEachRow(rows, []any{&game, &c, &change}, func() error {
		changes := all[game]
		changes[talk.IndexOf(c)] = change
		all[game] = changes
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look up what was said: %w", err)
	}
	return all, nil
}

// CloseTalk implements talk.Store.
func (s *Store) CloseTalk(ctx context.Context, game engine.GameID, c talk.Circle, by engine.Seat, closed bool) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, _, err := openTalk(ctx, tx, game, c); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, closeTalkSQL, string(game), string(c), by.String(), closed)
		return err
	})
	if err != nil {
		return fmt.Errorf("close the %s of game %s: %w", c, game, err)
	}
	return nil
}

// DeleteLine implements talk.Store.
func (s *Store) DeleteLine(ctx context.Context, game engine.GameID, c talk.Circle, n uint32) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		_, _, err := scanTalk(tx.QueryRow(ctx, lockTalkSQL, string(game), string(c)))
		if errors.Is(err, pgx.ErrNoRows) {
			return talk.ErrNoLine
		}
		if err != nil {
			return err
		}
		var deleted bool
		err = tx.QueryRow(ctx, lineDeletedSQL, string(game), string(c), int64(n)).Scan(&deleted)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return talk.ErrNoLine
		case err != nil || deleted:
			return err
		}
		_, err = tx.Exec(ctx, deleteLineSQL, string(game), string(c), int64(n))
		return err
	})
	if err != nil {
		return fmt.Errorf("delete line %d of the %s of game %s: %w", n, c, game, err)
	}
	return nil
}

// Mute implements talk.Store.
func (s *Store) Mute(ctx context.Context, by, whom engine.PlayerID, muted bool) error {
	text := unmuteSQL
	if muted {
		text = muteSQL
	}
	if _, err := s.pool.Exec(ctx, text, string(by), string(whom)); err != nil {
		return fmt.Errorf("mute player %s: %w", whom, err)
	}
	return nil
}

// Muted implements talk.Store.
func (s *Store) Muted(ctx context.Context, by engine.PlayerID) ([]engine.PlayerID, error) {
	rows, err := s.pool.Query(ctx, mutedSQL, string(by))
	if err != nil {
		return nil, fmt.Errorf("look up whom player %s mutes: %w", by, err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[engine.PlayerID])
	if err != nil {
		return nil, fmt.Errorf("look up whom player %s mutes: %w", by, err)
	}
	return all, nil
}
