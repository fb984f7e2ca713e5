package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
)

// What run answers, for the shell.
const (
	exitOK     = 0
	exitFailed = 1
	exitMisuse = 2
)

// run is the whole program: it does what args and env ask for until it is done or ctx is, and returns
// the exit code. Everything for a person's eyes goes to stdout, logs and errors to stderr.
func run(ctx context.Context, args, env []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		switch args[0] {
		case "verify":
			return verify(args[1:], stdout, stderr)
		case "check":
			return check(ctx, args[1:], env, stdout, stderr)
		case "health":
			return health(ctx, args[1:], env, stdout, stderr)
		case "migrate":
			return migrate(ctx, args[1:], env, stdout, stderr)
		case "admin":
			return admin(ctx, args[1:], env, stdout, stderr)
		}
	}
	cfg, err := configure(args, env)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage())
		return exitOK
	case err != nil:
		fmt.Fprintf(stderr, "server: %v\nTry server --help.\n", err)
		return exitMisuse
	}
	if err := serve(ctx, cfg, stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "server: %v\n", err)
		return exitFailed
	}
	return exitOK
}
