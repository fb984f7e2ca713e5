package postgres

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

func TestAnActIsDoneOnce(t *testing.T) {
	t.Parallel()
	s := openAt(t, database(t))
	p := engine.PlayerID(uuid.NewString())
	if err := s.CreatePlayer(t.Context(), lobby.Player{ID: p, Name: "Guest"}, lobby.Hash{1}); err != nil {
		t.Fatal(err)
	}
	act := lobby.Act{Player: p, Command: room.CommandID(uuid.NewString()), Digest: [32]byte{7}}
	var done atomic.Int32
	does := func(act lobby.Act, answer string, refused error) (got string, known bool, err error) {
		err = pgx.BeginFunc(t.Context(), s.pool, func(tx pgx.Tx) error {
			got, known, err = once(t.Context(), tx, act, func() (string, error) {
				if refused == nil {
					done.Add(1)
				}
				return answer, refused
			})
			return err
		})
		return got, known, err
	}
	no := errors.New("no")
	if _, _, err := does(act, "refused", no); !errors.Is(err, no) {
		t.Errorf("got %v", err)
	}
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if got, _, err := does(act, "first", nil); got != "first" || err != nil {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
	all.Wait()
	if done.Load() != 1 {
		t.Errorf("it was done %d times", done.Load())
	}
	if got, known, err := does(act, "second", no); got != "first" || !known || err != nil {
		t.Errorf("again: got %q, %v, %v", got, known, err)
	}
	act.Digest[0]++
	if _, _, err := does(act, "third", nil); !errors.Is(err, room.ErrCommandReused) {
		t.Errorf("other content: got %v", err)
	}
}
