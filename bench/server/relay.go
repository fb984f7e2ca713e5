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

// relay passes each message on to the two sockets of its pair once it is durable, and does nothing else:
// what is pending is committed together.
type relay struct {
	pending chan relayed
	mu      sync.Mutex
	pairs   map[string][]*websocket.Conn
}

type relayed struct {
	pair string
	text []byte
}

// mostAtOnce is how many messages one transaction takes.
const mostAtOnce = 256

func newRelay(ctx context.Context, database string) (*relay, error) {
	r := &relay{pending: make(chan relayed, mostAtOnce), pairs: map[string][]*websocket.Conn{}}
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
			r.mu.Lock()
			to := r.pairs[m.pair]
			r.mu.Unlock()
			for _, c := range to {
				_ = c.Write(context.Background(), websocket.MessageText, m.text) // its reader ends it
			}
		}
	}
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
	if _, err := db.Exec(`CREATE TABLE messages (id INTEGER PRIMARY KEY, pair TEXT NOT NULL, text BLOB NOT NULL)`); err != nil {
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
	statement, err := tx.Prepare(`INSERT INTO messages (pair, text) VALUES (?, ?)`)
	if err != nil {
		return err
	}
	defer statement.Close()
	for _, m := range batch {
		if _, err := statement.Exec(m.pair, m.text); err != nil {
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
	if _, err := pool.Exec(ctx, `CREATE TABLE messages (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, pair TEXT NOT NULL, text TEXT NOT NULL)`); err != nil {
		return err
	}
	for range writers {
		go r.commit(func(batch []relayed) error { return insertPostgres(ctx, pool, batch) })
	}
	return nil
}

func insertPostgres(ctx context.Context, pool *pgxpool.Pool, batch []relayed) error {
	pairs, texts := make([]string, len(batch)), make([]string, len(batch))
	for i, m := range batch {
		pairs[i], texts[i] = m.pair, string(m.text)
	}
	_, err := pool.Exec(ctx, `INSERT INTO messages (pair, text) SELECT * FROM unnest($1::text[], $2::text[])`, pairs, texts)
	return err
}

func (r *relay) serve(w http.ResponseWriter, req *http.Request) {
	c, err := websocket.Accept(w, req, nil)
	if err != nil {
		return
	}
	pair := req.URL.Query().Get("pair")
	r.mu.Lock()
	r.pairs[pair] = append(r.pairs[pair], c)
	r.mu.Unlock()
	for {
		_, b, err := c.Read(context.Background())
		if err != nil {
			_ = c.CloseNow() // the peer has gone
			return
		}
		r.pending <- relayed{pair, b}
	}
}
