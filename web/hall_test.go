package web_test

import (
	"context"
	"net/http"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/web"
	"fallas/web/playtest"
)

// twoServers run on one store, with all word between them.
func twoServers(t *testing.T) (here, there *playtest.Running) {
	t.Helper()
	return twoServersOn(t, openStore(t))
}

func twoServersOn(t *testing.T, st store.Store) (here, there *playtest.Running) {
	t.Helper()
	hints, topics := new(room.LocalHints), new(lobby.LocalTopics)
	shared := func(o *web.Options, r *room.Options) {
		o.Topics, o.Hints = topics, hints
		r.CountEvery = time.Millisecond
	}
	return playtest.Serve(t, st, shared), playtest.Serve(t, st, shared)
}

// enter is a socket to the lobby, for as long as the test runs.
func enter(t *testing.T, c *playtest.Client) *playtest.Lobby {
	t.Helper()
	l, err := c.EnterLobby(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Cut)
	return l
}

func until(t *testing.T, l *playtest.Lobby, wanted func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := l.Until(ctx, wanted); err != nil {
		t.Fatal(err)
	}
}

func TestTheLobbyShowsSeeksComeAndGo(t *testing.T) {
	t.Parallel()
	here, there := twoServers(t)
	owner, friend := here.Guest(), there.Guest()
	mine, theirs, visitors := enter(t, owner), enter(t, friend), enter(t, there.Visitor())
	if mine.Player == nil || mine.Player.ID != owner.Self.ID || visitors.Player != nil {
		t.Errorf("the lobby takes people for %v and %v", mine.Player, visitors.Player)
	}
	withdrawn, err := owner.PostSeek(t.Context(), playtest.Wish{Ruleset: "faylys"})
	if err != nil {
		t.Fatal(err)
	}
	seek, err := owner.PostSeek(t.Context(), playtest.Wish{Seat: "white"})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []*playtest.Lobby{mine, theirs, visitors} {
		until(t, l, func() bool { return l.Seeks[withdrawn.ID] == withdrawn && l.Seeks[seek.ID] == seek })
	}
	if late := enter(t, here.Visitor()); len(late.Seeks) != 2 || late.Seeks[seek.ID] != seek {
		t.Errorf("who comes later sees %v", late.Seeks)
	}
	if _, err := owner.WithdrawSeek(t.Context(), "", string(withdrawn.ID)); err != nil {
		t.Fatal(err)
	}
	taken, err := friend.AcceptSeek(t.Context(), "", string(seek.ID))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []*playtest.Lobby{mine, theirs, visitors} {
		until(t, l, func() bool {
			return l.Gone[withdrawn.ID] == lobby.SeekWithdrawn && l.Games[seek.ID] == taken.Game && len(l.Seeks) == 0
		})
	}
	if late := enter(t, owner); late.Games[seek.ID] != taken.Game {
		t.Errorf("the owner, coming back, is told of %v", late.Games)
	}
	if hall, err := owner.Lobby(t.Context()); err != nil || !reflect.DeepEqual(hall.Paired, []web.Pairing{{Seek: seek.ID, Game: taken.Game}}) {
		t.Errorf("by REST: %+v, %v", hall, err)
	}
}

// countingStore counts how often seeks are looked up.
type countingStore struct {
	store.Store
	one, many atomic.Int32
}

func (s *countingStore) Seek(ctx context.Context, id lobby.SeekID) (lobby.Seek, error) {
	s.one.Add(1)
	return s.Store.Seek(ctx, id)
}

func (s *countingStore) SeeksByID(ctx context.Context, ids []lobby.SeekID) ([]lobby.Seek, error) {
	s.many.Add(1)
	return s.Store.SeeksByID(ctx, ids)
}

