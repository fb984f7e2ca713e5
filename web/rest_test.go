package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/web"
	"fallas/web/playtest"
)

func TestASessionIsACookieThatScriptsCannotRead(t *testing.T) {
	t.Parallel()
	for base, secure := range map[string]bool{"": false, "https://play.example": true} {
		server := playtest.Serve(t, openStore(t), func(o *web.Options, _ *room.Options) { o.BaseURL = base })
		res := send(t, server.Visitor(), "POST", "/api/v1/session", "")
		if res.StatusCode != http.StatusCreated || len(res.Cookies()) != 1 {
			t.Fatalf("%d, %d cookies", res.StatusCode, len(res.Cookies()))
		}
		c := res.Cookies()[0]
		if c.Name != "fallas_session" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.MaxAge <= 0 || c.Secure != secure {
			t.Errorf("base URL %q: %s", base, c)
		}
		// With the cookie it is the same person, who is not told the token again.
		again := request(t, server, "POST", "/api/v1/session", "")
		again.AddCookie(c)
		var answer struct {
			Token  *string
			Player web.Player
		}
		if status := do(t, again, &answer); status != http.StatusOK || answer.Token != nil || answer.Player.ID == "" {
			t.Errorf("the same person once more: %d %+v", status, answer)
		}
		// A cookie of a session that is not known makes somebody new, and nobody acts with it.
		stale := request(t, server, "POST", "/api/v1/session", "")
		stale.AddCookie(&http.Cookie{Name: "fallas_session", Value: strings.Repeat("x", 43)})
		var fresh struct{ Player web.Player }
		if status := do(t, stale, &fresh); status != http.StatusCreated || fresh.Player.ID == answer.Player.ID {
			t.Errorf("a session not known: %d %+v", status, fresh)
		}
		nobody := request(t, server, "POST", "/api/v1/games", `{"id":"`+uuid.NewString()+`"}`)
		nobody.Header.Set("Authorization", "Basic abc")
		var p web.Problem
		if status := do(t, nobody, &p); status != http.StatusUnauthorized || p.Code != web.CodeNoSession {
			t.Errorf("another scheme: %d %+v", status, p)
		}
		behind := request(t, server, "GET", "/api/v1/session", "")
		behind.AddCookie(c)
		behind.Header.Set("Authorization", "Basic abc")
		var who struct{ Player web.Player }
		if status := do(t, behind, &who); status != http.StatusOK || who.Player.ID != answer.Player.ID {
			t.Errorf("behind a proxy's password: %d %+v", status, who)
		}
	}
}

func TestMakingAGameTwiceMakesOne(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	maker := server.Guest()
	wish := playtest.NewGame{ID: uuid.NewString(), Seat: "white"}
	first, err := maker.Create(t.Context(), wish)
	if err != nil {
		t.Fatal(err)
	}
	second, err := maker.Create(t.Context(), wish)
	if err != nil || second.Game.ID != first.Game.ID || second.Commitment != first.Commitment || second.Invitation == first.Invitation {
		t.Errorf("%v: %+v, then %+v", err, first, second)
	}
	wish.Seat = "black"
	_, err = maker.Create(t.Context(), wish)
	wantProblem(t, "the same id for another wish", err, web.CodeReused, http.StatusConflict)

	for _, invitation := range []string{first.Invitation, second.Invitation} {
		var looked struct {
			Seat engine.Seat
			Free bool
		}
		err := server.Visitor().Do(t.Context(), "POST", "/games/"+string(first.Game.ID)+"/invitation", map[string]string{"invitation": invitation}, &looked)
		if err != nil || looked.Seat != engine.Black || !looked.Free {
			t.Errorf("an invitation: %+v, %v", looked, err)
		}
	}
	path := "/games/" + string(first.Game.ID)
	wantProblem(t, "an invitation made up", server.Visitor().Do(t.Context(), "POST", path+"/invitation", map[string]string{"invitation": "x"}, nil),
		web.CodeNoInvitation, http.StatusNotFound)
	wantProblem(t, "an invitation by somebody else", server.Guest().Do(t.Context(), "POST", path+"/invitations", nil, nil),
		web.CodeNotCreator, http.StatusForbidden)
	if err := maker.Do(t.Context(), "POST", path+"/invitations", nil, nil); err != nil {
		t.Errorf("another invitation by the maker: %v", err)
	}
	wantProblem(t, "no falla yet", maker.Do(t.Context(), "GET", path+"/explanation", nil, nil), web.CodeNoExplanation, http.StatusNotFound)
}

