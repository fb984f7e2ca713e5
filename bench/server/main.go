package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"time"
)

func main() {
	side := flag.String("serve", "", "serve bare or product instead of measuring (used by the program itself)")
	database := flag.String("database", "", "with -serve: where PostgreSQL is; none: SQLite (used by the program itself)")
	what := flag.String("measure", "idle", "idle: memory of idle sockets; fanout: time until the last spectator has a play; plays: plays a second; spectators: latency beside those who never read")
	kind := flag.String("store", "sqlite", "where records are kept: sqlite or postgres")
	n := flag.Int("n", 5000, "how many sockets; spectators: how many of them, 100 unless told")
	games := flag.Int("games", 200, "plays: how many games at once; idle: how many games the sockets are spread over, where it is more than one")
	turn := flag.Duration("turn", 2*time.Second, "plays, spectators: how long each side is measured before the other's turn")
	settle := flag.Duration("settle", 5*time.Second, "idle: how long the sockets are idle before the memory is read")
	rounds := flag.Int("rounds", 0, "how many turns each side has: 40 plays and as many messages for fanout, else 5")
	profiles := flag.String("profile", "", "a directory for profiles of the measured processes")
	flag.Parse()
	set := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { set[f.Name] = true })

	var err error
	switch {
	case *side != "":
		err = serve(*side, *database)
	case *what == "idle":
		err = onStore(*kind, func(s stage) error { return measureIdle(s, *n, *games, *settle) })
	case *what == "fanout":
		err = onStore(*kind, func(s stage) error { return measureFanOut(s, *n, or(*rounds, 40)) })
	case *what == "plays":
		err = onStore(*kind, func(s stage) error {
			s.profiles = *profiles
			return measurePlays(s, *games, or(*rounds, 5), *turn)
		})
	case *what == "spectators":
		if !set["n"] {
			*n = 100
		}
		err = onStore(*kind, func(s stage) error { return measureSpectators(s, *n, or(*rounds, 5), *turn) })
	default:
		err = fmt.Errorf("there is nothing to measure by the name %q", *what)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func or(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

// measureIdle runs each server once and prints what its sockets take.
func measureIdle(s stage, n, games int, settle time.Duration) error {
	bare, err := idle(s, "bare", 1, n, settle)
	if err != nil {
		return err
	}
	fmt.Printf("%-34s %6.2f kB a socket\n", fmt.Sprintf("bare, %d sockets", n), bare)
	for _, g := range []int{1, games} {
		product, err := idle(s, "product", g, n, settle)
		if err != nil {
			return err
		}
		fmt.Printf("%-34s %6.2f kB a socket, %.2f of bare\n", fmt.Sprintf("server, %d sockets, %d games", n, g), product, product/bare)
	}
	return nil
}

// idle starts a server, opens n sockets to it and returns the growth of its resident memory by socket,
// in kB.
func idle(s stage, what string, games, n int, settle time.Duration) (kB float64, err error) {
	server, err := s.start(what)
	if err != nil {
		return 0, err
	}
	defer server.kill()
	targets := []string{"ws://" + server.addr + "/echo"}
	if what == "product" {
		if targets, err = gamesOn(server, games); err != nil {
			return 0, err
		}
	}
	warm, err := dial(targets, 100, nil)
	if err != nil {
		return 0, err
	}
	before, err := resident(server.pid())
	if err != nil {
		return 0, err
	}
	all, err := dial(targets, n, nil)
	if err != nil {
		return 0, err
	}
	<-time.After(settle)
	after, err := resident(server.pid())
	if err != nil {
		return 0, err
	}
	for _, k := range append(warm, all...) {
		err = errors.Join(err, k.CloseNow())
	}
	return (after - before) / float64(n), err
}
