package lobby_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
	"fallas/store/sqlite"
)

// hall is a lobby on a real store, with what it told of.
type hall struct {
	*lobby.Lobby
	*testing.T
	store *sqlite.Store
	rooms *room.Rooms

	mu   sync.Mutex
	told []lobby.Topic
}

func now() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }

func openHall(t *testing.T) *hall {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "fallas.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{T: t, store: store, rooms: room.New(store, &room.LocalHints{}, room.Options{Now: now})}
	var topics lobby.LocalTopics
	topics.Listen(func(topic lobby.Topic) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.told = append(h.told, topic)
	})
	if h.Lobby, err = lobby.New(store, h.rooms, lobby.Options{Now: now, Topics: &topics}); err != nil {
		t.Fatal(err)
	}
	if err := h.rooms.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(h.rooms.Stop(context.WithoutCancel(t.Context())), store.Close()); err != nil {
			t.Error(err)
		}
	})
	return h
}

// wantTold checks what was told of since it was asked last, in any order.
func (h *hall) wantTold(topics ...lobby.Topic) {
	h.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	slices.Sort(h.told)
	slices.Sort(topics)
	if !slices.Equal(h.told, topics) {
		h.Errorf("told of %q, want %q", h.told, topics)
	}
	h.told = nil
}

func (h *hall) guest() lobby.Player { return guest(h.T, h.Lobby) }

func (h *hall) wish(changes ...func(*lobby.SeekWish)) lobby.SeekWish {
	w := lobby.SeekWish{ID: roomtest.NewCommandID(h.T), Ruleset: "fallas"}
	for _, change := range changes {
		change(&w)
	}
	return w
}

func (h *hall) post(p lobby.Player, changes ...func(*lobby.SeekWish)) lobby.Seek {
	h.Helper()
	s, err := h.PostSeek(h.Context(), p, h.wish(changes...))
	if err != nil {
		h.Fatal(err)
	}
	return s
}

func (h *hall) accept(p lobby.Player, id lobby.SeekID) (lobby.Seek, error) {
	return h.AcceptSeek(h.Context(), p, roomtest.NewCommandID(h.T), id)
}

func (h *hall) withdraw(p lobby.Player, id lobby.SeekID) (lobby.Seek, error) {
	return h.WithdrawSeek(h.Context(), p, roomtest.NewCommandID(h.T), id)
}

func (h *hall) play(p lobby.Player, changes ...func(*lobby.SeekWish)) lobby.Seek {
	h.Helper()
	s, err := h.PlayNow(h.Context(), p, h.wish(changes...))
	if err != nil {
		h.Fatal(err)
	}
	return s
}

// game is the game a seek led to.
func (h *hall) game(id engine.GameID) *engine.Game {
	h.Helper()
	v, err := h.rooms.View(h.Context(), id, 0)
	if err != nil {
		h.Fatal(err)
	}
	return &v.Game
}

// seatBoth has the two sit whom a game was made for, without an invitation.
func (h *hall) seatBoth(id engine.GameID) {
	h.Helper()
	g := h.game(id)
	for _, p := range []engine.PlayerID{g.Creator, g.Opponent} {
		_, err := h.Sit(h.Context(), lobby.Player{ID: p}, lobby.Sit{Command: roomtest.NewCommandID(h.T), Game: id, Commitment: g.Commitment})
		if err != nil {
			h.Fatal(err)
		}
	}
}

