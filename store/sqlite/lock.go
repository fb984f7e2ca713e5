package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrInUse says that another server has the data file open.
var ErrInUse = errors.New("the data file is in use by another server")

// lockPoll is how often a lock that another process holds is tried again.
const lockPoll = 50 * time.Millisecond

// fileLock is an exclusive lock of the operating system on a file of its own. The system lets go of
// it when the process ends, however it ends; the file itself stays.
type fileLock struct{ file *os.File }

// lockFile takes the lock on the file at path, making the file if need be. While another process
// holds it, it waits up to wait, then answers ErrInUse.
func lockFile(ctx context.Context, path string, wait time.Duration) (*fileLock, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock file: %w", err)
	}
	deadline := time.NewTimer(wait)
	defer deadline.Stop()
	again := time.NewTicker(lockPoll)
	defer again.Stop()
	for {
		held, err := tryLock(file)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), file.Close())
		}
		if held {
			return &fileLock{file}, nil
		}
		select {
		case <-again.C:
		case <-deadline.C:
			return nil, errors.Join(ErrInUse, file.Close())
		case <-ctx.Done():
			return nil, errors.Join(context.Cause(ctx), file.Close())
		}
	}
}

// release lets go of the lock.
func (l *fileLock) release() error { return l.file.Close() }
