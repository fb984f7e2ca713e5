package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/talk"
	"fallas/web"
)

// How long stopping may take: sockets and commands under way first, then the rooms too, and at last, beyond
// that, the records. Who runs servers kills them after ten seconds.
const (
	drainTimeout = 6 * time.Second
	stopTimeout  = 8 * time.Second
	closeTimeout = 1500 * time.Millisecond
)

// serve listens, opens the store, and answers until ctx is done; then it stops in order.
func serve(ctx context.Context, cfg config, stdout, stderr io.Writer) (err error) {
	log := newLogger(cfg.LogFormat, stderr)

	listener, err := listen(ctx, cfg.Addr)
	if err != nil {
		return err
	}
	defer listener.Close() // a second time after Shutdown, which does no harm
	at := listener.Addr().(*net.TCPAddr).AddrPort()
	lan := lanURLs(at, ownAddresses())

	records, err := openRecords(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.Close()) }()

	now := records.Now // everything is dated by one clock
	rooms := room.New(records, records.hints, room.Options{Now: now, Pulse: records, Logger: log})
	awayLimit, err := cfg.awayLimit()
	if err != nil {
		return err
	}
	players, err := lobby.New(records, rooms, lobby.Options{Now: now, AwayLimit: awayLimit, Topics: records.topics})
	if err != nil {
		return err
	}
	talks := talk.New(records, rooms, now, func(game engine.GameID) { records.topics.Tell(lobby.OfChat(game)) })
	site, err := web.New(web.Options{
		Lobby: players, Rooms: rooms, Talks: talks, Store: records, Topics: records.topics, Hints: records.hints, Logger: log, Now: now,
		Version: version(), BaseURL: cfg.BaseURL, LANURLs: lan, Limits: cfg.limits,
	})
	if err != nil {
		return err
	}
	if err := rooms.Start(ctx); err != nil {
		return fmt.Errorf("start the rooms: %w", err)
	}
	stopFollowing := records.follow(rooms)
	defer stopFollowing() // before the records are closed
	server := &http.Server{
		Handler:           site,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}

	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	announce(stdout, at, lan, records.place)
	log.Info("serving", "addr", at.String(), "database", records.place, "version", version())

	select {
	case <-ctx.Done():
		log.Info("stopping")
	case err = <-failed:
		err = fmt.Errorf("serve: %w", err)
		failed <- err // for stop, which waits for it
	}
	err = errors.Join(err, stop(context.WithoutCancel(ctx), site, server, rooms))
	<-failed
	log.Info("stopped")
	return err
}

// stop lets nobody in any more, finishes what was begun, and leaves the store to the caller:
// not ready, no new sockets, commands under way answered, sockets closed with "come again", requests
// finished, rooms empty.
func stop(ctx context.Context, site *web.Server, server *http.Server, rooms *room.Rooms) error {
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	drain, cancelDrain := context.WithTimeout(ctx, drainTimeout)
	defer cancelDrain()
	errs := []error{site.Drain(drain)}
	if err := server.Shutdown(drain); err != nil {
		errs = append(errs, err, server.Close())
	}
	errs = append(errs, rooms.Stop(ctx))
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	return nil
}

func listen(ctx context.Context, addr string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("cannot listen on %s: something listens there already; choose another port with --addr", addr)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on %s: %w", addr, err)
	}
	return listener, nil
}

// announce tells a person where everything is.
func announce(stdout io.Writer, at netip.AddrPort, lan []string, path string) {
	fmt.Fprintf(stdout, "Listening.\n  On this computer:      %s\n", localURL(at))
	if len(lan) > 0 {
		fmt.Fprintf(stdout, "  On the local network:  %s\n", strings.Join(lan, "\n                         "))
	}
	fmt.Fprintf(stdout, "  Records:               %s\nCtrl-C stops the server.\n", path)
}

func newLogger(format string, w io.Writer) *slog.Logger {
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// version names the build: the module's version, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return s.Value[:12]
		}
	}
	return info.Main.Version
}
