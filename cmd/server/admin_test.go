package main

import (
	"bytes"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/google/uuid"

	"fallas/web"
	"fallas/web/playtest"
)

// actAt runs server admin on a database.
func actAt(t *testing.T, database string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), append(append([]string{"admin"}, args...), "--database", database), nil, &out, &errs)
	return code, out.String(), errs.String()
}

// An operator's acts hold at once for whoever asks a running server, which keeps its data file meanwhile.
func TestAdminActsBesideARunningServer(t *testing.T) {
	t.Parallel()
	r := start(t)
	c := playtest.NewClient(r.url)
	if err := c.Join(t.Context()); err != nil {
		t.Fatal(err)
	}
	who := string(c.Self.ID)
	var seen struct{ Player web.Player }
	for _, step := range []struct {
		args           []string
		code           int
		stdout, stderr string
		banned         bool
		name           string
	}{
		{[]string{"rename", who, "Ana María"}, exitOK, `is called "Ana María"`, "", false, "Ana María"},
		{[]string{"rename", "ana maria", "Guest 5"}, exitFailed, "", "server's own words", false, "Ana María"},
		{[]string{"ban", "Ana María"}, exitOK, "is banned", "", true, ""},
		{[]string{"ban", who}, exitOK, "is banned", "", true, ""},
		{[]string{"unban", who}, exitOK, "may act", "", false, "Ana María"},
		{[]string{"ban", "Nobody There"}, exitFailed, "", "no such player", false, "Ana María"},
		{[]string{"rename", who, "Ana", "Luisa"}, exitMisuse, "", "quotation marks", false, "Ana María"},
		{[]string{"ban"}, exitMisuse, "", "Usage", false, "Ana María"},
		{[]string{"promote", who}, exitMisuse, "", "Usage", false, "Ana María"},
	} {
		code, stdout, stderr := actAt(t, r.path, step.args...)
		if code != step.code || !strings.Contains(stdout, step.stdout) || !strings.Contains(stderr, step.stderr) {
			t.Errorf("%q: %d, %q, %q", step.args, code, stdout, stderr)
		}
		err := c.Do(t.Context(), http.MethodGet, "/session", nil, &seen)
		if step.banned {
			if err == nil || !strings.Contains(err.Error(), string(web.CodeBanned)) {
				t.Errorf("%q: %v", step.args, err)
			}
		} else if err != nil || seen.Player.Name != step.name {
			t.Errorf("%q: %+v, %v", step.args, seen, err)
		}
	}
	// The server can still write, and its log is its own.
	if _, err := c.Create(t.Context(), playtest.NewGame{}); err != nil {
		t.Error(err)
	}
}

func TestAdminLeavesOtherFilesAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "none.db")
	if code, _, stderr := actAt(t, path, "ban", "Ann"); code != exitFailed || !strings.Contains(stderr, "no such file") {
		t.Errorf("%d, %q", code, stderr)
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"admin", "--help"}, nil, &out, &errs); code != exitOK || out.String() != adminHelp() {
		t.Errorf("%d, %q", code, out.String())
	}
}

func TestAdminTakesALineAway(t *testing.T) {
	t.Parallel()
	r := start(t)
	c := playtest.NewClient(r.url)
	if err := c.Join(t.Context()); err != nil {
		t.Fatal(err)
	}
	made, err := c.Create(t.Context(), playtest.NewGame{})
	if err != nil {
		t.Fatal(err)
	}
	game := string(made.Game.ID)
	said := map[string]string{"id": uuid.NewString(), "text": "unkind"}
	if err := c.Do(t.Context(), http.MethodPost, "/games/"+game+"/chat", said, nil); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{[]string{"talk", game, "spectators"}, exitOK, `"unkind"`, ""},
		{[]string{"talk", game, "players"}, exitOK, "Nothing was said", ""},
		{[]string{"talk", uuid.NewString(), "players"}, exitFailed, "", "no such game"},
		{[]string{"delete-line", game, "spectators", "2"}, exitFailed, "", "no such line"},
		{[]string{"delete-line", game, "spectators", "first"}, exitFailed, "", "1 or more"},
		{[]string{"delete-line", game, "crowd", "1"}, exitFailed, "", "players or spectators"},
		{[]string{"delete-line", "here", "players", "1"}, exitFailed, "", "game's id"},
		{[]string{"delete-line", game, "spectators", "1"}, exitOK, "are gone", ""},
		{[]string{"delete-line", game, "spectators", "1"}, exitOK, "are gone", ""},
		{[]string{"talk", game, "spectators"}, exitOK, "(taken away)", ""},
	} {
		if code, stdout, stderr := actAt(t, r.path, step.args...); code != step.code || !strings.Contains(stdout, step.stdout) || !strings.Contains(stderr, step.stderr) {
			t.Errorf("%q: %d, %q, %q", step.args, code, stdout, stderr)
		}
	}
	var heard struct{ Lines []struct{ Deleted bool } }
	if err := c.Do(t.Context(), http.MethodGet, "/games/"+game+"/chat", nil, &heard); err != nil || len(heard.Lines) != 1 || !heard.Lines[0].Deleted {
		t.Errorf("%+v, %v", heard, err)
	}
}

// On PostgreSQL running servers hear at once, and tables of another version are left alone.
func TestAdminActsBesideServersOnPostgreSQL(t *testing.T) {
	t.Parallel()
	url := cluster.get(t).Database(t, "")
	if code, _, stderr := actAt(t, url, "ban", "Ann"); code != exitFailed || !strings.Contains(stderr, "start this version") {
		t.Errorf("without tables: %d, %q", code, stderr)
	}
	r := startWith(t, nil, "--addr", "127.0.0.1:0", "--database", url)
	c := playtest.NewClient(r.url)
	if err := c.Join(t.Context()); err != nil {
		t.Fatal(err)
	}
	made, err := c.Create(t.Context(), playtest.NewGame{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := c.Open(t.Context(), string(made.Game.ID), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Cut()
	if code, _, stderr := actAt(t, url, "ban", string(c.Self.ID)); code != exitOK {
		t.Errorf("%d, %q", code, stderr)
	}
	for err == nil {
		_, _, err = s.Next(t.Context())
	}
	if websocket.CloseStatus(err) != 4103 {
		t.Errorf("closed with %v", err)
	}
	if code, stdout, _ := actAt(t, url, "rename", string(c.Self.ID), "Sancho"); code != exitOK || !strings.Contains(stdout, "Sancho") {
		t.Errorf("%d, %q", code, stdout)
	}
}
