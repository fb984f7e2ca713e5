package web_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/web"
	"fallas/web/playtest"
)

// defective is a store that breaks down over a game's secret.
type defective struct{ store.Store }

func (d *defective) CreateGame(_ context.Context, g lobby.GameRecord) (engine.GameID, error) {
	return breakDown(g.Secret)
}

//go:noinline
func breakDown(secret engine.Bytes32) (engine.GameID, error) {
	if secret != (engine.Bytes32{}) {
		panic("a defect")
	}
	return "", nil
}

// Of a defect the log says where it is, and nothing of what was at hand there.
func TestADefectIsLoggedWithoutWhatWasAtHand(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	server := playtest.Serve(t, &defective{openStore(t)}, func(o *web.Options, _ *room.Options) {
		o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	})
	_, err := server.Guest().Create(t.Context(), playtest.NewGame{})
	wantProblem(t, "a game", err, web.CodeInternal, http.StatusInternalServerError)
	server.Stop()
	if !strings.Contains(log.String(), "breakDown:") {
		t.Errorf("where is it? %s", log.String())
	}
	if at := regexp.MustCompile(`\(\{?0x[0-9a-f]`).FindString(log.String()); at != "" {
		t.Errorf("arguments are logged: …%s…", at)
	}
}
