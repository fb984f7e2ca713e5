package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// profiled serves what a server does and, beside it, how its time is spent. Only the servers of this program are
// like that.
func profiled(site http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", site)
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}

// profile begins to write a server's profiles of the given time, of its processor and of what it allocates; wait for them
// with the function returned.
func (s stage) profile(p *process, during time.Duration) (wait func() error) {
	if s.profiles == "" {
		return func() error { return nil }
	}
	kinds := []string{"profile", "allocs"}
	errs := make([]error, len(kinds))
	var all sync.WaitGroup
	for i, kind := range kinds {
		all.Go(func() { errs[i] = p.saveProfile(s.profiles, kind, during) })
	}
	return func() error { all.Wait(); return errors.Join(errs...) }
}

func (p *process) saveProfile(dir, kind string, during time.Duration) error {
	res, err := http.Get(fmt.Sprintf("http://%s/debug/pprof/%s?seconds=%d", p.addr, kind, max(1, int(during.Seconds()))))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, p.name+"."+kind), b, 0o644)
}
