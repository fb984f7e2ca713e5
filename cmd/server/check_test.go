package main

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fallas/web/playtest"
)

// checked runs the command on a data file.
func checked(t *testing.T, path string, args ...string) (code int, stdout string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), append([]string{"check", "--database", path}, args...), nil, &out, &errs)
	if errs.Len() > 0 {
		t.Errorf("%v: %s", args, errs.String())
	}
	return code, out.String()
}

// damage changes a data file behind the server's back.
func damage(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), statement)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestCheckFindsAndRebuilds(t *testing.T) {
	t.Parallel()
	r := start(t)
	c := playtest.NewClient(r.url)
	if err := c.Join(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := c.Create(t.Context(), playtest.NewGame{Visibility: "public"}); err != nil {
			t.Fatal(err)
		}
	}
	c.HTTP.CloseIdleConnections()
	r.stop(t)
	if code, out := checked(t, r.path); code != exitOK || out != "3 games, 3 events. Wrong: 0 games. List rows made again: 0.\n" {
		t.Errorf("exit code %d, %s", code, out)
	}
	damage(t, r.path, "UPDATE games SET visibility = 'unlisted', head = 7 WHERE id = (SELECT max(id) FROM games)")
	if code, out := checked(t, r.path); code != exitFailed || !strings.Contains(out, "its list row is not what its log says") {
		t.Errorf("exit code %d, %s", code, out)
	}
	for _, rows := range []string{"1", "0"} {
		if code, out := checked(t, r.path, "--rebuild"); code != exitOK || !strings.Contains(out, "List rows made again: "+rows+".") {
			t.Errorf("exit code %d, %s", code, out)
		}
	}
	damage(t, r.path, `UPDATE appends SET events = replace(events, '"fallas"', '"faille"') WHERE game_id = (SELECT min(game_id) FROM appends)`)
	damage(t, r.path, `UPDATE appends SET events = replace(events, '"seq":1', '"seq":2') WHERE game_id = (SELECT max(game_id) FROM appends)`)
	if code, out := checked(t, r.path); code != exitFailed || !strings.Contains(out, "Wrong: 2 games") {
		t.Errorf("exit code %d, %s", code, out)
	}
}

// A name that was mistyped is no data file in which all is right.
func TestCheckMakesAndChangesNothing(t *testing.T) {
	t.Parallel()
	missing, old := filepath.Join(t.TempDir(), "missing.db"), filepath.Join(t.TempDir(), "old.db")
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for path, says := range map[string]string{missing: "no such file", old: "not those of this version", dir: dir + ": this is not a file"} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"check", "--database", path}, nil, &out, &errs); code != exitFailed || !strings.Contains(errs.String(), says) {
			t.Errorf("%s: exit code %d, %s%s", path, code, out.String(), errs.String())
		}
	}
	if _, err := os.Stat(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the missing file: %v", err)
	}
	if info, err := os.Stat(old); err != nil || info.Size() > 0 {
		t.Errorf("the empty file was written: %v, %v", info, err)
	}
}
