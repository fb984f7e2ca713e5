package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fallas/lobby"
	"fallas/migrations"
)

// refused opens what must not open and returns the error.
func refused(t *testing.T, path string) error {
	t.Helper()
	s, err := open(t.Context(), path, 0)
	if err == nil {
		t.Cleanup(func() { _ = s.Close() })
		t.Fatalf("%s was opened", path)
	}
	return err
}

func wantIn(t *testing.T, err error, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

func TestOpenMakesAFileForItsOwner(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new ? 100% #1.db")
	s := openAt(t, path)
	if err := s.CreatePlayer(t.Context(), lobby.Player{ID: "p"}, [32]byte{}); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", "-wal", "-shm", ".lock"} {
		info, err := os.Stat(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s%s has mode %o", filepath.Base(path), suffix, mode)
		}
	}
}

func TestOpenKeepsWhatIsThere(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fallas.db")
	want := lobby.Player{ID: "p", Name: "Alfonso", CreatedAt: 1_795_932_704_000_123}
	s := openAt(t, path)
	if err := s.CreatePlayer(t.Context(), want, [32]byte{1}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := openAt(t, path).PlayerBySession(t.Context(), [32]byte{1})
	if err != nil || got != want {
		t.Errorf("after opening again: %v, %v", got, err)
	}
}

func TestOpenSettings(t *testing.T) {
	t.Parallel()
	s := openAt(t, filepath.Join(t.TempDir(), "fallas.db"))
	for _, c := range []struct {
		db         *sql.DB
		name, want string
	}{
		{s.write, "journal_mode", "wal"}, {s.write, "synchronous", "2"}, {s.write, "foreign_keys", "1"},
		{s.write, "busy_timeout", "5000"}, {s.write, "query_only", "0"}, {s.write, "trusted_schema", "0"},
		{s.read, "journal_mode", "wal"}, {s.read, "query_only", "1"}, {s.read, "busy_timeout", "5000"},
	} {
		var got string
		if err := c.db.QueryRowContext(t.Context(), "PRAGMA "+c.name).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s is %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

func TestOpenRefusesWhatIsNoPlaceForAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing")
	wantIn(t, refused(t, filepath.Join(missing, "fallas.db")), "the directory "+missing+" does not exist")
	wantIn(t, refused(t, dir), "not a file")
	wantIn(t, refused(t, ""), "a file name is wanted")
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wantIn(t, refused(t, filepath.Join(file, "fallas.db")), "not a directory")
}

func TestOpenLeavesOtherFilesAlone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := filepath.Join(dir, "letter.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("Dear Alfonso, ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.db")
	execute(t, other, "CREATE TABLE recipes (name TEXT)")
	for path, words := range map[string]string{text: "not a data file of this server", other: "database of another program"} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		wantIn(t, refused(t, path), words)
		if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
			t.Errorf("%s was changed: %v", path, err)
		}
	}
}

// execute runs a statement on a file without opening it as a store.
func execute(t *testing.T, path, statement string, args ...any) {
	t.Helper()
	db, err := connect(path, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), statement, args...)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefusesTablesOfANewerServer(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fallas.db")
	if err := openAt(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	execute(t, path, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)")
	err := refused(t, path)
	if !errors.Is(err, migrations.ErrNewerSchema) {
		t.Errorf("got %v", err)
	}
	wantIn(t, err, path, "newer version of this server", "9999")
}

func TestOpenKeepsASecondServerOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "fallas.db"), filepath.Join(dir, "link.db")
	s := openAt(t, path)
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, link} {
		if err := refused(t, name); !errors.Is(err, ErrInUse) {
			t.Errorf("got %v", err)
		}
	}
	waiting := make(chan error, 1)
	go func() {
		next, err := open(context.Background(), path, time.Minute)
		if err == nil {
			err = next.Close()
		}
		waiting <- err
	}()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-waiting; err != nil {
		t.Errorf("the server that waited: %v", err)
	}
}

func TestOpenManyAtOnceMigratesOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fallas.db")
	var all sync.WaitGroup
	errs := make([]error, 5)
	for i := range errs {
		all.Go(func() {
			s, err := open(t.Context(), path, time.Minute)
			if err == nil {
				err = errors.Join(s.Ping(t.Context()), s.Close())
			}
			errs[i] = err
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
}

// TestOpenAfterAStartCutShort meets the file of a server killed before its first migration.
func TestOpenAfterAStartCutShort(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fallas.db")
	execute(t, path, "CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY, version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')))")
	execute(t, path, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1)")
	openAt(t, path)
}
