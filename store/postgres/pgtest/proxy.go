package pgtest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
)

// Faults say how often a Proxy does what, each from 0, never, to 1, always.
type Faults struct {
	// SwallowCommits: the database has committed, and instead of its reply the connection ends.
	SwallowCommits float64
	// LoseNotifications: what a listener should hear never comes.
	LoseNotifications float64
	// DoubleNotifications: it comes twice.
	DoubleNotifications float64
}

// Done is what a Proxy has done so far.
type Done struct{ Swallowed, Lost, Doubled int }

// Proxy stands between servers and a cluster and reads along. It passes everything on faithfully until it is
// told otherwise.
type Proxy struct {
	listener net.Listener
	cluster  int
	all      sync.WaitGroup

	mu     sync.Mutex
	rand   *rand.Rand
	faults Faults
	done   Done
	open   map[net.Conn]bool
}

// Proxy starts a proxy before the cluster. It ends with the test; seed decides what it does when.
func (c *Cluster) Proxy(t testing.TB, seed uint64) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: l, cluster: c.port, rand: rand.New(rand.NewPCG(seed, 0)), open: map[net.Conn]bool{}}
	p.all.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			p.all.Go(func() { p.carry(client) })
		}
	})
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		p.cutAll()
		p.all.Wait()
	})
	return p
}

// Before is the address of a database of the cluster through the proxy.
func (p *Proxy) Before(url string) string {
	return strings.Replace(url, fmt.Sprintf(":%d/", p.cluster), fmt.Sprintf(":%d/", p.listener.Addr().(*net.TCPAddr).Port), 1)
}

// Do sets the faults from now on.
func (p *Proxy) Do(f Faults) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = f
}

// Done counts the faults so far.
func (p *Proxy) Done() Done {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done
}

// hold keeps a connection to be cut at the end; false if that has come.
func (p *Proxy) hold(conn net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open == nil {
		return false
	}
	p.open[conn] = true
	return true
}

func (p *Proxy) release(conn net.Conn) {
	_ = conn.Close() // one side ends the other, and either may be first
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, conn)
}

func (p *Proxy) cutAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		_ = conn.Close()
	}
	p.open = nil
}

// carry carries one connection until either side ends it.
func (p *Proxy) carry(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", p.cluster))
	if err != nil {
		return // the cluster is down
	}
	defer server.Close()
	for _, conn := range []net.Conn{client, server} {
		if !p.hold(conn) {
			return
		}
		defer p.release(conn)
	}
	var answers sync.WaitGroup
	answers.Go(func() {
		defer client.Close()
		p.pass(client, bufio.NewReader(server))
	})
	_, _ = io.Copy(server, client) // whatever ends it, the connection is over
	server.Close()
	answers.Wait()
}

// pass passes the database's messages on until the connection ends, or is to end. A reply to a statement
// that writes is held back until the database is ready for the next: it has committed by then.
func (p *Proxy) pass(client io.Writer, server *bufio.Reader) {
	var held []byte
	for {
		kind, message, err := readMessage(server)
		if err != nil {
			return
		}
		times := 1
		switch {
		case kind == 'A': // a notification
			times = p.notify()
		case kind == 'C' && writes(message):
			held = append(held, message...)
			continue
		case kind == 'Z' && len(held) > 0: // ready: 'I' outside of any transaction
			if message[5] == 'I' && p.swallow() {
				return
			}
			message = append(held, message...)
			held = nil
		case len(held) > 0:
			held = append(held, message...)
			continue
		}
		for range times {
			if _, err := client.Write(message); err != nil {
				return
			}
		}
	}
}

// readMessage reads a message of the database: a letter, a length that counts itself, and so many bytes.
func readMessage(r *bufio.Reader) (byte, []byte, error) {
	message := make([]byte, 5)
	if _, err := io.ReadFull(r, message); err != nil {
		return 0, nil, err
	}
	length := binary.BigEndian.Uint32(message[1:])
	if length < 4 || length > 1<<30 {
		return 0, nil, fmt.Errorf("a message of %d bytes", length)
	}
	message = append(message, make([]byte, length-4)...)
	_, err := io.ReadFull(r, message[5:])
	return message[0], message, err
}

// writes tells by the tag of a statement that is done whether it wrote.
func writes(message []byte) bool {
	for _, tag := range []string{"INSERT", "UPDATE", "DELETE", "COMMIT"} {
		if bytes.HasPrefix(message[5:], []byte(tag)) {
			return true
		}
	}
	return false
}

// swallow says whether a commit goes without a reply.
func (p *Proxy) swallow() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.rand.Float64() >= p.faults.SwallowCommits {
		return false
	}
	p.done.Swallowed++
	return true
}

// notify says how often a notification is passed on.
func (p *Proxy) notify() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch x := p.rand.Float64(); {
	case x < p.faults.LoseNotifications:
		p.done.Lost++
		return 0
	case x < p.faults.LoseNotifications+p.faults.DoubleNotifications:
		p.done.Doubled++
		return 2
	}
	return 1
}
