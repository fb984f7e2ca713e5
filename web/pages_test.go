package web

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/store"
)

// noLists is a store that answers nothing but Ping.
type noLists struct{ down error }

func (n *noLists) Games(context.Context, store.Filter, store.Page) (store.List, error) {
	return store.List{}, errors.New("not asked in this test")
}

func (n *noLists) Summary(context.Context, engine.GameID) (room.Summary, error) {
	return room.Summary{}, errors.New("not asked in this test")
}

func (n *noLists) Ping(context.Context) error { return n.down }

func (n *noLists) Passing(error) bool { return false }

var someFiles = fstest.MapFS{
	"index.html":     {Data: []byte("<!doctype html>home")},
	"game.html":      {Data: []byte("<!doctype html>game")},
	"404.html":       {Data: []byte("<!doctype html>not here")},
	"js/big.js":      {Data: []byte(strings.Repeat("export const n = 1;\n", 200))},
	"js/types.d.ts":  {Data: []byte("not for browsers")},
	"icons/icon.svg": {Data: []byte("<svg/>")},
}

func newPages(t *testing.T, change ...func(*Options)) *Server {
	t.Helper()
	opt := Options{
		Store: &noLists{}, Rooms: room.New(nil, &room.LocalHints{}, room.Options{}),
		Static: someFiles, Logger: slog.New(slog.DiscardHandler),
	}
	for _, c := range change {
		c(&opt)
	}
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask sends a request without a body; headers come as name, value.
func ask(h http.Handler, method, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestPages(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for _, tt := range []struct {
		target, accept string
		status         int
		kind, body     string
	}{
		{"/", "text/html", 200, "text/html; charset=utf-8", "<!doctype html>home"},
		{"/games/0190163d-8694-739b-aea5-966c26f8ad90", "text/html", 200, "text/html; charset=utf-8", "<!doctype html>game"},
		{"/static/icons/icon.svg", "*/*", 200, "image/svg+xml", "<svg/>"},
		{"/nowhere", "text/html,*/*", 404, "text/html; charset=utf-8", "<!doctype html>not here"},
		{"/rules", "text/html", 404, "text/html; charset=utf-8", "<!doctype html>not here"},
		{"/nowhere", "*/*", 404, "application/problem+json", ""},
		{"/static/nothing.js", "text/html", 404, "application/problem+json", ""},
		{"/static/../server.go", "*/*", 404, "application/problem+json", ""},
		{"/static/js/types.d.ts", "*/*", 404, "application/problem+json", ""},
		{"/static/", "*/*", 404, "application/problem+json", ""},
		{"/api/v1/nothing", "text/html", 404, "application/problem+json", ""},
	} {
		w := ask(s, http.MethodGet, tt.target, "Accept", tt.accept)
		if w.Code != tt.status || w.Header().Get("Content-Type") != tt.kind || tt.body != "" && w.Body.String() != tt.body {
			t.Errorf("%s: %d %s %q", tt.target, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
	}
}

func TestPagesAreAskedForAgain(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	w := ask(s, http.MethodGet, "/static/js/big.js")
	etag := w.Header().Get("ETag")
	if etag == "" || w.Header().Get("Cache-Control") != "no-cache" || w.Header().Get("Content-Encoding") != "" {
		t.Fatalf("headers %v", w.Header())
	}
	for _, known := range []string{etag, "W/" + etag, `"other", ` + etag, "*"} {
		if w := ask(s, http.MethodGet, "/static/js/big.js", "If-None-Match", known); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
			t.Errorf("If-None-Match %s: %d", known, w.Code)
		}
	}
	if w := ask(s, http.MethodGet, "/static/js/big.js", "If-None-Match", `"other"`); w.Code != http.StatusOK {
		t.Errorf("another ETag: %d", w.Code)
	}
	if w := ask(s, http.MethodHead, "/static/js/big.js"); w.Code != http.StatusOK || w.Body.Len() != 0 {
		t.Errorf("HEAD: %d with %d bytes", w.Code, w.Body.Len())
	}
}

func TestTextIsCompressedForWhoTakesIt(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	w := ask(s, http.MethodGet, "/static/js/big.js", "Accept-Encoding", "br, gzip")
	if w.Header().Get("Content-Encoding") != "gzip" || w.Header().Get("Vary") != "Accept-Encoding" {
		t.Fatalf("headers %v", w.Header())
	}
	zr, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(zr)
	if err != nil || string(b) != string(someFiles["js/big.js"].Data) {
		t.Errorf("%v, %d bytes", err, len(b))
	}
	if w := ask(s, http.MethodGet, "/static/js/big.js", "Accept-Encoding", "gzip;q=0"); w.Header().Get("Content-Encoding") != "" {
		t.Error("compressed for somebody who refuses it")
	}
}

func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for _, target := range []string{"/", "/api/v1/nothing", "/static/js/big.js", "/healthz"} {
		h := ask(s, http.MethodGet, target).Header()
		csp := h.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'",
			"base-uri 'none'", "form-action 'self'", "connect-src 'self' ws://example.com wss://example.com;"} {
			if !strings.Contains(csp, part) {
				t.Errorf("%s: %q lacks %q", target, csp, part)
			}
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "same-origin" || h.Get("Permissions-Policy") == "" {
			t.Errorf("%s: %v", target, h)
		}
	}
	if csp := contentSecurityPolicy("a;script-src *"); strings.Contains(csp, "*") {
		t.Errorf("a host wrote into %q", csp)
	}
	if h := ask(s, http.MethodGet, "http://localhost:8080/").Header(); h.Get("Cross-Origin-Opener-Policy") != "same-origin" {
		t.Errorf("no opener policy on localhost: %v", h)
	}
	if h := ask(s, http.MethodGet, "http://192.168.1.5:8080/").Header(); h.Get("Cross-Origin-Opener-Policy") != "" {
		t.Error("an opener policy where browsers complain about it")
	}
}

func TestRefusalsAreProblems(t *testing.T) {
	t.Parallel()
	s := newPages(t, func(o *Options) { o.Limits.SessionsPerMinute = 1 })
	for _, tt := range []struct {
		method, target string
		headers        []string
		status         int
		code           Code
	}{
		{"GET", "/api/v1/nothing", nil, 404, CodeNotFound},
		{"DELETE", "/api/v1/session", nil, 405, CodeMethod},
		{"POST", "/", nil, 405, CodeMethod},
		{"POST", "/api/v1/session", []string{"Sec-Fetch-Site", "cross-site"}, 403, CodeCrossSite},
		{"POST", "/api/v1/session", []string{"Origin", "https://elsewhere.example"}, 403, CodeCrossSite},
		{"GET", "/api/v1/games/0190163d-8694-739b-aea5-966c26f8ad90/socket", nil, 426, CodeUpgrade},
		{"GET", "/api/v1/games/0190163d-8694-739b-aea5-966c26f8ad90/socket",
			[]string{"Upgrade", "websocket", "Origin", "https://elsewhere.example"}, 403, CodeCrossSite},
		{"GET", "/api/v1/games?status=odd", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games?limit=1000", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games?player=ada", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games?result=won", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games?result=drawn", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games?status=live&result=falla", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games?from=yesterday", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games?from=1969-12-31T23:59:59Z", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games?from=2026-11-30T00:00:00Z&to=2026-11-29T00:00:00Z", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games?unlisted=true", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games?surprise=1", nil, 422, CodeInvalid},
		{"GET", "/api/v1/games/no-id", nil, 404, CodeNoGame},
		{"POST", "/api/v1/games/no-id/commands", nil, 400, CodeBadMessage},
		{"GET", "/api/v1/games", nil, 500, CodeInternal},
	} {
		w := ask(s, tt.method, tt.target, tt.headers...)
		var p Problem
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			t.Errorf("%s %s: %d %s", tt.method, tt.target, w.Code, w.Body)
			continue
		}
		if w.Code != tt.status || p.Status != tt.status || p.Code != tt.code || p.Type != "about:blank" || p.Title == "" ||
			p.Detail == "" || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s: %d %v %s", tt.method, tt.target, w.Code, w.Header(), w.Body)
		}
	}
}

