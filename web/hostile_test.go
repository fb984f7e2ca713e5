package web_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/web"
	"fallas/web/playtest"
)

// table is a game with both seats taken, whose players' bots have not played yet.
type table struct {
	*playtest.Match
	server *playtest.Running
	ctx    context.Context
}

// newTable seats two at a game that goes on: no roll ends it.
func newTable(t *testing.T, changes ...playtest.Change) *table {
	t.Helper()
	return seatTable(t, playtest.NewLongMatch, changes...)
}

// newFallasTable is newTable for fallas, where the first roll may be a falla.
func newFallasTable(t *testing.T) *table {
	t.Helper()
	return seatTable(t, playtest.NewMatch)
}

func seatTable(t *testing.T, match func(testing.TB, *playtest.Running, *rand.Rand) *playtest.Match, changes ...playtest.Change) *table {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	server := playtest.Serve(t, openStore(t), changes...)
	m := match(t, server, rand.New(rand.NewPCG(3, 4)))
	for _, b := range []*playtest.Bot{m.White, m.Black} {
		if err := b.SitDown(ctx); err != nil {
			t.Fatal(err)
		}
	}
	return &table{m, server, ctx}
}

// open opens a socket, which is cut when the test ends.
func (tb *table) open(t *testing.T, c *playtest.Client) *playtest.Socket {
	t.Helper()
	s, err := c.Open(tb.ctx, tb.Game, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Cut)
	return s
}

// closed reads on until the socket is closed, and returns the error it was told of and its close code. What was on
// its way already may come after the error.
func (tb *table) closed(t *testing.T, s *playtest.Socket) (told playtest.Message, code int) {
	t.Helper()
	for {
		m, _, err := s.Next(tb.ctx)
		if err != nil {
			if tb.ctx.Err() != nil {
				t.Fatal("the socket stays open")
			}
			if code = int(websocket.CloseStatus(err)); code < 0 {
				t.Logf("cut off: %v", err)
			}
			return told, code
		}
		if m.Type == "error" {
			told = m
		}
	}
}

// stillPlays shows that nobody else noticed: the game goes on to its end.
func (tb *table) stillPlays(t *testing.T) {
	t.Helper()
	tb.Play(t)
}

func TestHostileMessagesCloseTheirSocketAlone(t *testing.T) {
	t.Parallel()
	tb := newTable(t, func(o *web.Options, _ *room.Options) { o.Limits.MessagesPerSecond, o.Limits.MessageBurst = 20, 200 })
	many := func(n int, text string) func(*playtest.Socket) {
		return func(s *playtest.Socket) {
			for range n {
				if s.SayText(tb.ctx, text) != nil {
					return // closed already
				}
			}
		}
	}
	for name, tt := range map[string]struct {
		do    func(*playtest.Socket)
		code  web.Code
		close int
	}{
		"garbage":        {many(1, "\x00\xff{["), web.CodeBadMessage, 4100},
		"no JSON object": {many(1, `"hello"`), web.CodeBadMessage, 4100},
		"unknown field":  {many(1, `{"type":"ping","id":"1","x":1}`), web.CodeBadMessage, 4100},
		"a binary frame": {func(s *playtest.Socket) { s.SayBytes(tb.ctx, []byte("{}")) }, web.CodeBadMessage, 4100},
		"1,000 frames":   {many(1000, `{"type":"ping","id":"1"}`), web.CodeRate, 4102},
		"a frame of 1 MB": {many(1, `{"type":"ping","id":"`+strings.Repeat("x", 1<<20)+`"}`),
			web.CodeTooBig, 4101},
		"deep nesting": {many(1, `{"type":"ping","id":`+strings.Repeat("[", 15000)+`}`), web.CodeBadMessage, 4100},
	} {
		for who, client := range map[string]*playtest.Client{"player": tb.White.Client, "spectator": tb.server.Visitor()} {
			s := tb.open(t, client)
			go tt.do(s)
			last, code := tb.closed(t, s)
			if code != tt.close || last.Type != "error" || last.Code != tt.code {
				t.Errorf("%s by a %s: closed %d after %+v", name, who, code, last)
			}
		}
	}
	tb.stillPlays(t)
}

