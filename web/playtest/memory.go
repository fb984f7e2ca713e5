package playtest

import (
	"context"
	"net"
	"sync"
)

// memory is a listener whose connections are pipes.
type memory struct {
	dialed chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newMemory() *memory { return &memory{dialed: make(chan net.Conn), closed: make(chan struct{})} }

func (m *memory) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case m.dialed <- there:
		return here, nil
	case <-m.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept waits for somebody to dial.
func (m *memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.dialed:
		return c, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

// Close lets nobody in any more.
func (m *memory) Close() error {
	m.once.Do(func() { close(m.closed) })
	return nil
}

// Addr is an address that leads nowhere.
func (m *memory) Addr() net.Addr { return memoryAddr{} }

type memoryAddr struct{}

func (memoryAddr) Network() string { return "memory" }
func (memoryAddr) String() string  { return "memory.invalid" }
