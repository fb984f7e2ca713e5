package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"fallas/store/postgres/pgtest"
	"fallas/web/playtest"
)

// childVariable makes this test program the server: what is killed must be a process of its own.
const childVariable = "FALLAS_TEST_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		os.Exit(serveAsChild())
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if err := cluster.stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
		os.Exit(code)
	}))
}

// serveAsChild is run, with limits that no test reaches by playing fast.
func serveAsChild() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	cfg, err := configure(os.Args[1:], os.Environ())
	if err == nil {
		cfg.limits = playtest.Unlimited
		err = serve(ctx, cfg, os.Stdout, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitFailed
	}
	return exitOK
}

// cluster is the PostgreSQL of this package's tests, started by the first that needs it.
var cluster shared

type shared struct {
	once sync.Once
	pg   *pgtest.Cluster
	err  error
}

func (s *shared) get(t *testing.T) *pgtest.Cluster {
	t.Helper()
	s.once.Do(func() { s.pg, s.err = pgtest.Start() })
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.pg
}

func (s *shared) stop() error {
	s.once.Do(func() { s.err = errors.New("no test needs PostgreSQL any more") })
	if s.pg == nil {
		return nil
	}
	return s.pg.Stop()
}