func TestBodiesThatAreNone(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	guest := server.Guest()
	big := `{"id":"` + uuid.NewString() + `","ruleset":"` + strings.Repeat("x", 20<<10) + `"}`
	for name, tt := range map[string]struct {
		path, kind, body string
		status           int
		code             web.Code
	}{
		"too big":           {"/games", "application/json", big, 413, web.CodeTooBig},
		"a command too big": {"/games/" + uuid.NewString() + "/commands", "application/json", big, 413, web.CodeTooBig},
		"no JSON":           {"/games", "application/json", "{", 400, web.CodeBadMessage},
		"a form":            {"/games", "application/x-www-form-urlencoded", "id=1", 415, web.CodeUnsupportedMedia},
		"nothing":           {"/games", "application/json", "", 400, web.CodeBadMessage},
		"an unknown field":  {"/games", "application/json", `{"id":"` + uuid.NewString() + `","dice":6}`, 422, web.CodeInvalid},
		"an unknown seat":   {"/games", "application/json", `{"id":"` + uuid.NewString() + `","seat":"red"}`, 422, web.CodeInvalid},
		"no id":             {"/games", "application/json", `{}`, 422, web.CodeInvalid},
		"an unknown game":   {"/games/" + uuid.NewString() + "/commands", "application/json", `{"id":"` + uuid.NewString() + `","command":"claim"}`, 404, web.CodeNoGame},
		"an odd ruleset":    {"/games", "application/json", `{"id":"` + uuid.NewString() + `","ruleset":"chess"}`, 422, "invalid"},
	} {
		req := request(t, server, "POST", "/api/v1"+tt.path, tt.body)
		req.Header.Set("Content-Type", tt.kind)
		req.Header.Set("Authorization", "Bearer "+guest.Token)
		var p web.Problem
		if status := do(t, req, &p); status != tt.status || p.Code != tt.code || p.Again {
			t.Errorf("%s: %d %+v", name, status, p)
		}
		if len(p.Errors) > 0 && !strings.Contains(p.Detail, p.Errors[0].Message) {
			t.Errorf("%s: %q does not say what is wrong: %v", name, p.Detail, p.Errors)
		}
	}
}

func TestLANAddressesAndVersionAreTold(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t), func(o *web.Options, _ *room.Options) {
		o.LANURLs, o.Version = []string{"http://192.168.1.5:8080"}, "v1.2.3"
	})
	var about struct {
		Version  string
		LANURLs  []string `json:"lan_urls"`
		Rulesets []struct{ ID string }
	}
	if err := server.Visitor().Do(t.Context(), "GET", "/server", nil, &about); err != nil {
		t.Fatal(err)
	}
	if about.Version != "v1.2.3" || len(about.LANURLs) != 1 || len(about.Rulesets) == 0 || about.Rulesets[0].ID != "fallas" {
		t.Errorf("%+v", about)
	}
}

func send(t *testing.T, c *playtest.Client, method, path, body string) *http.Response {
	t.Helper()
	var payload any
	if body != "" {
		payload = body
	}
	res, err := c.Send(t.Context(), method, path, payload)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() }) // nothing was written to it
	return res
}

func request(t *testing.T, server *playtest.Running, method, path, body string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), method, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// do sends a request and reads the answer's JSON.
func do(t *testing.T, req *http.Request, out any) int {
	t.Helper()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, out); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return res.StatusCode
}