// Whoever deletes themselves takes their seeks out of the lobby at once, on every server, long before they would expire.
// Each server finds out in one look what has become of all of them.
func TestSeeksGoAtOnceWithWhoDeletesThemselves(t *testing.T) {
	t.Parallel()
	st := &countingStore{Store: openStore(t)}
	here, there := twoServersOn(t, st)
	owner, stays := here.Guest(), there.Guest()
	lobbies := []*playtest.Lobby{enter(t, here.Visitor()), enter(t, there.Visitor())}
	for range lobby.MaxSeeks {
		if _, err := owner.PostSeek(t.Context(), playtest.Wish{}); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := stays.PostSeek(t.Context(), playtest.Wish{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lobbies {
		until(t, l, func() bool { return len(l.Seeks) == lobby.MaxSeeks+1 })
	}
	st.one.Store(0)
	st.many.Store(0)
	begin := time.Now()
	if err := owner.Do(t.Context(), http.MethodDelete, "/session/player?confirm="+string(owner.Self.ID), nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, l := range lobbies {
		until(t, l, func() bool { return len(l.Seeks) == 1 && len(l.Gone) == lobby.MaxSeeks })
		for id, state := range l.Gone {
			if state != lobby.SeekWithdrawn || id == kept.ID {
				t.Errorf("seek %s is told to be %s", id, state)
			}
		}
	}
	if took := time.Since(begin); took > lobby.SeekKept/2 {
		t.Errorf("it took %v", took)
	}
	if one, many := st.one.Load(), st.many.Load(); one != 0 || many != 2 {
		t.Errorf("two servers looked %d times for one seek and %d times for several", one, many)
	}
}

// A seek that is taken before anyone was shown it: its owner hears of the game all the same.
func TestASeekTakenAtOnceIsTold(t *testing.T) {
	t.Parallel()
	here, there := twoServers(t)
	owner, friend := here.Guest(), there.Guest()
	l := enter(t, owner)
	seek, err := owner.PlayNow(t.Context(), playtest.Wish{})
	if err != nil {
		t.Fatal(err)
	}
	taken, err := friend.PlayNow(t.Context(), playtest.Wish{})
	if err != nil || taken.ID != seek.ID {
		t.Fatalf("%+v, %v", taken, err)
	}
	until(t, l, func() bool { return l.Games[seek.ID] == taken.Game })
}

func TestTheLobbyShowsGamesAndWhoWatchesThem(t *testing.T) {
	t.Parallel()
	here, there := twoServers(t)
	l, other := enter(t, here.Visitor()), enter(t, there.Visitor())
	quiet, watched := playtest.NewLongMatch(t, here, newRand()), playtest.NewLongMatch(t, here, newRand())
	for _, m := range []*playtest.Match{quiet, watched} {
		for _, b := range []*playtest.Bot{m.White, m.Black} {
			if err := b.SitDown(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, server := range []*playtest.Running{here, there, there} {
		s, err := server.Visitor().Open(t.Context(), watched.Game, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Cut()
	}
	game := engine.GameID(watched.Game)
	for _, l := range []*playtest.Lobby{l, other} {
		until(t, l, func() bool {
			return len(l.Live) == 2 && l.Live[game].Spectators == 3 && l.Featured != nil && l.Featured.Game == game
		})
		if g := l.Live[game]; g.Players.White == nil || g.Players.White.Name == "" || g.Ruleset != "backgammon" || g.Turn == engine.NoSeat {
			t.Errorf("the game is shown as %+v", g)
		}
		if f := l.Featured; f.Turn != l.Live[game].Turn || f.Roll.Len() != 2 || f.Position.White.Points[5] != 5 || f.Seq == 0 {
			t.Errorf("the board is shown as %+v", f)
		}
	}
	resign(t, watched.White)
	for _, l := range []*playtest.Lobby{l, other} {
		until(t, l, func() bool {
			return len(l.Live) == 1 && l.Recent[game].Result != nil && l.Featured != nil && l.Featured.Game == engine.GameID(quiet.Game)
		})
	}
	resign(t, quiet.Black)
	for _, l := range []*playtest.Lobby{l, other} {
		until(t, l, func() bool { return len(l.Live) == 0 && len(l.Recent) == 2 && l.Featured == nil })
	}
	if hall, err := there.Visitor().Lobby(t.Context()); err != nil || len(hall.Live) != 0 || len(hall.Recent) != 2 || hall.Recent[0].ID != engine.GameID(quiet.Game) {
		t.Errorf("by REST: %+v, %v", hall, err)
	}
}

// resign gives a game up for the most.
func resign(t *testing.T, b *playtest.Bot) {
	t.Helper()
	command := map[string]any{"id": newRandomID(), "command": "resign", "worth": 3}
	if err := b.Do(t.Context(), "POST", "/games/"+b.Game+"/commands", command, nil); err != nil {
		t.Fatal(err)
	}
}

func TestUnlistedGamesAreNotInTheLobby(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	maker, friend := server.Guest(), server.Guest()
	made, err := maker.Create(t.Context(), playtest.NewGame{Ruleset: "backgammon", Seat: "white"})
	if err != nil {
		t.Fatal(err)
	}
	white := &playtest.Bot{Client: maker, Game: string(made.Game.ID), Rand: newRand()}
	black := &playtest.Bot{Client: friend, Game: string(made.Game.ID), Rand: newRand(), Invitation: made.Invitation}
	for _, b := range []*playtest.Bot{white, black} {
		if err := b.SitDown(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	s, err := server.Visitor().Open(t.Context(), string(made.Game.ID), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Cut()
	if _, err := s.Until(t.Context(), "snapshot"); err != nil {
		t.Fatal(err)
	}
	if hall, err := server.Visitor().Lobby(t.Context()); err != nil || len(hall.Live) != 0 || hall.Featured != nil {
		t.Errorf("%+v, %v", hall, err)
	}
	resign(t, white)
	if l := enter(t, server.Visitor()); len(l.Live)+len(l.Recent) != 0 {
		t.Errorf("%+v", l)
	}
}

func TestTheLobbysSocketTakesNothingButPing(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	l := enter(t, server.Guest())
	if err := l.SayText(t.Context(), `{"type": "ping", "id": "1"}`); err != nil {
		t.Fatal(err)
	}
	if err := l.Hear(t.Context()); err != nil { // a pong: nothing else happens here
		t.Error(err)
	}
	if err := l.SayText(t.Context(), `{"type": "command", "id": "`+newRandomID()+`", "command": "abort"}`); err != nil {
		t.Fatal(err)
	}
	for {
		_, _, err := l.Next(t.Context())
		if err != nil {
			if code := websocket.CloseStatus(err); code != 4100 {
				t.Errorf("closed with %d: %v", code, err)
			}
			return
		}
	}
}
