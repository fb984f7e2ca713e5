package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"fallas/migrations"
	"fallas/store/postgres"
	"fallas/store/sqlite"
)

const migrateUsage = `Usage: server migrate status|up [flags]
status tells which changes of the tables the records have; it changes nothing.
up makes those that are missing, as every start of the server does.
The flags are the server's; --database and --database-direct count.
`

// migrate looks at the tables or brings them up to date, without serving.
func migrate(ctx context.Context, args, env []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		fmt.Fprint(stdout, migrateUsage)
		return exitOK
	}
	if len(args) == 0 || args[0] != "status" && args[0] != "up" {
		fmt.Fprint(stderr, migrateUsage)
		return exitMisuse
	}
	cfg, err := configure(args[1:], env)
	if err != nil {
		fmt.Fprintf(stderr, "server: %v\n%s", err, migrateUsage)
		return exitMisuse
	}
	if args[0] == "up" {
		err = migrateUp(ctx, cfg)
	}
	if err == nil {
		err = migrateStatus(ctx, cfg, stdout)
	}
	if err != nil {
		fmt.Fprintf(stderr, "server: %v\n", err)
		return exitFailed
	}
	return exitOK
}

// migrateUp opens the store, which brings the tables up to date, and closes it again.
func migrateUp(ctx context.Context, cfg config) error {
	r, err := openRecords(ctx, cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return r.Close()
}

// tables tells which changes of the tables the records have. It makes nothing.
func tables(ctx context.Context, cfg config) ([]migrations.Migration, error) {
	if isPostgres(cfg.Database) {
		return postgres.Status(ctx, postgres.Options{URL: cfg.Database, DirectURL: cfg.DatabaseDirect})
	}
	return sqlite.Status(ctx, cfg.Database)
}

func migrateStatus(ctx context.Context, cfg config, stdout io.Writer) error {
	all, err := tables(ctx, cfg)
	if err != nil {
		return err
	}
	for _, m := range all {
		switch {
		case m.Name == "":
			fmt.Fprintf(stdout, "applied  %05d, made by a newer version of this server\n", m.Version)
		case m.Applied:
			fmt.Fprintf(stdout, "applied  %s\n", m.Name)
		default:
			fmt.Fprintf(stdout, "missing  %s\n", m.Name)
		}
	}
	return nil
}
