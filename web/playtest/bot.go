package playtest

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"fallas/engine"
)

// Bot plays a seat of one game at random, or watches it, until the last event.
type Bot struct {
	*Client
	Game       string
	Invitation string // "" for the maker's seat
	Spectator  bool
	Rand       *rand.Rand // owned by the bot; every choice comes from it

	Twice float64       // how many of its commands it sends twice
	Cuts  float64       // how many of the messages it reads are followed by a cut connection
	Think time.Duration // how long it thinks about a play, at most

	// Pause is how long it waits before attempt n (0, 1, 2 …) to come again after a connection ended with a
	// code; nil: it comes at once.
	Pause func(n int, code websocket.StatusCode, random float64) time.Duration

	// Heard, if it is not nil, is called with every event it is shown.
	Heard func()

	// Shown is every event it was shown: Shown[0] is event 1.
	Shown []json.RawMessage
	// Acked are the ids of the commands that were acknowledged, with the events they led to.
	Acked map[string][2]engine.Seq
	// Sockets counts its connections.
	Sockets int
	// Resent counts the acknowledged commands it sent once more after coming again, for the same answer.
	Resent int
	// Slowest is the longest it took from the end of a connection to the snapshot of the next.
	Slowest time.Duration

	sit   map[string]any             // the command, the same on every attempt
	sent  map[engine.Seq]pendingPlay // what it plays after an event that moved the game, the same on every attempt
	moved engine.Seq                 // the newest such event
	said  map[string]any             // the newest command it sent
	last  map[string]any             // the newest command that was acknowledged
	seat  engine.Seat                // the one it was seen in
	lost  time.Time                  // when the connection ended; zero while there is one, and before the first
	fail  int                        // how many attempts to come again have failed
	over  bool

	saying sync.WaitGroup // what is being written on the present connection
}

type pendingPlay struct {
	id     string
	expect engine.Seq
	steps  engine.Play
}

// errCut is the bot's own doing.
var errCut = errors.New("cut on purpose")

// Run plays until the game is over. It comes again as long as the server asks for it or the connection
// is lost.
func (b *Bot) Run(ctx context.Context) error {
	if b.Acked == nil {
		b.Acked = map[string][2]engine.Seq{}
		b.sent = map[engine.Seq]pendingPlay{}
	}
	for !b.over {
		err := b.connect(ctx)
		code := websocket.CloseStatus(err)
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("game %s after event %d: %w", b.Game, len(b.Shown), ctx.Err())
		case err == nil, errors.Is(err, errCut):
		case code >= 4100:
			return fmt.Errorf("game %s after event %d: %w", b.Game, len(b.Shown), err)
		case code == -1 && !b.connectionLost(err):
			return fmt.Errorf("game %s after event %d: %w", b.Game, len(b.Shown), err)
		}
		if b.Pause != nil && !b.over {
			wait(ctx, b.Pause(b.fail, code, b.Rand.Float64()))
			b.fail++
		}
	}
	return nil
}

// wait returns after a while, or when ctx ends.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// badServer is an answer the protocol does not allow.
type badServer struct{ error }

func (b *Bot) connectionLost(err error) bool {
	var bad badServer
	return !errors.As(err, &bad)
}

// SitDown takes the bot's seat and stops when that is acknowledged.
func (b *Bot) SitDown(ctx context.Context) error {
	s, err := b.Open(ctx, b.Game, 0)
	if err != nil {
		return err
	}
	defer s.Close()
	m, err := s.Until(ctx, "snapshot")
	if err != nil {
		return err
	}
	if err := b.takeSeat(ctx, s, m.Commitment); err != nil {
		return err
	}
	_, err = s.Until(ctx, "ack")
	return err
}

// connect plays on one connection as long as it holds.
func (b *Bot) connect(ctx context.Context) error {
	s, err := b.Open(ctx, b.Game, engine.Seq(len(b.Shown)))
	if err != nil {
		return err
	}
	defer b.saying.Wait()
	defer s.Cut()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer b.lose()
	b.Sockets++
	for !b.over {
		m, _, err := s.Next(ctx)
		if err != nil {
			return err
		}
		if err := b.take(ctx, s, m); err != nil {
			return err
		}
		if b.Cuts > 0 && b.Rand.Float64() < b.Cuts {
			return errCut
		}
	}
	b.saying.Go(s.Close)
	for { // what is still on its way, up to the other side's goodbye
		if _, _, err := s.Next(ctx); err != nil {
			return nil
		}
	}
}

func (b *Bot) take(ctx context.Context, s *Socket, m Message) error {
	switch m.Type {
	case "snapshot":
		return b.come(ctx, s, m)
	case "events":
		for _, e := range m.Events {
			if err := b.show(e); err != nil {
				return err
			}
		}
	case "legal":
		if int(m.Seq) != len(b.Shown) {
			return badServer{fmt.Errorf("legal for event %d after event %d was shown", m.Seq, len(b.Shown))}
		}
		return b.play(ctx, s, m)
	case "ack":
		span := [2]engine.Seq{m.First, m.Last}
		if before, ok := b.Acked[m.ID]; ok && before != span {
			return badServer{fmt.Errorf("command %s acknowledged as %v, then as %v", m.ID, before, span)}
		}
		b.Acked[m.ID] = span
		if m.ID == b.said["id"] {
			b.last = b.said
		}
	case "refused":
		if !m.Again {
			return badServer{fmt.Errorf("refused: %s %s %s", m.Code, m.Clause, m.Detail)}
		}
		return errCut // come again, with the same id
	case "presence", "chat", "rematch", "pong", "answer":
	case "error": // it closes the socket with a code that says what to do
	default:
		return badServer{fmt.Errorf("message of type %q: %s %s", m.Type, m.Code, m.Detail)}
	}
	return nil
}

