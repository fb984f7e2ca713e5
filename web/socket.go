package web

import (
	"context"
	"encoding/json"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

const (
	pingEvery   = 25 * time.Second // below the half minute or minute after which proxies give up
	pingTimeout = 20 * time.Second // then the peer is taken to be gone
	closeWait   = 2 * time.Second  // for the peer's part of the closing handshake
	partingWait = time.Second / 2  // for what is still to be said before it
)

// socket is one connection to a game, or to the lobby. Two goroutines belong to it: read owns what comes in
// and answers it, deliver passes on what the room, or the hall, hands out. Both may write; whole messages never mix. It ends
// once, by end or cut, whoever calls first; then both goroutines return.
type socket struct {
	s       *Server
	ws      *websocket.Conn
	conn    *outlet // beneath ws
	address string  // of the peer, as far as it tells clients apart
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
	closing atomic.Bool // end has begun
	flooded atomic.Bool // with pings
	parting atomic.Bool // deliver is to say what there is, and then goodbye
}

// restartDetail says with the close code how to come again: all sockets of a server are closed at once.
const restartDetail = "the server restarts; come again after a random part of two seconds"

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
			k.lost()
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
	if k.s.sockets.begin() { // a server that stops waits for the answer, too
		defer k.s.sockets.finish()
	}
	switch m := m.(type) {
	case *commandMessage:
		if p := k.barred("act"); p != nil {
			return k.refuse(m.ID, p)
		}
		ack, err := k.s.submit(ctx, k.game, k.player, m)
		if err != nil {
			return k.refuse(m.ID, k.s.problem(ctx, "command on a socket", err))
		}
		return k.acknowledge(m.ID, ack)
	case *chatLineMessage:
		if p := k.barred("talk"); p != nil {
			return k.refuse(m.ID, p)
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

// barred refuses whoever can do nothing but watch and ask; nil for everybody else.
func (k *socket) barred(doing string) *Problem {
	switch {
	case k.player.ID == "":
		return newProblem(CodeNoSession, "spectators without a session cannot "+doing)
	case k.revoked.Load():
		return known(lobby.ErrNoSession)
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
		k.lost()
		return
	}
	k.beat.Reset(pingEvery)
}

// pinged says whether a ping of the peer's is answered: they count like messages.
func (k *socket) pinged() bool {
	if k.limit.Allow() {
		return true
	}
	if !k.flooded.Swap(true) { // not here, where the peer is being read
		go k.guard("refuse", func() { k.fail(CodeRate, "too many pings") })
	}
	return false
}

// part closes the socket because the server stops, once it has passed on what the room has handed out by now: the
// answer to a command that was just finished may be with it. It does not block.
func (k *socket) part() {
	if k.watch == nil {
		go k.end(CodeRestarting, restartDetail)
		return
	}
	k.parting.Store(true)
	k.wakeUp()
	time.AfterFunc(partingWait, func() { k.end(CodeRestarting, restartDetail) }) // who reads too slowly for that
}

// fail tells the client what is wrong before closing for it.
func (k *socket) fail(code Code, detail string) {
	_ = k.send(errorMessage{Type: "error", Code: code, Detail: detail}) // closing says it again
	k.end(code, detail)
}

// end closes the socket for the reason of a code, and waits a little for the peer to agree.
func (k *socket) end(code Code, detail string) {
	k.ending.Do(func() {
		k.closing.Store(true)
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

// lost is for whoever cannot write any more: it cuts the socket, unless that is because end says goodbye, which the
// peer is still to read.
func (k *socket) lost() {
	if !k.closing.Load() {
		k.cut()
	}
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
	k.s.open.leave(k.address)
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
				slog.String("game", string(k.game)), slog.Any("at", room.Calls()))
			k.end(CodeInternal, internalDetail)
		}
	}()
	do()
}
