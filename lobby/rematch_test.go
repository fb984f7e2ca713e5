package lobby_test

import (
	"context"
	"sync"
	"testing"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

// finished is a game that is over between two people; black resigns unless the dice decide it.
func finished(h *hall) (white, black lobby.Player, game engine.GameID) {
	h.Helper()
	white, black = h.guest(), h.guest()
	s := h.post(white, func(w *lobby.SeekWish) { w.Seat, w.Ruleset = engine.White, "backgammon" })
	taken, err := h.accept(black, s.ID)
	if err != nil {
		h.Fatal(err)
	}
	h.seatBoth(taken.Game)
	h.finish(taken.Game, engine.Black)
	h.mu.Lock()
	h.told = nil
	h.mu.Unlock()
	return white, black, taken.Game
}

func (h *hall) want(p lobby.Player, game engine.GameID) lobby.Rematch {
	h.Helper()
	r, err := h.WantRematch(h.Context(), p, roomtest.NewCommandID(h.T), game)
	if err != nil {
		h.Fatal(err)
	}
	return r
}

func TestBothWantARematchAndThereIsOne(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	white, black, game := finished(h)
	series := lobby.Series{Games: 1, White: 1}
	for range 2 {
		if r := h.want(white, game); r != (lobby.Rematch{White: true, Series: series}) {
			t.Errorf("one wants it: %+v", r)
		}
	}
	h.wantTold(lobby.OfRematch(game))
	command := roomtest.NewCommandID(t)
	made, err := h.WantRematch(t.Context(), black, command, game)
	if err != nil || made.Next == "" || made != (lobby.Rematch{White: true, Black: true, Next: made.Next, Series: series}) {
		t.Fatalf("both want it: %+v, %v", made, err)
	}
	h.wantTold(lobby.OfRematch(game), lobby.Hall)
	for _, again := range []room.CommandID{command, roomtest.NewCommandID(t)} {
		if r, err := h.WantRematch(t.Context(), black, again, game); err != nil || r != made {
			t.Errorf("once more: %+v, %v", r, err)
		}
	}
	_, err = h.DropRematch(t.Context(), white, roomtest.NewCommandID(t), game)
	wantError(t, err, lobby.ErrSeekTaken)

	h.seatBoth(made.Next)
	g := h.game(made.Next)
	if g.Player(engine.White) != black.ID || g.Player(engine.Black) != white.ID || g.Series != game ||
		g.Ruleset.ID != "backgammon" || g.Visibility != engine.Public {
		t.Errorf("the next game is %+v", g)
	}
	h.finish(made.Next, engine.Black) // white of the first game loses
	second, err := h.Rematch(t.Context(), h.game(made.Next))
	if err != nil || second != (lobby.Rematch{Series: lobby.Series{Games: 2, White: 1, Black: 1}}) {
		t.Errorf("after the second game: %+v, %v", second, err)
	}
	h.want(white, made.Next)
	third := h.want(black, made.Next)
	if g := h.game(third.Next); g.Series != game || g.CreatorSeat != engine.White || g.Creator != white.ID {
		t.Errorf("the third game is %+v", g)
	}
}

func TestARematchCanBeDropped(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	white, black, game := finished(h)
	first := roomtest.NewCommandID(t)
	if _, err := h.WantRematch(t.Context(), white, first, game); err != nil {
		t.Fatal(err)
	}
	drop := roomtest.NewCommandID(t)
	for range 2 {
		if r, err := h.DropRematch(t.Context(), white, drop, game); err != nil || r.White || r.Black {
			t.Errorf("got %+v, %v", r, err)
		}
	}
	if r, err := h.WantRematch(t.Context(), white, first, game); err != nil || r.White {
		t.Errorf("a press that comes late is a new one: %+v, %v", r, err)
	}
	if r := h.want(black, game); r.Next != "" || !r.Black || r.White {
		t.Errorf("got %+v", r)
	}
	h.want(white, game)
	if _, err := h.DropRematch(t.Context(), black, drop, game); err == nil {
		t.Error("the rematch that was made was dropped")
	}
}

func TestARematchIsForThePlayersOfAGameThatIsOver(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	_, _, game := finished(h)
	_, err := h.WantRematch(t.Context(), h.guest(), roomtest.NewCommandID(t), game)
	wantRefusal(t, err, engine.RefusedNotSeated)
	owner, friend := h.guest(), h.guest()
	taken, err := h.accept(friend, h.post(owner, func(w *lobby.SeekWish) { w.Ruleset = "backgammon" }).ID)
	if err != nil {
		t.Fatal(err)
	}
	h.seatBoth(taken.Game)
	_, err = h.WantRematch(t.Context(), owner, roomtest.NewCommandID(t), taken.Game)
	wantError(t, err, lobby.ErrNotOver)
}

// Nobody waits for an opponent who will never come.
func TestNoRematchAgainstWhoIsDeleted(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	white, black, game := finished(h)
	if err := h.Delete(t.Context(), black); err != nil {
		t.Fatal(err)
	}
	_, err := h.WantRematch(t.Context(), white, roomtest.NewCommandID(t), game)
	wantError(t, err, lobby.ErrNoPlayer)
}

// Both press at once, several times each.
func TestCrossingPressesMakeOneGame(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	white, black, game := finished(h)
	var all sync.WaitGroup
	for range 5 {
		for _, p := range []lobby.Player{white, black} {
			command := roomtest.NewCommandID(t)
			all.Go(func() {
				if _, err := h.WantRematch(t.Context(), p, command, game); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	r, err := h.Rematch(t.Context(), h.game(game))
	if err != nil || r.Next == "" {
		t.Fatalf("got %+v, %v", r, err)
	}
	said, err := h.store.Rematches(t.Context(), game)
	if err != nil || len(said) != 1 {
		t.Errorf("got %+v, %v", said, err)
	}
}

func TestAWishForARematchGoesWithAnotherGame(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	white, black, game := finished(h)
	h.want(white, game)
	s := h.post(h.guest())
	h.wantTold(lobby.OfRematch(game), lobby.Hall)
	if _, err := h.accept(white, s.ID); err != nil {
		t.Fatal(err)
	}
	h.wantTold(lobby.OfRematch(game), lobby.Hall)
	if r := h.want(black, game); r.Next != "" {
		t.Errorf("got %+v", r)
	}
}

// Another server, which has the game in memory and no word of its end, reads the log before it refuses.
func TestARematchIsNotRefusedForWantOfNews(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	owner, friend := h.guest(), h.guest()
	taken, err := h.accept(friend, h.post(owner, func(w *lobby.SeekWish) { w.Ruleset = "backgammon" }).ID)
	if err != nil {
		t.Fatal(err)
	}
	h.seatBoth(taken.Game)
	rooms := room.New(h.store, &room.LocalHints{}, room.Options{Now: now})
	if err := rooms.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rooms.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	elsewhere, err := lobby.New(h.store, rooms, lobby.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := rooms.View(t.Context(), taken.Game, 0); err != nil || v.Game.Phase == engine.Over {
		t.Fatalf("the game is %s, %v", v.Game.Phase, err)
	}
	h.finish(taken.Game, engine.White)
	if _, err := elsewhere.WantRematch(t.Context(), owner, roomtest.NewCommandID(t), taken.Game); err != nil {
		t.Error(err)
	}
}
