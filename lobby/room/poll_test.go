package room_test

import (
	"context"
	"errors"
	"testing"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

// A poll brings to watchers what no hint has told.
func TestAPollMakesGoodWhatHintsHaveLost(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	deaf := open(t, log, &room.LocalHints{}, room.Options{})
	other := open(t, log, &room.LocalHints{}, room.Options{})
	g, unloaded := log.NewGame(t), log.NewGame(t)
	w, _, err := deaf.Watch(t.Context(), g.ID, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ack, err := other.Submit(t.Context(), g.Sit(t, g.White))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	heads := func(_ context.Context, games []engine.GameID) ([]room.Hint, error) {
		asked += len(games)
		return []room.Hint{{Game: g.ID, Seq: ack.Last}, {Game: unloaded.ID, Seq: 7}}, nil
	}
	if err := deaf.Poll(t.Context(), heads); err != nil {
		t.Fatal(err)
	}
	for u := range w.C() {
		if u.Batch != nil {
			if u.Batch.Last != ack.Last {
				t.Errorf("the watcher was shown event %d", u.Batch.Last)
			}
			break
		}
	}
	if asked != 1 || deaf.Loaded() != 1 {
		t.Errorf("asked for %d games, %d are in memory", asked, deaf.Loaded())
	}
	fails := func(context.Context, []engine.GameID) ([]room.Hint, error) { return nil, errDisk }
	if err := deaf.Poll(t.Context(), fails); !errors.Is(err, errDisk) {
		t.Errorf("got %v", err)
	}
	if err := open(t, log, nil, room.Options{}).Poll(t.Context(), fails); err != nil {
		t.Errorf("with nothing in memory there is nothing to ask: %v", err)
	}
}
