package main

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"fallas/web"
	"fallas/web/playtest"
)

// revokedWithin is how soon a socket is closed on another server: well before that server would look by itself.
const revokedWithin = 5 * time.Second

// reader is a connection of either kind.
type reader interface {
	Next(context.Context) (playtest.Message, []byte, error)
	SayText(ctx context.Context, text string) error
}

// TestRevocationsCloseSocketsOnTheOtherServer: of two servers on one PostgreSQL one hears that somebody may not act any
// more, or not with this session, and the other closes their sockets, at a game and in the lobby. Those of others stay.
func TestRevocationsCloseSocketsOnTheOtherServer(t *testing.T) {
	t.Parallel()
	database := cluster.get(t).Database(t, "")
	args := []string{"--addr", "127.0.0.1:0", "--database", database}
	here, there := startWith(t, nil, args...), startWith(t, nil, args...)
	transport := new(http.Transport)
	t.Cleanup(transport.CloseIdleConnections)
	on := func(r *running, c *playtest.Client) *playtest.Client {
		at := *c
		at.Base = r.url
		return &at
	}
	guest := func(t *testing.T) *playtest.Client {
		c := playtest.NewClient(here.url)
		c.HTTP = &http.Client{Transport: transport}
		if err := c.Join(t.Context()); err != nil {
			t.Fatal(err)
		}
		return c
	}
	for name, c := range map[string]struct {
		code web.Code
		// prepare returns whose sockets are opened, and revoke, which acts on the first server. stays says that the
		// owner's own session is still good then.
		prepare func(t *testing.T, owner *playtest.Client) (*playtest.Client, func() error)
		stays   bool
	}{
		"a recovery code used": {code: web.CodeSessionEnded, prepare: func(t *testing.T, owner *playtest.Client) (*playtest.Client, func() error) {
			var made struct{ Code string }
			if err := owner.Do(t.Context(), http.MethodPost, "/session/recovery", nil, &made); err != nil {
				t.Fatal(err)
			}
			phone := guest(t)
			return owner, func() error {
				spend := map[string]string{"id": uuid.NewString(), "code": made.Code}
				return phone.Do(t.Context(), http.MethodPost, "/session/recover", spend, nil)
			}
		}},
		"a token revoked": {code: web.CodeSessionEnded, stays: true, prepare: func(t *testing.T, owner *playtest.Client) (*playtest.Client, func() error) {
			id := uuid.NewString()
			var made struct{ Token string }
			if err := owner.Do(t.Context(), http.MethodPost, "/session/tokens", map[string]string{"id": id, "label": "bot"}, &made); err != nil {
				t.Fatal(err)
			}
			program := *owner
			program.Token = made.Token
			return &program, func() error { return owner.Do(t.Context(), http.MethodDelete, "/session/tokens/"+id, nil, nil) }
		}},
		"signed out elsewhere": {code: web.CodeSessionEnded, prepare: func(t *testing.T, owner *playtest.Client) (*playtest.Client, func() error) {
			var made struct{ Token string }
			if err := owner.Do(t.Context(), http.MethodPost, "/session/tokens", map[string]string{"id": uuid.NewString(), "label": "bot"}, &made); err != nil {
				t.Fatal(err)
			}
			program := *owner
			program.Token = made.Token
			return owner, func() error { return program.Do(t.Context(), http.MethodDelete, "/session/others", nil, nil) }
		}},
		"banned": {code: web.CodeBanned, prepare: func(t *testing.T, owner *playtest.Client) (*playtest.Client, func() error) {
			return owner, func() error {
				if code, _, stderr := actAt(t, database, "ban", string(owner.Self.ID)); code != exitOK {
					return errors.New(stderr)
				}
				return nil
			}
		}},
		"deleted": {code: web.CodeSessionEnded, prepare: func(t *testing.T, owner *playtest.Client) (*playtest.Client, func() error) {
			return owner, func() error {
				return owner.Do(t.Context(), http.MethodDelete, "/session/player?confirm="+string(owner.Self.ID), nil, nil)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			owner, other := guest(t), guest(t)
			who, revoke := c.prepare(t, owner)
			made, err := other.Create(t.Context(), playtest.NewGame{})
			if err != nil {
				t.Fatal(err)
			}
			open := func(c *playtest.Client) []reader {
				t.Helper()
				game, err := on(there, c).Open(t.Context(), string(made.Game.ID), 0)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(game.Cut)
				hall, err := on(there, c).EnterLobby(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(hall.Cut)
				if _, err := game.Until(t.Context(), "snapshot"); err != nil {
					t.Fatal(err)
				}
				return []reader{game, hall}
			}
			sockets, others := open(who), open(other)
			if c.stays {
				others = append(others, open(owner)...)
			}
			if _, err := on(there, owner).PostSeek(t.Context(), playtest.Wish{}); err != nil {
				t.Fatal(err)
			}

			ctx, cancel := context.WithTimeout(t.Context(), revokedWithin)
			defer cancel()
			if err := revoke(); err != nil {
				t.Fatal(err)
			}
			for _, s := range sockets {
				var err error
				for err == nil {
					_, _, err = s.Next(ctx)
				}
				var closed websocket.CloseError
				if !errors.As(err, &closed) || closed.Code != 4103 || !strings.HasPrefix(closed.Reason, string(c.code)+":") {
					t.Errorf("closed with %v, want 4103 %s", err, c.code)
				}
			}
			for _, s := range others {
				if err := answers(ctx, s); err != nil {
					t.Errorf("a socket of somebody else, or of another session: %v", err)
				}
			}
			if name == "banned" || name == "deleted" { // and what they offered is gone, there too
				seeks, err := on(there, other).Seeks(ctx)
				if err != nil || slices.ContainsFunc(seeks, func(s web.Seek) bool { return s.Owner.ID == owner.Self.ID }) {
					t.Errorf("%+v, %v", seeks, err)
				}
			}
		})
	}
}

// answers says whether a socket is alive.
func answers(ctx context.Context, s reader) error {
	if err := s.SayText(ctx, `{"type": "ping", "id": "1"}`); err != nil {
		return err
	}
	for {
		m, _, err := s.Next(ctx)
		if err != nil || m.Type == "pong" {
			return err
		}
	}
}