func TestPanicsAreInternalAndLoggedOnce(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	s := newPages(t, func(o *Options) { o.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	w := ask(s.recovered(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a secret") })), "GET", "/")
	if w.Code != 500 || strings.Contains(w.Body.String(), "a secret") || !strings.Contains(w.Body.String(), `"internal"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), "a secret") {
		t.Errorf("log: %s", &log)
	}
}

func TestReadiness(t *testing.T) {
	t.Parallel()
	lists := &noLists{}
	s := newPages(t, func(o *Options) { o.Store = lists })
	if w := ask(s, "GET", "/readyz"); w.Code != 200 {
		t.Errorf("ready: %d %s", w.Code, w.Body)
	}
	lists.down = errors.New("down")
	if w := ask(s, "GET", "/readyz"); w.Code != 503 {
		t.Errorf("store down: %d %s", w.Code, w.Body)
	}
	lists.down = nil
	if err := s.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "GET", "/readyz"); w.Code != 503 {
		t.Errorf("draining: %d %s", w.Code, w.Body)
	}
	for _, method := range []string{"GET", "HEAD"} {
		if w := ask(s, method, "/healthz"); w.Code != 200 {
			t.Errorf("%s /healthz: %d %s", method, w.Code, w.Body)
		}
	}
	w := ask(s, "GET", "/api/v1/games/0190163d-8694-739b-aea5-966c26f8ad90/socket", "Upgrade", "websocket")
	if w.Code != 503 || w.Header().Get("Retry-After") == "" {
		t.Errorf("a socket while draining: %d %v", w.Code, w.Header())
	}
}

func TestMetricsAreForThisMachine(t *testing.T) {
	t.Parallel()
	s := newPages(t)
	for _, tt := range []struct {
		from, forwarded string
		status          int
	}{
		{"127.0.0.1:1000", "", 200}, {"[::1]:1000", "", 200},
		{"127.0.0.1:1000", "203.0.113.7", 404}, {"192.0.2.1:1000", "", 404},
	} {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.RemoteAddr = tt.from
		if tt.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("%s %s: %d", tt.from, tt.forwarded, w.Code)
		}
		if w.Code == 200 && !strings.Contains(w.Body.String(), "fallas_sockets_open 0") {
			t.Errorf("metrics: %s", w.Body)
		}
	}
}

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	w := ask(newPages(t), "GET", "/api/v1/openapi.json")
	var doc struct {
		OpenAPI string                                `json:"openapi"`
		Paths   map[string]map[string]json.RawMessage `json:"paths"`

		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Type any }
			}
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(doc.OpenAPI, "3.1") || len(doc.Paths) < 11 {
		t.Errorf("openapi %s with %d paths", doc.OpenAPI, len(doc.Paths))
	}
	// What travels in another form than its Go type is described as it travels.
	for field, want := range map[string]string{
		"LegalMessage.nodes": "array", "LegalMessage.seat": "string", "Side.points": "array", "Summary.created_at": "string",
		"RecordBody.events": "array", "FailingRoll.dice": "array", "Standing.seat": "string", "CreatedBody.commitment": "string", "Ruleset.start": "array", "Ruleset.must_play": "string",
	} {
		schema, name, _ := strings.Cut(field, ".")
		if got := doc.Components.Schemas[schema].Properties[name].Type; got != want {
			t.Errorf("%s is described as %v, want %s", field, got, want)
		}
	}
	if strings.Contains(w.Body.String(), "$schema") {
		t.Error("the description speaks of $schema")
	}
}

func TestTooManyRequestsAreAProblemThatSaysWhenToComeAgain(t *testing.T) {
	t.Parallel()
	s := newPages(t, func(o *Options) { o.Limits.RequestsPerMinute = 2 })
	for range 2 {
		if w := ask(s, "GET", "/api/v1/server"); w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	w := ask(s, "GET", "/api/v1/server")
	if w.Code != 429 || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), `"rate"`) {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	if w := ask(s, "GET", "/api/v1/server", "X-Forwarded-For", "203.0.113.9"); w.Code != 429 {
		t.Errorf("somebody far away chose their own address: %d", w.Code)
	}
}
