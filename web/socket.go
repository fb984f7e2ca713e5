package web

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/go-chi/chi/v5"
	"golang.org/x/time/rate"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

const (
	pingEvery   = 25 * time.Second // below the half minute or minute after which proxies give up
	pingTimeout = 20 * time.Second // then the peer is taken to be gone
	closeWait   = 2 * time.Second  // for the peer's part of the closing handshake
)

// socket is one connection to a game, or to the lobby. Two goroutines belong to it: read owns what comes in
// and answers it, deliver passes on what the room, or the hall, hands out. Both may write; whole messages never mix. It ends
// once, by end or cut, whoever calls first; then both goroutines return.
type socket struct {
	s       *Server
	ws      *websocket.Conn
	conn    *outlet // beneath ws
	acks    acks
	game    engine.GameID // "" in the lobby, and what follows of games is not used there
	player  lobby.Player  // zero without a session
	session lobby.Hash    // the player's
	revoked atomic.Bool   // the session is good no longer
	visit   *visit        // to the lobby; nil at a game
	watch   *room.Watch
	seats   [2]engine.PlayerID        // who sits, as far as delivered; owned by open, then by deliver
	there   room.Presence             // who is connected, as far as delivered; like seats
	shown   atomic.Pointer[[2]Player] // who sits, as the client was told it
	heard   chatFrom                  // what was said beside the game, as far as delivered; like seats
	told    bool                      // whether anything was, of heard's circle; like seats
	over    bool                      // whether the game is, as far as delivered; like seats
	onward  []byte                    // how it goes on, as far as delivered; like seats
	renamed atomic.Bool               // somebody there is called something else now
	wake    chan struct{}             // room for one: that, or something beside the game's log has changed
	limit   *rate.Limiter
	beat    *time.Timer
	ending  sync.Once
}