func TestNobodyActsForSomebodyElse(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	stranger := tb.server.Guest()
	record, err := stranger.Record(tb.ctx, tb.Game)
	if err != nil {
		t.Fatal(err)
	}
	waiting := tb.White.Client
	if record.Turn == engine.White {
		waiting = tb.Black.Client
	}
	play := `"command":"play","expect":` + seqText(record.Seq) + `,"steps":[[24,23]]`
	for name, tt := range map[string]struct {
		by   *playtest.Client
		text string
		code web.Code
		http int
	}{
		"a spectator without a session plays": {tb.server.Visitor(), play, web.CodeNoSession, 401},
		"a spectator plays":                   {stranger, play, "not_seated", 403},
		"a spectator resigns":                 {stranger, `"command":"resign"`, "not_seated", 403},
		"a spectator aborts":                  {stranger, `"command":"abort"`, "not_seated", 403},
		"a spectator claims":                  {stranger, `"command":"claim"`, "not_seated", 403},
		"the other player's turn is played":   {waiting, play, "not_your_turn", 409},
	} {
		id := uuid.NewString()
		s := tb.open(t, tt.by)
		if err := s.SayText(tb.ctx, `{"type":"command","id":"`+id+`",`+tt.text+`}`); err != nil {
			t.Fatal(err)
		}
		m, err := s.Until(tb.ctx, "refused")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if m.Code != tt.code || m.ID != id || m.Again {
			t.Errorf("%s on a socket: %+v", name, m)
		}
		err = tt.by.Do(tb.ctx, "POST", "/games/"+tb.Game+"/commands", `{"id":"`+id+`",`+tt.text+`}`, nil)
		wantProblem(t, name+" by REST", err, tt.code, tt.http)
	}
	for name, by := range map[string]*playtest.Client{"spectator": stranger, "waiting player": waiting} {
		err := by.Do(tb.ctx, "GET", "/games/"+tb.Game+"/legal", nil, nil)
		if p := (*playtest.Problem)(nil); !errors.As(err, &p) || p.Code != "not_seated" && p.Code != "not_your_turn" {
			t.Errorf("a %s asks what is legal: %v", name, err)
		}
	}
	after, err := stranger.Record(tb.ctx, tb.Game)
	if err != nil || after.Seq != record.Seq {
		t.Errorf("the game went from %d to %d, %v", record.Seq, after.Seq, err)
	}
	tb.stillPlays(t)
}

func seqText(s engine.Seq) string { return strconv.FormatUint(uint64(s), 10) }

func wantProblem(t *testing.T, doing string, err error, code web.Code, status int) {
	t.Helper()
	var p *playtest.Problem
	if !errors.As(err, &p) || p.Code != code || p.Status != status {
		t.Errorf("%s: %v, want %d %s", doing, err, status, code)
	} else if regexp.MustCompile(`(json|engine|room|store|talk|lobby|web): `).MatchString(p.Detail) {
		t.Errorf("%s: %q tells of the inside of the program", doing, p.Detail)
	}
}

