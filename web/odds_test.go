package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"testing"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/web"
	"fallas/web/playtest"
)

// odds is the answer about a moment, as a program reads it.
type odds struct {
	engine.Standing
	Falla *engine.FallaChance
}

// startGame makes a game between two guests that has begun and is not over; the first roll of a Fallas
// ruleset may end it, then another is made.
func startGame(t *testing.T, server *playtest.Running, wish playtest.NewGame) (game string, white, black *playtest.Client) {
	t.Helper()
	white, black = server.Guest(), server.Guest()
	wish.Seat, wish.Visibility = "white", "public"
	for range 20 {
		made, err := white.Create(t.Context(), wish)
		if err != nil {
			t.Fatal(err)
		}
		game = string(made.Game.ID)
		for _, sit := range []struct {
			by         *playtest.Client
			invitation string
		}{{white, ""}, {black, made.Invitation}} {
			m := playtest.Sit(uuid.NewString(), made.Commitment, made.Commitment, sit.invitation)
			delete(m, "type")
			if err := sit.by.Do(t.Context(), http.MethodPost, "/games/"+game+"/commands", m, nil); err != nil {
				t.Fatal(err)
			}
		}
		record, err := white.Record(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		if record.Phase == engine.Playing {
			return game, white, black
		}
	}
	t.Fatal("no game goes on after its first roll")
	return "", nil, nil
}

// askedOn asks on a socket and returns the answer, or the refusal.
func askedOn(t *testing.T, c *playtest.Client, game, question string, seq engine.Seq) playtest.Message {
	t.Helper()
	s, err := c.Open(t.Context(), game, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Cut()
	m := map[string]any{"type": "ask", "id": question, "ask": question}
	if seq != 0 {
		m["seq"] = seq
	}
	if err := s.Say(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	for {
		got, _, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got.ID == question && (got.Type == "answer" || got.Type == "refused") {
			return got
		}
	}
}

// oddsOf reads the odds of an answer; nil if it has none.
func oddsOf(t *testing.T, m playtest.Message) (o *odds) {
	t.Helper()
	if m.Odds != nil {
		if err := json.Unmarshal(m.Odds, &o); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// eventsOf pulls the log of a game.
func eventsOf(t *testing.T, c *playtest.Client, game string) []engine.Event {
	t.Helper()
	record, err := c.Record(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	events := make([]engine.Event, len(record.Events))
	for i, raw := range record.Events {
		if err := json.Unmarshal(raw, &events[i]); err != nil {
			t.Fatal(err)
		}
	}
	return events
}

// Every moment of a finished game can be looked at, by whoever likes, on either way.
func TestOddsOfEveryMomentOfAGame(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	m := playtest.NewMatch(t, server, rand.New(rand.NewPCG(8, 1)))
	game := m.Play(t)
	eve := server.Visitor()
	events := eventsOf(t, eve, game)
	var then engine.Game
	for _, e := range events {
		then = engine.Apply(then, e)
		want := odds{then.Standing(), then.FallaOdds()}
		var got odds
		path := fmt.Sprintf("/games/%s/odds?seq=%d", game, e.Seq)
		if err := eve.Do(t.Context(), http.MethodGet, path, nil, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("event %d: %+v, %v, want %+v", e.Seq, got, err, want)
		}
		if got.Seq != e.Seq {
			t.Fatalf("event %d: %+v", e.Seq, got)
		}
	}
	last := engine.Seq(len(events))
	if o := oddsOf(t, askedOn(t, m.White.Client, game, "odds", 0)); o == nil || o.Seq != last || o.Falla != nil || o.FallaPossible {
		t.Errorf("a player of a finished game: %+v", o)
	}
	if o := oddsOf(t, askedOn(t, m.White.Client, game, "odds", 3)); o == nil || o.Seq != 3 || o.Position.White.Points[5] != 13 {
		t.Errorf("before the first throw: %+v", o)
	}
	if m := askedOn(t, eve, game, "position", 2); m.Position == nil || m.Position.Seat != engine.NoSeat || m.Position.PositionID != "4P8DADDg/wMAMA" {
		t.Errorf("before the game: %+v", m)
	}
	if m := askedOn(t, eve, game, "position", last+1); m.Code != web.CodeInvalid {
		t.Errorf("a moment to come: %+v", m)
	}
	for _, question := range []string{"odds", "position"} {
		err := eve.Do(t.Context(), http.MethodGet, fmt.Sprintf("/games/%s/%s?seq=%d", game, question, last+1), nil, nil)
		wantProblem(t, "a moment to come", err, web.CodeInvalid, http.StatusUnprocessableEntity)
		err = eve.Do(t.Context(), http.MethodGet, "/games/"+uuid.NewString()+"/"+question, nil, nil)
		wantProblem(t, "no game", err, web.CodeNoGame, http.StatusNotFound)
	}
}

// Two people at play see the odds only if their game was made so; others always do.
func TestOddsAreForPlayersWhoAgreed(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	for _, c := range []struct {
		ruleset string
		agreed  bool
		told    bool // whether the players are
		falla   bool // whether there is one to tell of
	}{
		{"fallas", false, false, true},
		{"fallas", true, true, true},
		{"faylys", false, false, true},
		{"backgammon", false, true, false},
	} {
		t.Run(fmt.Sprintf("%s %t", c.ruleset, c.agreed), func(t *testing.T) {
			t.Parallel()
			game, white, black := startGame(t, server, playtest.NewGame{Ruleset: c.ruleset, Odds: c.agreed})
			told := func(who string, p *playtest.Client, told bool) {
				t.Helper()
				var byREST odds
				err := p.Do(t.Context(), http.MethodGet, "/games/"+game+"/odds", nil, &byREST)
				m := askedOn(t, p, game, "odds", 0)
				onSocket := oddsOf(t, m)
				if !told {
					wantProblem(t, who, err, web.CodeOddsNotAgreed, http.StatusForbidden)
					wantProblem(t, who+", of the past", p.Do(t.Context(), http.MethodGet, "/games/"+game+"/odds?seq=4", nil, nil), web.CodeOddsNotAgreed, http.StatusForbidden)
					if m.Code != web.CodeOddsNotAgreed {
						t.Errorf("%s on a socket: %+v", who, m)
					}
				} else if err != nil || !reflect.DeepEqual(onSocket, &byREST) || (byREST.Falla != nil) != c.falla {
					t.Errorf("%s: %+v, %v; on a socket %+v", who, byREST, err, onSocket)
				} else if byREST.Seat == engine.NoSeat || byREST.FallaPossible != c.falla {
					t.Errorf("%s: %+v", who, byREST)
				}
				if m := askedOn(t, p, game, "position", 0); m.Position == nil || !m.Position.Contact {
					t.Errorf("how it stands, %s: %+v", who, m)
				}
			}
			told("white", white, c.told)
			told("black", black, c.told)
			told("somebody else", server.Guest(), true)
			told("somebody without a session", server.Visitor(), true)
			resign := map[string]any{"id": uuid.NewString(), "command": "resign"}
			if err := black.Do(t.Context(), http.MethodPost, "/games/"+game+"/commands", resign, nil); err != nil {
				t.Fatal(err)
			}
			if err := white.Do(t.Context(), http.MethodGet, "/games/"+game+"/odds?seq=5", nil, nil); err != nil {
				t.Errorf("when it is over: %v", err)
			}
		})
	}
}

// Whoever sits down is told before, and the wish is part of what the id of the wish stands for.
func TestTheAgreementIsToldBeforeSittingDown(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	maker, guest := server.Guest(), server.Guest()
	for _, agreed := range []bool{true, false} {
		wish := playtest.NewGame{ID: uuid.NewString(), Seat: "white", Odds: agreed}
		for range 2 { // also when asked again
			made, err := maker.Create(t.Context(), wish)
			if err != nil || made.Odds != agreed {
				t.Fatalf("made: %+v, %v", made, err)
			}
			game := string(made.Game.ID)
			var looked struct{ Odds bool }
			err = guest.Do(t.Context(), http.MethodPost, "/games/"+game+"/invitation", map[string]string{"invitation": made.Invitation}, &looked)
			if err != nil || looked.Odds != agreed {
				t.Errorf("the invitation: %+v, %v", looked, err)
			}
			record, err := guest.Record(t.Context(), game)
			if err != nil || record.Odds != agreed {
				t.Errorf("the record: %+v, %v", record, err)
			}
			s, err := guest.Open(t.Context(), game, 0)
			if err != nil {
				t.Fatal(err)
			}
			_, raw, err := s.Next(t.Context())
			s.Cut()
			var snapshot struct{ Odds bool }
			if err != nil || json.Unmarshal(raw, &snapshot) != nil || snapshot.Odds != agreed {
				t.Errorf("the snapshot: %s, %v", raw, err)
			}
		}
		wish.Odds = !agreed
		_, err := maker.Create(t.Context(), wish)
		wantProblem(t, "the same id for another agreement", err, web.CodeReused, http.StatusConflict)
	}
}

// Each roll that could not be played is explained, whichever of its events is named, and so is each play that left
// dice over; others are not.
func TestPassesAreExplainedAtAnyMoment(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	r := rand.New(rand.NewPCG(5, 6))
	eve := server.Visitor()
	for range 50 {
		game := playtest.NewLongMatch(t, server, r).Play(t)
		passed, played, short := engine.Seq(0), engine.Seq(0), engine.Seq(0)
		log := eventsOf(t, eve, game)
		for _, e := range log {
			switch e.Body.(type) {
			case engine.Passed:
				passed = e.Seq
			case engine.Played:
				if engine.ExplainEvent(log, e.Seq) != nil {
					short = e.Seq
				} else {
					played = e.Seq
				}
			}
		}
		if passed == 0 || short == 0 {
			continue
		}
		for _, seq := range []engine.Seq{passed - 1, passed, short} {
			var e engine.Explanation
			path := fmt.Sprintf("/games/%s/explanation?seq=%d", game, seq)
			if err := eve.Do(t.Context(), http.MethodGet, path, nil, &e); err != nil || len(e.Left) == 0 || len(e.Left[0].Checkers) == 0 {
				t.Errorf("event %d: %+v, %v", seq, e, err)
			}
			if m := askedOn(t, eve, game, "explain", seq); m.Explained == nil || !reflect.DeepEqual(*m.Explained, e) {
				t.Errorf("event %d on a socket: %+v", seq, m)
			}
		}
		for _, seq := range []engine.Seq{1, played - 1, played, 4_000_000_000} {
			path := fmt.Sprintf("/games/%s/explanation?seq=%d", game, seq)
			wantProblem(t, "nothing to explain", eve.Do(t.Context(), http.MethodGet, path, nil, nil), web.CodeNoExplanation, http.StatusNotFound)
		}
		return
	}
	t.Fatal("no pass and no play that left dice over in 50 games")
}