// finish ends a game, if the dice have not done so, by its seat's resignation.
func (h *hall) finish(id engine.GameID, loses engine.Seat) engine.Result {
	h.Helper()
	g := h.game(id)
	if g.Phase != engine.Over {
		_, err := h.rooms.Submit(h.Context(), room.Command{ID: roomtest.NewCommandID(h.T), Game: id, Player: g.Player(loses), Do: engine.Resign{Worth: 1}})
		if err != nil {
			h.Fatal(err)
		}
		g = h.game(id)
	}
	return g.Result
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

func TestASeekIsTakenByOne(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	owner, friend := h.guest(), h.guest()
	yes := true
	s := h.post(owner, func(w *lobby.SeekWish) { w.Seat, w.Odds, w.Ruleset = engine.Black, &yes, "faylys" })
	h.wantTold(lobby.Hall)
	_, err := h.accept(owner, s.ID)
	wantError(t, err, lobby.ErrOwnSeek)

	command := roomtest.NewCommandID(t)
	taken, err := h.AcceptSeek(t.Context(), friend, command, s.ID)
	if err != nil || taken.State != lobby.SeekTaken || taken.Game == "" {
		t.Fatalf("got %+v, %v", taken, err)
	}
	h.wantTold(lobby.Hall)
	again, err := h.AcceptSeek(t.Context(), friend, command, s.ID)
	if err != nil || again != taken {
		t.Errorf("once more: %+v, %v", again, err)
	}
	h.wantTold()
	g := h.game(taken.Game)
	if g.Creator != owner.ID || g.Opponent != friend.ID || g.CreatorSeat != engine.Black || !g.Odds ||
		g.Ruleset.ID != "faylys" || g.Visibility != engine.Public {
		t.Errorf("the game is %+v", g)
	}
	stranger := h.guest()
	_, err = h.accept(stranger, s.ID)
	wantError(t, err, lobby.ErrSeekTaken)
	_, err = h.withdraw(owner, s.ID)
	wantError(t, err, lobby.ErrSeekTaken)
	_, err = h.Sit(t.Context(), stranger, lobby.Sit{Command: roomtest.NewCommandID(t), Game: taken.Game, Commitment: g.Commitment})
	wantError(t, err, lobby.ErrNoInvitation)
	h.seatBoth(taken.Game)
	if g := h.game(taken.Game); g.Player(engine.Black) != owner.ID || g.Player(engine.White) != friend.ID || g.Phase == engine.Waiting {
		t.Errorf("the game is %+v", g)
	}
}

func TestASeekIsWithdrawnByItsOwner(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	owner, stranger := h.guest(), h.guest()
	s := h.post(owner)
	_, err := h.withdraw(stranger, s.ID)
	wantError(t, err, lobby.ErrNotOwner)
	for range 2 {
		if gone, err := h.withdraw(owner, s.ID); err != nil || gone.State != lobby.SeekWithdrawn {
			t.Errorf("got %+v, %v", gone, err)
		}
	}
	_, err = h.accept(stranger, s.ID)
	wantError(t, err, lobby.ErrSeekGone)
	_, err = h.accept(stranger, "01939d5c-0000-7000-8000-000000000000")
	wantError(t, err, lobby.ErrNoSeek)
}

func TestSeeksAreFewAndOfARulesetThatExists(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	p := h.guest()
	for range lobby.MaxSeeks {
		h.post(p)
	}
	_, err := h.PostSeek(t.Context(), p, h.wish())
	wantError(t, err, lobby.ErrManySeeks)
	_, err = h.PostSeek(t.Context(), p, h.wish(func(w *lobby.SeekWish) { w.Ruleset = "chess" }))
	wantRefusal(t, err, engine.RefusedInvalid)
}

func TestPostingAgainIsTheSameSeek(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	p, w := h.guest(), h.wish()
	first, err := h.PostSeek(t.Context(), p, w)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := h.PostSeek(t.Context(), p, w); err != nil || again != first {
		t.Errorf("got %+v, %v, then %+v", first, err, again)
	}
	w.Seat = engine.White
	_, err = h.PostSeek(t.Context(), p, w)
	wantError(t, err, room.ErrCommandReused)
	_, err = h.PlayNow(t.Context(), p, h.wish(func(v *lobby.SeekWish) { v.ID = w.ID }))
	wantError(t, err, room.ErrCommandReused)
}

func TestPlayNowTakesTheOldestThatFitsOrPosts(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	ann, ben, eve := h.guest(), h.guest(), h.guest()
	white := func(w *lobby.SeekWish) { w.Seat = engine.White }
	first := h.play(ann, white)
	if first.State != lobby.SeekOpen || first.Seat != engine.White {
		t.Fatalf("got %+v", first)
	}
	if again := h.play(ann, white); again != first {
		t.Errorf("pressed again: %+v, want %+v", again, first)
	}
	second := h.play(ben, white)
	if second.State != lobby.SeekOpen || second.Owner != ben.ID {
		t.Fatalf("two who want white: %+v", second)
	}
	third := h.play(eve)
	if third.ID != first.ID || third.State != lobby.SeekTaken {
		t.Fatalf("got %+v, want the oldest", third)
	}
	if g := h.game(third.Game); g.Creator != ann.ID || g.Opponent != eve.ID || g.CreatorSeat != engine.White {
		t.Errorf("the game is %+v", g)
	}
	if met := h.play(ann); met.ID != second.ID || met.State != lobby.SeekTaken {
		t.Errorf("got %+v", met)
	}
}

func TestWhoeverIsPairedOffersNothingElse(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	ann, ben, eve := h.guest(), h.guest(), h.guest()
	hers, another, his := h.post(ann), h.post(ann), h.post(ben)
	if _, err := h.accept(ben, hers.ID); err != nil {
		t.Fatal(err)
	}
	for _, id := range []lobby.SeekID{another.ID, his.ID} {
		_, err := h.accept(eve, id)
		wantError(t, err, lobby.ErrSeekGone)
	}
}

// Two who accept each other's seek at the same moment are in one game, and one of them hears why.
func TestCrossingOffersMakeOneGame(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	for range 10 {
		ann, ben := h.guest(), h.guest()
		hers, his := h.post(ann), h.post(ben)
		errs := make([]error, 2)
		var both sync.WaitGroup
		both.Go(func() { _, errs[0] = h.accept(ben, hers.ID) })
		both.Go(func() { _, errs[1] = h.accept(ann, his.ID) })
		both.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Fatalf("got %v and %v", errs[0], errs[1])
		}
		wantError(t, errors.Join(errs...), lobby.ErrSeekGone)
	}
}

