package postgres

import (
	"fmt"

	"fallas/engine"
	"fallas/lobby/room"
)

// columns are appends and list rows turned on their side: one array a column, as insertAppendsSQL
// takes them.
type columns struct {
	game, seat, command, events []string
	first, last                 []int32
	digest                      [][]byte
	at, lastAt                  []int64
	white, black                []*string
	phase, turn, reason, winner []string
	endedAt                     []*int64
	worth                       []int32
}

func newColumns(n int) *columns {
	return &columns{game: make([]string, 0, n), events: make([]string, 0, n)}
}

func (c *columns) add(a room.Append) {
	g := a.Summary
	c.game = append(c.game, string(a.Game))
	c.first = append(c.first, int32(a.First))
	c.last = append(c.last, int32(a.Last))
	c.seat = append(c.seat, a.Seat.String())
	c.command = append(c.command, string(a.Command))
	c.digest = append(c.digest, a.Digest[:])
	c.at = append(c.at, int64(a.At))
	c.events = append(c.events, string(a.Events))
	c.white = append(c.white, playerOrNull(g.White))
	c.black = append(c.black, playerOrNull(g.Black))
	c.phase = append(c.phase, string(g.Phase))
	c.turn = append(c.turn, g.Turn.String())
	c.lastAt = append(c.lastAt, int64(g.LastAt))
	c.endedAt = append(c.endedAt, microsOrNull(g.EndedAt))
	c.reason = append(c.reason, string(g.Reason))
	c.winner = append(c.winner, g.Winner.String())
	c.worth = append(c.worth, int32(g.Worth))
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
