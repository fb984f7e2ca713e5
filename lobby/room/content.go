package room

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"fallas/engine"
)

// digest is the SHA-256 of a command's content: who asks and for what, not when and not after which
// seq. It is kept in the log, so the same command must have the same digest for ever: lines of text, the
// first one the command's word.
func (c Command) digest() [32]byte {
	var lines []string
	switch do := c.Do.(type) {
	case engine.Sit:
		lines = []string{"sit", hex.EncodeToString(do.Seed[:]), hex.EncodeToString(do.Commitment[:])}
	case engine.MakePlay:
		lines = []string{"play", playText(do)}
	case engine.Resign:
		lines = []string{"resign", strconv.Itoa(int(do.Worth))}
	case engine.AnswerResignation:
		lines = []string{"answer_resignation", strconv.FormatBool(do.Accept)}
	case engine.WithdrawResignation:
		lines = []string{"withdraw_resignation"}
	case engine.Abort:
		lines = []string{"abort"}
	case engine.Claim:
		lines = []string{"claim"}
	case engine.NoteLeft:
		lines = []string{"left", do.Seat.String()}
	case engine.NoteReturned:
		lines = []string{"returned", do.Seat.String()}
	case engine.NoteOutage:
		lines = []string{"outage", do.From.String(), do.To.String()}
	}
	return Digest(append(lines, string(c.Player))...)
}

// Digest is the SHA-256 of lines of text, none of which may hold a line feed. It is how the content of
// commands is told apart.
func Digest(lines ...string) [32]byte {
	h := sha256.New()
	for _, line := range lines {
		h.Write([]byte(line))
		h.Write([]byte{'\n'})
	}
	return [32]byte(h.Sum(nil))
}

// playText is a play as it was asked for: an array of steps, or notation in quotation marks.
func playText(c engine.MakePlay) string {
	if c.Text != "" {
		return strconv.Quote(c.Text)
	}
	if len(c.Steps) == 0 {
		return "[]"
	}
	text := make([]byte, 0, 64)
	for _, s := range c.Steps {
		step, err := s.MarshalJSON()
		if err != nil { // a step is four small numbers
			panic(err)
		}
		text = append(append(text, ','), step...)
	}
	text[0] = '['
	return string(append(text, ']'))
}

// by fills in who asks: the seat of a player, the player of a seat. Observations are the server's own
// and nobody else's.
func (c Command) by(g *engine.Game) (engine.Command, engine.Seat, *engine.Refusal) {
	seat := g.SeatOf(c.Player)
	switch do := c.Do.(type) {
	case engine.Sit:
		do.Player, do.Seat = c.Player, g.CreatorSeat.Opponent()
		if c.Player == g.Creator {
			do.Seat = g.CreatorSeat
		}
		return do, do.Seat, nil
	case engine.Abort:
		do.Player = c.Player
		return do, seat, nil
	case engine.MakePlay:
		do.Seat = seat
		return do, seat, notSeated(seat)
	case engine.Resign:
		do.Seat = seat
		return do, seat, notSeated(seat)
	case engine.AnswerResignation:
		do.Seat = seat
		return do, seat, notSeated(seat)
	case engine.WithdrawResignation:
		do.Seat = seat
		return do, seat, notSeated(seat)
	case engine.Claim:
		do.Seat = seat
		return do, seat, notSeated(seat)
	}
	return nil, seat, &engine.Refusal{Code: engine.RefusedInvalid, Detail: "nobody may ask this of a game"}
}

func notSeated(s engine.Seat) *engine.Refusal {
	if s != engine.NoSeat {
		return nil
	}
	return &engine.Refusal{Code: engine.RefusedNotSeated, Detail: "only a player of this game may do that"}
}
