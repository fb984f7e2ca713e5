package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

func TestMigrateLooksAndChanges(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fallas.db")
	applied := ""
	files, err := filepath.Glob("../../migrations/sqlite/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		applied += "applied  " + filepath.Base(f) + "\n"
	}
	for _, c := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{[]string{"status"}, exitFailed, "", "no such file"},
		{[]string{"up"}, exitOK, applied, ""},
		{[]string{"status"}, exitOK, applied, ""},
		{[]string{"up"}, exitOK, applied, ""},
		{[]string{"down"}, exitMisuse, "", "status|up"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), append(append([]string{"migrate"}, c.args...), "--database", path), nil, &stdout, &stderr)
		if code != c.code || stdout.String() != c.stdout || !strings.Contains(stderr.String(), c.stderr) {
			t.Errorf("%v: exit code %d, %q, %q", c.args, code, stdout.String(), stderr.String())
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"migrate", "--help"}, nil, &stdout, &stderr); code != exitOK || stdout.String() != migrateUsage {
		t.Errorf("help: exit code %d, %q", code, stdout.String())
	}
}

func TestMigrateStatusOfARunningServer(t *testing.T) {
	t.Parallel()
	r := start(t)
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), []string{"migrate", "status", "--database", r.path}, nil, &stdout, &stderr); code != exitOK || !strings.Contains(stdout.String(), "applied") {
		t.Errorf("exit code %d, %q, %q", code, stdout.String(), stderr.String())
	}
}
