package web_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/web"
	"fallas/web/playtest"
)

// TestPlaysInNotation plays a turn by its notation: once, however often it is sent.
func TestPlaysInNotation(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	record, err := tb.White.Record(tb.ctx, tb.Game)
	if err != nil {
		t.Fatal(err)
	}
	var g engine.Game
	for _, raw := range record.Events {
		var e engine.Event
		if err := json.Unmarshal(raw, &e); err != nil {
			t.Fatal(err)
		}
		g = engine.Apply(g, e)
	}
	play, ok := g.Complete(nil)
	if !ok {
		t.Fatal("the first roll cannot be played")
	}
	mover := tb.White.Client
	if g.Turn == engine.Black {
		mover = tb.Black.Client
	}
	type ack struct{ First, Last engine.Seq }
	send := func(id, text string) (ack, error) {
		var a ack
		err := mover.Do(tb.ctx, http.MethodPost, "/games/"+tb.Game+"/commands",
			map[string]any{"id": id, "command": "play", "play": text}, &a)
		return a, err
	}
	refused := func(err error, code web.Code) {
		t.Helper()
		var p *playtest.Problem
		if !errors.As(err, &p) || p.Code != code {
			t.Errorf("%v, want %s", err, code)
		}
	}
	id := uuid.NewString()
	_, err = send(id, "24-18")
	refused(err, web.Code(engine.RefusedInvalid))
	first, err := send(id, play.String())
	if err != nil || first.First != g.Head+1 {
		t.Fatalf("%s: %v, %v", play, first, err)
	}
	if again, err := send(id, play.String()); err != nil || again != first {
		t.Errorf("sent again: %v, %v, want %v", again, err, first)
	}
	_, err = send(id, play.String()+" ")
	refused(err, web.CodeReused)
}
