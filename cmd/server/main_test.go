package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"fallas/web/playtest"
)

// childVariable makes this test program the server: what is killed must be a process of its own.
const childVariable = "FALLAS_TEST_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		os.Exit(serveAsChild())
	}
	goleak.VerifyTestMain(m)
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
