package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"fallas/migrations"
)

// How long a statement may take, and a connection to come about, before it is given up.
const (
	statementTimeout = 10 * time.Second
	connectTimeout   = 5 * time.Second
)

// Options say where the database is.
type Options struct {
	// URL of the database, or of a pooler before it: postgres://user:password@host/name.
	URL string
	// DirectURL is the database itself where URL is a pooler in transaction mode, which keeps no
	// session: migrations need one. Empty: URL is the database itself.
	DirectURL string
}

// direct says how to reach the database itself.
func (o Options) direct() (*pgx.ConnConfig, error) {
	// Read as a pool's, for the settings of a pool may be in it, which the database itself does not know.
	cfg, err := pgxpool.ParseConfig(cmp.Or(o.DirectURL, o.URL))
	if err != nil {
		return nil, errNoAddress
	}
	cfg.ConnConfig.ConnectTimeout = connectTimeout
	return cfg.ConnConfig, nil
}

// Store keeps everything in one database. Make it with Open; it is safe for use by many goroutines and
// beside other servers' stores.
type Store struct {
	pool    *pgxpool.Pool
	direct  *pgx.ConnConfig // to the database itself
	commits *committer
	deals   chan struct{} // holds one while an act about seeks is dealt with: see dealing
	ahead   atomic.Int64  // how far the database's clock is ahead of this machine's, in microseconds
	close   func()
}

// errNoAddress does not repeat what it was given: there may be a password in it.
var errNoAddress = errors.New("this is no address of a PostgreSQL database, such as postgres://user:password@host/name, or a setting after its ? is wrong")

// Open connects, and brings the tables up to date under a lock, so that many servers may start at
// once. Tables made by a newer server are left alone: migrations.ErrNewerSchema. Errors tell no
// password.
func Open(ctx context.Context, opt Options) (*Store, error) {
	directConfig, err := opt.direct()
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, directConfig); err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	pool, err := connect(ctx, opt)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	s := &Store{pool: pool, direct: directConfig, commits: startCommitter(pool), deals: make(chan struct{}, 1)}
	s.close = sync.OnceFunc(func() {
		s.commits.Stop()
		pool.Close()
	})
	if err := s.askTheTime(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the database: %w", err), s.Close())
	}
	return s, nil
}

// OpenBeside is Open for a program that works beside servers: it leaves the tables as they are, and refuses
// those of another version with ErrOtherSchema.
func OpenBeside(ctx context.Context, opt Options) (*Store, error) {
	all, err := Status(ctx, opt)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if !m.Applied || m.Name == "" {
			return nil, ErrOtherSchema
		}
	}
	return Open(ctx, opt)
}

// ErrOtherSchema says that a database has the tables of another version of the server.
var ErrOtherSchema = errors.New("the tables are not those of this version of the server: start this version on them first")

// connect makes the pool.
func connect(ctx context.Context, opt Options) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(opt.URL)
	if err != nil {
		return nil, errNoAddress
	}
	cfg.ConnConfig.ConnectTimeout = connectTimeout
	if opt.DirectURL != "" {
		// A pooler hands each transaction to any connection and takes no settings for a session.
		cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	} else {
		cfg.ConnConfig.RuntimeParams["statement_timeout"] = fmt.Sprint(statementTimeout.Milliseconds())
		cfg.ConnConfig.RuntimeParams["application_name"] = "fallas"
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := durable(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

// durable refuses a database that reports a commit before it is on its disk.
func durable(ctx context.Context, pool *pgxpool.Pool) error {
	for _, name := range []string{"synchronous_commit", "fsync"} {
		var value string
		if err := pool.QueryRow(ctx, "SELECT current_setting($1)", name).Scan(&value); err != nil {
			return err
		}
		if value == "off" {
			return fmt.Errorf("%s is off: a game could lose what its players were shown", name)
		}
	}
	return nil
}

// lockKey is the advisory lock under which tables are changed.
const lockKey = 0x46616c736462

// lockPoll is how often a lock that another server holds is tried again.
const lockPoll = 50 * time.Millisecond

// migrate brings the tables up to date.
func migrate(ctx context.Context, cfg *pgx.ConnConfig) (err error) {
	db := stdlib.OpenDB(*cfg)
	defer func() { err = errors.Join(err, db.Close()) }()
	lock, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer lock.Close() // ends the session, and the lock with it, when the pool is closed
	again := time.NewTicker(lockPoll)
	defer again.Stop()
	for held := false; !held; {
		// Tried, not waited for: a statement that waits would hold up whoever builds an index.
		if err := lock.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", int64(lockKey)).Scan(&held); err != nil {
			return err
		}
		if !held {
			select {
			case <-again.C:
			case <-ctx.Done():
				return fmt.Errorf("another server is changing the tables: %w", ctx.Err())
			}
		}
	}
	return migrations.Postgres(ctx, db)
}

// Ping says whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// Close waits for what is running and closes the connections. It may be called more than once.
func (s *Store) Close() error {
	s.close()
	return nil
}
