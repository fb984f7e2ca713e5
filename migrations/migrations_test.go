package migrations

import (
	"database/sql"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite"
)

func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func tables(t *testing.T, db *sql.DB) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_%' ESCAPE '\\' ORDER BY name")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return names
}

func TestApplyingTwiceIsApplyingOnce(t *testing.T) {
	t.Parallel()
	db := open(t)
	var first []string
	for range 2 {
		if err := SQLite(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		got := tables(t, db)
		if !slices.Contains(got, "games") || !slices.Contains(got, "appends") || first != nil && !slices.Equal(got, first) {
			t.Errorf("got tables %v, the first time %v", got, first)
		}
		first = got
	}
}

func TestAFileIsAppliedWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	db := open(t)
	files := fstest.MapFS{
		"00001_good.sql": {Data: []byte("-- +goose Up\nCREATE TABLE good (x TEXT);\n")},
		"00002_bad.sql":  {Data: []byte("-- +goose Up\nCREATE TABLE half (x TEXT);\nINSERT INTO nowhere VALUES (1);\n")},
	}
	if err := apply(t.Context(), goose.DialectSQLite3, db, files); err == nil {
		t.Error("a file that fails was applied")
	}
	if got := tables(t, db); !slices.Equal(got, []string{"good"}) {
		t.Errorf("got tables %v", got)
	}
}

// Both databases have the same migrations under the same numbers and names.
func TestDatabasesAreAlike(t *testing.T) {
	t.Parallel()
	names := make(map[string][]string)
	for _, database := range []string{"sqlite", "postgres"} {
		entries, err := fs.ReadDir(folder(database), ".")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names[database] = append(names[database], e.Name())
		}
	}
	if !slices.Equal(names["sqlite"], names["postgres"]) || len(names["sqlite"]) == 0 {
		t.Errorf("got %v", names)
	}
}

func TestStatusChangesNothing(t *testing.T) {
	t.Parallel()
	db := open(t)
	for _, applied := range []bool{false, true} {
		all, err := SQLiteStatus(t.Context(), db)
		if err != nil || len(all) == 0 || all[0].Name != "00001_games.sql" {
			t.Fatalf("got %v, %v", all, err)
		}
		for _, m := range all {
			if m.Applied != applied {
				t.Errorf("got %v", m)
			}
		}
		if got := tables(t, db); !applied && len(got) > 0 {
			t.Errorf("got tables %v", got)
		}
		if err := SQLite(t.Context(), db); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)"); err != nil {
		t.Fatal(err)
	}
	all, err := SQLiteStatus(t.Context(), db)
	if last := all[len(all)-1]; err != nil || last.Version != 9999 || last.Name != "" || !last.Applied {
		t.Errorf("got %v, %v", all, err)
	}
}
