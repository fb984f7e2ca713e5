package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/pressly/goose/v3"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// ErrNewerSchema says that the tables were made by a newer server than this one.
var ErrNewerSchema = errors.New("made by a newer version of this server")

// SQLite brings the tables of a SQLite database up to date. The caller holds a lock.
func SQLite(ctx context.Context, db *sql.DB) error {
	return apply(ctx, goose.DialectSQLite3, db, folder("sqlite"))
}

// Postgres brings the tables of a PostgreSQL database up to date. The caller holds a lock.
func Postgres(ctx context.Context, db *sql.DB) error {
	return apply(ctx, goose.DialectPostgres, db, folder("postgres"))
}

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}

// apply applies what is missing, each file whole or not at all. Tables newer than the newest file are
// left alone: ErrNewerSchema.
func apply(ctx context.Context, dialect goose.Dialect, db *sql.DB, files fs.FS) error {
	provider, err := goose.NewProvider(dialect, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the version of the tables: %w", err)
	}
	if current > target {
		return fmt.Errorf("%w: its tables have version %d, this server knows up to %d", ErrNewerSchema, current, target)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bring the tables up to date: %w", err)
	}
	return nil
}

// Migration is one file and whether it has been applied.
type Migration struct {
	Name    string
	Version int64
	Applied bool
}

// SQLiteStatus tells the migrations of a SQLite database, in their order, and changes nothing. Versions
// newer than any file come last, without a name.
func SQLiteStatus(ctx context.Context, db *sql.DB) ([]Migration, error) {
	return status(ctx, db, folder("sqlite"), "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'goose_db_version'")
}

// PostgresStatus is the same of a PostgreSQL database.
func PostgresStatus(ctx context.Context, db *sql.DB) ([]Migration, error) {
	return status(ctx, db, folder("postgres"), "SELECT to_regclass('goose_db_version') IS NOT NULL")
}

func status(ctx context.Context, db *sql.DB, files fs.FS, existsSQL string) ([]Migration, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	applied, err := appliedVersions(ctx, db, existsSQL)
	if err != nil {
		return nil, fmt.Errorf("read the version of the tables: %w", err)
	}
	var all []Migration
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return nil, fmt.Errorf("read the migrations: %w", err)
		}
		all = append(all, Migration{Name: name, Version: version, Applied: applied[version]})
		delete(applied, version)
	}
	for _, version := range slices.Sorted(maps.Keys(applied)) {
		all = append(all, Migration{Version: version, Applied: true})
	}
	return all, nil
}

func appliedVersions(ctx context.Context, db *sql.DB, existsSQL string) (map[int64]bool, error) {
	applied := make(map[int64]bool)
	var exists bool
	if err := db.QueryRowContext(ctx, existsSQL).Scan(&exists); err != nil || !exists {
		return applied, err
	}
	rows, err := db.QueryContext(ctx, "SELECT version_id FROM goose_db_version WHERE is_applied AND version_id > 0")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var version int64
		if err := rows.Scan(&version); err != nil {
			return nil, err
		}
		applied[version] = true
	}
	return applied, rows.Err()
}