// Who sits down without a socket has a name all the same, and those who watch are told it.
func TestAPlayerWithoutASocketIsShownByName(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	maker, friend := server.Guest(), server.Guest()
	made, err := maker.Create(t.Context(), playtest.NewGame{Seat: "white"})
	if err != nil {
		t.Fatal(err)
	}
	watching, err := server.Visitor().Open(t.Context(), string(made.Game.ID), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer watching.Cut()
	sit := playtest.Sit(uuid.NewString(), strings.Repeat("00", 32), made.Commitment, made.Invitation)
	delete(sit, "type")
	if err := friend.Do(t.Context(), "POST", "/games/"+string(made.Game.ID)+"/commands", sit, nil); err != nil {
		t.Fatal(err)
	}
	record, err := friend.Record(t.Context(), string(made.Game.ID))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		m, raw, err := watching.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if m.Type != "presence" {
			continue
		}
		var told struct{ Players web.Players }
		if err := json.Unmarshal(raw, &told); err != nil {
			t.Fatal(err)
		}
		if told.Players.Black == nil {
			continue // somebody else came or went before
		}
		if *told.Players.Black != *record.Players.Black || m.Black {
			t.Errorf("told %s, but %+v sits there without a socket", raw, *record.Players.Black)
		}
		return
	}
}

// Whatever a command asks for, it may say after which event it was decided on.
func TestASitThatExpectsAnotherGameIsStale(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	maker := server.Guest()
	made, err := maker.Create(t.Context(), playtest.NewGame{Seat: "white"})
	if err != nil {
		t.Fatal(err)
	}
	sit := playtest.Sit(uuid.NewString(), strings.Repeat("00", 32), made.Commitment, "")
	delete(sit, "type")
	path := "/games/" + string(made.Game.ID) + "/commands"
	sit["expect"] = 2
	wantProblem(t, "an event that there is not yet", maker.Do(t.Context(), "POST", path, sit, nil), web.CodeStale, http.StatusConflict)
	sit["expect"] = 1
	if err := maker.Do(t.Context(), "POST", path, sit, nil); err != nil {
		t.Errorf("the event that there is: %v", err)
	}
}

// A refusal says what would do, as RFC 9110 wants it.
func TestRefusalsSayWhatWouldDo(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	for _, tt := range []struct {
		method, path string
		code         web.Code
		header, says string
	}{
		{"DELETE", "/api/v1/server", web.CodeMethod, "Allow", "GET"},
		{"PATCH", "/api/v1/games/" + uuid.NewString() + "/chat", web.CodeMethod, "Allow", "GET, POST"},
		{"POST", "/games/" + uuid.NewString(), web.CodeMethod, "Allow", "GET, HEAD"},
		{"GET", "/api/v1/session/tokens", web.CodeNoSession, "WWW-Authenticate", "Bearer"},
		{"GET", "/api/v1/lobby/socket", web.CodeUpgrade, "Upgrade", "websocket"},
	} {
		var p web.Problem
		res := send(t, server.Visitor(), tt.method, tt.path, "")
		if err := json.NewDecoder(res.Body).Decode(&p); err != nil {
			t.Fatal(err)
		}
		if says := strings.Join(res.Header.Values(tt.header), ", "); p.Code != tt.code || says != tt.says {
			t.Errorf("%s %s: %s with %s %q, want %s with %q", tt.method, tt.path, p.Code, tt.header, says, tt.code, tt.says)
		}
	}
}

