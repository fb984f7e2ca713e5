package web_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"fallas/web"
	"fallas/web/playtest"
)

// text pulls a text of the API, with the headers it came with.
func text(ctx context.Context, t *testing.T, c *playtest.Client, path string) (string, http.Header) {
	t.Helper()
	res, err := c.Send(ctx, http.MethodGet, "/api/v1"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if kind := res.Header.Get("Content-Type"); res.StatusCode != http.StatusOK || kind != "text/plain; charset=utf-8" {
		t.Fatalf("GET %s: %d %s: %s", path, res.StatusCode, kind, b)
	}
	return string(b), res.Header
}

var writtenTurn = regexp.MustCompile(`(?m)^ +\d+  (White|Black)  [1-6]-[1-6]-[1-6]  .`)

func TestTranscriptOfAFinishedGame(t *testing.T) {
	t.Parallel()
	tb := newFallasTable(t)
	tb.stillPlays(t)
	visitor := tb.server.Visitor()
	record, err := visitor.Record(tb.ctx, tb.Game)
	if err != nil {
		t.Fatal(err)
	}
	got, headers := text(tb.ctx, t, visitor, "/games/"+tb.Game+"/transcript")
	for _, line := range []string{
		"Fallas, after ", "Game   " + tb.Game + "\n",
		"White  " + tb.White.Client.Self.Name + "\n", "Black  " + tb.Black.Client.Self.Name + "\n", " wins 1 point: ",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("no %q in\n%s", line, got)
		}
	}
	rolled := 0
	for _, e := range record.Events {
		if strings.Contains(string(e), `"type":"rolled"`) {
			rolled++
		}
	}
	if turns := len(writtenTurn.FindAllString(got, -1)); rolled == 0 || turns != rolled {
		t.Errorf("%d rolls and %d turns in\n%s", rolled, turns, got)
	}
	if link, want := headers.Get("Link"), "</api/v1/games/"+tb.Game+">; rel=\"canonical\"; type=\"application/json\""; link != want {
		t.Errorf("Link %q, want %q", link, want)
	}
	res := send(t, visitor, "GET", "/api/v1/games/"+tb.Game, "")
	if link, want := res.Header.Get("Link"), "</api/v1/games/"+tb.Game+"/transcript>; rel=\"alternate\"; type=\"text/plain\""; link != want {
		t.Errorf("Link of the record %q, want %q", link, want)
	}
	if d, ok := headers["Content-Disposition"]; ok {
		t.Errorf("Content-Disposition %q", d)
	}
}

func TestMatIsForBackgammon(t *testing.T) {
	t.Parallel()
	ctx, server := t.Context(), playtest.Serve(t, openStore(t))
	maker, guest := server.Guest(), server.Guest()
	for ruleset, status := range map[string]int{"backgammon": 0, "fallas": http.StatusUnprocessableEntity} {
		made, err := maker.Create(ctx, playtest.NewGame{Seat: "white", Ruleset: ruleset})
		if err != nil {
			t.Fatal(err)
		}
		game := "/games/" + string(made.Game.ID)
		for _, c := range []struct {
			by   *playtest.Client
			body map[string]any
		}{
			{maker, map[string]any{"command": "sit", "commitment": made.Commitment}},
			{guest, map[string]any{"command": "sit", "commitment": made.Commitment, "invitation": made.Invitation}},
			{guest, map[string]any{"command": "resign", "worth": 1}},
		} {
			c.body["id"] = uuid.NewString()
			if err := c.by.Do(ctx, http.MethodPost, game+"/commands", c.body, nil); err != nil && c.body["command"] == "sit" {
				t.Fatal(err)
			}
		}
		if status != 0 {
			var p *playtest.Problem
			err := guest.Do(ctx, http.MethodGet, game+"/transcript?format=mat", nil, nil)
			if !errors.As(err, &p) || p.Status != status || p.Code != "invalid" || !strings.Contains(p.Detail, "Fallas") {
				t.Errorf("%s: %v", ruleset, err)
			}
			continue
		}
		got, headers := text(ctx, t, server.Visitor(), game+"/transcript?format=mat")
		names := " " + maker.Self.Name + " : 0"
		if !strings.Contains(got, "\n0 point match\n\n Game 1\n"+names) || !strings.HasSuffix(got, "\n      Wins 1 point\n") {
			t.Errorf("%s", got)
		}
		if d := headers.Get("Content-Disposition"); d != `attachment; filename="`+string(made.Game.ID)+`.mat"` {
			t.Errorf("Content-Disposition %q", d)
		}
	}
}

func TestNoTranscriptOfNoGame(t *testing.T) {
	t.Parallel()
	ctx, server := t.Context(), playtest.Serve(t, openStore(t))
	for path, code := range map[string]web.Code{
		"/games/0190163d-8694-739b-aea5-966c26f8ad90/transcript":            web.CodeNoGame,
		"/games/0190163d-8694-739b-aea5-966c26f8ad90/transcript?format=pdf": web.CodeInvalid,
	} {
		var p *playtest.Problem
		if err := server.Visitor().Do(ctx, http.MethodGet, path, nil, nil); !errors.As(err, &p) || p.Code != code {
			t.Errorf("%s: %v, want %s", path, err, code)
		}
	}
}
