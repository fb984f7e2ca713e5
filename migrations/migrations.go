package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

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
