package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Cluster is a running PostgreSQL.
type Cluster struct {
	dir   string // holds the data and the socket
	bin   string // holds the programs
	port  int
	as    *syscall.Credential // nil: as ourselves
	child *exec.Cmd
	names atomic.Int64
}

// Start makes a cluster and starts it. The caller stops it.
func Start() (*Cluster, error) {
	c := &Cluster{}
	var err error
	if c.bin, err = programs(); err != nil {
		return nil, err
	}
	if c.dir, err = os.MkdirTemp("", "fallas-pg-"); err != nil {
		return nil, err
	}
	if err := c.make(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(c.dir))
	}
	if err := c.Run(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(c.dir))
	}
	return c, nil
}

// programs finds the directory of PostgreSQL's programs: the newest that Debian has, else the PATH's.
func programs() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil {
		return "", err
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path)))) // 0 for what is no version
		return n
	}
	if len(found) > 0 {
		return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })), nil
	}
	path, err := exec.LookPath("postgres")
	if err != nil {
		return "", errors.New("these tests need PostgreSQL: install the package postgresql")
	}
	return filepath.Dir(path), nil
}

// make initializes the data directory.
func (c *Cluster) make() error {
	if err := os.Chmod(c.dir, 0o755); err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		if err := c.stepDown(); err != nil {
			return err
		}
	}
	out, err := c.command("initdb", "-D", c.data(), "-U", "fallas", "-A", "trust", "-E", "UTF8", "--locale=C", "-N").CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	return nil
}

// stepDown gives the directory to a user who is not root.
func (c *Cluster) stepDown() error {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return err
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			return err
		}
		c.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return os.Chown(c.dir, int(uid), int(gid))
	}
	return errors.New("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")
}

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

// command is one of PostgreSQL's programs as the cluster's user.
func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.as, Pdeathsig: syscall.SIGQUIT}
	return cmd
}

// Run starts the cluster after a Halt, on the same data and port, and waits until it answers.
func (c *Cluster) Run() error {
	if c.port == 0 {
		port, err := freePort()
		if err != nil {
			return err
		}
		c.port = port
	}
	log, err := os.Create(filepath.Join(c.dir, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	c.child = c.command("postgres", "-D", c.data(), "-k", c.dir, "-p", strconv.Itoa(c.port), "-c", "listen_addresses=127.0.0.1",
		"-c", "max_connections=200", "-c", "log_min_messages=fatal")
	c.child.Stderr = log
	if err := c.child.Start(); err != nil {
		return err
	}
	if err := await(c.URL("postgres")); err != nil {
		return errors.Join(err, c.Halt(syscall.SIGQUIT))
	}
	return nil
}

// answers connects and leaves again.
func answers(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// Halt ends the cluster: SIGINT is PostgreSQL's fast way, SIGQUIT its immediate one.
func (c *Cluster) Halt(how syscall.Signal) error {
	if c.child == nil {
		return nil
	}
	child := c.child
	c.child = nil
	if err := child.Process.Signal(how); err != nil {
		return err
	}
	err := child.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil // an immediate end is no clean one
	}
	return err
}

// Stop ends the cluster and takes its directory away.
func (c *Cluster) Stop() error {
	return errors.Join(c.Halt(syscall.SIGINT), os.RemoveAll(c.dir))
}

// URL is the address of a database of the cluster.
func (c *Cluster) URL(name string) string {
	return fmt.Sprintf("postgres://fallas@127.0.0.1:%d/%s?sslmode=disable", c.port, name)
}

// Port is where the cluster listens on the loopback.
func (c *Cluster) Port() int { return c.port }

// Database makes a database, a copy of template or empty if that is "", and returns its address. It
// lasts as long as the cluster. Nobody may be connected to the template meanwhile.
func (c *Cluster) Database(t testing.TB, template string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", c.names.Add(1))
	if template == "" {
		template = "template0"
	}
	c.execute(t, "CREATE DATABASE "+name+" TEMPLATE "+template)
	return c.URL(name)
}

// CutListeners ends the connections that listen for notifications in a database of the cluster, and says
// how many there were.
func (c *Cluster) CutListeners(ctx context.Context, url string) (int, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	n := 0
	err = conn.QueryRow(ctx, `
		SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
		WHERE query LIKE 'LISTEN %' AND datname = current_database()`).Scan(&n)
	return n, err
}

// execute runs a statement in a database that is always there.
func (c *Cluster) execute(t testing.TB, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(ctx, statement)
	if err := errors.Join(err, conn.Close(ctx)); err != nil {
		t.Fatal(err)
	}
}
