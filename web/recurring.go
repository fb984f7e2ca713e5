package web

import (
	"log/slog"
	"sync"
)

// recurring logs what is tried again and again, by timers and for every socket, when it begins to fail: while the
// store is away a line for each try would be thousands.
type recurring struct {
	log     *slog.Logger
	failing sync.Map // words of what fails
}

// note is told how a try ended.
func (r *recurring) note(what string, err error) {
	if err == nil {
		if _, failed := r.failing.Load(what); failed {
			r.failing.Delete(what)
		}
		return
	}
	if _, known := r.failing.LoadOrStore(what, true); !known {
		r.log.Warn(what, slog.Any("error", err))
	}
}
