package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/web"
	"fallas/web/playtest"
)

// exitWithin is when who runs servers kills those that are told to stop.
const exitWithin = 10 * time.Second

// slowPlay is a game on a server whose database keeps a play waiting.
type slowPlay struct {
	f        *fleet
	url      string // of the database
	game     string
	maker    *playtest.Client
	mover    *playtest.Socket // whose play waits
	watching *playtest.Socket
	lock     pgx.Tx // what it waits for
}

const playID = "0f9e8d7c-6b5a-4948-8776-655443322110"

// newSlowPlay has two people sit down, somebody watch, and a play be sent that waits.
func newSlowPlay(t *testing.T) *slowPlay {
	t.Helper()
	p := &slowPlay{url: cluster.get(t).Database(t, "")}
	p.f = newFleet(t, p.url, 1)
	p.f.startAll()
	ctx := t.Context()
	p.maker = p.f.client()
	guest := p.f.client()
	if err := errors.Join(p.maker.Join(ctx), guest.Join(ctx)); err != nil {
		t.Fatal(err)
	}
	made, err := p.maker.Create(ctx, playtest.NewGame{Ruleset: "backgammon", Seat: "white", Visibility: "public"})
	if err != nil {
		t.Fatal(err)
	}
	p.game = string(made.Game.ID)
	for c, invitation := range map[*playtest.Client]string{p.maker: "", guest: made.Invitation} {
		b := playtest.Bot{Client: c, Game: p.game, Invitation: invitation, Rand: rand.New(rand.NewPCG(rand.Uint64(), 0))}
		if err := b.SitDown(ctx); err != nil {
			t.Fatal(err)
		}
	}
	p.watching = p.open(t, p.f.client())
	var legal playtest.Message
	for _, c := range []*playtest.Client{p.maker, guest} {
		s := p.open(t, c)
		snapshot, err := s.Until(ctx, "snapshot")
		if err != nil {
			t.Fatal(err)
		}
		if snapshot.Seat == snapshot.Game.Turn {
			p.mover = s
			if legal, err = s.Until(ctx, "legal"); err != nil {
				t.Fatal(err)
			}
		}
	}
	p.hold(t)
	var steps engine.Play
	for node := 0; len(legal.Nodes.Nodes[node]) > 0; {
		step := legal.Nodes.Nodes[node][0]
		steps, node = append(steps, step.Step), step.Next
	}
	if err := p.mover.Say(ctx, playtest.Play(playID, legal.Seq, steps)); err != nil {
		t.Fatal(err)
	}
	p.waits(t)
	return p
}

func (p *slowPlay) open(t *testing.T, c *playtest.Client) *playtest.Socket {
	t.Helper()
	s, err := c.Open(t.Context(), p.game, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Cut)
	return s
}

// hold locks the game's list row, which no append gets past.
func (p *slowPlay) hold(t *testing.T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) }) // the lock may be in use
	if p.lock, err = conn.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := p.lock.Exec(t.Context(), "SELECT FROM games WHERE id = $1 FOR UPDATE", p.game); err != nil {
		t.Fatal(err)
	}
}

// waits returns when the play waits for the lock.
func (p *slowPlay) waits(t *testing.T) {
	t.Helper()
	p.until(t, "the play waits", func() bool {
		var n int
		err := p.lock.QueryRow(t.Context(), `
			SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n > 0
	})
}

func (p *slowPlay) until(t *testing.T, what string, is func() bool) {
	t.Helper()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for !is() {
		select {
		case <-again.C:
		case <-time.After(exitWithin):
			t.Fatalf("it never comes to this: %s", what)
		}
	}
}

// terminate is what a deploy does. It returns what tells how the server ended.
func (p *slowPlay) terminate(t *testing.T) <-chan error {
	t.Helper()
	n := p.f.nodes[0]
	child := n.child
	if err := child.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	return ended
}

// goodbye reads a socket to its end, which is to be that of a restart, and returns the types of what came before.
func goodbye(t *testing.T, s *playtest.Socket) []string {
	t.Helper()
	var said []string
	for {
		m, _, err := s.Next(t.Context())
		if err == nil {
			said = append(said, m.Type)
			continue
		}
		var closed websocket.CloseError
		if !errors.As(err, &closed) || closed.Code != websocket.StatusServiceRestart || !strings.Contains(closed.Reason, "random part of two seconds") {
			t.Errorf("the socket ended with %v", err)
		}
		return said
	}
}

// TestDeployStopsInOrder: the server is told to stop while a play is under way. First it is not ready and lets nobody
// in; then the play is finished, acknowledged and shown; then the sockets are closed with a hint how to come again; then it exits.
func TestDeployStopsInOrder(t *testing.T) {
	t.Parallel()
	p := newSlowPlay(t)
	ctx := t.Context()
	addr := p.f.nodes[0].addr
	began := time.Now()
	ended := p.terminate(t)

	p.until(t, "not ready", func() bool { return !p.f.ready(ctx, p.f.nodes[0]) })
	if _, err := p.maker.Open(ctx, p.game, 0); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("a new socket: %v", err)
	}
	var problem *playtest.Problem
	err := p.maker.Do(ctx, http.MethodPost, "/games/"+p.game+"/commands", map[string]any{"id": "0f9e8d7c-6b5a-4948-8776-655443322111", "command": "resign"}, nil)
	if !errors.As(err, &problem) || problem.Code != web.CodeRestarting || problem.Header.Get("Retry-After") == "" {
		t.Errorf("a new command: %v", err)
	}
	// While the play is under way the sockets are served.
	if err := p.watching.Say(ctx, map[string]any{"type": "ping", "id": "1"}); err != nil {
		t.Error(err)
	}
	if _, err := p.watching.Until(ctx, "pong"); err != nil {
		t.Errorf("a socket while the play is under way: %v", err)
	}
	if err := p.lock.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	ack, err := p.mover.Until(ctx, "ack")
	if err != nil || ack.ID != playID {
		t.Fatalf("the play under way: %+v, %v", ack, err)
	}
	goodbye(t, p.mover)
	if said := goodbye(t, p.watching); !slices.Contains(said, "events") {
		t.Errorf("who watches was told %v", said)
	}
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v: %s", err, &p.f.log)
	}
	if took := time.Since(began); took > exitWithin {
		t.Errorf("stopping took %v", took)
	}
	if conn, err := net.Dial("tcp", addr); err == nil {
		t.Error("it still listens")
		_ = conn.Close()
	}
	p.f.start(p.f.nodes[0])
	record, err := p.maker.Record(ctx, p.game)
	if err != nil || record.Seq < ack.Last {
		t.Errorf("after the restart the game stands at %d, %v", record.Seq, err)
	}
}

// TestDeployDoesNotWaitForADatabaseThatDoesNotAnswer: the sender is told to send again, and the server exits in time.
func TestDeployDoesNotWaitForADatabaseThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	p := newSlowPlay(t)
	began := time.Now()
	ended := p.terminate(t)
	goodbye(t, p.mover)
	goodbye(t, p.watching)
	var exit interface{ ExitCode() int }
	if err := <-ended; !errors.As(err, &exit) || exit.ExitCode() != exitFailed {
		t.Errorf("the server ended with %v: %s", err, &p.f.log)
	}
	if took := time.Since(began); took > exitWithin {
		t.Errorf("stopping took %v", took)
	}
}
