package web

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
)

// The buffers of a socket. net/http hands out 4 KiB each way, which thousands of idle sockets would
// hold for nothing: what clients send is short, and what is longer than the buffer is written through.
const (
	readBuffer  = 512
	writeBuffer = 1024
)

// smallHijacker is a ResponseWriter whose hijacked connection has small buffers and a bounded time for
// every write.
type smallHijacker struct {
	http.ResponseWriter
	conn *outlet // set by Hijack
}

// WriteHeader writes no other answer than that the protocol changes: a refusal is for whoever accepts.
func (h *smallHijacker) WriteHeader(status int) {
	if status == http.StatusSwitchingProtocols {
		h.ResponseWriter.WriteHeader(status)
	}
}

// Write leaves the words of a refusal out.
func (h *smallHijacker) Write(b []byte) (int, error) { return len(b), nil }

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
	h.conn = newOutlet(c)
	br := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(early), h.conn), max(readBuffer, len(early)))
	if _, err := br.Peek(len(early)); err != nil {
		_ = c.Close()
		return nil, nil, err
	}
	return h.conn, bufio.NewReadWriter(br, bufio.NewWriterSize(h.conn, writeBuffer)), nil
}
