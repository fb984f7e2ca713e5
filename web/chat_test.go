package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/talk"
	"fallas/web"
	"fallas/web/playtest"
)

// chatHeard is a chat message, or the answer to a reading of the chat.
type chatHeard struct {
	Circle string
	Change uint32
	Closed struct{ White, Black bool }
	Lines  []struct {
		N       uint32
		Text    string
		Deleted bool
		Player  web.Player
	}
}

func (c chatHeard) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:", c.Circle)
	for _, l := range c.Lines {
		fmt.Fprintf(&b, " %d %s", l.N, l.Text)
	}
	return b.String()
}

// hears reads a socket on to the next chat message that tells of a change.
func hears(t *testing.T, s *playtest.Socket) chatHeard {
	t.Helper()
	for {
		m, raw, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if m.Type != "chat" {
			continue
		}
		var c chatHeard
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		if c.Change > 0 {
			return c
		}
	}
}

func says(id, text string) map[string]any {
	return map[string]any{"type": "chat", "id": id, "text": text}
}

func opened(t *testing.T, c *playtest.Client, game string) *playtest.Socket {
	t.Helper()
	s, err := c.Open(t.Context(), game, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Cut)
	return s
}

func TestPlayersAndSpectatorsTalkApart(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	m := newSeated(t, server)
	white, black := opened(t, m.players[0], m.game), opened(t, m.players[1], m.game)
	eve, dan := server.Guest(), server.Guest()
	watching, nobody := opened(t, eve, m.game), opened(t, server.Visitor(), m.game)

	id := uuid.NewString()
	for range 2 { // the second time it is the same line
		if err := white.Say(t.Context(), says(id, "  good   luck ")); err != nil {
			t.Fatal(err)
		}
		var ack struct{ N uint32 }
		for {
			got, raw, err := white.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got.Type == "ack" && got.ID == id {
				if err := json.Unmarshal(raw, &ack); err != nil || ack.N != 1 {
					t.Errorf("acknowledged %s (%v)", raw, err)
				}
				break
			}
		}
	}
	if got := hears(t, black); got.String() != "players: 1 good luck" || got.Lines[0].Player != m.players[0].Self {
		t.Errorf("the opponent hears %v by %v", got, got.Lines)
	}
	if err := watching.Say(t.Context(), says(uuid.NewString(), "24/18!")); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*playtest.Socket{watching, nobody} {
		if got := hears(t, s); got.String() != "spectators: 1 24/18!" {
			t.Errorf("spectators hear %v", got)
		}
	}
	// REST reads and says the same.
	said := map[string]string{"id": uuid.NewString(), "text": "no: 13/7"}
	if err := dan.Do(t.Context(), "POST", "/games/"+m.game+"/chat", said, nil); err != nil {
		t.Fatal(err)
	}
	if got := hears(t, watching); got.String() != "spectators: 2 no: 13/7" {
		t.Errorf("spectators hear %v", got)
	}
	for c, want := range map[*playtest.Client]string{
		m.players[1]: "players: 1 good luck", eve: "spectators: 1 24/18! 2 no: 13/7", server.Visitor(): "spectators: 1 24/18! 2 no: 13/7",
	} {
		var got chatHeard
		if err := c.Do(t.Context(), "GET", "/games/"+m.game+"/chat", nil, &got); err != nil || got.String() != want {
			t.Errorf("read %v (%v), want %s", got, err, want)
		}
	}
	var later chatHeard
	if err := eve.Do(t.Context(), "GET", "/games/"+m.game+"/chat?after=1", nil, &later); err != nil || later.String() != "spectators: 2 no: 13/7" {
		t.Errorf("after 1: %v (%v)", later, err)
	}
	// Whoever comes later finds it, in one message.
	if got := hears(t, opened(t, server.Visitor(), m.game)); got.String() != "spectators: 1 24/18! 2 no: 13/7" {
		t.Errorf("a late spectator hears %v", got)
	}
}

