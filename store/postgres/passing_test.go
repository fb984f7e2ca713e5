package postgres

import (
	"syscall"
	"testing"

	"fallas/lobby"
	"fallas/store/postgres/pgtest"
)

// TestALostDatabasePasses: whatever is asked while the database is away, or loses its answer, may be asked again; what
// it refuses may not.
func TestALostDatabasePasses(t *testing.T) {
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
	url := own.URL("postgres")
	proxy := own.Proxy(t, 1)
	s := openAt(t, proxy.Before(url))
	player := lobby.Player{ID: "01900000-0000-7000-8000-000000000001", Name: "Guest"}
	write := func() error { return s.CreatePlayer(t.Context(), player, lobby.Hash(make([]byte, 32))) }

	proxy.Do(pgtest.Faults{SwallowCommits: 1})
	if err := write(); err == nil || !s.Passing(err) {
		t.Errorf("an answer that gets lost: %v", err)
	}
	proxy.Do(pgtest.Faults{})
	if err := write(); err == nil || s.Passing(err) {
		t.Errorf("what is there already: %v", err)
	}
	for _, how := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT} {
		if err := own.Halt(how); err != nil {
			t.Fatal(err)
		}
		for range 6 { // the connections that were open, then new ones
			if err := s.Ping(t.Context()); err == nil || !s.Passing(err) {
				t.Errorf("the database is away: %v", err)
			}
		}
		if err := own.Run(); err != nil {
			t.Fatal(err)
		}
		if err := s.Ping(t.Context()); err != nil && !s.Passing(err) {
			t.Errorf("the database is back: %v", err)
		}
	}
	if _, err := s.pool.Exec(t.Context(), "SET statement_timeout = 1; SELECT pg_sleep(1)"); err == nil || !s.Passing(err) {
		t.Errorf("a statement that takes too long: %v", err)
	}
	if _, err := s.pool.Exec(t.Context(), "SET transaction_read_only = on; CREATE TABLE x ()"); err == nil || !s.Passing(err) {
		t.Errorf("a database that only reads: %v", err)
	}
	if s.Passing(nil) {
		t.Error("no error passes")
	}
}
