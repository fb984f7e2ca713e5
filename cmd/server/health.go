package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

const healthUsage = `Usage: server health [flags]
Asks the server on this computer whether it is ready. The flags are the server's;
--addr counts. Exit code 0: it is ready. 1: it is not, or does not answer.
`

// healthTimeout is how long the answer may take.
const healthTimeout = 5 * time.Second

// health is the health check of a container, which has no other program in it.
func health(ctx context.Context, args, env []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		fmt.Fprint(stdout, healthUsage)
		return exitOK
	}
	cfg, err := configure(args, env)
	if err != nil {
		fmt.Fprintf(stderr, "server: %v\n%s", err, healthUsage)
		return exitMisuse
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	status, err := readiness(ctx, cfg.Addr)
	if err != nil {
		fmt.Fprintf(stderr, "server: %v\n", err)
		return exitFailed
	}
	fmt.Fprintln(stdout, status)
	if status != http.StatusOK {
		return exitFailed
	}
	return exitOK
}

// readiness asks a server that listens on addr.
func readiness(ctx context.Context, addr string) (int, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return 0, err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return 0, err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}
