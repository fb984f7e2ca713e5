package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
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

// profile begins to write a server's profile of the given time; wait for it with the function returned.
func (s stage) profile(p *process, during time.Duration) (wait func() error) {
	if s.profiles == "" {
		return func() error { return nil }
	}
	done := make(chan error, 1)
	go func() { done <- p.saveProfile(filepath.Join(s.profiles, p.name+".cpu"), during) }()
	return func() error { return <-done }
}

func (p *process) saveProfile(name string, during time.Duration) error {
	seconds := max(1, int(during.Seconds()))
	res, err := http.Get(fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", p.addr, seconds))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o644)
}