func TestOtherSitesReachNothing(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	url := "ws" + strings.TrimPrefix(tb.server.URL, "http") + "/api/v1/games/" + tb.Game + "/socket"
	for origin, ok := range map[string]bool{
		"https://elsewhere.example": false, "null": false, "http://127.0.0.1:1": false,
		tb.server.URL: true, "": true,
	} {
		h := http.Header{}
		if origin != "" {
			h.Set("Origin", origin)
		}
		ws, res, err := websocket.Dial(tb.ctx, url, &websocket.DialOptions{HTTPHeader: h})
		if (err == nil) != ok {
			t.Errorf("a socket from origin %q: %v", origin, err)
		}
		if err != nil && res.StatusCode != http.StatusForbidden {
			t.Errorf("a socket from origin %q: %d", origin, res.StatusCode)
		}
		if ws != nil {
			_ = ws.CloseNow() // it was only opened to see whether it can be
		}
	}
	req, err := http.NewRequestWithContext(tb.ctx, "POST", tb.server.URL+"/api/v1/games/"+tb.Game+"/commands",
		strings.NewReader(`{"id":"`+uuid.NewString()+`","command":"resign"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Origin", "https://elsewhere.example")
	req.AddCookie(&http.Cookie{Name: "fallas_session", Value: tb.White.Token})
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusForbidden || res.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("a resignation from another site: %d %v", res.StatusCode, res.Header)
	}
	tb.stillPlays(t)
}

// Behind a proxy that hands on another Host the pages of the base URL are still the server's own, by REST as by socket.
func TestThePagesOfTheBaseURLAreOurOwn(t *testing.T) {
	t.Parallel()
	const base = "http://play.example"
	server := playtest.Serve(t, openStore(t), func(o *web.Options, _ *room.Options) { o.BaseURL = base + "/" })
	for origin, status := range map[string]int{base: http.StatusCreated, "http://play.example.org": http.StatusForbidden} {
		req := request(t, server, "POST", "/api/v1/session", "")
		req.Header.Set("Origin", origin)
		var answer struct{}
		if got := do(t, req, &answer); got != status {
			t.Errorf("a request from %s: %d", origin, got)
		}
		ws, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+"/api/v1/lobby/socket",
			&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
		if (err == nil) != (status == http.StatusCreated) {
			t.Errorf("a socket from %s: %v", origin, err)
		}
		if ws != nil {
			_ = ws.CloseNow() // it was only opened to see whether it can be
		}
	}
}

func TestSocketsThatLeadNowhereAreTold(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	ended := tb.server.Visitor()
	ended.Token = strings.Repeat("x", 43)
	for name, tt := range map[string]struct {
		client *playtest.Client
		game   string
		code   web.Code
		close  int
	}{
		"no such game":    {tb.White.Client, uuid.NewString(), web.CodeNoGame, 4104},
		"no id of a game": {tb.White.Client, "nothing", web.CodeNoGame, 4104},
		"a session ended": {ended, tb.Game, web.CodeSessionEnded, 4103},
	} {
		s, err := tt.client.Open(tb.ctx, tt.game, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		last, code := tb.closed(t, s)
		if code != tt.close || last.Type != "error" || last.Code != tt.code {
			t.Errorf("%s: closed %d after %+v", name, code, last)
		}
	}
}

// A spectator that never reads is given up; the players do not wait for it.
func TestNobodyWaitsForASpectatorThatNeverReads(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	for range 50 {
		tb.open(t, tb.server.Visitor())
	}
	begin := time.Now()
	tb.stillPlays(t)
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("the game took %v", took)
	}
}

// However slowly they are opened, one address has a bounded number of sockets and streams; others do not notice.
func TestAnAddressHasSoManySocketsOpen(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t), func(o *web.Options, _ *room.Options) { o.Limits.SocketsOpen = 3 })
	made, err := server.Guest().Create(t.Context(), playtest.NewGame{})
	if err != nil {
		t.Fatal(err)
	}
	game := "/api/v1/games/" + string(made.Game.ID)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	open := func(path, address string) (*websocket.Conn, error) {
		ws, res, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(server.URL, "http")+path, &websocket.DialOptions{
			HTTPHeader: http.Header{"X-Forwarded-For": {address}},
		})
		if err != nil && (res == nil || res.StatusCode != http.StatusTooManyRequests) {
			t.Fatal(err)
		}
		return ws, err
	}
	stream := func(address string) *http.Response {
		req := request(t, server, "GET", game+"/events", "")
		req.Header.Set("X-Forwarded-For", address)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	const here, elsewhere = "198.51.100.1", "198.51.100.2"
	var all []*websocket.Conn
	for _, path := range []string{game + "/socket", "/api/v1/lobby/socket"} {
		ws, err := open(path, here)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ws)
	}
	events := stream(here)
	if _, err := open(game+"/socket", here); err == nil {
		t.Error("a fourth is let in")
	}
	refused := stream(here)
	if refused.StatusCode != http.StatusTooManyRequests {
		t.Errorf("a fourth, a stream: %d", refused.StatusCode)
	}
	if err := refused.Body.Close(); err != nil {
		t.Error(err)
	}
	ws, err := open(game+"/socket", elsewhere)
	if err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
	all = append(all, ws)
	if err := events.Body.Close(); err != nil {
		t.Error(err)
	}
	for { // until the server has seen that the stream's reader has gone
		ws, err := open(game+"/socket", here)
		if err == nil {
			all = append(all, ws)
			break
		}
		if ctx.Err() != nil {
			t.Fatal("what is closed counts still")
		}
	}
	for _, ws := range all {
		if err := ws.CloseNow(); err != nil {
			t.Error(err)
		}
	}
}
