package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// measurePlays prints how many plays a second go through, in several games at once without a pause, beside
// a bare relay of as many bytes between as many pairs. Both commit before anyone is shown anything.
func measurePlays(s stage, games, rounds int, turn time.Duration) error {
	bare, err := s.start("bare")
	if err != nil {
		return err
	}
	defer bare.kill()
	product, err := s.start("product")
	if err != nil {
		return err
	}
	defer product.kill()

	relay, err := newRelaySide(bare, games)
	if err != nil {
		return err
	}
	server, err := newGameSide(product, games, turn)
	if err != nil {
		return err
	}
	sides := []*side{relay, server}
	for _, side := range sides {
		if err := side.prepare(); err != nil {
			return err
		}
		if err := side.turn(time.Second); err != nil {
			return err
		}
		side.forget()
	}
	for i := range rounds {
		for j, side := range sides {
			if err := side.prepare(); err != nil {
				return err
			}
			wait := func() error { return nil }
			if i == rounds-1 {
				wait = s.profile([]*process{bare, product}[j], turn)
			}
			if err := errors.Join(side.turn(turn), wait()); err != nil {
				return err
			}
		}
	}
	compare(sides...)
	return nil
}

// pair sends a message to and fro by the bare relay.
type pair struct {
	ends    [2]*socket
	next    int // who sends
	message []byte
}

func newRelaySide(server *process, pairs int) (*side, error) {
	s := &side{name: fmt.Sprintf("bare relay, %d pairs", pairs), server: server}
	for i := range pairs {
		p := &pair{message: []byte(strings.Repeat("x", 200))} // about a play's
		for end := range p.ends {
			var err error
			if p.ends[end], err = openSocket(context.Background(), fmt.Sprintf("ws://%s/relay?pair=%d", server.addr, i), nil); err != nil {
				return nil, err
			}
		}
		s.players = append(s.players, p)
	}
	return s, nil
}

func (p *pair) play() error {
	if err := p.ends[p.next].write(p.message); err != nil {
		return err
	}
	for _, end := range []int{p.next, 1 - p.next} {
		if b, err := p.ends[end].read(); err != nil || len(b) != len(p.message) {
			return fmt.Errorf("the relay said %q: %w", b, err)
		}
	}
	p.next = 1 - p.next
	return nil
}
