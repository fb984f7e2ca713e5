package web

import (
	"net"
	"sync"
	"time"
)

// writeTimeout is how long one write to a socket or stream may take before it is given up.
const writeTimeout = 10 * time.Second

// outlet is a connection whose writes can be held back for a moment, so that messages which belong together go
// out in one piece: a system call and a packet for each would cost more than the messages. Every write has
// writeTimeout; a deadline costs less than a context for each message.
type outlet struct {
	net.Conn
	busy    chan struct{} // full while somebody is at it; a mutex would stop the clock of tests in a synctest bubble
	holding bool
	held    []byte // what waits, in a buffer of heldBuffers
}

func newOutlet(c net.Conn) *outlet { return &outlet{Conn: c, busy: make(chan struct{}, 1)} }

func (o *outlet) lock()   { o.busy <- struct{}{} }
func (o *outlet) unlock() { <-o.busy }

// What is longer than a held buffer is not worth holding: it goes out at once, after what waits already.
const heldBuffer = 4096

var heldBuffers = sync.Pool{New: func() any { b := make([]byte, 0, heldBuffer); return &b }}

// hold keeps writes back until release.
func (o *outlet) hold() {
	o.lock()
	defer o.unlock()
	o.holding = true
}

// release writes what was held back.
func (o *outlet) release() error {
	o.lock()
	defer o.unlock()
	o.holding = false
	return o.flush()
}

// Write implements net.Conn.
func (o *outlet) Write(b []byte) (int, error) {
	o.lock()
	defer o.unlock()
	if o.holding && len(o.held)+len(b) <= heldBuffer {
		if o.held == nil {
			o.held = *heldBuffers.Get().(*[]byte)
		}
		o.held = append(o.held, b...)
		return len(b), nil
	}
	if err := o.flush(); err != nil {
		return 0, err
	}
	return o.now(b)
}

func (o *outlet) flush() error {
	if o.held == nil {
		return nil
	}
	b := o.held
	o.held = nil
	_, err := o.now(b)
	b = b[:0]
	heldBuffers.Put(&b)
	return err
}

func (o *outlet) now(b []byte) (int, error) {
	if err := o.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	return o.Conn.Write(b)
}
