package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// measurePlays prints how many plays a second go through, in several games at once without a pause, beside
// a bare relay of as many bytes between as many pairs. Both commit before anyone is shown anything.
func measurePlays(games int, during time.Duration) error {
	bare, err := throughput("bare", games, during, relayPair)
	if err != nil {
		return err
	}
	fmt.Printf("bare relay, %4d pairs: %6.0f messages a second\n", games, bare)
	product, err := throughput("product", games, during, playOn)
	if err != nil {
		return err
	}
	fmt.Printf("server, %4d games:     %6.0f plays a second, %.2f of bare\n", games, product, product/bare)
	return nil
}

// throughput starts a server, has each of the games played on and on, and counts what went through.
func throughput(what string, games int, during time.Duration, play func(context.Context, *process, int, *atomic.Int64) error) (float64, error) {
	server, err := start(what)
	if err != nil {
		return 0, err
	}
	defer server.kill()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var count atomic.Int64
	var all sync.WaitGroup
	failed := make(chan error, games)
	for g := range games {
		all.Go(func() {
			if err := play(ctx, server, g, &count); err != nil && ctx.Err() == nil {
				failed <- err
			}
		})
	}
	<-time.After(3 * time.Second) // all are seated, and caches warm
	before := count.Load()
	begin := time.Now()
	select {
	case <-time.After(during):
	case err := <-failed:
		return 0, err
	}
	n, took := count.Load()-before, time.Since(begin)
	cancel()
	all.Wait()
	return float64(n) / took.Seconds(), nil
}

// playOn plays one game after the other.
func playOn(ctx context.Context, server *process, _ int, count *atomic.Int64) error {
	for ctx.Err() == nil {
		g, err := newGame(server)
		if err != nil {
			return err
		}
		for over := false; !over; {
			select {
			case t := <-g.turns:
				if err := t.play(ctx); err != nil {
					return err
				}
				count.Add(1)
			case <-g.over:
				over = true
			case <-ctx.Done():
				over = true
			}
		}
		g.leave()
	}
	return nil
}

// relayPair sends a message to and fro.
func relayPair(ctx context.Context, server *process, pair int, count *atomic.Int64) error {
	message := []byte(strings.Repeat("x", 200)) // about a play's
	var ends [2]*websocket.Conn
	for i := range ends {
		c, _, err := websocket.Dial(ctx, fmt.Sprintf("ws://%s/relay?pair=%d", server.addr, pair), nil)
		if err != nil {
			return err
		}
		defer c.CloseNow() // the server is stopped anyway
		ends[i] = c
	}
	for i := 0; ; i = 1 - i {
		if err := ends[i].Write(ctx, websocket.MessageText, message); err != nil {
			return err
		}
		for _, c := range ends {
			if _, b, err := c.Read(ctx); err != nil || !bytes.Equal(b, message) {
				return err
			}
		}
		count.Add(1)
	}
}
