package web_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/web"
	"fallas/web/playtest"
)

// silent is a store that does not answer, once it is told to, as long as it is asked.
type silent struct {
	store.Store
	now      atomic.Bool
	sessions atomic.Bool // not even to whoever asks whose session it is
}

func (s *silent) listen(ctx context.Context) error {
	if !s.now.Load() {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

func (s *silent) CreateGame(ctx context.Context, g lobby.GameRecord) (engine.GameID, error) {
	if err := s.listen(ctx); err != nil {
		return "", err
	}
	return s.Store.CreateGame(ctx, g)
}

func (s *silent) CreatePlayer(ctx context.Context, p lobby.Player, session lobby.Hash) error {
	if err := s.listen(ctx); err != nil {
		return err
	}
	return s.Store.CreatePlayer(ctx, p, session)
}

func (s *silent) PlayerBySession(ctx context.Context, session lobby.Hash) (lobby.Player, error) {
	if s.sessions.Load() {
		if err := s.listen(ctx); err != nil {
			return lobby.Player{}, err
		}
	}
	return s.Store.PlayerBySession(ctx, session)
}

func (s *silent) AddInvitation(ctx context.Context, i lobby.Invitation) error {
	if err := s.listen(ctx); err != nil {
		return err
	}
	return s.Store.AddInvitation(ctx, i)
}

func (s *silent) Games(ctx context.Context, f store.Filter, p store.Page) (store.List, error) {
	if err := s.listen(ctx); err != nil {
		return store.List{}, err
	}
	return s.Store.Games(ctx, f, p)
}

// Whatever is asked is answered in time, also when the store is not.
func TestNobodyWaitsForAStoreThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		st := &silent{Store: openStore(t)}
		server := playtest.ServeInMemory(t, st)
		c := server.Guest()
		made, err := c.Create(t.Context(), playtest.NewGame{})
		if err != nil {
			t.Fatal(err)
		}
		st.now.Store(true)
		for _, r := range []struct {
			who          *playtest.Client
			method, path string
			body         any
		}{
			{c, http.MethodPost, "/games", playtest.NewGame{ID: uuid.NewString()}},
			{c, http.MethodPost, "/games/" + string(made.Game.ID) + "/invitations", nil},
			{c, http.MethodGet, "/session/games", nil},
			{server.Visitor(), http.MethodPost, "/session", nil},
			{server.Visitor(), http.MethodGet, "/games", nil},
			{server.Visitor(), http.MethodGet, "/lobby", nil},
		} {
			wantProblem(t, r.method+r.path, r.who.Do(t.Context(), r.method, r.path, r.body, nil), web.CodeAgain, http.StatusServiceUnavailable)
		}
		st.sessions.Store(true)
		wantProblem(t, "whose session it is", c.Do(t.Context(), http.MethodPost, "/session", nil, nil), web.CodeAgain, http.StatusServiceUnavailable)
		s, err := c.Open(t.Context(), string(made.Game.ID), 0)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := s.Until(t.Context(), "error"); err != nil || m.Code != web.CodeAgain {
			t.Errorf("a socket: %+v, %v", m, err)
		}
		s.Cut()
	})
}

