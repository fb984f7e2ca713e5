package engine

import "fmt"

// GameID names a game: a UUIDv7 in its canonical lower-case text form.
type GameID string

// PlayerID names a person: a UUID in its canonical lower-case text form.
type PlayerID string

// Seq numbers the events of one game: 1, 2, 3 … without gaps. 0 means "before the first event".
type Seq uint32

// Seat is a side of the board. It travels as "white", "black", or "" for NoSeat.
type Seat uint8

// The seats. NoSeat is the zero value: nobody's turn, no winner, a spectator.
const (
	NoSeat Seat = iota
	White
	Black
)

// Seats lists both seats, white first.
var Seats = [2]Seat{White, Black}

// Opponent returns the other seat; NoSeat has none and returns NoSeat.
func (s Seat) Opponent() Seat {
	switch s {
	case White:
		return Black
	case Black:
		return White
	}
	return NoSeat
}

// index is the place of a seat in arrays of two.
func (s Seat) index() int { return int(s) - 1 }

func (s Seat) String() string {
	switch s {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return ""
}

// MarshalText writes the seat as it travels.
func (s Seat) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads "white", "black" or "".
func (s *Seat) UnmarshalText(text []byte) error {
	switch string(text) {
	case "white":
		*s = White
	case "black":
		*s = Black
	case "":
		*s = NoSeat
	default:
		return fmt.Errorf("engine: seat %q is neither white nor black", text)
	}
	return nil
}
