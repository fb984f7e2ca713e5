package main

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/coder/websocket"
)

// socket is a connection that costs this program little: what it reads it keeps in one buffer, until the next
// message. Both sides are measured with it.
type socket struct {
	ws  *websocket.Conn
	buf []byte
}

func openSocket(ctx context.Context, url string, header http.Header) (*socket, error) {
	ws, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(1 << 20)
	return &socket{ws: ws, buf: make([]byte, 4096)}, nil
}

func (s *socket) write(b []byte) error {
	return s.ws.Write(context.Background(), websocket.MessageText, b)
}

// read returns the next message, which is the caller's until the next call.
func (s *socket) read() ([]byte, error) {
	_, r, err := s.ws.Reader(context.Background())
	if err != nil {
		return nil, err
	}
	for n := 0; ; {
		if n == len(s.buf) {
			s.buf = append(s.buf, make([]byte, len(s.buf))...)
		}
		got, err := r.Read(s.buf[n:])
		n += got
		if errors.Is(err, io.EOF) {
			return s.buf[:n], nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (s *socket) cut() { _ = s.ws.CloseNow() } // it may be closed already