// Whoever promises a body and does not send it, or asks and does not read, holds nothing up for long.
func TestAConnectionThatIsNotUsedIsGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server := playtest.ServeInMemory(t, openStore(t))
		dial := server.Visitor().HTTP.Transport.(*http.Transport).DialContext
		for name, tt := range map[string]struct {
			says  string
			waits time.Duration // before it reads
			hears string
		}{
			"a body that is not wanted": {"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n", 0, "HTTP/1.1 201 Created"},
			"a body that is wanted": {
				"POST /api/v1/session/recover HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n", 0, "HTTP/1.1 408 Request Timeout",
			},
			"a body in pieces":   {"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n", 0, "HTTP/1.1 201 Created"},
			"an answer not read": {"GET /api/v1/games HTTP/1.1\r\nHost: x\r\n\r\n", time.Minute, ""},
			"a page not read":    {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", time.Minute, ""},
		} {
			conn, err := dial(t.Context(), "tcp", "x:80")
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			if _, err := io.WriteString(conn, tt.says); err != nil {
				t.Fatal(err)
			}
			<-time.After(tt.waits)
			heard, err := io.ReadAll(conn)
			line, _, _ := strings.Cut(string(heard), "\r\n")
			if err != nil || line != tt.hears || time.Since(began) > tt.waits+10*time.Second {
				t.Errorf("%s: %q and %v after %v", name, heard, err, time.Since(began))
			}
			if err := conn.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// failing is a store that can say neither what people are called nor who wants to play, while it is told so.
type failing struct {
	store.Store
	now atomic.Bool
}

func (s *failing) Players(ctx context.Context, ids []engine.PlayerID) ([]lobby.Player, error) {
	if s.now.Load() {
		return nil, errors.New("the store does not answer")
	}
	return s.Store.Players(ctx, ids)
}

func (s *failing) OpenSeeks(ctx context.Context, limit int) ([]lobby.Seek, error) {
	if s.now.Load() {
		return nil, errors.New("the store does not answer")
	}
	return s.Store.OpenSeeks(ctx, limit)
}

// That somebody comes or goes while the store is away cuts nobody off.
func TestATableIsWatchedThroughAnOutage(t *testing.T) {
	t.Parallel()
	st := &failing{Store: openStore(t)}
	var later atomic.Int64
	topics := new(lobby.LocalTopics)
	server := playtest.Serve(t, st, func(o *web.Options, _ *room.Options) {
		o.Topics = topics
		o.Now = func() engine.Micros { return engine.Micros(time.Now().UnixMicro() + later.Load()) }
	})
	m := newSeated(t, server)
	black, watching := opened(t, m.players[1], m.game), opened(t, server.Visitor(), m.game)
	for _, s := range []*playtest.Socket{black, watching} {
		if _, err := s.Until(t.Context(), "chat"); err != nil {
			t.Fatal(err)
		}
	}
	toldOf := func(black bool, name string) {
		t.Helper()
		for {
			m, raw, err := watching.Next(t.Context())
			if err != nil {
				t.Fatalf("waiting for black to be there (%v) as %q: %v", black, name, err)
			}
			if m.Type == "presence" && m.Black == black && strings.Contains(string(raw), `"name":"`+name+`"`) {
				return
			}
		}
	}
	st.now.Store(true)
	later.Store(time.Hour.Microseconds()) // what was remembered is too old
	black.Cut()
	toldOf(false, m.players[0].Self.Name)
	st.now.Store(false)
	if _, err := takeName(t.Context(), m.players[0], "Ximena"); err != nil {
		t.Fatal(err)
	}
	toldOf(false, "Ximena")
}

// lines counts what is logged.
type lines struct {
	slog.Handler
	n atomic.Int32
}

func (l *lines) Handle(ctx context.Context, r slog.Record) error {
	l.n.Add(1)
	return l.Handler.Handle(ctx, r)
}

// What is tried again and again is logged once while it fails, and once more when it fails again.
func TestAnOutageIsLoggedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		st := &failing{Store: openStore(t)}
		logged := &lines{Handler: slog.NewTextHandler(io.Discard, nil)}
		server := playtest.ServeInMemory(t, st, func(o *web.Options, _ *room.Options) { o.Logger = slog.New(logged) })
		l := enter(t, server.Visitor())
		reading := make(chan error, 1)
		go func() { reading <- l.Until(t.Context(), func() bool { return false }) }()
		for outage := range int32(2) {
			st.now.Store(true)
			<-time.After(time.Minute)
			if n := logged.n.Load(); n != outage+1 {
				t.Errorf("%d lines after %d outages", n, outage+1)
			}
			st.now.Store(false)
			<-time.After(time.Minute)
		}
		select {
		case err := <-reading:
			t.Errorf("the lobby's socket did not last: %v", err)
		default:
		}
		l.Cut()
		<-reading
	})
}
