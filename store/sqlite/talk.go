package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/talk"
)

const (
	lineColumns = `n, change, player_id, at, text, deleted`

	saidSQL = `SELECT ` + lineColumns + `, command_digest FROM talk_lines WHERE game_id = ? AND player_id = ? AND command_id = ?`

	paceSQL = `SELECT count(*) FROM talk_lines WHERE player_id = ? AND at > ?`

	openTalkSQL = `
		INSERT INTO talks (game_id, circle, lines, changes, white_closed, black_closed)
		SELECT id, ?2, 0, 0, 0, 0 FROM games WHERE id = ?1
		ON CONFLICT DO NOTHING`

	talkSQL = `SELECT lines, changes, white_closed, black_closed FROM talks WHERE game_id = ? AND circle = ?`

	countLineSQL = `UPDATE talks SET lines = lines + 1, changes = changes + 1 WHERE game_id = ? AND circle = ?`

	insertLineSQL = `
		INSERT INTO talk_lines (game_id, circle, n, change, player_id, command_id, command_digest, at, text, deleted)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`

	closeTalkSQL = `
		UPDATE talks
		SET changes = changes + 1,
		    white_closed = CASE WHEN ?3 = 'white' THEN ?4 ELSE white_closed END,
		    black_closed = CASE WHEN ?3 = 'black' THEN ?4 ELSE black_closed END
		WHERE game_id = ?1 AND circle = ?2 AND (CASE WHEN ?3 = 'white' THEN white_closed ELSE black_closed END) <> ?4`

	lineDeletedSQL = `SELECT deleted FROM talk_lines WHERE game_id = ? AND circle = ? AND n = ?`

	countChangeSQL = `UPDATE talks SET changes = changes + 1 WHERE game_id = ? AND circle = ?`

	deleteLineSQL = `
		UPDATE talk_lines
		SET text = '', deleted = 1, change = (SELECT changes FROM talks WHERE game_id = ?1 AND circle = ?2)
		WHERE game_id = ?1 AND circle = ?2 AND n = ?3`

	linesSQL = `
		SELECT ` + lineColumns + ` FROM talk_lines
		WHERE game_id = ? AND circle = ? AND change > ?
		ORDER BY n DESC LIMIT ?`

	// changesSQL takes the games as one JSON array.
	changesSQL = `SELECT game_id, circle, changes FROM talks WHERE game_id IN (SELECT value FROM json_each(?))`

	muteSQL   = `INSERT INTO mutes (player_id, muted_id) VALUES (?, ?) ON CONFLICT DO NOTHING`
	unmuteSQL = `DELETE FROM mutes WHERE player_id = ? AND muted_id = ?`
	mutedSQL  = `SELECT muted_id FROM mutes WHERE player_id = ?`
)

// Say implements talk.Store.
func (s *Store) Say(ctx context.Context, said talk.Said) (talk.Line, error) {
	var line talk.Line
	err := s.commit(ctx, func(ctx context.Context, t tx) (err error) {
		line, err = t.say(ctx, said)
		return err
	})
	if err != nil {
		return talk.Line{}, fmt.Errorf("say a line: %w", err)
	}
	return line, nil
}

func (t tx) say(ctx context.Context, said talk.Said) (talk.Line, error) {
	game, circle := string(said.Game), string(said.Circle)
	var line talk.Line
	var digest [32]byte
	err := t.queryRow(ctx, saidSQL, game, string(said.Player), string(said.Command)).Scan(append(lineFields(&line), bytes32{&digest})...)
	switch {
	case err == nil && digest != said.Digest:
		return line, refusal{room.ErrCommandReused}
	case err == nil:
		return line, nil
	case !errors.Is(err, sql.ErrNoRows):
		return line, err
	}
	var lately int
	if err := t.queryRow(ctx, paceSQL, string(said.Player), said.At-talk.Pace).Scan(&lately); err != nil {
		return line, err
	}
	if lately >= talk.PaceLines {
		return line, refusal{talk.ErrPace}
	}
	now, lines, err := t.openTalk(ctx, said.Game, said.Circle)
	if err != nil {
		return line, err
	}
	if now.IsClosed() {
		return line, refusal{talk.ErrClosed}
	}
	line = talk.Line{N: lines + 1, Change: now.Change + 1, Player: said.Player, At: said.At, Text: said.Text}
	if _, err := t.exec(ctx, countLineSQL, game, circle); err != nil {
		return line, err
	}
	_, err = t.exec(ctx, insertLineSQL, game, circle, line.N, line.Change, string(said.Player), string(said.Command),
		said.Digest[:], said.At, said.Text)
	return line, err
}

