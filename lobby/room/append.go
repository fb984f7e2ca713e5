package room

import (
	"encoding/json"
	"errors"
	"fmt"

	"fallas/engine"
)

// NewAppend puts the events that answer a command into the form they are kept in. after is the game
// with them; there must be at least one.
func NewAppend(after engine.Game, id CommandID, digest [32]byte, seat engine.Seat, events []engine.Event) (Append, error) {
	a, _, err := newAppend(after, id, digest, seat, events)
	return a, err
}

// newAppend also returns the bytes of each event.
func newAppend(after engine.Game, id CommandID, digest [32]byte, seat engine.Seat, events []engine.Event) (Append, []json.RawMessage, error) {
	raw := make([]json.RawMessage, len(events))
	for i, e := range events {
		text, err := e.MarshalJSON()
		if err != nil {
			return Append{}, nil, fmt.Errorf("room: write event %d: %w", e.Seq, err)
		}
		raw[i] = text
	}
	last := events[len(events)-1]
	return Append{
		Game:    after.ID,
		First:   events[0].Seq,
		Last:    last.Seq,
		Seat:    seat,
		Command: id,
		Digest:  digest,
		At:      last.At,
		Events:  join(raw),
		Summary: Summarize(after),
	}, raw, nil
}

// Decode reads the events of an append, each with its own bytes, and checks that they are numbered as
// the append says. It fails with engine.ErrVersion for an event this program does not know.
func (a Append) Decode() ([]engine.Event, []json.RawMessage, error) {
	var raw []json.RawMessage
	if err := json.Unmarshal(a.Events, &raw); err != nil {
		return nil, nil, fmt.Errorf("room: events from %d on: %w", a.First, err)
	}
	events := make([]engine.Event, len(raw))
	for i, text := range raw {
		if err := events[i].UnmarshalJSON(text); err != nil {
			return nil, nil, fmt.Errorf("room: read event %d: %w", a.First+engine.Seq(i), err)
		}
		if events[i].Seq != a.First+engine.Seq(i) {
			return nil, nil, fmt.Errorf("room: event %d stands where %d should", events[i].Seq, a.First+engine.Seq(i))
		}
	}
	if len(events) == 0 || events[len(events)-1].Seq != a.Last {
		return nil, nil, errors.New("room: an append holds other events than it says")
	}
	return events, raw, nil
}

// join writes a JSON array of what is JSON already.
func join(raw []json.RawMessage) json.RawMessage {
	n := 2
	for _, text := range raw {
		n += len(text) + 1
	}
	array := append(make([]byte, 0, n), '[')
	for i, text := range raw {
		if i > 0 {
			array = append(array, ',')
		}
		array = append(array, text...)
	}
	return append(array, ']')
}
