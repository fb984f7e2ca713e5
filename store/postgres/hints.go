package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

const (
	// channel is the name hints travel under.
	channel = "fallas_hints"

	// payloadMax is how long a notification may be; PostgreSQL takes less than 8000 bytes.
	payloadMax = 7900

	// hintQueue is how many hints may wait to be sent. What finds no room is dropped: it is a hint.
	hintQueue = 4096

	// hintPause is how long to wait after a notification before the next one, so that what comes meanwhile goes
	// together: each wakes every server.
	hintPause = 5 * time.Millisecond

	// How long to wait before a listener that lost its connection tries again, doubled each time.
	backoffMin, backoffMax = 100 * time.Millisecond, 5 * time.Second

	// notifySQL does not wait for the disk: what a crash of the database takes of it was only a hint, and a commit
	// that waits would hold up those of appends.
	notifySQL = `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`
)

// Hints carries hints about games, and word of the lobby's topics, between the servers on one database
// with LISTEN and NOTIFY. What is published is told to this server's subscribers at once, and sent to the
// others in batches, outside of any transaction. The echo of one's own is not looked at.
type Hints struct {
	origin string // the first line of what this server sends
	local  room.LocalHints
	topics lobby.LocalTopics
	store  *Store
	direct *pgx.ConnConfig
	missed func()
	log    *slog.Logger

	queue  chan word
	cancel context.CancelFunc
	ended  sync.WaitGroup
}

// word is one thing that is sent: a hint about a game, or a topic.
type word struct {
	hint  room.Hint
	topic lobby.Topic // "" for a hint
}

// StartHints connects the hints of a store. missed is called, on a goroutine of the hints', whenever
// hints of other servers may have been lost: each time the listener has come (back) to the database. It
// must not block. Stop must be called before the store is closed.
func StartHints(s *Store, missed func(), log *slog.Logger) *Hints {
	ctx, cancel := context.WithCancel(context.Background())
	h := &Hints{
		origin: originLine(), store: s, direct: s.direct, missed: missed, log: log,
		queue: make(chan word, hintQueue), cancel: cancel,
	}
	h.ended.Go(func() { h.send(ctx) })
	h.ended.Go(func() { h.listen(ctx) })
	return h
}

// Stop ends sending and listening and waits for it. It may be called more than once.
func (h *Hints) Stop() {
	h.cancel()
	h.ended.Wait()
}

// Publish implements room.Hints.
func (h *Hints) Publish(hint room.Hint) {
	h.local.Publish(hint)
	h.enqueue(word{hint: hint})
}

// Subscribe implements room.Hints.
func (h *Hints) Subscribe(f func(room.Hint)) (cancel func()) { return h.local.Subscribe(f) }

// Tell implements lobby.Topics.
func (h *Hints) Tell(t lobby.Topic) {
	h.topics.Tell(t)
	if t != lobby.Anything {
		h.enqueue(word{topic: t})
	}
}

// TellNow sends word of a topic to all servers before it returns: for a program that ends then.
func (s *Store) TellNow(ctx context.Context, t lobby.Topic) error {
	for _, payload := range payloads(originLine(), []word{{topic: t}}) {
		if _, err := s.pool.Exec(ctx, notifySQL, channel, payload); err != nil {
			return fmt.Errorf("tell of %s: %w", t, err)
		}
	}
	return nil
}

// Listen implements lobby.Topics.
func (h *Hints) Listen(f func(lobby.Topic)) (cancel func()) { return h.topics.Listen(f) }

func (h *Hints) enqueue(w word) {
	select {
	case h.queue <- w:
	default: // whoever misses it polls
	}
}

// send notifies the others of what has come in while the last notification was under way.
func (h *Hints) send(ctx context.Context) {
	for {
		var batch []word
		select {
		case w := <-h.queue:
			batch = h.gather(w)
		case <-ctx.Done():
			return
		}
		for _, payload := range payloads(h.origin, batch) {
			if _, err := h.store.pool.Exec(ctx, notifySQL, channel, payload); err != nil && ctx.Err() == nil {
				h.log.Warn("hints could not be sent", "error", err)
			}
		}
		select {
		case <-time.After(hintPause):
		case <-ctx.Done():
		}
	}
}

// gather takes what else is waiting now. Of one game, and of what one node says of it, the last counts; a
// topic is told once.
func (h *Hints) gather(first word) []word {
	type subject struct {
		game  engine.GameID
		node  string
		topic lobby.Topic
	}
	about := func(w word) subject { return subject{w.hint.Game, w.hint.Node, w.topic} }
	batch := []word{first}
	at := map[subject]int{about(first): 0}
	for len(batch) < hintQueue {
		select {
		case w := <-h.queue:
			i, known := at[about(w)]
			if !known {
				at[about(w)] = len(batch)
				batch = append(batch, w)
				continue
			}
			w.hint.Seq = max(w.hint.Seq, batch[i].hint.Seq)
			batch[i] = w
		default:
			return batch
		}
	}
	return batch
}

// topicLine is a topic as it is sent. A hint is sent as it is; neither has the other's fields.
type topicLine struct{ Topic lobby.Topic }

// originLine is a line that tells one sender from every other. It says nothing else, so who does not know it
// leaves it out.
func originLine() string { return `{"Origin":"` + uuid.NewString() + `"}` }

// payloads writes words as lines of JSON below the line of their origin, in as many texts as it takes.
func payloads(origin string, batch []word) []string {
	var all []string
	text := []byte(origin)
	for _, w := range batch {
		line, err := json.Marshal(w.hint)
		if w.topic != "" {
			line, err = json.Marshal(topicLine{w.topic})
		}
		if err != nil || len(origin)+1+len(line) > payloadMax {
			continue // nothing is like that; and it is only a hint
		}
		if len(text)+1+len(line) > payloadMax {
			all = append(all, string(text))
			text = text[:len(origin)]
		}
		text = append(append(text, '\n'), line...)
	}
	if len(text) > len(origin) {
		all = append(all, string(text))
	}
	return all
}

// words reads what payloads wrote; what it does not understand it leaves out.
func words(payload string) []word {
	var all []word
	for line := range strings.Lines(payload) {
		var said struct {
			room.Hint
			topicLine
		}
		if json.Unmarshal([]byte(line), &said) == nil && (said.Game != "" || said.Topic != "") {
			all = append(all, word{said.Hint, said.Topic})
		}
	}
	return all
}

// listen hears the others, on a connection of its own, for as long as ctx lasts.
func (h *Hints) listen(ctx context.Context) {
	wait := backoffMin
	for ctx.Err() == nil {
		heard, err := h.hear(ctx)
		if ctx.Err() != nil {
			return
		}
		if heard {
			wait = backoffMin
		}
		h.log.Warn("the listener lost the database", "error", err, "again_in", wait)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
		wait = min(2*wait, backoffMax)
	}
}

// hear listens on one connection until it is lost. It says whether it ever listened.
func (h *Hints) hear(ctx context.Context) (bool, error) {
	conn, err := pgx.ConnectConfig(ctx, h.direct)
	if err != nil {
		return false, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return false, err
	}
	h.missed()
	h.topics.Tell(lobby.Anything)
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return true, err
		}
		if strings.HasPrefix(n.Payload, h.origin) {
			continue
		}
		for _, w := range words(n.Payload) {
			if w.topic != "" {
				h.topics.Tell(w.topic)
			} else {
				h.local.Publish(w.hint)
			}
		}
	}
}
