package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"

	"fallas/migrations"
)

// Status tells which migrations the data file at path has, and changes nothing; a server may have it
// open meanwhile.
func Status(ctx context.Context, path string) (_ []migrations.Migration, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("look at data file %s: %w", path, err)
		}
	}()
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	at, err := place(path)
	if err != nil {
		return nil, err
	}
	db, err := connect(at, 1, "_query_only", "1")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := recognize(ctx, db); err != nil {
		return nil, err
	}
	return migrations.SQLiteStatus(ctx, db)
}
