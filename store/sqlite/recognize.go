package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// applicationID marks a file as one of ours; the first migration writes it.
const applicationID = 0x46616c73

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
