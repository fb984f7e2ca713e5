package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"fallas/store"
	"fallas/store/postgres/pgtest"
	"fallas/store/storetest"
)

// cluster is the PostgreSQL of this package's tests.
var cluster *pgtest.Cluster

func TestMain(m *testing.M) {
	var err error
	if cluster, err = pgtest.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := makeTemplate(); err != nil {
		fmt.Fprintln(os.Stderr, errors.Join(err, cluster.Stop()))
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if err := cluster.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
		os.Exit(code)
	}))
}

// template is a database with its tables, to be copied.
const template = "template1"

func makeTemplate() error {
	s, err := Open(context.Background(), Options{URL: cluster.URL(template)})
	if err != nil {
		return err
	}
	return s.Close()
}

// spare are databases that tests are done with. Making one costs more than most tests.
var spare struct {
	sync.Mutex
	urls []string
}

// emptySQL empties all tables but the migrations' own.
const emptySQL = `
	DO $$ BEGIN
		EXECUTE (
			SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ')
			FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'goose_db_version');
	END $$`

// database is a database with empty tables, for one test.
func database(t *testing.T) string {
	t.Helper()
	url := ""
	spare.Lock()
	if n := len(spare.urls); n > 0 {
		url = spare.urls[n-1]
		spare.urls = spare.urls[:n-1]
	}
	spare.Unlock()
	if url == "" {
		url = cluster.Database(t, template)
	}
	t.Cleanup(func() {
		if t.Failed() {
			return
		}
		execute(t, url, emptySQL)
		spare.Lock()
		defer spare.Unlock()
		spare.urls = append(spare.urls, url)
	})
	return url
}

var _ store.Store = (*Store)(nil)

// openAt opens a store and closes it when the test is over.
func openAt(t *testing.T, url string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) (store.Store, func(string)) {
		url := database(t)
		return openAt(t, url), func(statement string) { execute(t, url, statement) }
	})
}
