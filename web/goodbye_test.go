package web_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"fallas/lobby/room"
	"fallas/store"
	"fallas/web"
	"fallas/web/playtest"
)

// bareSocket is a socket whose owner does nothing by itself: it answers neither pings nor goodbyes.
type bareSocket struct {
	net.Conn
	r *bufio.Reader
}

func openBare(t *testing.T, server *playtest.Running, path string) *bareSocket {
	t.Helper()
	conn, err := server.Visitor().HTTP.Transport.(*http.Transport).DialContext(t.Context(), "tcp", "x:80")
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(conn, "GET /api/v1"+path+" HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
	if err != nil {
		t.Fatal(err)
	}
	s := &bareSocket{conn, bufio.NewReader(conn)}
	res, err := http.ReadResponse(s.r, nil)
	if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("%+v, %v", res, err)
	}
	return s
}

// The opcodes of frames.
const (
	textFrame  = 1
	closeFrame = 8
	pingFrame  = 9
)

// say sends a short frame.
func (s *bareSocket) say(t *testing.T, opcode byte, text string) {
	t.Helper()
	frame := append([]byte{0x80 | opcode, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...) // masked with zeros
	if _, err := s.Write(frame); err != nil {
		t.Fatal(err)
	}
}

// next reads a frame.
func (s *bareSocket) next() (opcode byte, text []byte, err error) {
	head := make([]byte, 2)
	if _, err = io.ReadFull(s.r, head); err != nil {
		return 0, nil, err
	}
	length := uint64(head[1])
	if more := map[uint64]int{126: 2, 127: 8}[length]; more > 0 {
		long := make([]byte, 8)
		if _, err = io.ReadFull(s.r, long[8-more:]); err != nil {
			return 0, nil, err
		}
		length = binary.BigEndian.Uint64(long)
	}
	text = make([]byte, length)
	_, err = io.ReadFull(s.r, text)
	return head[0] & 15, text, err
}

// Whoever is told goodbye has a moment to read it, also when there is more to tell meanwhile: a connection that is
// cut takes with it what the peer has not read.
func TestAGoodbyeIsNotCutShort(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server := playtest.ServeInMemory(t, openStore(t))
		c := server.Guest()
		made, err := c.Create(t.Context(), playtest.NewGame{})
		if err != nil {
			t.Fatal(err)
		}
		game := "/games/" + string(made.Game.ID)
		s := openBare(t, server, game+"/socket")
		s.say(t, textFrame, "garbage")
		for opcode := byte(0); opcode != closeFrame; {
			if opcode, _, err = s.next(); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Do(t.Context(), "POST", game+"/chat", map[string]string{"id": uuid.NewString(), "text": "x"}, nil); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := s.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.next(); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("the connection did not wait: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A peer's own pings are answered as long as it does not send them for their own sake.
func TestAFloodOfPingsIsClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server := playtest.ServeInMemory(t, openStore(t), func(o *web.Options, _ *room.Options) {
			o.Limits.MessagesPerSecond, o.Limits.MessageBurst = 20, 200
		})
		s := openBare(t, server, "/lobby/socket")
		if opcode, _, err := s.next(); err != nil || opcode != textFrame {
			t.Fatal(opcode, err)
		}
		pongs := 0
		for {
			if pongs > 1000 {
				t.Fatal("they are all answered")
			}
			s.say(t, pingFrame, "x")
			opcode, text, err := s.next()
			if err != nil {
				t.Fatal(err)
			}
			if opcode == textFrame { // the error
				break
			}
			if pongs++; string(text) != "x" {
				t.Fatalf("%q for a pong", text)
			}
		}
		opcode, text, err := s.next()
		if err != nil || opcode != closeFrame || binary.BigEndian.Uint16(text) != 4102 || pongs != 200 {
			t.Errorf("after %d pongs: %d %q, %v", pongs, opcode, text, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// heldAppends is a store whose appends wait, while there is something to wait for.
type heldAppends struct {
	store.Store
	held    atomic.Pointer[chan struct{}]
	waiting chan struct{} // told of each that waits
}

func (s *heldAppends) Append(ctx context.Context, a room.Append) error {
	if held := s.held.Load(); held != nil {
		s.waiting <- struct{}{}
		<-*held
	}
	return s.Store.Append(ctx, a)
}

// A play that is under way when the server stops is finished, and its player hears so before the goodbye.
func TestAPlayUnderWayIsAcknowledgedBeforeTheGoodbye(t *testing.T) {
	t.Parallel()
	for range 30 {
		synctest.Test(t, func(t *testing.T) {
			st := &heldAppends{Store: openStore(t), waiting: make(chan struct{}, 1)}
			server := playtest.ServeInMemory(t, st)
			m := newSeated(t, server)
			s := opened(t, m.players[0], m.game)
			if _, err := s.Until(t.Context(), "chat"); err != nil {
				t.Fatal(err)
			}
			held := make(chan struct{})
			st.held.Store(&held)
			if err := s.Say(t.Context(), map[string]any{"type": "command", "id": uuid.NewString(), "command": "resign"}); err != nil {
				t.Fatal(err)
			}
			<-st.waiting
			drained := make(chan error, 1)
			go func() { drained <- server.Web.Drain(t.Context()) }()
			synctest.Wait()
			close(held)
			var heard []string
			var err error
			for err == nil {
				var m playtest.Message
				if m, _, err = s.Next(t.Context()); err == nil {
					heard = append(heard, m.Type)
				}
			}
			if !slices.Contains(heard, "ack") || !slices.Contains(heard, "events") || websocket.CloseStatus(err) != websocket.StatusServiceRestart {
				t.Errorf("heard %v and %v", heard, err)
			}
			if err := <-drained; err != nil {
				t.Error(err)
			}
		})
	}
}
