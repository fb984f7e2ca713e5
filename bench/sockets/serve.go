package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/coder/websocket"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store/sqlite"
	"fallas/web"
)

// bare accepts websockets and sends back what comes, and nothing else.
func bare(w http.ResponseWriter, r *http.Request) {
	c, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	for ctx := context.Background(); ; {
		kind, b, err := c.Read(ctx)
		if err != nil || c.Write(ctx, kind, b) != nil {
			_ = c.CloseNow() // the peer has gone
			return
		}
	}
}

// serveProduct serves everything, on a data file that goes with it.
func serveProduct() error {
	dir, err := os.MkdirTemp("", "fallas-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	records, err := sqlite.Open(ctx, filepath.Join(dir, "fallas.db"))
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	now := func() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }
	rooms := room.New(records, &room.LocalHints{}, room.Options{Now: now, Logger: log})
	if err := rooms.Start(ctx); err != nil {
		return err
	}
	people, err := lobby.New(records, rooms, lobby.Options{Now: now})
	if err != nil {
		return err
	}
	site, err := web.New(web.Options{
		Lobby: people, Rooms: rooms, Store: records, Logger: log, Now: now,
		// All clients come from one address here.
		Limits: web.Limits{GamesPerMinute: 1 << 30, SocketsPerMinute: 1 << 30, RequestsPerMinute: 1 << 30},
	})
	if err != nil {
		return err
	}
	return listen(site)
}

// listen serves on a free port of the loopback address, which it prints.
func listen(h http.Handler) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if _, err := fmt.Println(l.Addr()); err != nil {
		return err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(l)
}
