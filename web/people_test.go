package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/web"
	"fallas/web/playtest"
)

func takeName(ctx context.Context, c *playtest.Client, name string) (web.Player, error) {
	var out struct{ Player web.Player }
	err := c.Do(ctx, http.MethodPut, "/session/name", map[string]string{"name": name}, &out)
	return out.Player, err
}

func TestANameIsOnePersons(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	ann := server.Guest()
	p, err := takeName(t.Context(), ann, " Ann ")
	if err != nil || p != (web.Player{ID: ann.Self.ID, Name: "Ann"}) {
		t.Fatalf("%+v, %v", p, err)
	}
	if p, err := takeName(t.Context(), ann, "Ann"); err != nil || p.Name != "Ann" { // pressed twice
		t.Errorf("once more: %+v, %v", p, err)
	}
	_, err = takeName(t.Context(), server.Guest(), "ÁNN")
	wantProblem(t, "the same name", err, web.CodeNameTaken, http.StatusConflict)
	for _, name := range []string{"", "A", "Guest 5", "Аnn", "Ann\u202e", "A\u200bnn", "<b>", strings.Repeat("x", 25)} {
		_, err = takeName(t.Context(), ann, name)
		wantProblem(t, fmt.Sprintf("%q", name), err, web.CodeBadName, http.StatusUnprocessableEntity)
	}
	_, err = takeName(t.Context(), server.Visitor(), "Eve")
	wantProblem(t, "nobody", err, web.CodeNoSession, http.StatusUnauthorized)
}

