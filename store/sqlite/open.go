package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"

	"fallas/migrations"
)

// readers is how many reads may run beside the one writer.
const readers = 4

// The bytes the writer keeps of the file in memory at most, and those that wait in the write-ahead log before they
// are carried over into the file. Both are for a server with hundreds of games: a batch that does not fit into the
// cache is written twice, and a page is carried over once for all the times it was changed meanwhile.
const (
	writerCache     = 32 << 20
	checkpointAfter = 32 << 20 // in pages of 4 KiB
)

// lockWait is how long Open waits for another server to let go of the data file: a server that is
// being replaced may still be stopping.
const lockWait = 3 * time.Second

// Store keeps everything in one SQLite file. Make it with Open; it is safe for use by many goroutines.
type Store struct {
	path    string
	lock    *fileLock
	write   *sql.DB // one connection; every transaction takes the write lock at its beginning
	read    *sql.DB // a few connections that cannot write
	reads   statements
	commits *committer
	close   func() error
}

// Open opens the data file at path, makes it if there is none (readable by its owner only), and
// brings its tables up to date. The directory must exist. Until Close no other server can open the
// file: ErrInUse. A file made by a newer server is left alone: migrations.ErrNewerSchema. A file that is
// not a data file of ours is left alone as well.
func Open(ctx context.Context, path string) (*Store, error) { return open(ctx, path, lockWait) }

// OpenBeside opens the data file at path whether a server has it open or not, to change what is kept of
// people. Nothing may be done to games through it: a server does not hear of another's appends, which is
// what its lock is for, while it looks people up each time. SQLite sees to it that the writes of both are
// whole. Tables are left as they are: a file of another version is refused with ErrOtherSchema.
func OpenBeside(ctx context.Context, path string) (*Store, error) {
	all, err := Status(ctx, path)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if !m.Applied || m.Name == "" {
			return nil, fmt.Errorf("open data file %s: %w", path, ErrOtherSchema)
		}
	}
	return assemble(ctx, path, func(s *Store) (err error) {
		// Where no server runs none must start meanwhile: it might change the tables.
		if s.lock, err = lockFile(ctx, s.path+".lock", 0); errors.Is(err, ErrInUse) {
			return nil
		}
		return err
	}, func(*sql.DB) error { return nil })
}

// ErrOtherSchema says that a data file has the tables of another version of the server.
var ErrOtherSchema = errors.New("its tables are not those of this version of the server: start this version on it first")

func open(ctx context.Context, path string, wait time.Duration) (*Store, error) {
	return assemble(ctx, path, func(s *Store) (err error) {
		s.lock, err = lockFile(ctx, s.path+".lock", wait)
		return err
	}, func(db *sql.DB) error { return migrations.SQLite(ctx, db) })
}

func assemble(ctx context.Context, path string, lock func(*Store) error, migrate func(*sql.DB) error) (_ *Store, err error) {
	s := &Store{}
	s.close = sync.OnceValue(s.letGo)
	if s.path, err = place(path); err != nil {
		return nil, fmt.Errorf("open data file %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("open data file %s: %w", s.path, err), s.Close())
		}
	}()
	if err = lock(s); err != nil {
		return nil, err
	}
	if s.read, err = connect(s.path, readers, "_query_only", "1"); err != nil {
		return nil, err
	}
	if err = recognize(ctx, s.read); err != nil {
		return nil, err
	}
	if s.write, err = connect(s.path, 1,
		"_txlock", "immediate", "_journal_mode", "WAL", "_synchronous", "FULL",
		"_pragma", "journal_size_limit(67108864)",
		"_pragma", fmt.Sprintf("cache_size(-%d)", writerCache>>10),
		"_pragma", fmt.Sprintf("wal_autocheckpoint(%d)", checkpointAfter>>12)); err != nil {
		return nil, err
	}
	if err = migrate(s.write); err != nil {
		return nil, err
	}
	if s.reads, err = prepare(ctx, s.read, reading); err != nil {
		return nil, err
	}
	if s.commits, err = startCommitter(ctx, s.write); err != nil {
		return nil, err
	}
	return s, nil
}

// Path is the data file, absolute and without symbolic links.
func (s *Store) Path() string { return s.path }

// Ping says whether the data file answers.
func (s *Store) Ping(ctx context.Context) error {
	var any bool
	return s.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM games)").Scan(&any)
}

// Close waits for what is being written and closes the file. It may be called more than once.
func (s *Store) Close() error { return s.close() }

func (s *Store) letGo() error {
	var errs []error
	if s.commits != nil {
		errs = append(errs, s.commits.stop())
	}
	errs = append(errs, s.reads.close())
	for _, db := range []*sql.DB{s.read, s.write} { // the writer last: it leaves the file tidy
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if s.lock != nil {
		errs = append(errs, s.lock.release())
	}
	return errors.Join(errs...)
}

// place finds the data file, makes it if there is none, and returns its one true name: two names of
// one file must not give two locks.
func place(path string) (string, error) {
	if path == "" {
		return "", errors.New("a file name is wanted")
	}
	dir := filepath.Dir(path)
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("the directory %s does not exist", dir)
	case err != nil:
		return "", err
	case !info.IsDir():
		return "", fmt.Errorf("%s is not a directory", dir)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return "", errors.New("this is not a file")
	}
	// Closed again before SQLite opens it: closing it later would drop the locks SQLite holds.
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	if err := file.Close(); err != nil {
		return "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// connect opens a pool of at most conns connections, none of which is ever given up.
func connect(path string, conns int, settings ...string) (*sql.DB, error) {
	query := url.Values{
		"_busy_timeout": {"5000"},
		"_foreign_keys": {"1"},
		"_pragma":       {"trusted_schema(0)"},
	}
	for i := 0; i < len(settings); i += 2 {
		query.Add(settings[i], settings[i+1])
	}
	name := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: query.Encode()}
	connector, err := sqlite.NewConnector(name.String())
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}
