package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// crowd counts who has heard of a round.
type crowd struct {
	size  int64
	heard atomic.Int64
	all   chan time.Time // when the last one heard of it
}

func newCrowd(n int) *crowd { return &crowd{size: int64(n), all: make(chan time.Time, 1)} }

func (c *crowd) told() {
	if c.heard.Add(1) == c.size {
		c.all <- time.Now()
	}
}

// patience is how long one round may take.
const patience = 30 * time.Second

// round does something and returns how long it took until everybody had heard of it.
func (c *crowd) round(do func() error) (time.Duration, error) {
	c.heard.Store(0)
	begin := time.Now()
	if err := do(); err != nil {
		return 0, err
	}
	select {
	case last := <-c.all:
		return last.Sub(begin), nil
	case <-time.After(patience):
		return 0, fmt.Errorf("only %d of %d heard of it", c.heard.Load(), c.size)
	}
}

// measureFanOut has n spectators at each server at the same time and sends by turns a message by the bare
// server and a play by the other. A play is judged and made durable before it is shown, which is in
// its time.
func measureFanOut(s stage, n, rounds int) error {
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

	players, err := newPeople(product)
	if err != nil {
		return err
	}
	game, err := players.begin(product)
	if err != nil {
		return err
	}
	address := "ws://" + bare.addr + "/broadcast"
	speaker, _, err := websocket.Dial(context.Background(), address, nil)
	if err != nil {
		return err
	}
	go listenTo(speaker, nil)
	atBare, atGame := newCrowd(n), newCrowd(n)
	if _, err := dial([]string{address}, n, atBare.told); err != nil {
		return err
	}
	// Spectators are sent the events so far when they come; that is a round of its own.
	if _, err := atGame.round(func() error {
		_, err := dial([]string{socketOf(product, game.id)}, n, atGame.told)
		return err
	}); err != nil {
		return err
	}

	message := []byte(eventsPrefix + `,"events":[` + strings.Repeat("x", 300) + `]}`) // about a play's
	times := map[*crowd][]time.Duration{}
	for range rounds {
		for c, do := range map[*crowd]func() error{
			atBare: func() error { return speaker.Write(context.Background(), websocket.MessageText, message) },
			atGame: func() error { _, err := game.play(); return err },
		} {
			took, err := c.round(do)
			if err != nil {
				return err
			}
			times[c] = append(times[c], took)
			<-time.After(50 * time.Millisecond)
		}
	}
	for _, c := range []*crowd{atBare, atGame} {
		slices.Sort(times[c])
	}
	b, p := times[atBare], times[atGame]
	fmt.Printf("bare, the last of %d:    median %v, 90%% %v\n", n, b[rounds/2], b[rounds*9/10])
	fmt.Printf("a play, the last of %d:  median %v, 90%% %v; %.2f of bare\n", n, p[rounds/2], p[rounds*9/10],
		float64(p[rounds/2])/float64(b[rounds/2]))
	return nil
}
