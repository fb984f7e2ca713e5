package main

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"github.com/coder/websocket"

	"fallas/web/playtest"
)

// gamesOn makes games on a server and returns the addresses of their sockets.
func gamesOn(server *process, games int) ([]string, error) {
	maker := playtest.NewClient("http://" + server.addr)
	if err := maker.Join(context.Background()); err != nil {
		return nil, err
	}
	var all []string
	for range games {
		made, err := maker.Create(context.Background(), playtest.NewGame{})
		if err != nil {
			return nil, err
		}
		all = append(all, socketOf(server, string(made.Game.ID)))
	}
	return all, nil
}

func socketOf(server *process, game string) string {
	return "ws://" + server.addr + "/api/v1/games/" + game + "/socket"
}

// dialers is how many sockets are opened at a time.
const dialers = 16

// dial opens n sockets, in turn at each target, and goes on reading what they are sent; each message of
// events is told to told, unless that is nil.
func dial(targets []string, n int, told func()) ([]*websocket.Conn, error) {
	all := make([]*websocket.Conn, n)
	errs := make([]error, dialers)
	var opening sync.WaitGroup
	for d := range dialers {
		opening.Go(func() {
			for i := d; i < n && errs[d] == nil; i += dialers {
				all[i], _, errs[d] = websocket.Dial(context.Background(), targets[i%len(targets)], nil)
				if errs[d] == nil {
					go listenTo(all[i], told)
				}
			}
		})
	}
	opening.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("open %d sockets: %w", n, err)
		}
	}
	return all, nil
}

// eventsPrefix begins the messages that are counted, those of the bare server too.
const eventsPrefix = `{"type":"events"`

func listenTo(c *websocket.Conn, told func()) {
	for {
		_, b, err := c.Read(context.Background())
		if err != nil {
			return
		}
		if told != nil && bytes.HasPrefix(b, []byte(eventsPrefix)) {
			told()
		}
	}
}
