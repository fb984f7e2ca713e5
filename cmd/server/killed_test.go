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

// killed are server processes on one store that are killed and started again, and the way to them:
// connections wait while all are down, and otherwise go to any that is up.
type killed struct {
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

// newKilled prepares a number of servers; none is started.
func newKilled(t *testing.T, database string, nodes int) *killed {
	k := &killed{t: t, database: database, up: make(chan struct{}), due: make(chan struct{}, 1)}
	for range nodes {
		probe, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		k.nodes = append(k.nodes, &node{addr: probe.Addr().String()})
		defer probe.Close() // all at the end, so that no port is given twice
	}
	t.Cleanup(k.killAll)
	return k
}

// start starts a node and lets connections through once it is ready.
func (k *killed) start(n *node) {
	k.t.Helper()
	child := exec.Command(os.Args[0], "--addr", n.addr, "--database", k.database)
	child.Env = append(os.Environ(), childVariable+"=1")
	child.Stderr = &k.log
	if err := child.Start(); err != nil {
		k.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(k.t.Context(), 30*time.Second)
	defer cancel()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for !k.ready(ctx, n) {
		select {
		case <-again.C:
		case <-ctx.Done():
			k.t.Errorf("a server does not get ready: %s", &k.log)
			end(child)
			k.t.FailNow()
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	n.child = child
	select {
	case <-k.up:
	default:
		close(k.up)
	}
}

func (k *killed) ready(ctx context.Context, n *node) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.addr+"/readyz", nil)
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

// kill is the power cut of one node.
func (k *killed) kill(n *node) {
	k.mu.Lock()
	child := n.child
	n.child = nil
	if child != nil && len(k.live()) == 0 {
		k.up = make(chan struct{})
	}
	k.mu.Unlock()
	if child != nil {
		end(child)
	}
}

func (k *killed) killAll() {
	for _, n := range k.nodes {
		k.kill(n)
	}
}

// end kills a process and waits until it is gone.
func end(child *exec.Cmd) {
	_ = child.Process.Kill() // it may be gone already, which Wait tells
	_ = child.Wait()         // "signal: killed" is what was wanted
}

// live are the nodes that are up; k.mu is held.
func (k *killed) live() []*node {
	var live []*node
	for _, n := range k.nodes {
		if n.child != nil {
			live = append(live, n)
		}
	}
	return live
}

// dial connects to any node that is up, and waits for one if there is none.
func (k *killed) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	for {
		k.mu.Lock()
		up, live := k.up, k.live()
		k.mu.Unlock()
		if len(live) > 0 {
			conn, err := new(net.Dialer).DialContext(ctx, network, live[rand.IntN(len(live))].addr)
			if err != nil {
				return nil, err
			}
			return countingConn{conn, k}, nil
		}
		select {
		case <-up:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
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
	c := playtest.NewClient("http://" + k.nodes[0].addr) // whichever dial takes
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
