package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

func main() {
	serve := flag.String("serve", "", "serve bare or product instead of measuring (used by the program itself)")
	n := flag.Int("n", 5000, "how many sockets")
	games := flag.Int("games", 500, "how many games they are spread over, where it is more than one")
	settle := flag.Duration("settle", 5*time.Second, "how long the sockets are idle before the memory is read")
	flag.Parse()
	var err error
	switch *serve {
	case "bare":
		err = listen(http.HandlerFunc(bare))
	case "product":
		err = serveProduct()
	case "":
		err = measure(*n, *games, *settle)
	default:
		err = fmt.Errorf("there is nothing to serve by the name %q", *serve)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// measure runs each server once and prints the figures.
func measure(n, games int, settle time.Duration) error {
	bare, err := run("bare", 1, n, settle)
	if err != nil {
		return err
	}
	fmt.Printf("%-34s %6.2f kB a socket\n", fmt.Sprintf("bare, %d sockets", n), bare)
	for _, g := range []int{1, games} {
		product, err := run("product", g, n, settle)
		if err != nil {
			return err
		}
		fmt.Printf("%-34s %6.2f kB a socket, %.2f of bare\n", fmt.Sprintf("server, %d sockets, %d games", n, g), product, product/bare)
	}
	return nil
}

// run starts a server, opens n sockets to it and returns the growth of its resident memory by socket,
// in kB.
func run(what string, games, n int, settle time.Duration) (kB float64, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	self, err := os.Executable()
	if err != nil {
		cancel()
		return 0, err
	}
	server := exec.CommandContext(ctx, self, "-serve", what)
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err != nil {
		cancel()
		return 0, err
	}
	if err := server.Start(); err != nil {
		cancel()
		return 0, err
	}
	defer func() {
		cancel()
		_ = server.Wait() // it was killed
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("the %s server: %w", what, err)
	}
	targets, err := targetsOf(ctx, what, strings.TrimSpace(line), games)
	if err != nil {
		return 0, err
	}
	warm, err := dial(ctx, targets, 100)
	if err != nil {
		return 0, err
	}
	before, err := resident(server.Process.Pid)
	if err != nil {
		return 0, err
	}
	all, err := dial(ctx, targets, n)
	if err != nil {
		return 0, err
	}
	<-time.After(settle)
	after, err := resident(server.Process.Pid)
	if err != nil {
		return 0, err
	}
	for _, k := range append(warm, all...) {
		err = errors.Join(err, k.CloseNow())
	}
	return (after - before) / float64(n), err
}
