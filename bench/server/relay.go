package main

import (
	"context"
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"github.com/coder/websocket"
	_ "modernc.org/sqlite" // the driver
)

// relay passes each message on to the two sockets of its pair once it is durable, and does nothing else:
// what is pending is committed as one transaction, in SQLite with the settings of the product's store.
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

func newRelay() (*relay, error) {
	dir, err := os.MkdirTemp("", "fallas-relay-")
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "relay.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE messages (id INTEGER PRIMARY KEY, pair TEXT NOT NULL, text BLOB NOT NULL)`); err != nil {
		return nil, err
	}
	r := &relay{pending: make(chan relayed, mostAtOnce), pairs: map[string][]*websocket.Conn{}}
	go r.commit(db)
	return r, nil
}

// commit writes what is pending, then sends it.
func (r *relay) commit(db *sql.DB) {
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
		if err := insert(db, batch); err != nil {
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

func insert(db *sql.DB, batch []relayed) error {
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