// restartDetail says with the close code how to come again: all sockets of a server are closed at once.
const restartDetail = "the server restarts; come again after a random part of two seconds"

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
	told := s.people.n.Load()
	visitor, visitorErr := s.visitor(r.Context())
	hijacker := &smallHijacker{ResponseWriter: w}
	// The origin was checked above, with an answer of our own kind.
	ws, err := websocket.Accept(hijacker, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return // Accept has answered
	}
	ws.SetReadLimit(-1) // read limits it, with a close code of ours
	k := &socket{
		s: s, ws: ws, conn: hijacker.conn, player: visitor, limit: s.opt.Limits.messageLimit(), wake: make(chan struct{}, 1),
	}
	k.shown.Store(&[2]Player{})
	if visitor.ID != "" {
		c, _ := r.Context().Value(credentialKey{}).(credential)
		k.session, _ = lobby.SessionHash(c.token)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), commandTimeout)
	defer cancel()
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
	if visitor.ID != "" && s.people.n.Load() != told { // perhaps of this very session, before the socket was known
		s.people.told(lobby.OfPlayer(visitor.ID))
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

// opening is what a socket says first: the snapshot, the events after a seq, the legal steps.
type opening struct {
	snapshot snapshotMessage
	view     room.View
}

// open joins the game and finds out what there is to say.
func (k *socket) open(ctx context.Context, id, after string) (opening, error) {
	game, err := gameID(id)
	if err != nil {
		return opening{}, err
	}
	var seq uint64
	if after != "" {
		if seq, err = strconv.ParseUint(after, 10, 32); err != nil {
			return opening{}, newProblem(CodeBadMessage, "after is not the number of an event")
		}
	}
	watch, v, err := k.s.opt.Rooms.Watch(ctx, game, k.player.ID, engine.Seq(seq))
	if err != nil {
		return opening{}, err
	}
	k.game, k.watch, k.there = game, watch, v.Presence
	k.acks.pass(v.Game.Head)
	k.s.beside.join(k)
	k.seated(&v.Game)
	rematch, err := k.rematch()
	if err != nil {
		return opening{}, err
	}
	shown, err := k.s.summary(ctx, room.Summarize(v.Game))
	if err != nil {
		return opening{}, err
	}
	snapshot := snapshotMessage{
		Type: "snapshot", Seq: v.Game.Head, Game: shown, Ruleset: v.Game.Ruleset, Seat: v.Game.SeatOf(k.player.ID),
		Commitment: v.Game.Commitment, Odds: v.Game.Odds, Presence: presenceOf(v.Presence),
		Rematch: rematch,
	}
	k.shows(shown.Players)
	if k.player.ID != "" {
		p := playerOf(k.player)
		snapshot.Player = &p
	}
	return opening{snapshot, v}, nil
}

func (k *socket) sendOpening(o opening) error {
	err := k.together(func() error {
		if err := k.send(o.snapshot); err != nil {
			return err
		}
		for _, m := range eventsMessages(o.view.Raw) {
			if err := k.write(m); err != nil {
				return err
			}
		}
		return k.sendLegal(&o.view.Game)
	})
	if err != nil {
		return err
	}
	return k.sendBeside()
}

// wakeUp has the deliver goroutine look at what lies beside the game's log. It does not block.
func (k *socket) wakeUp() {
	select {
	case k.wake <- struct{}{}:
	default: // it is going to look anyway
	}
}

// deliver says what there is, and passes on what the room hands out until it stops.
func (k *socket) deliver(first opening) {
	if err := k.sendOpening(first); err != nil {
		k.cut()
		return
	}
	for {
		var err error
		select {
		case u, ok := <-k.watch.C():
			if !ok {
				k.unwatched()
				return
			}
			err = k.pass(u)
		case <-k.wake:
			if k.renamed.Swap(false) {
				err = k.sendPresence()
			}
			if err == nil {
				err = k.sendBeside()
			}
		}
		if err != nil {
			k.cut()
			return
		}
	}
}

// unwatched ends the socket once the room hands out nothing more.
func (k *socket) unwatched() {
	for _, m := range k.acks.pass(never) {
		_ = k.write(m) // the command counts; whoever does not hear it now comes again and asks
	}
	switch err := k.watch.Err(); {
	case err == nil: // we stopped watching ourselves
	case errors.Is(err, room.ErrTooSlow):
		k.end(CodeResume, "too slow to follow; come again with after=")
	default:
		p := k.s.problem(context.Background(), "watch a game", err)
		k.end(p.Code, p.Detail)
	}
}

func (k *socket) pass(u *room.Update) error {
	switch {
	case u.Batch != nil:
		before := k.seats
		k.seated(&u.Game)
		if err := k.together(func() error { return k.passBatch(u) }); err != nil {
			return err
		}
		switch {
		case k.seats != before:
		case k.over:
			return k.sendRematch() // the score of the series has changed
		default:
			return nil
		}
		if err := k.sendPresence(); err != nil { // somebody sat down, and has a name
			return err
		}
		return k.sendBeside() // and may belong to another circle
	case u.Presence != nil:
		k.there = *u.Presence
		return k.sendPresence()
	}
	return nil
}

// passBatch writes events, the acknowledgements that wait for them, and what is legal after them.
func (k *socket) passBatch(u *room.Update) error {
	batch := u.Batch
	for _, m := range k.acks.pass(batch.Last) {
		if err := k.write(m); err != nil {
			return err
		}
	}
	frame := batch.Frame(func() []byte { return eventsMessage(batch.Events) })
	if err := k.write(frame); err != nil {
		return err
	}
	return k.sendLegal(&u.Game)
}

// together has what write writes go out in one piece, as far as it is short. write must ask nobody else for anything.
func (k *socket) together(write func() error) error {
	k.conn.hold()
	err := write()
	return errors.Join(err, k.conn.release())
}

func (k *socket) sendLegal(g *engine.Game) error {
	if onRoll(g, k.player.ID) != nil {
		return nil
	}
	text := texts.Get().(*[]byte)
	defer giveBack(text)
	*text = appendLegal((*text)[:0], g)
	return k.write(*text)
}

// read takes in what the client says until the socket ends.
func (k *socket) read() {
	for {
		kind, r, err := k.ws.Reader(context.Background())
		if err != nil {
			k.cut() // the peer has gone, or broke the rules of websockets and was told so
			return
		}
		most := k.s.opt.Limits.MessageBytes
		text := texts.Get().(*[]byte)
		data, err := readUpTo((*text)[:0], r, most)
		switch {
		case err != nil:
			k.cut()
			return
		case int64(len(data)) > most:
			k.fail(CodeTooBig, "a message has at most "+strconv.FormatInt(most, 10)+" bytes")
			return
		case !k.limit.Allow():
			k.fail(CodeRate, "too many messages")
			return
		case kind != websocket.MessageText:
			k.fail(CodeBadMessage, "messages are text")
			return
		}
		m, err := parseMessage(data)
		if err != nil {
			k.fail(CodeBadMessage, err.Error())
			return
		}
		*text = data
		giveBack(text)
		if err := k.reply(m); err != nil {
			k.cut()
			return
		}
	}
}

// reply does what a message asks for. The error is that it could not be answered.
func (k *socket) reply(m clientMessage) error {
	ctx := context.Background()
	if m, ok := m.(*pingMessage); ok {
		return k.send(pongMessage{Type: "pong", ID: m.ID, At: k.s.opt.Now()})
	}
	if k.visit != nil {
		k.fail(CodeBadMessage, "the lobby's socket takes no message but ping")
		return nil
	}
	switch m := m.(type) {
	case *commandMessage:
		if k.player.ID == "" {
			return k.refuse(m.ID, newProblem(CodeNoSession, "spectators without a session cannot act"))
		}
		if k.revoked.Load() {
			return k.refuse(m.ID, known(lobby.ErrNoSession))
		}
		ack, err := k.s.submit(ctx, k.game, k.player, m)
		if err != nil {
			return k.refuse(m.ID, k.s.problem(ctx, "command on a socket", err))
		}
		return k.acknowledge(m.ID, ack)
	case *chatLineMessage:
		if k.player.ID == "" {
			return k.refuse(m.ID, newProblem(CodeNoSession, "spectators without a session cannot talk"))
		}
		line, _, err := k.s.say(ctx, k.player.ID, k.game, m)
		if err != nil {
			return k.refuse(m.ID, k.s.problem(ctx, "chat on a socket", err))
		}
		return k.send(saidMessage{Type: "ack", ID: m.ID, N: line.N})
	case *askMessage:
		a, err := k.answer(ctx, m)
		if err != nil {
			return k.refuse(m.ID, k.s.problem(ctx, "question on a socket", err))
		}
		a.Type = "answer"
		return k.send(a)
	}
	return nil
}

func (k *socket) answer(ctx context.Context, m *askMessage) (*answerMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	v, err := k.s.opt.Rooms.View(ctx, k.game, m.Seq)
	if err != nil {
		return nil, err
	}
	return answer(&v, k.player.ID, m)
}

func (k *socket) refuse(id string, p *Problem) error {
	return k.send(refusedMessage{
		Type: "refused", ID: id, Code: p.Code, Clause: p.Clause, Detail: p.Detail, Seq: p.Seq, Again: p.Again,
	})
}

func (k *socket) send(m any) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return k.write(b)
}

