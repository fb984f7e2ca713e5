package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/store/sqlite"
	"fallas/web/playtest"
)

// killed is a server process that is killed and started again at one address, on one data file, and
// the way to it: connections wait while it is down.
type killed struct {
	t    *testing.T
	addr string
	path string

	mu    sync.Mutex
	child *exec.Cmd
	log   logTail
	up    chan struct{} // closed while it is up

	reads atomic.Int64  // how often a client has read something
	limit atomic.Int64  // the count of reads at which reached is told
	due   chan struct{} // told when the limit is reached
}

func newKilled(t *testing.T) *killed {
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := probe.Addr().String()
	if err := probe.Close(); err != nil {
		t.Fatal(err)
	}
	k := &killed{
		t: t, addr: addr, path: filepath.Join(t.TempDir(), "fallas.db"),
		up: make(chan struct{}), due: make(chan struct{}, 1),
	}
	t.Cleanup(k.kill)
	return k
}

// start starts the process and lets connections through once it is ready.
func (k *killed) start() {
	k.t.Helper()
	child := exec.Command(os.Args[0], "--addr", k.addr, "--database", k.path)
	child.Env = append(os.Environ(), childVariable+"=1")
	child.Stderr = &k.log
	if err := child.Start(); err != nil {
		k.t.Fatal(err)
	}
	k.mu.Lock()
	k.child = child
	k.mu.Unlock()
	ctx, cancel := context.WithTimeout(k.t.Context(), 30*time.Second)
	defer cancel()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for !k.ready(ctx) {
		select {
		case <-again.C:
		case <-ctx.Done():
			k.t.Fatalf("the server does not get ready: %s", &k.log)
		}
	}
	k.mu.Lock()
	close(k.up)
	k.mu.Unlock()
}

func (k *killed) ready(ctx context.Context) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+k.addr+"/readyz", nil)
	if err != nil {
		k.t.Fatal(err)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return false
	}
	return res.Body.Close() == nil && res.StatusCode == http.StatusOK
}

// kill is the power cut.
func (k *killed) kill() {
	k.mu.Lock()
	child := k.child
	k.child = nil
	select {
	case <-k.up:
		k.up = make(chan struct{})
	default:
	}
	k.mu.Unlock()
	if child != nil {
		_ = child.Process.Kill() // it may be gone already, which Wait tells
		_ = child.Wait()         // "signal: killed" is what was wanted
	}
}

// dial waits until the server is up.
func (k *killed) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	k.mu.Lock()
	up := k.up
	k.mu.Unlock()
	select {
	case <-up:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return countingConn{conn, k}, nil
}

// countingConn counts what its client reads.
type countingConn struct {
	net.Conn
	k *killed
}

func (c countingConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.k.reads.Add(1) == c.k.limit.Load() {
		select {
		case c.k.due <- struct{}{}:
		default:
		}
	}
	return n, err
}

// client is a new person's.
func (k *killed) client(transport *http.Transport) *playtest.Client {
	c := playtest.NewClient("http://" + k.addr)
	c.HTTP = &http.Client{Transport: transport}
	return c
}

// logTail keeps the end of what the server logs.
type logTail struct {
	mu   sync.Mutex
	text []byte
}

func (l *logTail) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, b...)
	l.text = l.text[max(0, len(l.text)-4096):]
	return len(b), nil
}

func (l *logTail) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// insist tries until the server answers; what it answers is the last word.
func insist(ctx context.Context, do func() error) error {
	for {
		err := do()
		var problem *playtest.Problem
		if err == nil || ctx.Err() != nil || errors.As(err, &problem) && problem.Status != http.StatusServiceUnavailable {
			return err
		}
	}
}

// table is one game and everybody at it.
type table struct {
	creation string
	bots     []*playtest.Bot // white, black, perhaps a spectator
}

// sit makes the people, and the game between them, however often the server is killed meanwhile.
func (k *killed) sit(ctx context.Context, transport *http.Transport, rnd *rand.Rand, watched bool) (*table, error) {
	maker, guest := k.client(transport), k.client(transport)
	for _, c := range []*playtest.Client{maker, guest} {
		if err := insist(ctx, func() error { return c.Join(ctx) }); err != nil {
			return nil, err
		}
	}
	wish := playtest.NewGame{ID: uuid.NewString(), Seat: "white", Visibility: "public"}
	var made playtest.Made
	if err := insist(ctx, func() (err error) { made, err = maker.Create(ctx, wish); return err }); err != nil {
		return nil, err
	}
	game := string(made.Game.ID)
	bot := func(c *playtest.Client) *playtest.Bot {
		return &playtest.Bot{Client: c, Game: game, Rand: rand.New(rand.NewPCG(rnd.Uint64(), rnd.Uint64())), Twice: 0.1, Cuts: 0.002}
	}
	t := &table{creation: wish.ID, bots: []*playtest.Bot{bot(maker), bot(guest)}}
	t.bots[1].Invitation = made.Invitation
	if watched {
		spectator := bot(k.client(transport))
		spectator.Spectator = true
		t.bots = append(t.bots, spectator)
	}
	return t, nil
}

// play is one table from the making of the game to its last event.
func (k *killed) play(ctx context.Context, rnd *rand.Rand, watched bool) (*table, error) {
	transport := &http.Transport{DialContext: k.dial, DisableKeepAlives: true}
	t, err := k.sit(ctx, transport, rnd, watched)
	if err != nil {
		return nil, err
	}
	errs := make([]error, len(t.bots))
	var all sync.WaitGroup
	for i, b := range t.bots {
		all.Go(func() { errs[i] = b.Run(ctx) })
	}
	all.Wait()
	return t, errors.Join(errs...)
}

