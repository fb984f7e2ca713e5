package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/coder/websocket"
	"github.com/go-chi/chi/v5"

	"fallas/lobby"
)

// openSocket opens a socket of a game.
func (s *Server) openSocket(w http.ResponseWriter, r *http.Request) {
	s.accept(w, r, func(ctx context.Context, k *socket) (func(), error) {
		opening, err := k.open(ctx, chi.URLParam(r, "id"), r.URL.Query().Get("after"))
		return func() { k.deliver(opening) }, err
	})
}

// accept opens a socket. open finds out what there is to say, and returns what says it. What a browser could
// not read from a refused upgrade (no such game, session ended) is told on the open socket, which is then
// closed.
func (s *Server) accept(w http.ResponseWriter, r *http.Request, open func(context.Context, *socket) (func(), error)) {
	if !s.sockets.begin() {
		newProblem(CodeRestarting, restartDetail).write(w)
		return
	}
	defer s.sockets.finish()
	switch {
	case !strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		w.Header().Set("Upgrade", "websocket")
		newProblem(CodeUpgrade, "this is the address of a socket").write(w)
		return
	case !s.sameSite(r):
		newProblem(CodeCrossSite, "the request comes from another site's page").write(w)
		return
	case s.socketRate.RespondOnLimit(w, r, addressKey(r)):
		return
	}
	address := addressKey(r)
	if !s.open.enter(address) {
		newProblem(CodeRate, tooMany).write(w)
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), commandTimeout)
	defer cancel()
	told := s.people.n.Load()
	visitor, visitorErr := s.visitor(ctx)
	hijacker := &smallHijacker{ResponseWriter: w}
	var k *socket
	ws, err := websocket.Accept(hijacker, r, &websocket.AcceptOptions{
		InsecureSkipVerify: true, // the origin was checked above, with an answer of our own kind
		OnPingReceived:     func(context.Context, []byte) bool { return k.pinged() },
	})
	if err != nil {
		s.open.leave(address)
		if hijacker.conn == nil {
			newProblem(CodeUpgrade, strings.TrimPrefix(err.Error(), "failed to accept WebSocket connection: ")).write(w)
		}
		return
	}
	ws.SetReadLimit(-1) // read limits it, with a close code of ours
	k = &socket{
		s: s, ws: ws, conn: hijacker.conn, address: address, player: visitor, limit: s.opt.Limits.messageLimit(), wake: make(chan struct{}, 1),
	}
	k.shown.Store(&[2]Player{})
	if visitor.ID != "" {
		c, _ := r.Context().Value(credentialKey{}).(credential)
		k.session, _ = lobby.SessionHash(c.token)
	}
	err = visitorErr
	var deliver func()
	if err == nil {
		deliver, err = open(ctx, k)
	}
	k.beat = time.AfterFunc(pingEvery, k.ping)
	if !s.sockets.add(k) {
		k.end(CodeRestarting, restartDetail)
		return
	}
	s.keeper.keep()
	// From here on nothing of the request is held: its handler returns, and its buffers go. Nothing was
	// written yet, so a peer that does not read holds up nobody.
	if err != nil {
		p := s.problem(ctx, "open a socket", err)
		go k.guard("refuse", func() { k.fail(p.Code, p.Detail) })
		return
	}
	if s.people.n.Load() != told { // perhaps of this very session or of who sits here, before the socket was known
		shown := k.shown.Load()
		s.people.lookAt(visitor.ID, shown[0].ID, shown[1].ID)
	}
	go k.guard("deliver", deliver)
	go k.guard("read", k.read)
}

// sameSite says whether a socket is asked for by a page of this server, or by no page at all.
func (s *Server) sameSite(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false
	}
	return strings.EqualFold(u.Host, r.Host) || s.opt.BaseURL != "" && strings.EqualFold(origin, strings.TrimSuffix(s.opt.BaseURL, "/"))
}
