package web_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"fallas/lobby/room"
	"fallas/web"
	"fallas/web/playtest"
)

// Over pipes nothing is buffered: a spectator that does not read holds up the very first byte meant for
// it. In the bubble's time the game takes no time at all, unless somebody waits.
func TestNobodyWaitsForSpectatorsThatNeverRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := playtest.ServeInMemory(t, openStore(t))
		m := playtest.NewLongMatch(t, server, rand.New(rand.NewPCG(5, 6)))
		for range 20 {
			silent, err := server.Visitor().Open(t.Context(), m.Game, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer silent.Cut()
			follower, err := server.Visitor().Open(t.Context(), m.Game, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer follower.Cut()
			if _, err := follower.Until(t.Context(), "events"); err != nil { // then it reads no more
				t.Fatal(err)
			}
		}
		begin := time.Now()
		m.Play(t)
		if took := time.Since(begin); took > time.Second {
			t.Errorf("the players waited %v", took)
		}
		<-time.After(30 * time.Second)
		synctest.Wait()
		if n := openSockets(t, server.Web); n != "0" {
			t.Errorf("%s sockets are still open", n)
		}
	})
}

var openGauge = regexp.MustCompile(`(?m)^fallas_sockets_open (\d+)$`)

func openSockets(t *testing.T, s *web.Server) string {
	t.Helper()
	w := httptest.NewRecorder()
	s.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	b, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	m := openGauge.FindSubmatch(b)
	if m == nil {
		t.Fatalf("no gauge in %s", b)
	}
	return string(m[1])
}

// Who reads too slowly is told to come again, and finds everything there.
func TestASlowReaderIsToldToResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := playtest.ServeInMemory(t, openStore(t), func(_ *web.Options, o *room.Options) { o.SubscriberQueue = 2 })
		m := playtest.NewLongMatch(t, server, rand.New(rand.NewPCG(8, 9)))
		slow, err := server.Visitor().Open(t.Context(), m.Game, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer slow.Cut()
		if _, err := slow.Until(t.Context(), "events"); err != nil {
			t.Fatal(err)
		}
		m.Play(t)
		seen := 1
		for {
			msg, _, err := slow.Next(t.Context())
			if err != nil {
				if code := websocket.CloseStatus(err); code != 4000 {
					t.Fatalf("closed with %v", err)
				}
				break
			}
			seen += len(msg.Events)
		}
		follower := m.Watch(server, rand.New(rand.NewPCG(1, 1)))
		record, err := follower.Record(t.Context(), m.Game)
		if err != nil {
			t.Fatal(err)
		}
		if seen >= len(record.Events) {
			t.Fatalf("all %d events were read: nothing was slow", seen)
		}
		if err := follower.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprintf("%s", follower.Shown), fmt.Sprintf("%s", record.Events); got != want {
			t.Errorf("shown %s, recorded %s", got, want)
		}
	})
}

// A restart is told to every socket, after what was under way was finished.
func TestDrainClosesEverySocketForARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := playtest.ServeInMemory(t, openStore(t))
		m := playtest.NewLongMatch(t, server, rand.New(rand.NewPCG(5, 6)))
		codes := make(chan websocket.StatusCode)
		const sockets = 5
		for range sockets {
			s, err := server.Visitor().Open(t.Context(), m.Game, 0)
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				var err error
				for err == nil {
					_, _, err = s.Next(t.Context())
				}
				codes <- websocket.CloseStatus(err)
			}()
		}
		silent, err := server.Visitor().Open(t.Context(), m.Game, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Cut()
		synctest.Wait()
		begin := time.Now()
		server.Stop()
		if took := time.Since(begin); took > 15*time.Second {
			t.Errorf("draining took %v", took)
		}
		for range sockets {
			if code := <-codes; code != websocket.StatusServiceRestart {
				t.Errorf("closed with %v", code)
			}
		}
	})
}
