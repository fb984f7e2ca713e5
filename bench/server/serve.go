package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/coder/websocket"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/talk"
	"fallas/store"
	"fallas/store/postgres"
	"fallas/store/sqlite"
	"fallas/web"
)

// newBare is coder/websocket and nothing else: /echo sends back what comes, /broadcast sends it to
// everybody there, through a queue and a writer for each, /relay to the two of a pair once it is durable.
func newBare(ctx context.Context, database string) (http.Handler, error) {
	relay, err := newRelay(ctx, database)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/relay", relay.serve)
	mux.HandleFunc("/echo", echo)
	mux.HandleFunc("/broadcast", newHub().broadcast)
	return mux, nil
}

func echo(w http.ResponseWriter, r *http.Request) {
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

type hub struct {
	mu     sync.Mutex
	queues map[chan []byte]struct{}
}

func newHub() *hub { return &hub{queues: map[chan []byte]struct{}{}} }

func (h *hub) broadcast(w http.ResponseWriter, r *http.Request) {
	c, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	queue := make(chan []byte, 64)
	h.mu.Lock()
	h.queues[queue] = struct{}{}
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		delete(h.queues, queue)
		close(queue)
		h.mu.Unlock()
		_ = c.CloseNow() // the peer has gone
	}()
	go func() {
		for b := range queue {
			if c.Write(context.Background(), websocket.MessageText, b) != nil {
				_ = c.CloseNow() // reading ends too
			}
		}
	}()
	for {
		_, b, err := c.Read(context.Background())
		if err != nil {
			return
		}
		h.mu.Lock()
		for q := range h.queues {
			select {
			case q <- b:
			default: // who does not read misses it
			}
		}
		h.mu.Unlock()
	}
}

// newProduct is this server, whole, on a database of its own: a data file unless told.
func newProduct(ctx context.Context, database string) (http.Handler, error) {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	records, hints, err := openRecords(ctx, database, log)
	if err != nil {
		return nil, err
	}
	now := func() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }
	rooms := room.New(records, hints, room.Options{Now: now, Logger: log})
	if err := rooms.Start(ctx); err != nil {
		return nil, err
	}
	people, err := lobby.New(records, rooms, lobby.Options{Now: now})
	if err != nil {
		return nil, err
	}
	return web.New(web.Options{
		Lobby: people, Rooms: rooms, Talks: talk.New(records, rooms, now, func(engine.GameID) {}), Store: records, Logger: log, Now: now,
		// All clients come from one address here.
		Limits: web.Limits{GamesPerMinute: 1 << 30, SessionsPerMinute: 1 << 30, SocketsPerMinute: 1 << 30, SocketsOpen: 1 << 30, RequestsPerMinute: 1 << 30,
			MessagesPerSecond: 1 << 20},
	})
}

func openRecords(ctx context.Context, database string, log *slog.Logger) (store.Store, room.Hints, error) {
	if database == "" {
		dir, err := os.MkdirTemp("", "fallas-bench-")
		if err != nil {
			return nil, nil, err
		}
		records, err := sqlite.Open(ctx, filepath.Join(dir, "fallas.db"))
		return records, new(room.LocalHints), err
	}
	records, err := postgres.Open(ctx, postgres.Options{URL: database})
	if err != nil {
		return nil, nil, err
	}
	return records, postgres.StartHints(records, func() {}, log), nil
}

// serve serves one of the two on a free port of the loopback address, which it prints.
func serve(what, database string) error {
	ctx := context.Background()
	var site http.Handler
	var err error
	switch what {
	case "bare":
		site, err = newBare(ctx, database)
	case "product":
		site, err = newProduct(ctx, database)
	default:
		err = fmt.Errorf("there is nothing to serve by the name %q", what)
	}
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if _, err := fmt.Println(l.Addr()); err != nil {
		return err
	}
	server := &http.Server{Handler: profiled(site), ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(l)
}