func TestWhoSitsDownTalksWithThePlayers(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	maker, guest := server.Guest(), server.Guest()
	made, err := maker.Create(t.Context(), playtest.NewGame{Ruleset: "backgammon", Seat: "white"})
	if err != nil {
		t.Fatal(err)
	}
	m := &seated{game: string(made.Game.ID)}
	s := opened(t, guest, m.game)
	m.sit(t, maker, made.Commitment, "")
	if err := maker.Do(t.Context(), "POST", "/games/"+m.game+"/chat", map[string]string{"id": uuid.NewString(), "text": "hello"}, nil); err != nil {
		t.Fatal(err)
	}
	m.sit(t, guest, made.Commitment, made.Invitation)
	if got := hears(t, s); got.String() != "players: 1 hello" {
		t.Errorf("once seated: %v", got)
	}
}

// seated is a game of backgammon, which no roll ends, with a player on each seat, white first.
type seated struct {
	game    string
	players [2]*playtest.Client
}

func newSeated(t *testing.T, server *playtest.Running) *seated {
	t.Helper()
	m := &seated{players: [2]*playtest.Client{server.Guest(), server.Guest()}}
	made, err := m.players[0].Create(t.Context(), playtest.NewGame{Ruleset: "backgammon", Seat: "white"})
	if err != nil {
		t.Fatal(err)
	}
	m.game = string(made.Game.ID)
	m.sit(t, m.players[0], made.Commitment, "")
	m.sit(t, m.players[1], made.Commitment, made.Invitation)
	return m
}

func (m *seated) sit(t *testing.T, c *playtest.Client, commitment, invitation string) {
	t.Helper()
	sit := playtest.Sit(uuid.NewString(), strings.Repeat("0", 64), commitment, invitation)
	delete(sit, "type")
	if err := c.Do(t.Context(), "POST", "/games/"+m.game+"/commands", sit, nil); err != nil {
		t.Fatal(err)
	}
}

func TestAPlayerMayCloseTheTalk(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	m := newSeated(t, server)
	black := opened(t, m.players[1], m.game)
	path := "/games/" + m.game + "/chat"
	put := func(c *playtest.Client, closed bool) error {
		return c.Do(t.Context(), "PUT", path+"/closed", map[string]any{"circle": "players", "closed": closed}, nil)
	}
	say := func(c *playtest.Client) error {
		return c.Do(t.Context(), "POST", path, map[string]string{"id": uuid.NewString(), "text": "x"}, nil)
	}
	wantProblem(t, "a spectator closes it", put(server.Guest(), true), web.Code(engine.RefusedNotSeated), http.StatusForbidden)
	if err := put(m.players[0], true); err != nil {
		t.Fatal(err)
	}
	if got := hears(t, black); !got.Closed.White || got.Closed.Black {
		t.Errorf("closed: %+v", got)
	}
	for _, c := range m.players {
		wantProblem(t, "a player talks on", say(c), web.CodeChatClosed, http.StatusConflict)
	}
	if err := say(server.Guest()); err != nil {
		t.Errorf("the spectators' talk: %v", err)
	}
	if err := put(m.players[0], false); err != nil {
		t.Fatal(err)
	}
	if got := hears(t, black); got.Closed.White {
		t.Errorf("opened again: %+v", got)
	}
	if err := say(m.players[1]); err != nil {
		t.Error(err)
	}
}

