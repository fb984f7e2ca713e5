package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"fallas/lobby/room"
	"fallas/store/groupcommit"
	"fallas/store/storetest"
)

// BenchmarkAppend compares the store with its own statements in a transaction for each append, and with
// one bare row.
func BenchmarkAppend(b *testing.B) {
	for _, games := range []int{1, 8, 64, 256} {
		b.Run(fmt.Sprintf("games=%d", games), func(b *testing.B) {
			s, err := Open(b.Context(), filepath.Join(b.TempDir(), "fallas.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			each := func(ctx context.Context, a room.Append) error {
				alone := groupcommit.Waiting[write]{Context: ctx, Write: func(ctx context.Context, t tx) error { return t.append(ctx, a) }}
				outcomes, err := s.commits.transact([]groupcommit.Waiting[write]{alone})
				return errors.Join(append(outcomes, err)...)
			}
			if _, err := s.write.ExecContext(b.Context(), "CREATE TABLE bare (id INTEGER PRIMARY KEY, events TEXT) STRICT"); err != nil {
				b.Fatal(err)
			}
			bare := func(ctx context.Context, a room.Append) error {
				_, err := s.write.ExecContext(ctx, "INSERT INTO bare (events) VALUES (?)", string(a.Events))
				return err
			}
			storetest.Bench(b, games, s, storetest.Way{Name: "each", Append: each}, storetest.Way{Name: "bare", Append: bare})
		})
	}
}
