package playtest

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/talk"
	"fallas/store"
	"fallas/web"
)

// Running is a whole server.
type Running struct {
	URL   string
	Web   *web.Server
	Lobby *lobby.Lobby
	Rooms *room.Rooms

	http   *http.Server
	client *http.Client
	t      testing.TB
}

// Unlimited are limits that no test reaches by playing fast.
var Unlimited = web.Limits{
	SessionsPerMinute: 1 << 30, PeoplePerMinute: 1 << 30, RecoverPerMinute: 1 << 30, GamesPerMinute: 1 << 30, SocketsPerMinute: 1 << 30, SocketsOpen: 1 << 30, RequestsPerMinute: 1 << 30,
	MessagesPerSecond: 1 << 20, MessageBurst: 1 << 20,
}

// Change alters what a server is made of.
type Change func(*web.Options, *room.Options)

// Serve runs a server on a TCP port of this machine until the test ends; the store stays the caller's.
func Serve(t testing.TB, st store.Store, changes ...Change) *Running {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, st, l, http.DefaultClient, changes)
}

// ServeInMemory is Serve without a network: what one side writes, the other must read first. It is made
// for testing/synctest.
func ServeInMemory(t testing.TB, st store.Store, changes ...Change) *Running {
	t.Helper()
	l := newMemory()
	transport := &http.Transport{DialContext: l.dial, DisableKeepAlives: true}
	return serveOn(t, st, l, &http.Client{Transport: transport}, changes)
}

func serveOn(t testing.TB, st store.Store, l net.Listener, client *http.Client, changes []Change) *Running {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	roomOpt := room.Options{Logger: log}
	webOpt := web.Options{Store: st, Logger: log, Version: "test", Limits: Unlimited}
	for _, c := range changes {
		c(&webOpt, &roomOpt)
	}
	r := &Running{t: t, URL: "http://" + l.Addr().String(), client: client}
	if webOpt.Topics == nil {
		webOpt.Topics = new(lobby.LocalTopics)
	}
	if webOpt.Hints == nil {
		webOpt.Hints = new(room.LocalHints)
	}
	r.Rooms = room.New(st, webOpt.Hints, roomOpt)
	var err error
	if r.Lobby, err = lobby.New(st, r.Rooms, lobby.Options{Now: now, Topics: webOpt.Topics}); err != nil {
		t.Fatal(err)
	}
	tell := func(game engine.GameID) { webOpt.Topics.Tell(lobby.OfChat(game)) }
	webOpt.Lobby, webOpt.Rooms, webOpt.Talks = r.Lobby, r.Rooms, talk.New(st, r.Rooms, now, tell)
	if r.Web, err = web.New(webOpt); err != nil {
		t.Fatal(err)
	}
	if err := r.Rooms.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.http = &http.Server{Handler: r.Web, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- r.http.Serve(l) }()
	t.Cleanup(func() {
		r.Stop()
		<-served
	})
	return r
}

func now() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }

// stopTimeout bounds what Stop waits for.
const stopTimeout = 20 * time.Second

// Stop stops the server in the order a program does. It may be called more than once.
func (r *Running) Stop() {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	if err := r.Web.Drain(ctx); err != nil {
		r.t.Errorf("drain: %v", err)
	}
	if err := r.http.Shutdown(ctx); err != nil {
		r.t.Errorf("shut down: %v", err)
	}
	if err := r.Rooms.Stop(ctx); err != nil {
		r.t.Errorf("stop the rooms: %v", err)
	}
}

// Visitor returns the client of somebody without a session.
func (r *Running) Visitor() *Client {
	c := NewClient(r.URL)
	c.HTTP = r.client
	return c
}

// Guest returns the client of a new guest.
func (r *Running) Guest() *Client {
	r.t.Helper()
	c := r.Visitor()
	if err := c.Join(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	return c
}
