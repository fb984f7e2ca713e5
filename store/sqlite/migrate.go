package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"fallas/store"
)

// applicationID marks a file as one of ours; the first migration writes it.
const applicationID = 0x46616c73

// migrate brings the tables up to date. The caller holds the file's lock.
func migrate(ctx context.Context, db *sql.DB, files fs.FS) error {
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the version of the tables: %w", err)
	}
	if current > target {
		return fmt.Errorf("%w: its tables have version %d, this server knows up to %d", store.ErrNewerSchema, current, target)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bring the tables up to date: %w", err)
	}
	return nil
}

// recognize refuses a file that is something else than a data file of ours or one without tables (the
// version table alone is what a server leaves that was killed before its first migration). It looks
// through a reader and changes nothing.
func recognize(ctx context.Context, db *sql.DB) error {
	const question = `
		SELECT (SELECT application_id FROM pragma_application_id),
		       (SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'goose\_%' ESCAPE '\' AND name NOT LIKE 'sqlite\_%' ESCAPE '\')`
	var id, tables int64
	err := db.QueryRowContext(ctx, question).Scan(&id, &tables)
	var refused *sqlite.Error
	switch {
	case errors.As(err, &refused) && refused.Code()&0xff == lib.SQLITE_NOTADB:
		return errors.New("this is not a data file of this server")
	case err != nil:
		return err
	case id != applicationID && (id != 0 || tables != 0):
		return errors.New("this is the database of another program")
	}
	return nil
}
