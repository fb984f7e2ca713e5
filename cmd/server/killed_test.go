package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fallas/web/playtest"
)

// killed is a server process that is killed and started again at one address, on one store, and
// the way to it: connections wait while it is down.
type killed struct {
	t        *testing.T
	addr     string
	database string

	mu    sync.Mutex
	child *exec.Cmd
	log   logTail
	up    chan struct{} // closed while it is up

	reads atomic.Int64  // how often a client has read something
	limit atomic.Int64  // the count of reads at which reached is told
	due   chan struct{} // told when the limit is reached
}

func newKilled(t *testing.T, database string) *killed {
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := probe.Addr().String()
	if err := probe.Close(); err != nil {
		t.Fatal(err)
	}
	k := &killed{
		t: t, addr: addr, database: database,
		up: make(chan struct{}), due: make(chan struct{}, 1),
	}
	t.Cleanup(k.kill)
	return k
}

// start starts the process and lets connections through once it is ready.
func (k *killed) start() {
	k.t.Helper()
	child := exec.Command(os.Args[0], "--addr", k.addr, "--database", k.database)
	child.Env = append(os.Environ(), childVariable+"=1")
	child.Stderr = &k.log
	if err := child.Start(); err != nil {
		k.t.Fatal(err)
	}
	k.mu.Lock()
	k.child = child
	k.mu.Unlock()
	ctx, cancel := context.WithTimeout(k.t.Context(), 30*time.Second)
	defer cancel()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for !k.ready(ctx) {
		select {
		case <-again.C:
		case <-ctx.Done():
			k.t.Fatalf("the server does not get ready: %s", &k.log)
		}
	}
	k.mu.Lock()
	close(k.up)
	k.mu.Unlock()
}

func (k *killed) ready(ctx context.Context) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+k.addr+"/readyz", nil)
	if err != nil {
		k.t.Fatal(err)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return false
	}
	return res.Body.Close() == nil && res.StatusCode == http.StatusOK
}

// kill is the power cut.
func (k *killed) kill() {
	k.mu.Lock()
	child := k.child
	k.child = nil
	select {
	case <-k.up:
		k.up = make(chan struct{})
	default:
	}
	k.mu.Unlock()
	if child != nil {
		_ = child.Process.Kill() // it may be gone already, which Wait tells
		_ = child.Wait()         // "signal: killed" is what was wanted
	}
}

// dial waits until the server is up.
func (k *killed) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	k.mu.Lock()
	up := k.up
	k.mu.Unlock()
	select {
	case <-up:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return countingConn{conn, k}, nil
}

// countingConn counts what its client reads.
type countingConn struct {
	net.Conn
	k *killed
}

func (c countingConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.k.reads.Add(1) == c.k.limit.Load() {
		select {
		case c.k.due <- struct{}{}:
		default:
		}
	}
	return n, err
}

// client is a new person's.
func (k *killed) client(transport *http.Transport) *playtest.Client {
	c := playtest.NewClient("http://" + k.addr)
	c.HTTP = &http.Client{Transport: transport}
	return c
}

// logTail keeps the end of what the server logs.
type logTail struct {
	mu   sync.Mutex
	text []byte
}

func (l *logTail) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, b...)
	l.text = l.text[max(0, len(l.text)-4096):]
	return len(b), nil
}

func (l *logTail) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}
