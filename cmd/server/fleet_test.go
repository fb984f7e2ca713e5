package main

import (
	"context"
	"math/rand/v2"
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

// fleet are server processes on one store that can be killed and started again, and the way to them:
// connections wait while all are down, and otherwise go to any that is up.
type fleet struct {
	t        *testing.T
	database string
	nodes    []*node
	log      logTail

	mu sync.Mutex
	up chan struct{} // closed while one is up

	reads atomic.Int64  // how often a client has read something
	limit atomic.Int64  // the count of reads at which due is told
	due   chan struct{} // told when the limit is reached
}

// node is one of the processes; child is nil while it is down.
type node struct {
	addr  string
	child *exec.Cmd
}

// newFleet prepares a number of servers; none is started.
func newFleet(t *testing.T, database string, nodes int) *fleet {
	f := &fleet{t: t, database: database, up: make(chan struct{}), due: make(chan struct{}, 1)}
	for range nodes {
		probe, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		f.nodes = append(f.nodes, &node{addr: probe.Addr().String()})
		defer probe.Close() // all at the end, so that no port is given twice
	}
	t.Cleanup(f.killAll)
	return f
}

// start starts a node and lets connections through once it is ready.
func (f *fleet) start(n *node) {
	f.t.Helper()
	child := f.launch(n)
	if !f.await(n) {
		end(child)
		f.t.Fatalf("a server does not get ready: %s", &f.log)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	n.child = child
	select {
	case <-f.up:
	default:
		close(f.up)
	}
}

// startAll starts all nodes at the same moment.
func (f *fleet) startAll() {
	f.t.Helper()
	children := make([]*exec.Cmd, len(f.nodes))
	for i, n := range f.nodes {
		children[i] = f.launch(n)
	}
	f.mu.Lock()
	for i, n := range f.nodes {
		n.child = children[i] // for killAll
	}
	close(f.up)
	f.mu.Unlock()
	for _, n := range f.nodes {
		if !f.await(n) {
			f.t.Fatalf("a server does not get ready: %s", &f.log)
		}
	}
}

func (f *fleet) launch(n *node) *exec.Cmd {
	f.t.Helper()
	child := exec.Command(os.Args[0], "--addr", n.addr, "--database", f.database)
	child.Env = append(os.Environ(), childVariable+"=1")
	child.Stderr = &f.log
	if err := child.Start(); err != nil {
		f.t.Fatal(err)
	}
	return child
}

// await waits until a node is ready; false if that takes too long.
func (f *fleet) await(n *node) bool {
	ctx, cancel := context.WithTimeout(f.t.Context(), 2*time.Minute)
	defer cancel()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for !f.ready(ctx, n) {
		select {
		case <-again.C:
		case <-ctx.Done():
			return false
		}
	}
	return true
}

func (f *fleet) ready(ctx context.Context, n *node) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.addr+"/readyz", nil)
	if err != nil {
		f.t.Error(err)
		return false
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return false
	}
	return res.Body.Close() == nil && res.StatusCode == http.StatusOK
}

// kill is the power cut of one node.
func (f *fleet) kill(n *node) {
	f.mu.Lock()
	child := n.child
	n.child = nil
	if child != nil && len(f.live()) == 0 {
		f.up = make(chan struct{})
	}
	f.mu.Unlock()
	if child != nil {
		end(child)
	}
}

func (f *fleet) killAll() {
	for _, n := range f.nodes {
		f.kill(n)
	}
}

// end kills a process and waits until it is gone.
func end(child *exec.Cmd) {
	_ = child.Process.Kill() // it may be gone already, which Wait tells
	_ = child.Wait()         // "signal: killed" is what was wanted
}

// live are the nodes that are up; f.mu is held.
func (f *fleet) live() []*node {
	var live []*node
	for _, n := range f.nodes {
		if n.child != nil {
			live = append(live, n)
		}
	}
	return live
}

// way is one person's way to the servers: each connection goes to another than the one before, if there is
// another.
type way struct {
	f    *fleet
	mu   sync.Mutex
	last *node
}

// dial connects to a node that is up, and waits for one if there is none.
func (w *way) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	for {
		w.f.mu.Lock()
		up, live := w.f.up, w.f.live()
		w.f.mu.Unlock()
		if len(live) > 0 {
			conn, err := new(net.Dialer).DialContext(ctx, network, w.choose(live).addr)
			if err != nil {
				return nil, err
			}
			return countingConn{conn, w.f}, nil
		}
		select {
		case <-up:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (w *way) choose(live []*node) *node {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := live[rand.IntN(len(live))]
	for n == w.last && len(live) > 1 {
		n = live[rand.IntN(len(live))]
	}
	w.last = n
	return n
}

// countingConn counts what its client reads.
type countingConn struct {
	net.Conn
	f *fleet
}

func (c countingConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.f.reads.Add(1) == c.f.limit.Load() {
		select {
		case c.f.due <- struct{}{}:
		default:
		}
	}
	return n, err
}

// client is a new person's.
func (f *fleet) client() *playtest.Client {
	w := &way{f: f}
	c := playtest.NewClient("http://" + f.nodes[0].addr) // whichever dial takes
	c.HTTP = &http.Client{Transport: &http.Transport{DialContext: w.dial, DisableKeepAlives: true}}
	return c
}

// logTail keeps the end of what the servers log.
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