func TestWhatIsNotSaid(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	m := newSeated(t, server)
	path := "/games/" + m.game + "/chat"
	say := func(c *playtest.Client, id, text string) error {
		return c.Do(t.Context(), "POST", path, map[string]string{"id": id, "text": text}, nil)
	}
	eve := server.Guest()
	wantProblem(t, "without a session", say(server.Visitor(), uuid.NewString(), "x"), web.CodeNoSession, http.StatusUnauthorized)
	wantProblem(t, "an override of direction", say(eve, uuid.NewString(), "a\u202eb"), web.CodeInvalid, http.StatusUnprocessableEntity)
	wantProblem(t, "another's kind of id", say(eve, strings.ToUpper(uuid.NewString()), "x"), web.CodeInvalid, http.StatusUnprocessableEntity)
	wantProblem(t, "nothing", say(eve, uuid.NewString(), "  "), web.CodeInvalid, http.StatusUnprocessableEntity)
	id := uuid.NewString()
	if err := say(eve, id, "x"); err != nil {
		t.Fatal(err)
	}
	wantProblem(t, "the id of another line", say(eve, id, "y"), web.CodeReused, http.StatusConflict)
	for range talk.PaceLines - 1 {
		if err := say(eve, uuid.NewString(), "x"); err != nil {
			t.Fatal(err)
		}
	}
	wantProblem(t, "faster than anyone reads", say(eve, uuid.NewString(), "x"), web.CodeRate, http.StatusTooManyRequests)
	// On a socket it is refused with the line's id, and the socket goes on.
	s := opened(t, server.Visitor(), m.game)
	id = uuid.NewString()
	if err := s.Say(t.Context(), says(id, "x")); err != nil {
		t.Fatal(err)
	}
	refused, err := s.Until(t.Context(), "refused")
	if err != nil || refused.ID != id || refused.Code != web.CodeNoSession {
		t.Errorf("%+v, %v", refused, err)
	}
	other := "/games/" + uuid.NewString() + "/chat"
	wantProblem(t, "no game", eve.Do(t.Context(), "GET", other, nil, nil), web.CodeNoGame, http.StatusNotFound)
}

func TestMuting(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	p, q := server.Guest(), server.Guest()
	path := "/session/muted/" + string(q.Self.ID)
	muted := func() string {
		var got struct{ Muted []string }
		if err := p.Do(t.Context(), "GET", "/session/muted", nil, &got); err != nil {
			t.Fatal(err)
		}
		return strings.Join(got.Muted, " ")
	}
	for range 2 {
		if err := p.Do(t.Context(), "PUT", path, nil, nil); err != nil {
			t.Fatal(err)
		}
		if got := muted(); got != string(q.Self.ID) {
			t.Errorf("muted: %s", got)
		}
	}
	for range 2 {
		if err := p.Do(t.Context(), "DELETE", path, nil, nil); err != nil {
			t.Fatal(err)
		}
		if got := muted(); got != "" {
			t.Errorf("muted: %s", got)
		}
	}
	wantProblem(t, "oneself", p.Do(t.Context(), "PUT", "/session/muted/"+string(p.Self.ID), nil, nil), web.CodeInvalid, http.StatusUnprocessableEntity)
	for _, nobody := range []string{uuid.NewString(), "x"} {
		wantProblem(t, "nobody", p.Do(t.Context(), "PUT", "/session/muted/"+nobody, nil, nil), web.CodeNoPlayer, http.StatusNotFound)
	}
}

// Between servers word may be lost, and an operator's program sends none: what was said, and what was
// taken away, is found all the same.
func TestTalkIsFoundWithoutWordOfIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := openStore(t)
		server := playtest.ServeInMemory(t, st, func(o *web.Options, _ *room.Options) { o.Topics = deaf{} })
		m := newSeated(t, server)
		eve := server.Guest()
		s := opened(t, server.Visitor(), m.game)
		begin := time.Now()
		if err := eve.Do(t.Context(), "POST", "/games/"+m.game+"/chat", map[string]string{"id": uuid.NewString(), "text": "unkind"}, nil); err != nil {
			t.Fatal(err)
		}
		if got := hears(t, s); got.String() != "spectators: 1 unkind" {
			t.Errorf("heard %v", got)
		}
		if err := st.DeleteLine(t.Context(), engine.GameID(m.game), talk.Spectators, 1); err != nil {
			t.Fatal(err)
		}
		if got := hears(t, s); got.String() != "spectators: 1 " || !got.Lines[0].Deleted {
			t.Errorf("heard %v", got)
		}
		if took := time.Since(begin); took > time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}

// deaf topics tell nobody.
type deaf struct{}

func (deaf) Tell(lobby.Topic)                         {}
func (deaf) Listen(func(lobby.Topic)) (cancel func()) { return func() {} }
