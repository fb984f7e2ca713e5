package web_test

import (
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/web"
	"fallas/web/playtest"
)

func TestFiftyAcceptOneSeekAndOneSits(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	owner := server.Guest()
	seek, err := owner.PostSeek(t.Context(), playtest.Wish{Seat: "black", Ruleset: "backgammon"})
	if err != nil {
		t.Fatal(err)
	}
	var winner atomic.Pointer[playtest.Client]
	var taken atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		c := server.Guest()
		all.Go(func() {
			_, err := c.AcceptSeek(t.Context(), "", string(seek.ID))
			if err == nil {
				winner.Store(c)
				return
			}
			wantProblem(t, "too late", err, web.CodeSeekTaken, http.StatusConflict)
			taken.Add(1)
		})
	}
	all.Wait()
	if winner.Load() == nil || taken.Load() != 49 {
		t.Fatalf("%d heard that it is taken", taken.Load())
	}
	after, err := owner.Seek(t.Context(), string(seek.ID))
	if err != nil || after.State != lobby.SeekTaken || after.Game == "" {
		t.Fatalf("%+v, %v", after, err)
	}
	for _, c := range []*playtest.Client{owner, winner.Load()} {
		if err := (&playtest.Bot{Client: c, Game: string(after.Game), Rand: newRand()}).SitDown(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	record, err := owner.Record(t.Context(), string(after.Game))
	if err != nil || record.Phase != engine.Playing || record.Players.Black.ID != owner.Self.ID || record.Players.White.ID != winner.Load().Self.ID {
		t.Errorf("%+v, %v", record.Summary, err)
	}
}

func TestSeeksAreRefusedWithReason(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	owner, other := server.Guest(), server.Guest()
	_, err := server.Visitor().PostSeek(t.Context(), playtest.Wish{})
	wantProblem(t, "without a session", err, web.CodeNoSession, http.StatusUnauthorized)
	_, err = owner.PostSeek(t.Context(), playtest.Wish{Ruleset: "chess"})
	wantProblem(t, "no ruleset", err, web.Code(engine.RefusedInvalid), http.StatusUnprocessableEntity)
	_, err = owner.PostSeek(t.Context(), playtest.Wish{Seat: "both"})
	wantProblem(t, "no seat", err, web.CodeInvalid, http.StatusUnprocessableEntity)
	_, err = owner.PostSeek(t.Context(), playtest.Wish{ID: "0192b3c4-d5e6-8f70-8192-a3b4c5d6e7f8"})
	wantProblem(t, "an id of the server's own kind", err, web.CodeInvalid, http.StatusUnprocessableEntity)

	wish := playtest.Wish{ID: uuid.NewString()}
	seek, err := owner.PostSeek(t.Context(), wish)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := owner.PostSeek(t.Context(), wish); err != nil || again != seek {
		t.Errorf("again: %+v, %v", again, err)
	}
	wish.Ruleset = "faylys"
	_, err = owner.PostSeek(t.Context(), wish)
	wantProblem(t, "the id for another wish", err, web.CodeReused, http.StatusConflict)
	_, err = owner.AcceptSeek(t.Context(), "", string(seek.ID))
	wantProblem(t, "one's own", err, web.CodeOwnSeek, http.StatusConflict)
	_, err = other.WithdrawSeek(t.Context(), "", string(seek.ID))
	wantProblem(t, "somebody else's", err, web.CodeNotOwner, http.StatusForbidden)
	for _, id := range []string{uuid.NewString(), "nonsense"} {
		_, err = other.AcceptSeek(t.Context(), "", id)
		wantProblem(t, "no seek", err, web.CodeNoSeek, http.StatusNotFound)
	}
	if open, err := other.Seeks(t.Context()); err != nil || len(open) != 1 || open[0] != seek {
		t.Errorf("open seeks: %+v, %v", open, err)
	}
	if gone, err := owner.WithdrawSeek(t.Context(), "", string(seek.ID)); err != nil || gone.State != lobby.SeekWithdrawn {
		t.Errorf("withdrawn: %+v, %v", gone, err)
	}
	_, err = other.AcceptSeek(t.Context(), "", string(seek.ID))
	wantProblem(t, "withdrawn", err, web.CodeSeekGone, http.StatusConflict)
	for range lobby.MaxSeeks {
		if _, err := owner.PostSeek(t.Context(), playtest.Wish{}); err != nil {
			t.Fatal(err)
		}
	}
	_, err = owner.PostSeek(t.Context(), playtest.Wish{})
	wantProblem(t, "one too many", err, web.CodeManySeeks, http.StatusConflict)
}

// People who press "play now" at the same moment meet, two by two.
func TestWhoPlaysNowMeets(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	seeks := make([]web.Seek, 20)
	clients := make([]*playtest.Client, len(seeks))
	var all sync.WaitGroup
	for i := range seeks {
		clients[i] = server.Guest()
		all.Go(func() {
			var err error
			if seeks[i], err = clients[i].PlayNow(t.Context(), playtest.Wish{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	games := map[engine.GameID]int{}
	for i, s := range seeks {
		after, err := clients[i].Seek(t.Context(), string(s.ID))
		if err != nil || after.State != lobby.SeekTaken {
			t.Errorf("%+v, %v", after, err)
		}
		games[after.Game]++
	}
	for game, people := range games {
		if people != 2 {
			t.Errorf("%d people in game %s", people, game)
		}
	}
}

func TestARematchFollowsTheEnd(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	m := playtest.NewMatch(t, server, newRand())
	_, err := m.White.WantRematch(t.Context(), "", m.Game)
	wantProblem(t, "nobody sits", err, web.Code(engine.RefusedNotSeated), http.StatusForbidden)
	game := m.Play(t)
	_, err = server.Guest().WantRematch(t.Context(), "", game)
	wantProblem(t, "a stranger", err, web.Code(engine.RefusedNotSeated), http.StatusForbidden)
	id := uuid.NewString()
	if r, err := m.White.WantRematch(t.Context(), id, game); err != nil || !r.White || r.Black || r.Next != nil || r.Series.Games != 1 || r.Series.White+r.Series.Black != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if r, err := m.White.DropRematch(t.Context(), "", game); err != nil || r.White {
		t.Errorf("dropped: %+v, %v", r, err)
	}
	if r, err := m.White.WantRematch(t.Context(), "", game); err != nil || !r.White {
		t.Errorf("wanted again: %+v, %v", r, err)
	}
	made, err := m.Black.WantRematch(t.Context(), "", game)
	if err != nil || made.Next == nil {
		t.Fatalf("%+v, %v", made, err)
	}
	if seen, err := server.Visitor().Rematch(t.Context(), game); err != nil || seen.Next == nil || *seen.Next != *made.Next {
		t.Errorf("%+v, %v", seen, err)
	}
	again := &playtest.Match{
		Game:  string(*made.Next),
		White: &playtest.Bot{Client: m.Black.Client, Game: string(*made.Next), Rand: newRand()},
		Black: &playtest.Bot{Client: m.White.Client, Game: string(*made.Next), Rand: newRand()},
	}
	again.Play(t)
	record, err := server.Visitor().Record(t.Context(), again.Game)
	if err != nil || record.Players.White.ID != m.Black.Self.ID {
		t.Errorf("%+v, %v", record.Summary, err)
	}
	if r, err := server.Visitor().Rematch(t.Context(), again.Game); err != nil || r.Series.Games != 2 || r.Series.White+r.Series.Black != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}

// untilRematch reads on to the message that says how the game goes on as wanted.
func untilRematch(t *testing.T, s *playtest.Socket, wanted func(playtest.Message) bool) playtest.Message {
	t.Helper()
	for {
		m, err := s.Until(t.Context(), "rematch")
		if err != nil {
			t.Fatal(err)
		}
		if wanted(m) {
			return m
		}
	}
}

// Two servers on one store, as far as word between them goes: players and a spectator are told on both.
func TestEverybodyAtTheBoardIsTakenAlong(t *testing.T) {
	t.Parallel()
	here, there := twoServers(t)
	m := playtest.NewLongMatch(t, here, newRand())
	for _, b := range []*playtest.Bot{m.White, m.Black} {
		if err := b.SitDown(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	m.Black.Base = there.URL
	spectator, err := there.Visitor().Open(t.Context(), m.Game, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer spectator.Cut()
	snapshot, err := spectator.Until(t.Context(), "snapshot")
	if err != nil || snapshot.Rematch != nil {
		t.Errorf("before the end: %+v, %v", snapshot.Rematch, err)
	}
	white, err := m.White.Open(t.Context(), m.Game, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer white.Cut()
	if err := white.Say(t.Context(), map[string]any{"type": "command", "id": uuid.NewString(), "command": "resign", "worth": 3}); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*playtest.Socket{white, spectator} {
		m := untilRematch(t, s, func(playtest.Message) bool { return true })
		if m.White || m.Black || m.Next != nil || m.Series != (web.Series{Games: 1, Black: 3}) {
			t.Errorf("at the end: %+v", m)
		}
	}
	if _, err := m.Black.WantRematch(t.Context(), "", m.Game); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*playtest.Socket{white, spectator} {
		untilRematch(t, s, func(m playtest.Message) bool { return m.Black && !m.White && m.Next == nil })
	}
	made, err := m.White.WantRematch(t.Context(), "", m.Game)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*playtest.Socket{white, spectator} {
		if m := untilRematch(t, s, func(m playtest.Message) bool { return m.Next != nil }); *m.Next != *made.Next {
			t.Errorf("told of game %s, made was %s", *m.Next, *made.Next)
		}
	}
	late, err := here.Visitor().Open(t.Context(), m.Game, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer late.Cut()
	if m, err := late.Until(t.Context(), "snapshot"); err != nil || m.Rematch == nil || m.Rematch.Next == nil || *m.Rematch.Next != *made.Next {
		t.Errorf("who comes later is told %+v, %v", m.Rematch, err)
	}
}

func newRandomID() string { return uuid.NewString() }

func newRand() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// An invitation says what it is for, and after the seat is taken, or the game over, what there is to see.
func TestAnInvitationThatComesTooLateSaysSo(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	maker := server.Guest()
	type state struct {
		Seat    engine.Seat
		Free    bool
		Ruleset engine.RulesetID
		Phase   engine.Phase
		Result  *web.Result
		Odds    bool
	}
	looked := func(m playtest.Made) state {
		t.Helper()
		var s state
		err := server.Visitor().Do(t.Context(), "POST", "/games/"+string(m.Game.ID)+"/invitation", map[string]string{"invitation": m.Invitation}, &s)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	made, err := maker.Create(t.Context(), playtest.NewGame{Ruleset: "backgammon", Seat: "white"})
	if err != nil {
		t.Fatal(err)
	}
	if got := looked(made); got != (state{Seat: engine.Black, Free: true, Ruleset: "backgammon", Phase: engine.Waiting}) {
		t.Errorf("at first: %+v", got)
	}
	bots := []*playtest.Bot{
		{Client: maker, Game: string(made.Game.ID), Rand: newRand()},
		{Client: server.Guest(), Game: string(made.Game.ID), Rand: newRand(), Invitation: made.Invitation},
	}
	for _, b := range bots {
		if err := b.SitDown(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	late := &playtest.Bot{Client: server.Guest(), Game: string(made.Game.ID), Rand: newRand(), Invitation: made.Invitation}
	sit := playtest.Sit(newRandomID(), "", made.Commitment, made.Invitation)
	delete(sit, "type")
	delete(sit, "seed")
	err = late.Do(t.Context(), "POST", "/games/"+late.Game+"/commands", sit, nil)
	wantProblem(t, "too late", err, web.Code(engine.RefusedSeatTaken), http.StatusConflict)
	if got := looked(made); got.Free || got.Phase != engine.Playing || got.Result != nil {
		t.Errorf("once it is taken: %+v", got)
	}
	resign(t, bots[1])
	if got := looked(made); got.Free || got.Phase != engine.Over || got.Result == nil || got.Result.Winner != engine.White {
		t.Errorf("when the game is over: %+v", got)
	}
	other, err := maker.Create(t.Context(), playtest.NewGame{})
	if err != nil {
		t.Fatal(err)
	}
	if err := maker.Do(t.Context(), "POST", "/games/"+string(other.Game.ID)+"/commands", map[string]string{"id": newRandomID(), "command": "abort"}, nil); err != nil {
		t.Fatal(err)
	}
	if got := looked(other); got.Free || got.Phase != engine.Over || got.Result == nil || got.Result.Reason != engine.Aborted {
		t.Errorf("when the game was called off: %+v", got)
	}
}
