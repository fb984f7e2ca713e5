package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Bouncer is a running pgbouncer.
type Bouncer struct{ cluster, port int }

// Before is the address of a database of the cluster through the pooler.
func (b Bouncer) Before(url string) string {
	return strings.Replace(url, fmt.Sprintf(":%d/", b.cluster), fmt.Sprintf(":%d/", b.port), 1)
}

// Bouncer starts pgbouncer in transaction mode before the cluster. It ends with the test.
func (c *Cluster) Bouncer(t testing.TB) Bouncer {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		if program = "/usr/sbin/pgbouncer"; !exists(program) {
			t.Fatal("this test needs pgbouncer: install the package pgbouncer")
		}
	}
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(c.dir, "bouncer-")
	if err != nil {
		t.Fatal(err)
	}
	users, settings := filepath.Join(dir, "users"), filepath.Join(dir, "settings")
	text := fmt.Sprintf(`[databases]
* = host=127.0.0.1 port=%d
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
pool_mode = transaction
default_pool_size = 4
auth_type = trust
auth_file = %s
logfile = %s
`, c.port, port, users, filepath.Join(dir, "log"))
	err = errors.Join(os.WriteFile(users, []byte(`"fallas" ""`), 0o644), os.WriteFile(settings, []byte(text), 0o644))
	if err == nil && c.as != nil {
		err = os.Chown(dir, int(c.as.Uid), int(c.as.Gid))
	}
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(program, "-q", settings)
	child.Dir = dir
	child.SysProcAttr = &syscall.SysProcAttr{Credential: c.as, Pdeathsig: syscall.SIGQUIT}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := child.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		_ = child.Wait() // a signal is how it ends
	})
	b := Bouncer{c.port, port}
	if err := await(b.Before(c.URL("postgres"))); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "log"))
		t.Fatalf("pgbouncer: %v\n%s", err, log)
	}
	return b
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// freePort finds a port of the loopback that nobody listens on now.
func freePort() (int, error) {
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return probe.Addr().(*net.TCPAddr).Port, probe.Close()
}

// patience is for a database that recovers from its end on a busy machine.
const patience = 2 * time.Minute

// await waits until a database answers.
func await(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		err := answers(ctx, url)
		if err == nil {
			return nil
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return fmt.Errorf("the database does not answer: %w", err)
		}
	}
}
