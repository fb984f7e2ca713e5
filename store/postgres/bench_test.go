package postgres

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"fallas/lobby/room"
	"fallas/store/storetest"
)

// BenchmarkAppend compares the store with its own statement for one append a transaction, on as many
// connections as there are games, and with one bare row.
func BenchmarkAppend(b *testing.B) {
	for _, games := range []int{1, 8, 64, 256} {
		b.Run(fmt.Sprintf("games=%d", games), func(b *testing.B) {
			url := cluster.Database(b, template)
			s, err := Open(b.Context(), Options{URL: url})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			others, err := connect(b.Context(), Options{URL: url + fmt.Sprintf("&pool_max_conns=%d", min(games, 150))})
			if err != nil {
				b.Fatal(err)
			}
			defer others.Close()
			if _, err := others.Exec(b.Context(), "CREATE TABLE bare (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, events TEXT)"); err != nil {
				b.Fatal(err)
			}
			each := func(ctx context.Context, a room.Append) error {
				taken, err := insertAppends(ctx, others, []*room.Append{&a})
				if err == nil && !taken[a.Game] {
					err = errors.New("it was not taken")
				}
				return err
			}
			bare := func(ctx context.Context, a room.Append) error {
				_, err := others.Exec(ctx, "INSERT INTO bare (events) VALUES ($1)", string(a.Events))
				return err
			}
			storetest.Bench(b, games, s, storetest.Way{Name: "each", Append: each}, storetest.Way{Name: "bare", Append: bare})
		})
	}
}
