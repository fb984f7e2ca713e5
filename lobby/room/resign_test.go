package room_test

import (
	"errors"
	"testing"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

// S4 in a room: an offer to resign makes no play stale, but an answer must be to the offer that was seen.
func TestOffersToResign(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g, start := halfway(t, log, rooms)
	turn, other := g.Player(start.Turn), g.Player(start.Turn.Opponent())
	ask := func(p engine.PlayerID, expect engine.Seq, do engine.Command) error {
		t.Helper()
		_, err := rooms.Submit(t.Context(), room.Command{ID: roomtest.NewCommandID(t), Game: g.ID, Player: p, Expect: expect, Do: do})
		return err
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(ask(other, 0, engine.Resign{Worth: 1}))
	first := view(t, rooms, g.ID).Game
	if first.Phase != engine.Playing || first.Head != start.Head+1 {
		t.Fatalf("%s at %d, want an offer that stands", first.Phase, first.Head)
	}
	must(ask(other, 0, engine.WithdrawResignation{}))
	must(ask(other, 0, engine.Resign{Worth: 1}))
	var stale *room.StaleError
	if err := ask(turn, first.Head, engine.AnswerResignation{Accept: true}); !errors.As(err, &stale) {
		t.Errorf("an answer to the offer before: %v", err)
	}
	must(ask(turn, start.Head, engine.MakePlay{Steps: roomtest.Play(start, chance(1))}))
	must(ask(turn, view(t, rooms, g.ID).Game.Head, engine.AnswerResignation{Accept: true}))
	if over := log.Check(t, g.ID); over.Result.Reason != engine.Resigned || over.Result.Worth != 1 || over.Result.Winner != start.Turn {
		t.Errorf("%+v", over.Result)
	}
}

// halfway is a game of backgammon that is worth two: the seat on turn has everything home and something left to bear off,
// the other has borne off nothing.
func halfway(t *testing.T, log *roomtest.Log, rooms *room.Rooms) (roomtest.Game, engine.Game) {
	t.Helper()
	for n := uint64(0); ; n++ {
		g := log.NewGameOf(t, "backgammon")
		g.Seat(t, rooms)
		for plays := chance(n); ; {
			now := view(t, rooms, g.ID).Game
			if now.Phase != engine.Playing {
				break
			}
			ahead, behind := now.Position.Of(now.Turn), now.Position.Of(now.Turn.Opponent())
			home := ahead.Off
			for _, checkers := range ahead.Points[:6] {
				home += checkers
			}
			if home == engine.Checkers && ahead.Off < 10 && behind.Off == 0 && now.Roll != (engine.Roll{}) {
				return g, now
			}
			if _, err := rooms.Submit(t.Context(), g.Next(t, now, plays)); err != nil {
				t.Fatal(err)
			}
		}
	}
}