// come begins a connection. Who comes again finds the seat kept, and hears the same answer to the same command,
// whichever server gave it first.
func (b *Bot) come(ctx context.Context, s *Socket, m Message) error {
	b.fail = 0
	if !b.lost.IsZero() {
		b.Slowest = max(b.Slowest, time.Since(b.lost))
		b.lost = time.Time{}
	}
	switch {
	case b.Spectator:
	case b.last == nil && m.Seat == engine.NoSeat:
		return b.takeSeat(ctx, s, m.Commitment)
	case m.Seat == engine.NoSeat && m.Seq >= b.seated(), m.Seat != engine.NoSeat && b.seat != engine.NoSeat && m.Seat != b.seat:
		return badServer{fmt.Errorf("in seat %q at event %d, after it was acknowledged in seat %q up to event %d", m.Seat, m.Seq, b.seat, b.seated())}
	case b.last != nil:
		b.Resent++
		again := b.last
		b.saying.Go(func() { _ = s.Say(ctx, again) }) // a socket that cannot be written to ends the reading too
	}
	if m.Seat != engine.NoSeat {
		b.seat = m.Seat
	}
	return nil
}

// seated is the event up to which its sitting down was acknowledged. A server that has not heard of that event yet, and
// is not asked to begin after it, shows the game before it.
func (b *Bot) seated() engine.Seq {
	id, _ := b.sit["id"].(string)
	return b.Acked[id][1]
}

// lose notes when a connection ended.
func (b *Bot) lose() {
	if b.lost.IsZero() {
		b.lost = time.Now()
	}
}

// show takes an event down. It must be the next.
func (b *Bot) show(e json.RawMessage) error {
	var head struct {
		Seq  int    `json:"seq"`
		Type string `json:"type"`
	}
	if err := json.Unmarshal(e, &head); err != nil {
		return badServer{err}
	}
	if head.Seq != len(b.Shown)+1 {
		return badServer{fmt.Errorf("event %d after event %d", head.Seq, len(b.Shown))}
	}
	b.Shown = append(b.Shown, e)
	if b.Heard != nil {
		b.Heard()
	}
	switch head.Type {
	case "left", "returned", "outage": // the board is as it was
	default:
		b.moved = engine.Seq(head.Seq)
	}
	b.over = head.Type == "revealed"
	return nil
}

func (b *Bot) takeSeat(ctx context.Context, s *Socket, commitment string) error {
	if b.sit == nil {
		seed := make([]byte, 32)
		for i := range seed {
			seed[i] = byte(b.Rand.Uint32())
		}
		b.sit = Sit(b.newID(), hex.EncodeToString(seed), commitment, b.Invitation)
	}
	return b.say(ctx, s, b.sit)
}

// play walks the legal steps at random. After a lost connection the same play is sent again, and when the legal steps
// are told again because somebody has come or gone.
func (b *Bot) play(ctx context.Context, s *Socket, m Message) error {
	p, ok := b.sent[b.moved]
	if !ok {
		p.id, p.expect = b.newID(), m.Seq
		for node := 0; len(m.Nodes.Nodes[node]) > 0; {
			steps := m.Nodes.Nodes[node]
			next := steps[b.Rand.IntN(len(steps))]
			p.steps = append(p.steps, next.Step)
			node = next.Next
		}
		b.sent[b.moved] = p
	}
	return b.say(ctx, s, Play(p.id, p.expect, p.steps))
}

// think is how long it takes over a play.
func (b *Bot) think() time.Duration {
	if b.Think == 0 {
		return 0
	}
	return time.Duration(b.Rand.Int64N(int64(b.Think)))
}

// say sends a message and lets the bot read on meanwhile: over a pipe, which holds nothing, it and the server
// could otherwise each wait for the other to read. A socket that cannot be written to ends the reading too.
func (b *Bot) say(ctx context.Context, s *Socket, m map[string]any) error {
	b.said = m
	twice, think := b.Rand.Float64() < b.Twice, b.think()
	b.saying.Go(func() {
		if think > 0 {
			wait(ctx, think)
		}
		if s.Say(ctx, m) == nil && twice {
			_ = s.Say(ctx, m)
		}
	})
	return nil
}

// newID makes a UUID out of the bot's own randomness, so that a seed repeats a game.
func (b *Bot) newID() string {
	var id uuid.UUID
	for i := range id {
		id[i] = byte(b.Rand.Uint32())
	}
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return id.String()
}

// Commands are the ids of all plays it sent.
func (b *Bot) Commands() []string {
	var ids []string
	for _, p := range b.sent {
		ids = append(ids, p.id)
	}
	return ids
}
