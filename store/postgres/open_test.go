package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"fallas/migrations"
)

func TestOpenManyAtOnceOnAnEmptyDatabase(t *testing.T) {
	t.Parallel()
	for range 2 {
		url := cluster.Database(t, "")
		errs := make([]error, 5)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() {
				s, err := Open(t.Context(), Options{URL: url})
				if err == nil {
					err = errors.Join(s.Ping(t.Context()), s.Close())
				}
				errs[i] = err
			})
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStatusChangesNothing(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t, "")
	for _, applied := range []bool{false, false, true} {
		if applied {
			openAt(t, url)
		}
		all, err := Status(t.Context(), Options{URL: url})
		if err != nil || len(all) == 0 {
			t.Fatalf("got %v, %v", all, err)
		}
		for _, m := range all {
			if m.Applied != applied {
				t.Errorf("got %v", m)
			}
		}
	}
}

func TestTheAddressMayHoldSettingsOfThePool(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t, "") + "&pool_max_conns=3"
	s := openAt(t, url)
	if most := s.pool.Config().MaxConns; most != 3 {
		t.Errorf("it holds up to %d connections", most)
	}
	if all, err := Status(t.Context(), Options{URL: url, DirectURL: url}); err != nil || !all[0].Applied {
		t.Errorf("its tables: %v, %v", all, err)
	}
	if err := refused(t, url+"x"); !errors.Is(err, errNoAddress) {
		t.Errorf("a number that is none: %v", err)
	}
}

// execute runs a statement on a database.
func execute(t *testing.T, url, statement string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context()) // also when the test is over
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(ctx, statement)
	if err := errors.Join(err, conn.Close(ctx)); err != nil {
		t.Fatal(err)
	}
}

// refused opens what must not open and returns the error.
func refused(t *testing.T, url string) error {
	t.Helper()
	s, err := Open(t.Context(), Options{URL: url})
	if err == nil {
		t.Cleanup(func() { _ = s.Close() })
		t.Fatal("the database was opened")
	}
	return err
}

func TestOpenRefusesTablesOfANewerServer(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t, template)
	execute(t, url, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)")
	if err := refused(t, url); !errors.Is(err, migrations.ErrNewerSchema) || !strings.Contains(err.Error(), "9999") {
		t.Errorf("got %v", err)
	}
}

func TestOpenRefusesADatabaseThatForgets(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t, template)
	name := url[strings.LastIndex(url, "/")+1 : strings.Index(url, "?")]
	execute(t, url, fmt.Sprintf("ALTER DATABASE %s SET synchronous_commit = off", name))
	if err := refused(t, url); !strings.Contains(err.Error(), "synchronous_commit is off") {
		t.Errorf("got %v", err)
	}
}

func TestOpenTellsNoPassword(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgres://fallas:hunter2@127.0.0.1:1/x", "postgres://fallas:hunter2@127.0.0.1:99999/x", "postgres://fallas:hunter2@[/x",
		strings.Replace(cluster.URL("missing"), "fallas@", "fallas:hunter2@", 1),
	} {
		if err := refused(t, url); strings.Contains(err.Error(), "hunter2") {
			t.Errorf("got %v", err)
		}
	}
}
