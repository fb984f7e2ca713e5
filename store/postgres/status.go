package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/stdlib"

	"fallas/migrations"
)

// Status tells which migrations a database has, and changes nothing.
func Status(ctx context.Context, opt Options) (_ []migrations.Migration, err error) {
	cfg, err := opt.direct()
	if err != nil {
		return nil, err
	}
	db := stdlib.OpenDB(*cfg)
	defer func() { err = errors.Join(err, db.Close()) }()
	all, err := migrations.PostgresStatus(ctx, db)
	if err != nil {
		return nil, fmt.Errorf("look at the database: %w", err)
	}
	return all, nil
}
