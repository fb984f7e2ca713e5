package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/store"
)

const (
	// insertAppendsSQL takes those of the given appends, at most one a game, that fit their games'
	// heads, moves the heads over them, and returns the games. It locks the list rows in the order
	// of their ids, so that two groups never wait for each other.
	insertAppendsSQL = `
		WITH given AS (
			SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::uuid[], $6::bytea[], $7::bigint[], $8::text[],
				$9::uuid[], $10::uuid[], $11::text[], $12::text[], $13::bigint[], $14::bigint[], $15::text[], $16::text[], $17::int[])
				AS given (game_id, first_seq, last_seq, seat, command_id, command_digest, at, events,
					white_id, black_id, phase, turn, last_at, ended_at, reason, winner, worth)
		), locked AS (
			SELECT id FROM games WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
		), moved AS (
			UPDATE games
			SET white_id = given.white_id, black_id = given.black_id, phase = given.phase, turn = given.turn,
				head = given.last_seq, last_at = given.last_at, ended_at = given.ended_at,
				reason = given.reason, winner = given.winner, worth = given.worth
			FROM given JOIN locked ON locked.id = given.game_id
			WHERE games.id = given.game_id AND games.head = given.first_seq - 1
				AND NOT EXISTS (
					SELECT FROM appends
					WHERE appends.game_id = given.game_id AND appends.command_id = given.command_id)
			RETURNING games.id
		)
		INSERT INTO appends (game_id, first_seq, last_seq, seat, command_id, command_digest, at, events)
		SELECT game_id, first_seq, last_seq, seat, command_id, command_digest, at, events
		FROM given JOIN moved ON moved.id = given.game_id
		RETURNING game_id::text`

	whyRefusedSQL = `
		SELECT (SELECT first_seq = $3 AND at = $4 AND events = $5 FROM appends WHERE game_id = $1 AND command_id = $2),
			(SELECT head FROM games WHERE id = $1)`

	// tailSQL begins at the append that holds the event after the given seq.
	tailSQL = `
		SELECT first_seq, last_seq, seat, command_id::text, command_digest, at, events
		FROM appends
		WHERE game_id = $1 AND last_seq > $2::bigint AND first_seq >= coalesce(
			(SELECT max(first_seq) FROM appends WHERE game_id = $1 AND first_seq <= $2::bigint + 1), 0)
		ORDER BY first_seq`

	hasGameSQL = `SELECT EXISTS (SELECT FROM games WHERE id = $1)`

	secretSQL = `SELECT secret FROM secrets WHERE game_id = $1`
)

// Append implements room.Log.
func (s *Store) Append(ctx context.Context, a room.Append) error {
	err := s.commits.Commit(ctx, &a)
	if isUnfit(err) {
		err = fmt.Errorf("%w: %w", room.ErrUnfit, err)
	}
	if err != nil {
		return fmt.Errorf("append %d–%d to game %s: %w", a.First, a.Last, a.Game, err)
	}
	return nil
}

// insertAppends writes a group and says which games took theirs.
func insertAppends(ctx context.Context, pool *pgxpool.Pool, appends []*room.Append) (map[engine.GameID]bool, error) {
	c := newColumns(len(appends))
	for _, a := range appends {
		if err := c.add(a); err != nil {
			return nil, err
		}
	}
	rows, err := pool.Query(ctx, insertAppendsSQL, c.args()...)
	if err != nil {
		return nil, err
	}
	games, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	taken := make(map[engine.GameID]bool, len(games))
	for _, game := range games {
		taken[engine.GameID(game)] = true
	}
	return taken, nil
}

// errSame is the room.ErrCommandKnown of an append that is in the log byte for byte.
var errSame = fmt.Errorf("%w: this very one", room.ErrCommandKnown)

// whyRefused names the reason why an append does not fit its game's log. unexplained is what the
// database said, nil if it only found no place.
func whyRefused(ctx context.Context, pool *pgxpool.Pool, a *room.Append, unexplained error) error {
	var same *bool // nil: the command is not known
	var head *engine.Seq
	row := pool.QueryRow(ctx, whyRefusedSQL, string(a.Game), string(a.Command), int32(a.First), int64(a.At), string(a.Events))
	if err := row.Scan(&same, &head); err != nil {
		return err
	}
	switch {
	case same != nil && *same:
		return errSame
	case same != nil:
		return room.ErrCommandKnown
	case head == nil:
		return fmt.Errorf("%w: %w", room.ErrHeadTaken, room.ErrNoGame)
	case *head >= a.First:
		return room.ErrHeadTaken
	case *head < a.First-1:
		return store.ErrGap
	case unexplained != nil:
		return unexplained
	default: // it fits by now: what was in its way is gone, and nothing was written
		return errors.New("the log moved while it was read")
	}
}

// isConflict says whether a row was refused because its key is taken.
func isConflict(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == "23505" // unique_violation
}

// isUnfit says whether PostgreSQL would refuse the same row again: a value is no value of its column's
// (class 22), or breaks a constraint (23). A key that is taken is something else: see isConflict.
func isUnfit(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && !isConflict(err) && (strings.HasPrefix(refused.Code, "22") || strings.HasPrefix(refused.Code, "23"))
}

// Tail implements room.Log.
func (s *Store) Tail(ctx context.Context, game engine.GameID, after engine.Seq) ([]room.Append, error) {
	tail, err := s.tail(ctx, game, after)
	if err != nil {
		return nil, fmt.Errorf("read game %s after %d: %w", game, after, err)
	}
	return tail, nil
}

func (s *Store) tail(ctx context.Context, game engine.GameID, after engine.Seq) ([]room.Append, error) {
	rows, err := s.pool.Query(ctx, tailSQL, string(game), int64(after))
	if err != nil {
		return nil, err
	}
	tail, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (room.Append, error) {
		a := room.Append{Game: game}
		var seat, command, events string
		var digest []byte
		if err := row.Scan(&a.First, &a.Last, &seat, &command, &digest, &a.At, &events); err != nil {
			return a, err
		}
		a.Command, a.Events = room.CommandID(command), json.RawMessage(events)
		return a, errors.Join(a.Seat.UnmarshalText([]byte(seat)), into32(&a.Digest, digest))
	})
	if err != nil || len(tail) > 0 {
		return tail, err
	}
	var has bool
	if err := s.pool.QueryRow(ctx, hasGameSQL, string(game)).Scan(&has); err != nil {
		return nil, err
	}
	if !has {
		return nil, room.ErrNoGame
	}
	return nil, nil
}

// Secret implements room.Log.
func (s *Store) Secret(ctx context.Context, game engine.GameID) (engine.Bytes32, error) {
	var secret engine.Bytes32
	var column []byte
	err := s.pool.QueryRow(ctx, secretSQL, string(game)).Scan(&column)
	if errors.Is(err, pgx.ErrNoRows) {
		err = room.ErrNoGame
	}
	if err == nil {
		err = into32((*[32]byte)(&secret), column)
	}
	if err != nil {
		return engine.Bytes32{}, fmt.Errorf("look up the secret of game %s: %w", game, err)
	}
	return secret, nil
}