func (k *socket) write(b []byte) error {
	return k.ws.Write(context.Background(), websocket.MessageText, b)
}

// ping asks whether the peer is still there, and keeps proxies from thinking that it is not.
func (k *socket) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
	defer cancel()
	if k.ws.Ping(ctx) != nil {
		k.cut()
		return
	}
	k.beat.Reset(pingEvery)
}

// fail tells the client what is wrong before closing for it.
func (k *socket) fail(code Code, detail string) {
	_ = k.send(errorMessage{Type: "error", Code: code, Detail: detail}) // closing says it again
	k.end(code, detail)
}

// end closes the socket for the reason of a code, and waits a little for the peer to agree.
func (k *socket) end(code Code, detail string) {
	k.ending.Do(func() {
		k.s.meters.closed.WithLabelValues(string(code)).Inc()
		_ = k.conn.SetReadDeadline(time.Now().Add(closeWait)) // fails only when it is closed already
		status := code.outcome().close
		if status == 0 {
			status = closeAgain
		}
		_ = k.ws.Close(status, closeReason(code, detail)) // the peer may be gone
		k.release()
	})
}

// cut closes the socket without ceremony, also while end still waits for the peer.
func (k *socket) cut() {
	_ = k.conn.Close() // the peer may be gone
	k.ending.Do(func() {
		_ = k.ws.CloseNow()
		k.release()
	})
}

func (k *socket) release() {
	if k.beat != nil {
		k.beat.Stop()
	}
	if k.watch != nil {
		k.watch.Close()
		k.s.beside.leave(k)
	}
	if k.visit != nil {
		k.s.hall.leave(k.visit)
	}
	k.s.sockets.remove(k)
}

// closeReason is the code and, as far as it fits into a close frame, the detail.
func closeReason(code Code, detail string) string {
	const most = 123
	reason := string(code) + ": " + detail
	if len(reason) > most {
		reason = strings.ToValidUTF8(reason[:most], "")
	}
	return reason
}

// guard keeps a panic inside the socket it came from.
func (k *socket) guard(doing string, do func()) {
	defer func() {
		if v := recover(); v != nil {
			k.s.log.Error("panic on a socket", slog.Any("panic", v), slog.String("doing", doing),
				slog.String("game", string(k.game)), slog.String("stack", string(debug.Stack())))
			k.end(CodeInternal, internalDetail)
		}
	}()
	do()
}
