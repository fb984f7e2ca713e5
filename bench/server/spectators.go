package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/coder/websocket"
)

// pause is how long the players of a watched game think. A game that is played without a pause would measure how
// fast a play can be sent to everybody, which is fanout's subject.
const pause = 5 * time.Millisecond

// measureSpectators prints how long plays take their players, from sending one to both having been shown it, in a game
// that nobody watches, that n spectators watch, and that n watch who never read. All three are games of one server
// and are played by turns.
func measureSpectators(s stage, n, rounds int, turn time.Duration) error {
	server, err := s.start("product")
	if err != nil {
		return err
	}
	defer server.kill()
	var halls []*hall
	for _, h := range []hall{{name: "nobody watches"}, {name: fmt.Sprintf("%d watch", n), n: n, reads: true}, {name: fmt.Sprintf("%d never read", n), n: n}} {
		players, err := newPeople(server)
		if err != nil {
			return err
		}
		h.server, h.people = server, players
		halls = append(halls, &h)
	}
	for range rounds {
		for _, h := range halls {
			if err := h.turn(turn); err != nil {
				return fmt.Errorf("%s: %w", h.name, err)
			}
		}
	}
	for _, h := range halls {
		slices.Sort(h.times)
		fmt.Printf("%-20s %5d plays, p50 %6.2f ms, p99 %6.2f ms; %.2f and %.2f of the first\n", h.name, len(h.times),
			ms(h.times, 50), ms(h.times, 99), ms(h.times, 50)/ms(halls[0].times, 50), ms(h.times, 99)/ms(halls[0].times, 99))
	}
	return nil
}

// hall is where a game is watched.
type hall struct {
	name   string
	n      int
	reads  bool // whether the spectators do
	server *process
	people people
	times  []time.Duration
}

// turn plays games for a while before spectators who come anew for each: a server closes those who do not read.
func (h *hall) turn(during time.Duration) error {
	for begin := time.Now(); time.Since(begin) < during; {
		game, err := h.people.begin(h.server)
		if err != nil {
			return err
		}
		leave, err := h.watch(game.id)
		for over := false; err == nil && !over && time.Since(begin) < during; {
			<-time.After(pause)
			sent := time.Now()
			over, err = game.play()
			h.times = append(h.times, time.Since(sent))
		}
		game.leave()
		if err := errors.Join(err, leave()); err != nil {
			return err
		}
	}
	return nil
}

// watch lets the spectators in.
func (h *hall) watch(game string) (leave func() error, err error) {
	target := socketOf(h.server, game)
	if h.reads {
		all, err := dial([]string{target}, h.n, nil)
		return func() error {
			var errs []error
			for _, c := range all {
				errs = append(errs, c.CloseNow())
			}
			return errors.Join(errs...)
		}, err
	}
	// Small windows, so that the server soon notices that nobody reads.
	dialer := &net.Dialer{Control: smallWindow}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}}
	var silent []*websocket.Conn
	for range h.n {
		c, _, err := websocket.Dial(context.Background(), target, &websocket.DialOptions{HTTPClient: client})
		if err != nil {
			return nil, err
		}
		silent = append(silent, c)
	}
	return func() error {
		for _, c := range silent {
			_ = c.CloseNow() // the server may have closed it
		}
		return nil
	}, nil
}
