package roomtest

import (
	"bytes"
	"testing"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/lobby/room"
)

// Check holds a game's log to what a log must be: no gap, no command twice, events that follow from one
// another, list rows that are a function of the game, times that never run backwards, a secret that shows in the
// last event alone, and rolls that are right. It returns the game.
func (l *Log) Check(t testing.TB, id engine.GameID) engine.Game {
	t.Helper()
	secret, err := l.Secret(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	hidden, err := secret.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var g engine.Game
	var events []engine.Event
	commands := map[room.CommandID]bool{}
	for _, a := range l.Appends(id) {
		if a.First != g.Head+1 || a.Game != id {
			t.Fatalf("game %s: after event %d comes an append from %d on", id, g.Head, a.First)
		}
		if commands[a.Command] {
			t.Errorf("game %s: command %s is in the log twice", id, a.Command)
		}
		commands[a.Command] = true
		decoded, raw, err := a.Decode()
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range decoded {
			if e.At < g.LastAt {
				t.Errorf("game %s: event %d is earlier than the one before it", id, e.Seq)
			}
			g = engine.Apply(g, e)
			if _, last := e.Body.(engine.Revealed); !last && bytes.Contains(raw[i], hidden) {
				t.Errorf("game %s: event %d shows the secret", id, e.Seq)
			}
		}
		if a.Summary != room.Summarize(g) {
			t.Errorf("game %s: the list row after event %d is %+v", id, g.Head, a.Summary)
		}
		events = append(events, decoded...)
	}
	replayed, err := engine.Replay(events)
	if err != nil {
		t.Fatal(err)
	}
	if replayed != g {
		t.Errorf("game %s: replay leads to another game", id)
	}
	if g.Phase == engine.Over {
		if _, err := fair.Verify(events); err != nil {
			t.Error(err)
		}
	}
	return g
}
