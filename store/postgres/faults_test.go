package postgres

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store/postgres/pgtest"
)

// log is one game, written by one goroutine that knows what was taken.
type log struct {
	game  engine.GameID
	taken []room.Append
	next  room.Summary
}

// create makes a game by a new player.
func create(t *testing.T, s *Store) *log {
	t.Helper()
	player := engine.PlayerID(uuid.NewString())
	id := uuid.New()
	if err := s.CreatePlayer(t.Context(), lobby.Player{ID: player, Name: "Guest"}, lobby.Hash(append(id[:], id[:]...))); err != nil {
		t.Fatal(err)
	}
	game := engine.GameID(uuid.Must(uuid.NewV7()).String())
	l := &log{game: game, next: room.Summary{
		Game: game, Ruleset: "fallas", Visibility: engine.Public, Creator: player, Phase: engine.Waiting, Head: 1,
	}}
	first := room.Append{
		Game: game, First: 1, Last: 1, Command: room.CommandID(uuid.NewString()), Events: []byte("[1]"), Summary: l.next,
	}
	_, err := s.CreateGame(t.Context(), lobby.GameRecord{
		Append: first, Creator: player,
		Invitation: lobby.Invitation{Hash: lobby.Hash(append(id[:], id[:]...)), Game: game, Seat: engine.Black, From: player},
	})
	if err != nil {
		t.Fatal(err)
	}
	l.taken = append(l.taken, first)
	return l
}

// add appends one event, with the same bytes until the outcome is known.
func (l *log) add(ctx context.Context, s *Store) error {
	head := l.next.Head + 1
	l.next.Head, l.next.LastAt = head, l.next.LastAt+1
	a := room.Append{
		Game: l.game, First: head, Last: head, Command: room.CommandID(uuid.NewString()), At: l.next.LastAt,
		Events: fmt.Appendf(nil, "[%d]", head), Summary: l.next,
	}
	for unknown := false; ; unknown = true {
		err := s.Append(ctx, a)
		switch {
		case err == nil, unknown && errors.Is(err, room.ErrCommandKnown):
			l.taken = append(l.taken, a)
			return nil
		case errors.Is(err, room.ErrHeadTaken), errors.Is(err, room.ErrCommandKnown), ctx.Err() != nil:
			return err
		}
	}
}

// check compares the log and the list row with what was taken.
func (l *log) check(ctx context.Context, s *Store) error {
	tail, err := s.Tail(ctx, l.game, 0)
	if err != nil {
		return err
	}
	if len(tail) != len(l.taken) {
		return fmt.Errorf("game %s has %d appends of %d", l.game, len(tail), len(l.taken))
	}
	for i, a := range tail {
		want := l.taken[i]
		if a.First != want.First || a.Command != want.Command || a.At != want.At || string(a.Events) != string(want.Events) {
			return fmt.Errorf("append %d is %v, want %v", i, a, want)
		}
	}
	summary, err := s.Summary(ctx, l.game)
	if err == nil && summary != l.next {
		err = fmt.Errorf("the list row is %v, want %v", summary, l.next)
	}
	return err
}

// The short form runs with the other tests; make crash runs the long one.
var restarts = flag.Int("restarts", 2, "how often PostgreSQL is stopped and started again")

// TestRestartsOfTheDatabaseLoseNothing ends PostgreSQL in both its hard ways while games are written.
func TestRestartsOfTheDatabaseLoseNothing(t *testing.T) {
	t.Parallel()
	own, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := own.Stop(); err != nil {
			t.Error(err)
		}
	}()
	s, err := Open(t.Context(), Options{URL: own.URL("postgres")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	logs := make([]*log, 8)
	errs := make([]error, len(logs))
	var written atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	for i := range logs {
		logs[i] = create(t, s)
	}
	enough := make(chan struct{}, 1)
	for i, l := range logs {
		all.Go(func() {
			for errs[i] == nil && ctx.Err() == nil {
				errs[i] = l.add(t.Context(), s)
				if written.Add(1)%200 == 0 {
					select {
					case enough <- struct{}{}:
					default:
					}
				}
			}
		})
	}
	for n := range *restarts {
		<-enough
		how := []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT}[n%2] // fast, immediate
		if err := errors.Join(own.Halt(how), own.Run()); err != nil {
			t.Fatal(err)
		}
	}
	<-enough
	stop()
	all.Wait()
	for i, l := range logs {
		if err := errors.Join(errs[i], l.check(t.Context(), s)); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d restarts during %d appends to %d games", *restarts, written.Load(), len(logs))
}

// TestAnswersThatGetLostAreSettledBySendingAgain: the database commits and its replies reach nobody.
func TestAnswersThatGetLostAreSettledBySendingAgain(t *testing.T) {
	t.Parallel()
	url := database(t)
	direct := openAt(t, url)
	proxy := cluster.Proxy(t, 1)
	s := openAt(t, proxy.Before(url))
	logs := make([]*log, 6)
	errs := make([]error, len(logs))
	for i := range logs {
		logs[i] = create(t, s)
	}
	proxy.Do(pgtest.Faults{SwallowCommits: 0.05})
	var all sync.WaitGroup
	for i, l := range logs {
		all.Go(func() {
			for range 60 {
				if errs[i] = l.add(t.Context(), s); errs[i] != nil {
					return
				}
			}
		})
	}
	all.Wait()
	lost := proxy.Done().Swallowed
	if lost == 0 {
		t.Error("no answer got lost")
	}
	for i, l := range logs {
		if err := errors.Join(errs[i], l.check(t.Context(), direct)); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d answers got lost", lost)
}

// TestGroupsInOppositeOrdersDoNotDeadlock has two servers write groups that touch the same games.
func TestGroupsInOppositeOrdersDoNotDeadlock(t *testing.T) {
	t.Parallel()
	url := database(t)
	stores := []*Store{openAt(t, url), openAt(t, url)}
	logs := make([]*log, 20)
	for i := range logs {
		logs[i] = create(t, stores[0])
	}
	for round := range 20 {
		groups := make([][]*room.Append, len(stores))
		for i := range stores {
			for n := range logs {
				l := logs[n]
				if i == 1 {
					l = logs[len(logs)-1-n]
				}
				head := engine.Seq(round + 2)
				next := l.next
				next.Head = head
				groups[i] = append(groups[i], &room.Append{
					Game: l.game, First: head, Last: head, Command: room.CommandID(uuid.NewString()), Events: []byte("[]"), Summary: next,
				})
			}
		}
		taken := make([]map[engine.GameID]bool, len(stores))
		errs := make([]error, len(stores))
		var all sync.WaitGroup
		for i, s := range stores {
			all.Go(func() { taken[i], errs[i] = insertAppends(t.Context(), s.pool, groups[i]) })
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		for _, l := range logs {
			if taken[0][l.game] == taken[1][l.game] {
				t.Fatalf("game %s: taken by the first %t, by the second %t", l.game, taken[0][l.game], taken[1][l.game])
			}
		}
	}
}
