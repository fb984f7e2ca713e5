package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"time"

	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/store/postgres"
	"fallas/store/sqlite"
)

// pollEvery is how often a server that is one of several asks for what hints have lost. It is what a player
// waits at most for a play whose hint got lost.
const pollEvery = 3 * time.Second

// pollTimeout is how long the answer may take.
const pollTimeout = 10 * time.Second

// topicsEvery is the same for topics, which cost more to look up and whose loss nobody waits for.
const topicsEvery = 15 * time.Second

// records are the store, and how servers on it hear of each other.
type records struct {
	store.Store
	place  string // for people's eyes: there is no password in it
	hints  room.Hints
	topics lobby.Topics
	follow func(*room.Rooms) (stop func()) // begins to make good what hints have lost
	shared func()                          // ends the hints; before the store is closed
}

// openRecords opens the store that cfg names.
func openRecords(ctx context.Context, cfg config, log *slog.Logger) (*records, error) {
	if isPostgres(cfg.Database) {
		return openPostgres(ctx, cfg, log)
	}
	s, err := sqlite.Open(ctx, cfg.Database)
	if err != nil {
		return nil, err
	}
	topics := new(lobby.LocalTopics)
	return &records{
		Store: s, place: s.Path(), hints: new(room.LocalHints), topics: topics,
		follow: func(*room.Rooms) func() { return lookAgain(topics) }, shared: func() {},
	}, nil
}

// isPostgres tells the address of a database from the name of a file.
func isPostgres(database string) bool {
	return strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://")
}

func openPostgres(ctx context.Context, cfg config, log *slog.Logger) (*records, error) {
	s, err := postgres.Open(ctx, postgres.Options{URL: cfg.Database, DirectURL: cfg.DatabaseDirect})
	if err != nil {
		return nil, err
	}
	missed := make(chan struct{}, 1)
	hints := postgres.StartHints(s, func() {
		select {
		case missed <- struct{}{}:
		default: // a poll is due already
		}
	}, log)
	return &records{
		Store: s, place: withoutPassword(cfg.Database), hints: hints, topics: hints, shared: hints.Stop,
		follow: func(rooms *room.Rooms) func() { return follow(rooms, s, hints, missed, log) },
	}, nil
}

// withoutPassword is an address that may be shown.
func withoutPassword(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "PostgreSQL" // it was good enough for the driver
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// follow polls for the rooms once in a while, and when hints may have been missed; once in a while it has
// everything looked at again that topics tell of.
func follow(rooms *room.Rooms, s store.Store, topics lobby.Topics, missed <-chan struct{}, log *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() {
		again, anything := time.NewTicker(pollEvery), time.NewTicker(topicsEvery)
		defer again.Stop()
		defer anything.Stop()
		failing := false
		for {
			select {
			case <-again.C:
			case <-anything.C:
				topics.Tell(lobby.Anything)
				continue
			case <-missed:
			case <-ctx.Done():
				return
			}
			patience, enough := context.WithTimeout(ctx, pollTimeout)
			err := rooms.Poll(patience, s.Heads)
			enough()
			if err != nil && !failing && ctx.Err() == nil {
				log.Warn("the heads of the games could not be looked up", "error", err)
			}
			failing = err != nil
		}
	})
	return func() {
		cancel()
		ended.Wait()
	}
}

// lookAgain has everything looked at once in a while that topics tell of: server admin changes what is kept
// of people from outside.
func lookAgain(topics lobby.Topics) (stop func()) {
	again := time.NewTicker(pollEvery)
	stopped, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-again.C:
				topics.Tell(lobby.Anything)
			case <-stopped:
				return
			}
		}
	}()
	return func() {
		again.Stop()
		close(stopped)
		<-ended
	}
}

// Close ends the hints, then the store. It does not wait for longer than closeTimeout: a database that does not
// answer would hold it up, and what it was asked last is as unknown as after a power cut, which does no harm.
func (r *records) Close() error {
	closed := make(chan error, 1)
	go func() {
		r.shared()
		closed <- r.Store.Close()
	}()
	select {
	case err := <-closed:
		if err != nil {
			return fmt.Errorf("close %s: %w", r.place, err)
		}
		return nil
	case <-time.After(closeTimeout):
		return fmt.Errorf("close %s: it does not answer", r.place)
	}
}
