package postgres

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"

	"fallas/engine"
	"fallas/lobby/room"
)

// columns are appends and list rows turned on their side: one array a column, as insertAppendsSQL
// takes them.
type columns struct {
	game, command, white, black []pgtype.UUID
	seat, events                []string
	first, last                 []int32
	digest                      [][]byte
	at, lastAt                  []int64
	phase, turn, reason, winner []string
	endedAt                     []*int64
	worth                       []int32
}

func newColumns(n int) *columns {
	ids := func() []pgtype.UUID { return make([]pgtype.UUID, 0, n) }
	texts := func() []string { return make([]string, 0, n) }
	numbers := func() []int32 { return make([]int32, 0, n) }
	times := func() []int64 { return make([]int64, 0, n) }
	return &columns{
		game: ids(), command: ids(), white: ids(), black: ids(),
		seat: texts(), events: texts(),
		first: numbers(), last: numbers(),
		digest: make([][]byte, 0, n),
		at:     times(), lastAt: times(),
		phase: texts(), turn: texts(), reason: texts(), winner: texts(),
		endedAt: make([]*int64, 0, n),
		worth:   numbers(),
	}
}

// add adds an append. It fails with room.ErrUnfit if an id is not a UUID; then the columns are good for nothing.
func (c *columns) add(a *room.Append) error {
	g := &a.Summary
	for _, id := range []struct {
		to   *[]pgtype.UUID
		text string
	}{{&c.game, string(a.Game)}, {&c.command, string(a.Command)}, {&c.white, string(g.White)}, {&c.black, string(g.Black)}} {
		var column pgtype.UUID // NULL
		if id.text != "" {
			parsed, err := uuid.Parse(id.text)
			if err != nil {
				return fmt.Errorf("%w: id %q: %w", room.ErrUnfit, id.text, err)
			}
			column = pgtype.UUID{Bytes: parsed, Valid: true}
		}
		*id.to = append(*id.to, column)
	}
	c.first = append(c.first, int32(a.First))
	c.last = append(c.last, int32(a.Last))
	c.seat = append(c.seat, a.Seat.String())
	c.digest = append(c.digest, a.Digest[:])
	c.at = append(c.at, int64(a.At))
	c.events = append(c.events, string(a.Events))
	c.phase = append(c.phase, string(g.Phase))
	c.turn = append(c.turn, g.Turn.String())
	c.lastAt = append(c.lastAt, int64(g.LastAt))
	c.endedAt = append(c.endedAt, microsOrNull(g.EndedAt))
	c.reason = append(c.reason, string(g.Reason))
	c.winner = append(c.winner, g.Winner.String())
	c.worth = append(c.worth, int32(g.Worth))
	return nil
}

func (c *columns) args() []any {
	return []any{
		c.game, c.first, c.last, c.seat, c.command, c.digest, c.at, c.events,
		c.white, c.black, c.phase, c.turn, c.lastAt, c.endedAt, c.reason, c.winner, c.worth,
	}
}

// playerOrNull, gameOrNull and microsOrNull are the values of columns that are NULL where the value is zero.
func playerOrNull(id engine.PlayerID) *string {
	if id == "" {
		return nil
	}
	return (*string)(&id)
}

func gameOrNull(id engine.GameID) *string {
	if id == "" {
		return nil
	}
	return (*string)(&id)
}

func microsOrNull(at engine.Micros) *int64 {
	if at == 0 {
		return nil
	}
	return (*int64)(&at)
}

// orZero is the value of a column that is NULL where the value is zero.
func orZero[T any](column *T) T {
	if column == nil {
		var zero T
		return zero
	}
	return *column
}

// into32 reads a column of exactly 32 bytes.
func into32(into *[32]byte, column []byte) error {
	if len(column) != len(into) {
		return fmt.Errorf("want 32 bytes, got %d", len(column))
	}
	copy(into[:], column)
	return nil
}
