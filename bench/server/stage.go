package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"fallas/store/postgres/pgtest"
)

// stage is where servers are measured: the kind of database they keep their records in.
type stage struct {
	cluster  *pgtest.Cluster // nil: SQLite
	profiles string          // a directory for profiles; "": none
}

// onStore runs do on a stage, with a PostgreSQL that lives as long, if that is wanted.
func onStore(kind string, do func(stage) error) (err error) {
	switch kind {
	case "sqlite":
		return do(stage{})
	case "postgres":
		cluster, err := pgtest.Start()
		if err != nil {
			return err
		}
		defer func() {
			if stopped := cluster.Stop(); err == nil {
				err = stopped
			}
		}()
		return do(stage{cluster: cluster})
	}
	return fmt.Errorf("there is no store by the name %q", kind)
}

// start starts a server, on a database of its own.
func (s stage) start(what string) (*process, error) {
	if s.cluster == nil {
		return start("-serve", what)
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.cluster.URL("postgres"))
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{what}.Sanitize()); err != nil {
		return nil, err
	}
	return start("-serve", what, "-database", s.cluster.URL(what))
}
