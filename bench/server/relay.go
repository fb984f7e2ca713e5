package main

import (
	"context"
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"github.com/coder/websocket"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "modernc.org/sqlite" // the driver
)

// relay numbers the messages of each pair of sockets, keeps each number but once, passes a message on to
// both once it is durable, and does nothing else: what is pending is committed together. A socket that does
// not read keeps nobody waiting.
type relay struct {
	pending chan relayed
	mu      sync.Mutex
	pairs   map[string]*relayPair
}

type relayPair struct {
	id   string
	mu   sync.Mutex
	last int64 // the number of the last message
	out  []chan []byte
}

type relayed struct {
	pair   *relayPair
	number int64
	text   []byte
}

const (
	mostAtOnce = 256 // messages in one transaction
	relayQueue = 64  // messages that wait for a socket; what is more is dropped
)

func newRelay(ctx context.Context, database string) (*relay, error) {
	r := &relay{pending: make(chan relayed, 10_000), pairs: map[string]*relayPair{}}
	if database != "" {
		return r, r.intoPostgres(ctx, database)
	}
	return r, r.intoSQLite()
}

// commit writes what is pending, then sends it.
func (r *relay) commit(insert func([]relayed) error) {
	for first := range r.pending {
		batch := []relayed{first}
		for more := true; more && len(batch) < mostAtOnce; {
			select {
			case m := <-r.pending:
				batch = append(batch, m)
			default:
				more = false
			}
		}
		if err := insert(batch); err != nil {
			panic(err) // the yardstick is broken
		}
		for _, m := range batch {
			m.pair.send(m.text)
		}
	}
}

func (p *relayPair) send(text []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, out := range p.out {
		select {
		case out <- text:
		default:
		}
	}
}

// next is the number of the pair's next message.
func (p *relayPair) next() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	return p.last
}

// join adds a socket to a pair. What comes is to be written to it.
func (r *relay) join(id string) (*relayPair, <-chan []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pairs[id]
	if p == nil {
		p = &relayPair{id: id}
		r.pairs[id] = p
	}
	out := make(chan []byte, relayQueue)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out = append(p.out, out)
	return p, out
}

// intoSQLite commits with the settings of the product's store.
func (r *relay) intoSQLite() error {
	dir, err := os.MkdirTemp("", "fallas-relay-")
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "relay.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE messages (id INTEGER PRIMARY KEY, pair TEXT NOT NULL, number INTEGER NOT NULL, text BLOB NOT NULL, UNIQUE (pair, number))`); err != nil {
		return err
	}
	go r.commit(func(batch []relayed) error { return insertSQLite(db, batch) })
	return nil
}

func insertSQLite(db *sql.DB, batch []relayed) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after the commit
	statement, err := tx.Prepare(`INSERT INTO messages (pair, number, text) VALUES (?, ?, ?)`)
	if err != nil {
		return err
	}
	defer statement.Close()
	for _, m := range batch {
		if _, err := statement.Exec(m.pair.id, m.number, m.text); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// writers is how many transactions PostgreSQL has at a time, as in the product.
const writers = 2

func (r *relay) intoPostgres(ctx context.Context, database string) error {
	pool, err := pgxpool.New(ctx, database)
	if err != nil {
		return err
	}
	if _, err := pool.Exec(ctx, `CREATE TABLE messages (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, pair TEXT NOT NULL, number BIGINT NOT NULL, text TEXT NOT NULL, UNIQUE (pair, number))`); err != nil {
		return err
	}
	for range writers {
		go r.commit(func(batch []relayed) error { return insertPostgres(ctx, pool, batch) })
	}
	return nil
}

func insertPostgres(ctx context.Context, pool *pgxpool.Pool, batch []relayed) error {
	pairs, numbers, texts := make([]string, len(batch)), make([]int64, len(batch)), make([]string, len(batch))
	for i, m := range batch {
		pairs[i], numbers[i], texts[i] = m.pair.id, m.number, string(m.text)
	}
	_, err := pool.Exec(ctx, `INSERT INTO messages (pair, number, text) SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])`, pairs, numbers, texts)
	return err
}

func (r *relay) serve(w http.ResponseWriter, req *http.Request) {
	c, err := websocket.Accept(w, req, nil)
	if err != nil {
		return
	}
	pair, out := r.join(req.URL.Query().Get("pair"))
	go func() {
		for {
			select {
			case text := <-out:
				if c.Write(context.Background(), websocket.MessageText, text) != nil {
					return // its reader ends it
				}
			case <-req.Context().Done():
				return
			}
		}
	}()
	for {
		_, b, err := c.Read(context.Background())
		if err != nil {
			_ = c.CloseNow() // the peer has gone
			return
		}
		r.pending <- relayed{pair, pair.next(), b}
	}
}
