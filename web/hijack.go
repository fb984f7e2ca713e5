package web

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"time"
)

// The buffers of a socket. net/http hands out 4 KiB each way, which thousands of idle sockets would
// hold for nothing: what clients send is short, and what is longer than the buffer is written through.
const (
	readBuffer  = 512
	writeBuffer = 1024
)

// writeTimeout is how long one write to a socket or stream may take before it is given up.
const writeTimeout = 10 * time.Second

// smallHijacker is a ResponseWriter whose hijacked connection has small buffers and a bounded time for
// every write.
type smallHijacker struct {
	http.ResponseWriter
	conn net.Conn // set by Hijack
}

// Hijack takes the connection over; what the client sent early is not lost.
func (h *smallHijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	c, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	early, err := rw.Reader.Peek(rw.Reader.Buffered())
	if err != nil {
		_ = c.Close()
		return nil, nil, err
	}
	h.conn = timedConn{c}
	br := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(early), h.conn), max(readBuffer, len(early)))
	if _, err := br.Peek(len(early)); err != nil {
		_ = c.Close()
		return nil, nil, err
	}
	return h.conn, bufio.NewReadWriter(br, bufio.NewWriterSize(h.conn, writeBuffer)), nil
}

// timedConn gives every write writeTimeout. A deadline costs less than a context for each message.
type timedConn struct{ net.Conn }

func (c timedConn) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}
