package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/coder/websocket"

	"fallas/web/playtest"
)

// targetsOf returns the addresses that sockets are opened at. For the product games are made first.
func targetsOf(ctx context.Context, what, addr string, games int) ([]string, error) {
	if what == "bare" {
		return []string{"ws://" + addr + "/"}, nil
	}
	maker := playtest.NewClient("http://" + addr)
	if err := maker.Join(ctx); err != nil {
		return nil, err
	}
	var all []string
	for range games {
		made, err := maker.Create(ctx, playtest.NewGame{})
		if err != nil {
			return nil, err
		}
		all = append(all, "ws://"+addr+"/api/v1/games/"+string(made.Game.ID)+"/socket")
	}
	return all, nil
}

// dialers is how many sockets are opened at a time.
const dialers = 16

// dial opens n sockets, in turn at each target, and goes on reading what they are sent.
func dial(ctx context.Context, targets []string, n int) ([]*websocket.Conn, error) {
	all := make([]*websocket.Conn, n)
	errs := make([]error, dialers)
	var opening sync.WaitGroup
	for d := range dialers {
		opening.Go(func() {
			for i := d; i < n && errs[d] == nil; i += dialers {
				all[i], _, errs[d] = websocket.Dial(ctx, targets[i%len(targets)], nil)
				if errs[d] == nil {
					go drain(ctx, all[i])
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

func drain(ctx context.Context, c *websocket.Conn) {
	for {
		if _, _, err := c.Read(ctx); err != nil {
			return
		}
	}
}

// resident is the resident memory of a process in kB, as Linux tells it.
func resident(pid int) (float64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.SplitSeq(string(b), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			var kB float64
			_, err := fmt.Sscan(rest, &kB)
			return kB, err
		}
	}
	return 0, fmt.Errorf("process %d has no resident memory", pid)
}
