package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"time"
)

func main() {
	serve := flag.String("serve", "", "serve bare or product instead of measuring (used by the program itself)")
	what := flag.String("measure", "idle", "idle: memory of idle sockets; fanout: time until the last spectator has a play; plays: plays a second")
	n := flag.Int("n", 5000, "how many sockets")
	games := flag.Int("games", 200, "plays: how many games at once; idle: how many games the sockets are spread over, where it is more than one")
	during := flag.Duration("during", 8*time.Second, "plays: how long they are counted")
	settle := flag.Duration("settle", 5*time.Second, "idle: how long the sockets are idle before the memory is read")
	rounds := flag.Int("rounds", 40, "fanout: how many plays, and as many messages of the bare server")
	flag.Parse()
	var err error
	switch *serve {
	case "bare":
		var site http.Handler
		if site, err = newBare(); err == nil {
			err = listen(site)
		}
	case "product":
		var site http.Handler
		if site, err = newProduct(); err == nil {
			err = listen(site)
		}
	case "":
		switch *what {
		case "idle":
			err = measureIdle(*n, *games, *settle)
		case "fanout":
			err = measureFanOut(*n, *rounds)
		case "plays":
			err = measurePlays(*games, *during)
		default:
			err = fmt.Errorf("there is nothing to measure by the name %q", *what)
		}
	default:
		err = fmt.Errorf("there is nothing to serve by the name %q", *serve)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// measureIdle runs each server once and prints what its sockets take.
func measureIdle(n, games int, settle time.Duration) error {
	bare, err := idle("bare", 1, n, settle)
	if err != nil {
		return err
	}
	fmt.Printf("%-34s %6.2f kB a socket\n", fmt.Sprintf("bare, %d sockets", n), bare)
	for _, g := range []int{1, games} {
		product, err := idle("product", g, n, settle)
		if err != nil {
			return err
		}
		fmt.Printf("%-34s %6.2f kB a socket, %.2f of bare\n", fmt.Sprintf("server, %d sockets, %d games", n, g), product, product/bare)
	}
	return nil
}

// idle starts a server, opens n sockets to it and returns the growth of its resident memory by socket,
// in kB.
func idle(what string, games, n int, settle time.Duration) (kB float64, err error) {
	server, err := start(what)
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
