package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"
)

//go:embed static
var embedded embed.FS

// asset is one file of the client, ready to be sent.
type asset struct {
	mime    string
	etag    string
	plain   []byte
	gzipped []byte // nil where it saves nothing
}

// assets are the files of the client by their path below static.
type assets map[string]*asset

// mimeTypes are written out because the operating system's table, which package mime asks, differs from
// one machine to the next. A file whose ending is not here is not served.
var mimeTypes = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".webmanifest": "application/manifest+json",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".ico":         "image/x-icon",
	".woff2":       "font/woff2",
	".mp3":         "audio/mpeg",
	".ogg":         "audio/ogg",
	".txt":         "text/plain; charset=utf-8",
	".md":          "text/plain; charset=utf-8",
	".LICENSE":     "text/plain; charset=utf-8",
}

// embeddedAssets prepares the embedded client once for all servers of the process.
var embeddedAssets = sync.OnceValues(func() (assets, error) {
	sub, err := fs.Sub(embedded, "static")
	if err != nil {
		return nil, err
	}
	return readAssets(sub)
})

func readAssets(files fs.FS) (assets, error) {
	all := assets{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		kind, known := mimeTypes[path.Ext(name)]
		if !known {
			return nil
		}
		b, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(b)
		a := &asset{mime: kind, etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, plain: b}
		if a.gzipped, err = gzipIfSmaller(kind, b); err != nil {
			return err
		}
		all[name] = a
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the client's files: %w", err)
	}
	return all, nil
}

// gzipIfSmaller compresses text of a size where the answer gets shorter by some packets.
func gzipIfSmaller(kind string, b []byte) ([]byte, error) {
	base, _, err := mime.ParseMediaType(kind)
	if err != nil {
		return nil, err
	}
	text := strings.HasPrefix(base, "text/") || base == "image/svg+xml" || strings.HasSuffix(base, "json")
	if !text || len(b) < 1400 {
		return nil, nil
	}
	var out bytes.Buffer
	zw, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := zw.Write(b); err != nil {
		return nil, err
	}
	if err := zw.Close(); err != nil {
		return nil, err
	}
	if out.Len() > len(b)*9/10 {
		return nil, nil
	}
	return out.Bytes(), nil
}

// serve sends the asset. Caches must ask each time and get 304 mostly: the addresses carry no version,
// and a page must never run with another deployment's modules.
func (a *asset) serve(w http.ResponseWriter, r *http.Request, status int) {
	h := w.Header()
	h.Set("ETag", a.etag)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if status == http.StatusOK && etagMatches(r.Header.Get("If-None-Match"), a.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := a.plain
	h.Set("Content-Type", a.mime)
	if a.gzipped != nil && acceptsGzip(r.Header.Get("Accept-Encoding")) {
		body = a.gzipped
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the reader being gone is its own affair
	}
}

func etagMatches(header, etag string) bool {
	for t := range strings.SplitSeq(header, ",") {
		t = strings.TrimPrefix(strings.TrimSpace(t), "W/")
		if t == etag || t == "*" {
			return true
		}
	}
	return false
}

func acceptsGzip(header string) bool {
	for e := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(e), ";")
		if name == "gzip" {
			q := strings.ReplaceAll(weight, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}

// pages are the addresses of the client and the files behind them.
var pages = map[string]string{
	"/":             "index.html",
	"/games/{id}":   "game.html",
	"/players/{id}": "player.html",
	"/me":           "me.html",
	"/rules":        "rules.html",
	"/fairness":     "fairness.html",
	"/robots.txt":   "robots.txt",
}

func (s *Server) routePages(r chi.Router) {
	for address, name := range pages {
		serve := func(w http.ResponseWriter, r *http.Request) {
			if a := s.assets[name]; a != nil {
				a.serve(w, r, http.StatusOK)
				return
			}
			s.notFound(w, r)
		}
		r.Get(address, serve)
		r.Head(address, serve)
	}
	static := func(w http.ResponseWriter, r *http.Request) {
		if a := s.assets[strings.TrimPrefix(r.URL.Path, "/static/")]; a != nil {
			a.serve(w, r, http.StatusOK)
			return
		}
		s.notFound(w, r)
	}
	r.Get("/static/*", static)
	r.Head("/static/*", static)
}

// notFound answers an unknown address: a page to whoever asks for a page, a problem to all others.
func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	a := s.assets["404.html"]
	api := strings.HasPrefix(r.URL.Path, "/api/") || strings.HasPrefix(r.URL.Path, "/static/")
	if a != nil && !api && strings.Contains(r.Header.Get("Accept"), "text/html") {
		a.serve(w, r, http.StatusNotFound)
		return
	}
	newProblem(CodeNotFound, "there is nothing at this address").write(w)
}