// TestKilledServerLosesNothing kills the server at random moments of 50 games. Whatever anybody was
// shown, and whatever was acknowledged, is in the log at the end, unchanged and once; and every game
// reaches its end. With -short there are fewer of both.
func TestKilledServerLosesNothing(t *testing.T) {
	t.Parallel()
	games, kills, between := 50, 15, int64(600) // messages between two kills, at most
	if testing.Short() {
		games, kills, between = 10, 4, 60
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()

	k := newKilled(t)
	k.start()
	tables := make([]*table, games)
	errs := make([]error, games)
	over := make(chan struct{})
	var all sync.WaitGroup
	for i := range games {
		own := rand.New(rand.NewPCG(rnd.Uint64(), rnd.Uint64()))
		all.Go(func() { tables[i], errs[i] = k.play(ctx, own, i%2 == 0) })
	}
	go func() {
		all.Wait()
		close(over)
	}()
	// A kill comes after some messages were read by somebody, and a moment that has nothing to do
	// with messages.
	for n := range kills {
		k.limit.Store(k.reads.Load() + 1 + rnd.Int64N(between))
		select {
		case <-k.due:
		case <-over:
			t.Fatalf("all games were over after %d kills", n)
		}
		<-time.After(time.Duration(rnd.Int64N(int64(3 * time.Millisecond))))
		k.kill()
		k.start()
	}
	<-over
	k.kill()
	if err := errors.Join(errs...); err != nil {
		t.Fatalf("%v\nThe server says:\n%s", err, &k.log)
	}
	records, err := sqlite.Open(t.Context(), k.path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := records.Close(); err != nil {
			t.Error(err)
		}
	}()
	list, err := records.Games(t.Context(), store.Filter{Status: store.All}, store.Page{Limit: store.MaxLimit})
	if err != nil || len(list.Games) != games {
		t.Errorf("%d wishes made %d games, %v", games, len(list.Games), err)
	}
	events := 0
	for _, table := range tables {
		n, err := table.check(t.Context(), records)
		if err != nil {
			t.Errorf("game %s: %v", table.bots[0].Game, err)
		}
		events += n
	}
	t.Logf("%d kills in %d games of %d events", kills, games, events)
	if !t.Failed() {
		tables[0].checkTheCheck(t, records)
	}
}

// checkTheCheck shows that check would have seen a loss.
func (table *table) checkTheCheck(t *testing.T, records *sqlite.Store) {
	b := table.bots[1]
	fails := func(what string) {
		t.Helper()
		if _, err := table.check(t.Context(), records); err == nil {
			t.Errorf("nobody notices %s", what)
		}
	}
	whole := b.Shown
	b.Shown = slices.Clone(whole)
	b.Shown[5] = json.RawMessage(strings.Replace(string(whole[5]), "}", " }", 1))
	fails("an event that was changed")
	b.Shown = append(whole, whole[0])
	fails("an event that is not in the log")
	b.Shown = whole
	for id, span := range b.Acked {
		b.Acked[id] = [2]engine.Seq{span[0] + 1, span[1] + 1}
		break
	}
	fails("an acknowledgement of something else")
}

// check compares what everybody at the table was shown and told with the log.
func (table *table) check(ctx context.Context, records *sqlite.Store) (int, error) {
	appends, err := records.Tail(ctx, engine.GameID(table.bots[0].Game), 0)
	if err != nil {
		return 0, err
	}
	var raw []json.RawMessage
	spans := make(map[room.CommandID][2]engine.Seq)
	for _, a := range appends {
		var some []json.RawMessage
		if err := json.Unmarshal(a.Events, &some); err != nil {
			return 0, err
		}
		if a.First != engine.Seq(len(raw))+1 || a.Last != a.First+engine.Seq(len(some))-1 {
			return 0, fmt.Errorf("an append of %d events says that it is %d–%d, after %d", len(some), a.First, a.Last, len(raw))
		}
		if _, twice := spans[a.Command]; twice {
			return 0, fmt.Errorf("command %s is there twice", a.Command)
		}
		raw = append(raw, some...)
		spans[a.Command] = [2]engine.Seq{a.First, a.Last}
	}
	events := make([]engine.Event, len(raw))
	for i := range raw {
		if err := json.Unmarshal(raw[i], &events[i]); err != nil {
			return 0, err
		}
	}
	game, err := engine.Replay(events)
	if err != nil {
		return 0, err
	}
	if game.Phase != engine.Over {
		return 0, fmt.Errorf("it is not over after event %d", game.Head)
	}
	if _, err := fair.Verify(events); err != nil {
		return 0, err
	}
	for i, b := range table.bots {
		if len(b.Shown) != len(raw) {
			return 0, fmt.Errorf("bot %d was shown %d events of %d", i, len(b.Shown), len(raw))
		}
		for n := range raw {
			if string(b.Shown[n]) != string(raw[n]) {
				return 0, fmt.Errorf("bot %d was shown %s, the log has %s", i, b.Shown[n], raw[n])
			}
		}
		for id, span := range b.Acked {
			if spans[room.CommandID(id)] != span {
				return 0, fmt.Errorf("bot %d was told that command %s is %v, the log has %v", i, id, span, spans[room.CommandID(id)])
			}
		}
	}
	return len(raw), nil
}