func TestFiftyWantOneName(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	var got, taken atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		c := server.Guest()
		all.Go(func() {
			_, err := takeName(t.Context(), c, "Alfonso")
			var p *playtest.Problem
			switch {
			case err == nil:
				got.Add(1)
			case errors.As(err, &p) && p.Code == web.CodeNameTaken:
				taken.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got.Load() != 1 || taken.Load() != 49 {
		t.Errorf("%d got the name, %d heard that it is taken", got.Load(), taken.Load())
	}
}

// namedIn reads on until a seat is shown by a name.
func namedIn(ctx context.Context, t *testing.T, s *playtest.Socket, name string) {
	t.Helper()
	for {
		m, raw, err := s.Next(ctx)
		if err != nil {
			t.Fatalf("waiting for %q: %v", name, err)
		}
		if m.Type == "presence" && strings.Contains(string(raw), `"name":"`+name+`"`) {
			return
		}
	}
}

// closedWith reads on to the end of a socket, which must come for a code.
func closedWith(ctx context.Context, t *testing.T, s *playtest.Socket, code web.Code) {
	t.Helper()
	for {
		_, _, err := s.Next(ctx)
		if err == nil {
			continue
		}
		var closed websocket.CloseError
		if !errors.As(err, &closed) || closed.Code != 4103 || !strings.HasPrefix(closed.Reason, string(code)+":") {
			t.Errorf("closed with %v, want 4103 %s", err, code)
		}
		return
	}
}

func TestANewNameReachesTheTable(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	watching, playing := tb.open(t, tb.server.Visitor()), tb.open(t, tb.Black.Client)
	if _, err := takeName(tb.ctx, tb.White.Client, "Ana María"); err != nil {
		t.Fatal(err)
	}
	namedIn(tb.ctx, t, watching, "Ana María")
	namedIn(tb.ctx, t, playing, "Ana María")
	record, err := tb.server.Visitor().Record(tb.ctx, tb.Game)
	if err != nil || record.Players.White.Name != "Ana María" || record.Players.White.Guest {
		t.Errorf("%+v, %v", record.Players.White, err)
	}
}

// slowNames is a store that takes its time to hand out what people were called when it was asked, once it is told to.
type slowNames struct {
	store.Store
	now   atomic.Bool
	asked chan struct{}
	goOn  chan struct{}
}

func (s *slowNames) Players(ctx context.Context, ids []engine.PlayerID) ([]lobby.Player, error) {
	found, err := s.Store.Players(ctx, ids)
	if s.now.Swap(false) {
		close(s.asked)
		<-s.goOn
	}
	return found, err
}

// Whoever comes to a table in the very moment that somebody there takes a name is told it all the same.
func TestANewNameReachesWhoIsJustComing(t *testing.T) {
	t.Parallel()
	st := &slowNames{Store: openStore(t), asked: make(chan struct{}), goOn: make(chan struct{})}
	var later atomic.Int64
	server := playtest.Serve(t, st, func(o *web.Options, _ *room.Options) {
		o.Now = func() engine.Micros { return engine.Micros(time.Now().UnixMicro() + later.Load()) }
	})
	m := newSeated(t, server)
	later.Store(time.Hour.Microseconds()) // nobody's name is remembered
	st.now.Store(true)
	watching := opened(t, server.Visitor(), m.game)
	<-st.asked
	_, err := takeName(t.Context(), m.players[0], "Ximena")
	close(st.goOn)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	namedIn(ctx, t, watching, "Ximena")
}

// What was changed by another program, or told by another server whose word was lost, is found when
// everything is looked at again.
func TestChangesNobodyToldOfAreFound(t *testing.T) {
	t.Parallel()
	topics := new(lobby.LocalTopics)
	var kept store.Store
	tb := newTable(t, func(o *web.Options, _ *room.Options) {
		o.Topics, kept = topics, o.Store.(store.Store)
	})
	watching, white, black := tb.open(t, tb.server.Visitor()), tb.open(t, tb.White.Client), tb.open(t, tb.Black.Client)
	for _, s := range []*playtest.Socket{watching, white, black} {
		if _, err := s.Until(tb.ctx, "chat"); err != nil {
			t.Fatal(err)
		}
	}
	name, err := lobby.ParseName("Sancho")
	if err != nil {
		t.Fatal(err)
	}
	at := engine.Micros(time.Now().UnixMicro())
	if err := kept.Rename(tb.ctx, tb.White.Self.ID, name); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Ban(tb.ctx, tb.Black.Self.ID, true, at); err != nil {
		t.Fatal(err)
	}
	topics.Tell(lobby.Anything)
	namedIn(tb.ctx, t, watching, "Sancho")
	namedIn(tb.ctx, t, white, "Sancho")
	closedWith(tb.ctx, t, black, web.CodeBanned)
}

func TestARecoveryCodeMovesAPlayerInMidTurn(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	record, err := tb.server.Visitor().Record(tb.ctx, tb.Game)
	if err != nil {
		t.Fatal(err)
	}
	player := tb.White.Client
	if record.Turn == engine.Black {
		player = tb.Black.Client
	}
	old := tb.open(t, player)
	bystander := tb.open(t, tb.server.Visitor())
	var made struct{ Code string }
	if err := player.Do(tb.ctx, http.MethodPost, "/session/recovery", nil, &made); err != nil {
		t.Fatal(err)
	}
	phone := tb.server.Guest() // another guest there is left behind
	spend := map[string]string{"id": uuid.NewString(), "code": strings.ToLower(made.Code)}
	var moved struct {
		Player web.Player
		Token  string
	}
	if err := phone.Do(tb.ctx, http.MethodPost, "/session/recover", spend, &moved); err != nil {
		t.Fatal(err)
	}
	first := moved.Token
	if err := phone.Do(tb.ctx, http.MethodPost, "/session/recover", spend, &moved); err != nil || moved.Token != first || first == "" {
		t.Errorf("sent again: %v", err)
	}
	if moved.Player.ID != player.Self.ID {
		t.Fatalf("moved %+v", moved.Player)
	}
	closedWith(tb.ctx, t, old, web.CodeSessionEnded)
	wantProblem(t, "the old device", player.Do(tb.ctx, http.MethodPost, "/session/recovery", nil, nil), web.CodeSessionEnded, http.StatusUnauthorized)
	spend["id"] = uuid.NewString()
	wantProblem(t, "a third device", phone.Do(tb.ctx, http.MethodPost, "/session/recover", spend, nil), web.CodeNoRecovery, http.StatusNotFound)
	other := "0" // one wrong symbol is always found, several only nearly always
	if strings.HasPrefix(made.Code, other) {
		other = "1"
	}
	spend["code"] = other + made.Code[1:]
	wantProblem(t, "a typing error", phone.Do(tb.ctx, http.MethodPost, "/session/recover", spend, nil), web.CodeMistyped, http.StatusUnprocessableEntity)

	phone.Token = moved.Token
	s := tb.open(t, phone)
	m, err := s.Until(tb.ctx, "legal")
	if err != nil {
		t.Fatal(err)
	}
	var steps engine.Play
	for node := 0; len(m.Nodes.Nodes[node]) > 0; {
		l := m.Nodes.Nodes[node][0]
		steps = append(steps, l.Step)
		node = int(l.Next)
	}
	if err := s.Say(tb.ctx, playtest.Play(uuid.NewString(), m.Seq, steps)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Until(tb.ctx, "ack"); err != nil {
		t.Errorf("the turn cannot be finished: %v", err)
	}
	if err := bystander.Say(tb.ctx, map[string]string{"type": "ping", "id": "1"}); err != nil {
		t.Error(err)
	}
	if _, err := bystander.Until(tb.ctx, "pong"); err != nil {
		t.Errorf("a bystander: %v", err)
	}
}

func TestGuessingRecoveryCodesIsSlow(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t), func(o *web.Options, _ *room.Options) { o.Limits.RecoverPerMinute = 3 })
	c := server.Visitor()
	guess := func() error {
		return c.Do(t.Context(), http.MethodPost, "/session/recover", map[string]string{"id": uuid.NewString(), "code": "x"}, nil)
	}
	for range 3 {
		wantProblem(t, "a guess", guess(), web.CodeMistyped, http.StatusUnprocessableEntity)
	}
	wantProblem(t, "one too many", guess(), web.CodeRate, http.StatusTooManyRequests)
}

func TestARevokedTokenActsNoMore(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	owner := tb.White.Client
	id := uuid.NewString()
	var made struct{ ID, Label, Token string }
	wish := map[string]string{"id": id, "label": "bot"}
	if err := owner.Do(tb.ctx, http.MethodPost, "/session/tokens", wish, &made); err != nil || made.ID != id || made.Label != "bot" {
		t.Fatalf("%+v, %v", made, err)
	}
	program := tb.server.Visitor()
	program.Token = made.Token
	s, own := tb.open(t, program), tb.open(t, owner)
	if m, err := s.Until(tb.ctx, "snapshot"); err != nil || m.Seat != engine.White {
		t.Errorf("%+v, %v", m, err)
	}
	var listed struct {
		Tokens []struct{ ID, Label, Token string }
	}
	if err := program.Do(tb.ctx, http.MethodGet, "/session/tokens", nil, &listed); err != nil || len(listed.Tokens) != 1 || listed.Tokens[0].Token != "" {
		t.Errorf("%+v, %v", listed, err)
	}
	for range 2 {
		if err := owner.Do(tb.ctx, http.MethodDelete, "/session/tokens/"+id, nil, &listed); err != nil || len(listed.Tokens) != 0 {
			t.Errorf("%+v, %v", listed, err)
		}
	}
	closedWith(tb.ctx, t, s, web.CodeSessionEnded)
	wantProblem(t, "the program", program.Do(tb.ctx, http.MethodGet, "/session/tokens", nil, nil), web.CodeSessionEnded, http.StatusUnauthorized)
	if err := own.Say(tb.ctx, map[string]string{"type": "ping", "id": "1"}); err != nil {
		t.Error(err)
	}
	if _, err := own.Until(tb.ctx, "pong"); err != nil {
		t.Errorf("the owner's own socket: %v", err)
	}
	wish["label"] = "b\u202eot"
	wantProblem(t, "a label", owner.Do(tb.ctx, http.MethodPost, "/session/tokens", wish, nil), web.CodeInvalid, http.StatusUnprocessableEntity)
}

func TestTheBannedAreToldAndLetInAgain(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	c := tb.White.Client
	s := tb.open(t, c)
	if err := tb.server.Lobby.Ban(tb.ctx, c.Self.ID, true); err != nil {
		t.Fatal(err)
	}
	closedWith(tb.ctx, t, s, web.CodeBanned)
	closedWith(tb.ctx, t, tb.open(t, c), web.CodeBanned)
	for _, r := range []struct{ method, path string }{
		{http.MethodPost, "/session"}, {http.MethodGet, "/session"}, {http.MethodPost, "/session/recovery"}, {http.MethodGet, "/games/" + tb.Game + "/legal"},
	} {
		wantProblem(t, r.method+r.path, c.Do(tb.ctx, r.method, r.path, nil, nil), web.CodeBanned, http.StatusForbidden)
	}
	if err := tb.server.Lobby.Ban(tb.ctx, c.Self.ID, false); err != nil {
		t.Fatal(err)
	}
	if _, err := tb.open(t, c).Until(tb.ctx, "snapshot"); err != nil {
		t.Errorf("let in again: %v", err)
	}
}

// askedFor is a store that keeps those waiting who look up a player, once it is told to.
type askedFor struct {
	store.Store
	wait  atomic.Bool
	asked chan struct{} // closed by the first who waits
	once  sync.Once
	goOn  chan struct{}
}

func (s *askedFor) Players(ctx context.Context, ids []engine.PlayerID) ([]lobby.Player, error) {
	if s.wait.Load() {
		s.once.Do(func() { close(s.asked) })
		<-s.goOn
	}
	return s.Store.Players(ctx, ids)
}

// From the moment that a session is known to have ended its socket does nothing for it, also while why is still
// being looked up.
func TestAnEndedSessionIsRefusedBeforeItsSocketIsClosed(t *testing.T) {
	t.Parallel()
	st := &askedFor{Store: openStore(t), asked: make(chan struct{}), goOn: make(chan struct{})}
	release := sync.OnceFunc(func() { close(st.goOn) })
	server := playtest.Serve(t, st)
	defer release()
	c := server.Guest()
	made, err := c.Create(t.Context(), playtest.NewGame{})
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, c, string(made.Game.ID))
	if _, err := s.Until(t.Context(), "chat"); err != nil {
		t.Fatal(err)
	}
	st.wait.Store(true)
	if err := server.Lobby.Ban(t.Context(), c.Self.ID, true); err != nil {
		t.Fatal(err)
	}
	<-st.asked
	for id, m := range map[string]map[string]any{
		"1f0d9a52-7a1e-4d0b-9a51-7c8d9e0f1a13": {"type": "command", "command": "abort"},
		"2f0d9a52-7a1e-4d0b-9a51-7c8d9e0f1a13": {"type": "chat", "text": "I am still here"},
	} {
		m["id"] = id
		if err := s.Say(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		for answered := false; !answered; {
			got, raw, err := s.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if answered = got.ID == id; answered && (got.Type != "refused" || got.Code != web.CodeSessionEnded) {
				t.Errorf("%v is answered with %s", m, raw)
			}
		}
	}
	release()
	closedWith(t.Context(), t, s, web.CodeBanned)
}

func TestWhoDeletesThemselvesLeavesTheRecord(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	c := tb.White.Client
	other, own := tb.open(t, tb.Black.Client), tb.open(t, c)
	path := "/session/player?confirm="
	wantProblem(t, "another's id", c.Do(tb.ctx, http.MethodDelete, path+string(tb.Black.Self.ID), nil, nil), web.CodeNotConfirmed, http.StatusUnprocessableEntity)
	var left struct{ Player web.Player }
	if err := c.Do(tb.ctx, http.MethodDelete, path+string(c.Self.ID), nil, &left); err != nil {
		t.Fatal(err)
	}
	want := web.Player{ID: c.Self.ID, Name: lobby.DeletedName, Deleted: true}
	if left.Player != want {
		t.Errorf("left: %+v", left.Player)
	}
	closedWith(tb.ctx, t, own, web.CodeSessionEnded)
	wantProblem(t, "once more", c.Do(tb.ctx, http.MethodDelete, path+string(c.Self.ID), nil, nil), web.CodeSessionEnded, http.StatusUnauthorized)
	for over := false; !over; {
		m, err := other.Until(tb.ctx, "events")
		if err != nil {
			t.Fatal(err)
		}
		over = strings.Contains(fmt.Sprintf("%s", m.Events), `"ended"`)
	}
	record, err := tb.server.Visitor().Record(tb.ctx, tb.Game)
	if err != nil || record.Phase != engine.Over || *record.Players.White != want {
		t.Errorf("%+v, %v", record.Summary, err)
	}
	var shown struct {
		web.Player
		Results []struct{ Lost int }
	}
	if err := tb.server.Visitor().Do(tb.ctx, http.MethodGet, "/players/"+string(c.Self.ID), nil, &shown); err != nil || shown.Player != want {
		t.Errorf("%+v, %v", shown, err)
	}
	for _, id := range []string{uuid.NewString(), "x"} {
		wantProblem(t, id, tb.server.Visitor().Do(tb.ctx, http.MethodGet, "/players/"+id, nil, nil), web.CodeNoPlayer, http.StatusNotFound)
	}
}

// Games in no list are listed to those who sit in them, and to nobody else.
func TestOwnGamesIncludeTheUnlisted(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	ann, eve := server.Guest(), server.Guest()
	made, err := ann.Create(t.Context(), playtest.NewGame{Seat: "white", Visibility: "unlisted"})
	if err != nil {
		t.Fatal(err)
	}
	sit := playtest.Sit(uuid.NewString(), strings.Repeat("00", 32), made.Commitment, "")
	delete(sit, "type")
	if err := ann.Do(t.Context(), http.MethodPost, "/games/"+string(made.Game.ID)+"/commands", sit, nil); err != nil {
		t.Fatal(err)
	}
	for _, look := range []struct {
		who  *playtest.Client
		path string
		want int
	}{
		{ann, "/session/games", 1}, {eve, "/session/games", 0}, {ann, "/session/games?status=finished", 0},
		{eve, "/games?player=" + string(ann.Self.ID), 0}, {ann, "/games?player=" + string(ann.Self.ID), 0},
	} {
		var list struct{ Games []web.Summary }
		if err := look.who.Do(t.Context(), http.MethodGet, look.path, nil, &list); err != nil || len(list.Games) != look.want {
			t.Errorf("%s of %s: %d games, %v", look.path, look.who.Self.Name, len(list.Games), err)
		}
	}
	wantProblem(t, "nobody's", server.Visitor().Do(t.Context(), http.MethodGet, "/session/games", nil, nil), web.CodeNoSession, http.StatusUnauthorized)
}