// openTalk makes a circle's row if it is not there, and reads it: the circle without its lines, and how
// many it has.
func (t tx) openTalk(ctx context.Context, game engine.GameID, c talk.Circle) (talk.Talk, uint32, error) {
	if _, err := t.exec(ctx, openTalkSQL, string(game), string(c)); err != nil {
		return talk.Talk{}, 0, err
	}
	now, lines, err := scanTalk(t.queryRow(ctx, talkSQL, string(game), string(c)))
	if errors.Is(err, sql.ErrNoRows) {
		err = refusal{room.ErrNoGame}
	}
	return now, lines, err
}

func scanTalk(row scanner) (t talk.Talk, lines uint32, err error) {
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
	t, _, err := scanTalk(s.reads[talkSQL].QueryRowContext(ctx, string(game), string(c)))
	if errors.Is(err, sql.ErrNoRows) {
		return talk.Talk{}, nil
	}
	if err != nil {
		return t, err
	}
	rows, err := s.reads[linesSQL].QueryContext(ctx, string(game), string(c), after, talk.PageLines)
	if err != nil {
		return t, err
	}
	defer rows.Close()
	for rows.Next() {
		var l talk.Line
		if err := rows.Scan(lineFields(&l)...); err != nil {
			return t, err
		}
		t.Lines = append(t.Lines, l)
	}
	slices.Reverse(t.Lines)
	return t, rows.Err()
}

// TalkChanges implements talk.Store.
func (s *Store) TalkChanges(ctx context.Context, games []engine.GameID) (map[engine.GameID]talk.Changes, error) {
	all, err := s.changes(ctx, games)
	if err != nil {
		return nil, fmt.Errorf("look up what was said: %w", err)
	}
	return all, nil
}

func (s *Store) changes(ctx context.Context, games []engine.GameID) (map[engine.GameID]talk.Changes, error) {
	wanted, err := json.Marshal(games)
	if err != nil {
		return nil, err
	}
	rows, err := s.reads[changesSQL].QueryContext(ctx, string(wanted))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[engine.GameID]talk.Changes{}
	for rows.Next() {
		var game engine.GameID
		var c talk.Circle
		var change uint32
		if err := rows.Scan(&game, &c, &change); err != nil {
			return nil, err
		}
		changes := all[game]
		changes[talk.IndexOf(c)] = change
		all[game] = changes
	}
	return all, rows.Err()
}

// CloseTalk implements talk.Store.
func (s *Store) CloseTalk(ctx context.Context, game engine.GameID, c talk.Circle, by engine.Seat, closed bool) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		if _, _, err := t.openTalk(ctx, game, c); err != nil {
			return err
		}
		_, err := t.exec(ctx, closeTalkSQL, string(game), string(c), by.String(), closed)
		return err
	})
	if err != nil {
		return fmt.Errorf("close the %s of game %s: %w", c, game, err)
	}
	return nil
}

// DeleteLine implements talk.Store.
func (s *Store) DeleteLine(ctx context.Context, game engine.GameID, c talk.Circle, n uint32) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		var deleted bool
		err := t.queryRow(ctx, lineDeletedSQL, string(game), string(c), n).Scan(&deleted)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return refusal{talk.ErrNoLine}
		case err != nil || deleted:
			return err
		}
		if _, err := t.exec(ctx, countChangeSQL, string(game), string(c)); err != nil {
			return err
		}
		_, err = t.exec(ctx, deleteLineSQL, string(game), string(c), n)
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
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		_, err := t.exec(ctx, text, string(by), string(whom))
		return err
	})
	if err != nil {
		return fmt.Errorf("mute player %s: %w", whom, err)
	}
	return nil
}

// Muted implements talk.Store.
func (s *Store) Muted(ctx context.Context, by engine.PlayerID) ([]engine.PlayerID, error) {
	rows, err := s.reads[mutedSQL].QueryContext(ctx, string(by))
	if err != nil {
		return nil, fmt.Errorf("look up whom player %s mutes: %w", by, err)
	}
	defer rows.Close()
	var all []engine.PlayerID
	for rows.Next() {
		var id engine.PlayerID
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("look up whom player %s mutes: %w", by, err)
		}
		all = append(all, id)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look up whom player %s mutes: %w", by, err)
	}
	return all, nil
}
