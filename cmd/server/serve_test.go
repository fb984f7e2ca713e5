package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"fallas/web/playtest"
)

// running is a server in this process.
type running struct {
	url    string
	path   string // of its data file
	stderr *bytes.Buffer

	cancel  context.CancelFunc
	printed chan string // the rest of what it prints, when it has ended
	code    chan int
}

// start runs the server on a free port and a data file of its own, and waits until it says where it
// listens.
func start(t *testing.T, args ...string) *running {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fallas.db")
	r := startWith(t, nil, append([]string{"--addr", "127.0.0.1:0", "--database", path}, args...)...)
	r.path = path
	return r
}

// startWith runs the server with these arguments and this environment.
func startWith(t *testing.T, env []string, args ...string) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := &running{
		stderr: new(bytes.Buffer),
		cancel: cancel, printed: make(chan string, 1), code: make(chan int, 1),
	}
	out, in := io.Pipe()
	go func() {
		r.code <- run(ctx, args, env, in, r.stderr)
		in.Close()
	}()
	lines := bufio.NewReader(out)
	for r.url == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the server ended with %d: %s", <-r.code, r.stderr)
		}
		if _, url, found := strings.Cut(line, "On this computer:"); found {
			r.url = strings.TrimSpace(url)
		}
	}
	go func() {
		rest, _ := io.ReadAll(lines)
		r.printed <- string(rest)
	}()
	t.Cleanup(func() { r.stop(t) })
	return r
}

// stop stops the server as Ctrl-C does, once, and returns what it printed last.
func (r *running) stop(t *testing.T) string {
	t.Helper()
	if r.code == nil {
		return ""
	}
	r.cancel()
	if code := <-r.code; code != exitOK {
		t.Errorf("the server ended with %d: %s", code, r.stderr)
	}
	r.code = nil
	return <-r.printed
}

// status asks for an address and returns the answer's status.
func (r *running) status(t *testing.T, path string) int {
	t.Helper()
	res, err := http.Get(r.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode
}

func TestServeFromStartToStop(t *testing.T) {
	t.Parallel()
	r := start(t, "--log-format", "json")
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/": 200, "/nowhere": 404} {
		if got := r.status(t, path); got != want {
			t.Errorf("%s answers %d", path, got)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	if rest := r.stop(t); !strings.Contains(rest, r.path) || !strings.Contains(rest, "Ctrl-C") {
		t.Errorf("it does not say where its records are and how it is stopped: %q", rest)
	}
	for line := range strings.Lines(r.stderr.String()) {
		var entry struct{ Level, Msg string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Level != "INFO" {
			t.Errorf("log line %q: %v", line, err)
		}
	}
	if _, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://")); err == nil {
		t.Error("it still listens")
	}
}

// TestStopClosesSocketsToComeAgain stops a server that people are connected to, and starts another on
// the same records.
func TestStopClosesSocketsToComeAgain(t *testing.T) {
	t.Parallel()
	r := start(t)
	c := playtest.NewClient(r.url)
	c.HTTP = &http.Client{Transport: new(http.Transport)}
	defer c.HTTP.CloseIdleConnections()
	if err := c.Join(t.Context()); err != nil {
		t.Fatal(err)
	}
	made, err := c.Create(t.Context(), playtest.NewGame{})
	if err != nil {
		t.Fatal(err)
	}
	game := string(made.Game.ID)
	var sockets []*playtest.Socket
	for range 5 {
		s, err := c.Open(t.Context(), game, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Until(t.Context(), "snapshot"); err != nil {
			t.Fatal(err)
		}
		sockets = append(sockets, s)
	}
	began := time.Now()
	r.cancel()
	for _, s := range sockets {
		for {
			_, _, err := s.Next(t.Context())
			if err == nil {
				continue
			}
			if code := websocket.CloseStatus(err); code != websocket.StatusServiceRestart {
				t.Errorf("a socket was closed with %d: %v", code, err)
			}
			break
		}
	}
	r.stop(t)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("stopping took %v", took)
	}
	again := start(t, "--database", r.path)
	c.Base = again.url
	record, err := c.Record(t.Context(), game)
	if err != nil || len(record.Events) != 1 {
		t.Errorf("after the restart: %v, %v", record, err)
	}
}

func TestServeSaysWhyItCannotStart(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	r := start(t)
	missing := filepath.Join(t.TempDir(), "missing")
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"the port is taken":       {[]string{"--addr", taken.Addr().String()}, "something listens there already"},
		"the directory is not":    {[]string{"--database", filepath.Join(missing, "fallas.db")}, missing + " does not exist"},
		"another server's record": {[]string{"--database", r.path}, "in use by another server"},
	} {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			args := append([]string{"--addr", "127.0.0.1:0", "--database", filepath.Join(t.TempDir(), "fallas.db")}, c.args...)
			if code := run(t.Context(), args, nil, &stdout, &stderr); code != exitFailed || stdout.Len() > 0 || !strings.Contains(stderr.String(), c.want) {
				t.Errorf("exit code %d, %q; want %q in %s", code, stdout.String(), c.want, stderr.String())
			}
		})
	}
}
