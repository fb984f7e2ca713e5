package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

func TestAnActIsDoneOnce(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "fallas.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := engine.PlayerID(uuid.NewString())
	if err := s.CreatePlayer(t.Context(), lobby.Player{ID: p, Name: "Guest"}, lobby.Hash{1}); err != nil {
		t.Fatal(err)
	}
	act := lobby.Act{Player: p, Command: room.CommandID(uuid.NewString()), Digest: [32]byte{7}}
	does := func(act lobby.Act, answer string, refused error) (got string, known bool, err error) {
		err = s.commit(t.Context(), func(ctx context.Context, tx tx) error {
			got, known, err = tx.once(ctx, act, func() (string, error) { return answer, refused })
			return err
		})
		return got, known, err
	}
	no := errors.New("no")
	if _, _, err := does(act, "refused", refusal{no}); !errors.Is(err, no) {
		t.Errorf("got %v", err)
	}
	if got, known, err := does(act, "first", nil); got != "first" || known || err != nil {
		t.Errorf("got %q, %v, %v", got, known, err)
	}
	if got, known, err := does(act, "second", refusal{no}); got != "first" || !known || err != nil {
		t.Errorf("again: got %q, %v, %v", got, known, err)
	}
	act.Digest[0]++
	if _, _, err := does(act, "third", nil); !errors.Is(err, room.ErrCommandReused) {
		t.Errorf("other content: got %v", err)
	}
}
