package roomtest

import (
	"bytes"
	"testing"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/lobby/room"
)

// Check holds a game's log to what a log must be: no gap, no command twice, events that follow from one
// another, times that never run backwards, a secret that shows in the last event alone, and rolls that are
// right. It returns the game.
func Check(t testing.TB, log room.Log, id engine.GameID) engine.Game {
	t.Helper()
	secret, err := log.Secret(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	hidden, err := secret.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	appends, err := log.Tail(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	var events []engine.Event
	commands := map[room.CommandID]bool{}
	for _, a := range appends {
		if a.First != engine.Seq(len(events)+1) || a.Game != id {
			t.Fatalf("game %s: after event %d comes an append from %d on", id, len(events), a.First)
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
			if _, last := e.Body.(engine.Revealed); !last && bytes.Contains(raw[i], hidden) {
				t.Errorf("game %s: event %d shows the secret", id, e.Seq)
			}
		}
		events = append(events, decoded...)
	}
	g, err := engine.Replay(events)
	if err != nil {
		t.Fatal(err)
	}
	if g.Phase == engine.Over {
		if _, err := fair.Verify(events); err != nil {
			t.Error(err)
		}
	}
	return g
}

// Check holds a game's log to what Check does, and its list rows to being a function of the game.
func (l *Log) Check(t testing.TB, id engine.GameID) engine.Game {
	t.Helper()
	var g engine.Game
	for _, a := range l.Appends(id) {
		events, _, err := a.Decode()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			g = engine.Apply(g, e)
		}
		if a.Summary != room.Summarize(g) {
			t.Errorf("game %s: the list row after event %d is %+v", id, g.Head, a.Summary)
		}
	}
	if replayed := Check(t, l, id); replayed != g {
		t.Errorf("game %s: replay leads to another game", id)
	}
	return g
}