func TestSeeksGoWithTheirOwners(t *testing.T) {
	t.Parallel()
	h := openHall(t)
	s := h.post(h.guest())
	h.wantTold(lobby.Hall)
	if err := h.KeepSeeks(t.Context(), map[engine.PlayerID]bool{s.Owner: true}); err != nil {
		t.Fatal(err)
	}
	h.wantTold()
	if _, err := h.store.ExpireSeeks(t.Context(), -lobby.SeekKept); err != nil {
		t.Fatal(err)
	}
	_, err := h.accept(h.guest(), s.ID)
	wantError(t, err, lobby.ErrSeekGone)
	if gone, err := h.withdraw(lobby.Player{ID: s.Owner}, s.ID); err != nil || gone.State != lobby.SeekExpired {
		t.Errorf("got %+v, %v", gone, err)
	}
}

// What somebody offers goes in the moment they are deleted or banned, wherever it is shown, and nothing of theirs comes
// after.
func TestOffersGoWithWhoIsDeletedOrBanned(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]struct {
		how   func(*hall, lobby.Player) error
		after error // what an act says that was under way
	}{
		"deleted": {func(h *hall, p lobby.Player) error { return h.Delete(t.Context(), p) }, lobby.ErrNoPlayer},
		"banned":  {func(h *hall, p lobby.Player) error { return h.Ban(t.Context(), p.ID, true) }, lobby.ErrBanned},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := openHall(t)
			gone, left, game := finished(h)
			h.want(gone, game)
			seek := h.post(gone)
			h.wantTold(lobby.OfRematch(game), lobby.Hall)
			if err := leave.how(h, gone); err != nil {
				t.Fatal(err)
			}
			h.wantTold(lobby.OfPlayer(gone.ID), lobby.OfRematch(game), lobby.Hall)
			_, err := h.accept(left, seek.ID)
			wantError(t, err, lobby.ErrSeekGone)
			if r, err := h.Rematch(t.Context(), h.game(game)); err != nil || r.White || r.Black {
				t.Errorf("the wish for a rematch: %+v, %v", r, err)
			}
			_, err = h.PostSeek(t.Context(), gone, h.wish())
			wantError(t, err, leave.after)
			_, err = h.PlayNow(t.Context(), gone, h.wish())
			wantError(t, err, leave.after)
			_, err = h.WantRematch(t.Context(), gone, roomtest.NewCommandID(t), game)
			wantError(t, err, leave.after)
			h.wantTold()
		})
	}
}
