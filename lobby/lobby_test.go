package lobby_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open is a lobby in which nothing has happened.
func open(t *testing.T) (*lobby.Lobby, *memory) {
	t.Helper()
	m := newMemory()
	now := func() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }
	rooms := room.New(m, &room.LocalHints{}, room.Options{Now: now})
	if err := rooms.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := rooms.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	l, err := lobby.New(m, rooms, lobby.Options{Now: now, AwayLimit: 90 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return l, m
}

func guest(t *testing.T, l *lobby.Lobby) lobby.Player {
	t.Helper()
	p, _, err := l.NewGuest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func wish(t *testing.T) lobby.NewGame {
	t.Helper()
	return lobby.NewGame{ID: roomtest.NewCommandID(t), Ruleset: "fallas", Seat: engine.Black, Visibility: engine.Unlisted}
}

func create(t *testing.T, l *lobby.Lobby, p lobby.Player, w lobby.NewGame) lobby.CreatedGame {
	t.Helper()
	made, err := l.Create(t.Context(), p, w)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func sit(t *testing.T, made lobby.CreatedGame, invitation string) lobby.Sit {
	t.Helper()
	return lobby.Sit{
		Command: roomtest.NewCommandID(t), Game: made.Game,
		Seed: engine.Bytes32{7}, Commitment: made.Commitment, Invitation: invitation,
	}
}

func wantRefusal(t *testing.T, err error, code engine.RefusalCode) {
	t.Helper()
	var r *engine.Refusal
	if !errors.As(err, &r) || r.Code != code {
		t.Errorf("got %v, want the refusal %s", err, code)
	}
}

func TestSessionFindsItsPlayerAndNobodyElses(t *testing.T) {
	t.Parallel()
	l, m := open(t)
	p, token, err := l.NewGuest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	other := guest(t, l)
	if !p.Guest || p.Name == "" || p.ID == other.ID {
		t.Errorf("guests are %+v and %+v", p, other)
	}
	if found, err := l.BySession(t.Context(), token); err != nil || found != p {
		t.Errorf("session of %+v finds %+v, %v", p, found, err)
	}
	for _, wrong := range []string{"", "x", token[1:], token + "A", "A" + token[1:] + "B", string(make([]byte, len(token)))} {
		if _, err := l.BySession(t.Context(), wrong); !errors.Is(err, lobby.ErrNoSession) {
			t.Errorf("session %q: %v", wrong, err)
		}
	}
	for hash := range m.sessions {
		if string(hash[:]) == token {
			t.Error("a session is kept as it is, not hashed")
		}
	}
}

func TestNamesLeaveOutNobody(t *testing.T) {
	t.Parallel()
	l, _ := open(t)
	p := guest(t, l)
	names, err := l.Names(t.Context(), p.ID, roomtest.NewPlayer(t))
	if err != nil || len(names) != 1 || names[p.ID] != p {
		t.Errorf("names are %v, %v", names, err)
	}
}

func TestCreateKeepsTheWishAndCommits(t *testing.T) {
	t.Parallel()
	l, m := open(t)
	p := guest(t, l)
	made := create(t, l, p, wish(t))
	g := m.Check(t, made.Game)
	if g.Creator != p.ID || g.CreatorSeat != engine.Black || made.Seat != engine.Black || g.Visibility != engine.Unlisted || g.AwayLimit != 90 {
		t.Errorf("the game is %+v", g)
	}
	if g.Commitment != made.Commitment || made.Commitment == (engine.Bytes32{}) {
		t.Errorf("the commitment shown is %x, the game's %x", made.Commitment, g.Commitment)
	}
	if id, err := uuid.Parse(string(made.Game)); err != nil || id.Version() != 7 {
		t.Errorf("game id %s is no UUIDv7", made.Game)
	}
}

func TestR17SeatIsDrawnWhenLeftOpen(t *testing.T) {
	t.Parallel()
	l, _ := open(t)
	p := guest(t, l)
	drawn := map[engine.Seat]int{}
	for range 200 {
		w := wish(t)
		w.Seat = engine.NoSeat
		drawn[create(t, l, p, w).Seat]++
	}
	// Each misses with a chance below 10^-12.
	if drawn[engine.White] < 50 || drawn[engine.Black] < 50 || drawn[engine.NoSeat] != 0 {
		t.Errorf("200 draws gave %v", drawn)
	}
}

func TestCreateTwiceMakesOneGame(t *testing.T) {
	t.Parallel()
	l, m := open(t)
	p := guest(t, l)
	w := wish(t)
	w.Seat = engine.NoSeat
	first := create(t, l, p, w)
	again := create(t, l, p, w)
	if again.Game != first.Game || again.Seat != first.Seat || again.Commitment != first.Commitment || again.Invitation == first.Invitation {
		t.Errorf("first %+v, again %+v", first, again)
	}
	for _, token := range []string{first.Invitation, again.Invitation} {
		if state, err := l.Invitation(t.Context(), first.Game, token); err != nil || !state.Free || state.From != p || state.Seat != first.Seat.Opponent() {
			t.Errorf("invitation says %+v, %v", state, err)
		}
	}
	w.Visibility = engine.Public
	if _, err := l.Create(t.Context(), p, w); !errors.Is(err, room.ErrCommandReused) {
		t.Errorf("another wish under the same id: %v", err)
	}
	w.Visibility = engine.Unlisted
	if theirs := create(t, l, guest(t, l), w); theirs.Game == first.Game {
		t.Error("another player's id counts as one's own")
	}
	m.Check(t, first.Game)
}

func TestCreateRefusesWhatTheRulesDoNotKnow(t *testing.T) {
	t.Parallel()
	l, _ := open(t)
	p := guest(t, l)
	for _, change := range []func(*lobby.NewGame){
		func(w *lobby.NewGame) { w.Ruleset = "chess" },
		func(w *lobby.NewGame) { w.Visibility = "secret" },
	} {
		w := wish(t)
		change(&w)
		_, err := l.Create(t.Context(), p, w)
		wantRefusal(t, err, engine.RefusedInvalid)
	}
}

func TestTwoSitDownAndTheGameRuns(t *testing.T) {
	t.Parallel()
	l, m := open(t)
	maker, friend := guest(t, l), guest(t, l)
	made := create(t, l, maker, wish(t))
	own := sit(t, made, "")
	first, err := l.Sit(t.Context(), maker, own)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := l.Sit(t.Context(), maker, own); err != nil || again != first {
		t.Errorf("the same once more: %+v, %v; first %+v", again, err, first)
	}
	theirs := sit(t, made, made.Invitation)
	taken, err := l.Sit(t.Context(), friend, theirs)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := l.Sit(t.Context(), friend, theirs); err != nil || again != taken {
		t.Errorf("the same once more: %+v, %v; first %+v", again, err, taken)
	}
	g := m.Check(t, made.Game)
	if g.Phase == engine.Waiting || g.Player(engine.Black) != maker.ID || g.Player(engine.White) != friend.ID {
		t.Errorf("the game is %+v", g)
	}
	if state, err := l.Invitation(t.Context(), made.Game, made.Invitation); err != nil || state.Free {
		t.Errorf("a spent invitation says %+v, %v", state, err)
	}
}

func TestSittingNeedsAnInvitationOfThisGame(t *testing.T) {
	t.Parallel()
	l, _ := open(t)
	maker, stranger := guest(t, l), guest(t, l)
	made, other := create(t, l, maker, wish(t)), create(t, l, maker, wish(t))
	for _, token := range []string{"", "nonsense", other.Invitation} {
		if _, err := l.Sit(t.Context(), stranger, sit(t, made, token)); !errors.Is(err, lobby.ErrNoInvitation) {
			t.Errorf("sat with the invitation %q: %v", token, err)
		}
		if _, err := l.Invitation(t.Context(), made.Game, token); !errors.Is(err, lobby.ErrNoInvitation) {
			t.Errorf("the invitation %q is one: %v", token, err)
		}
	}
	missing := made
	missing.Game = "00000000-0000-7000-8000-000000000000"
	if _, err := l.Sit(t.Context(), stranger, sit(t, missing, made.Invitation)); !errors.Is(err, room.ErrNoGame) {
		t.Errorf("sat in no game: %v", err)
	}
	_, err := l.Sit(t.Context(), maker, sit(t, made, made.Invitation))
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Sit(t.Context(), maker, sit(t, made, made.Invitation))
	wantRefusal(t, err, engine.RefusedAlreadySeated)
}

func TestInviteIsForTheMakerWhileTheSeatIsFree(t *testing.T) {
	t.Parallel()
	l, _ := open(t)
	maker, friend := guest(t, l), guest(t, l)
	made := create(t, l, maker, wish(t))
	if _, err := l.Invite(t.Context(), friend, made.Game); !errors.Is(err, lobby.ErrNotMaker) {
		t.Errorf("a stranger invites: %v", err)
	}
	second, err := l.Invite(t.Context(), maker, made.Game)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Sit(t.Context(), friend, sit(t, made, second)); err != nil {
		t.Fatal(err)
	}
	_, err = l.Invite(t.Context(), maker, made.Game)
	wantRefusal(t, err, engine.RefusedSeatTaken)
	_, err = l.Sit(t.Context(), guest(t, l), sit(t, made, made.Invitation))
	wantRefusal(t, err, engine.RefusedSeatTaken)
}

func TestFiftyWithOneInvitationOneSits(t *testing.T) {
	t.Parallel()
	l, m := open(t)
	made := create(t, l, guest(t, l), wish(t))
	var seated, refused atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		p, s := guest(t, l), sit(t, made, made.Invitation)
		all.Go(func() {
			_, err := l.Sit(t.Context(), p, s)
			var r *engine.Refusal
			switch {
			case err == nil:
				seated.Add(1)
			case errors.As(err, &r) && r.Code == engine.RefusedSeatTaken:
				refused.Add(1)
			default:
				t.Errorf("sitting down: %v", err)
			}
		})
	}
	all.Wait()
	if seated.Load() != 1 || refused.Load() != 49 {
		t.Errorf("%d sat and %d heard that the seat is taken", seated.Load(), refused.Load())
	}
	m.Check(t, made.Game)
}