// REST takes what is said as strictly as a socket does.
func TestWhatIsNotAsDescribed(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	guest := server.Guest()
	id := `"id":"` + uuid.NewString() + `"`
	made, err := guest.Create(t.Context(), playtest.NewGame{Visibility: "public"})
	if err != nil {
		t.Fatal(err)
	}
	game := "/games/" + string(made.Game.ID)
	for _, tt := range []struct {
		method, path, body string
		status             int
		code               web.Code
	}{
		{"POST", "/games", `{` + id + `,"seat":"white","seat":"black"}`, 400, web.CodeBadMessage},
		{"POST", "/games", `{` + id + `,"seat":null}`, 400, web.CodeBadMessage},
		{"POST", "/games", `[]`, 400, web.CodeBadMessage},
		{"POST", "/games", `{` + id + `,"Seat":"white"}`, 422, web.CodeInvalid},
		{"POST", "/games", `{` + strings.ToUpper(id) + `}`, 422, web.CodeInvalid},
		{"POST", "/games", `{` + id + `,"ruleset":""}`, 422, web.CodeInvalid},
		{"POST", "/seeks", `{` + id + `,"ruleset":""}`, 422, web.CodeInvalid},
		{"POST", "/seeks", `{` + id + `,"odds":null}`, 400, web.CodeBadMessage},
		{"POST", game + "/commands", `{` + id + `,"command":"dance"}`, 400, web.CodeBadMessage},
		{"POST", game + "/commands", `{` + id + `,"command":"resign","worth":-1}`, 400, web.CodeBadMessage},
		{"POST", game + "/commands", `{` + id + `,"command":"resign","type":"command"}`, 400, web.CodeBadMessage},
		{"POST", game + "/commands", `{` + id + `,"command":"play","steps":[[24]]}`, 400, web.CodeBadMessage},
		{"POST", game + "/commands", `{"command":"resign"}`, 400, web.CodeBadMessage},
		{"POST", game + "/commands", `{} {}`, 400, web.CodeBadMessage},
		{"POST", game + "/commands", ``, 400, web.CodeBadMessage},
		{"POST", game + "/ask", `{"id":"1","ask":"secret"}`, 400, web.CodeBadMessage},
		{"POST", game + "/ask", `{"id":"","ask":"position"}`, 400, web.CodeBadMessage},
		{"GET", "/games?limit=1&limit=2", "", 422, web.CodeInvalid},
		{"GET", game + "/events?after=4294967297", "", 422, web.CodeInvalid},
		{"GET", game + "/position?seq=4294967297", "", 422, web.CodeInvalid},
		{"GET", game + "/explanation?seq=4294967297", "", 422, web.CodeInvalid},
		{"GET", game + "/chat?after=4294967297", "", 422, web.CodeInvalid},
	} {
		var body any
		if tt.body != "" {
			body = tt.body
		}
		wantProblem(t, tt.method+tt.path+tt.body, guest.Do(t.Context(), tt.method, tt.path, body, nil), tt.code, tt.status)
	}
}

// What is just short enough is taken, and a type in whatever letters.
func TestABodyAsLongAsAMessageMayBe(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	guest := server.Guest()
	for spare, want := range map[int]int{0: http.StatusCreated, 1: http.StatusRequestEntityTooLarge} {
		body := `{"id":"` + uuid.NewString() + `"`
		body += strings.Repeat(" ", 16<<10+spare-len(body)-1) + "}"
		req := request(t, server, "POST", "/api/v1/games", body)
		req.Header.Set("Authorization", "Bearer "+guest.Token)
		req.Header.Set("Content-Type", "Application/JSON; charset=UTF-8")
		var answer struct{}
		if status := do(t, req, &answer); status != want {
			t.Errorf("%d bytes: %d, want %d", len(body), status, want)
		}
	}
}

// What no library sends is refused like everything else.
func TestRefusalsOfBrokenRequestsAreProblems(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	for name, tt := range map[string]struct {
		request string
		status  int
		code    web.Code
	}{
		"chunks that are none": {"POST /api/v1/session/recover HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
			"Transfer-Encoding: chunked\r\n\r\nnone\r\n\r\n", 400, web.CodeBadMessage},
		"a socket without a key": {"GET /api/v1/lobby/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
			"Sec-WebSocket-Version: 13\r\n\r\n", 426, web.CodeUpgrade},
		"a socket of an older kind": {"GET /api/v1/lobby/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
			"Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", 426, web.CodeUpgrade},
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() }) // nothing is lost
		if _, err := io.WriteString(conn, tt.request); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		var p web.Problem
		if err := json.NewDecoder(res.Body).Decode(&p); err != nil || res.StatusCode != tt.status || p.Code != tt.code ||
			res.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s %+v, %v", name, res.StatusCode, res.Header.Get("Content-Type"), p, err)
		}
	}
}
