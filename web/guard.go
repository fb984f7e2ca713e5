package web

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"fallas/lobby/room"
)

// secure puts on every answer what keeps a browser from doing more with it than meant.
func (s *Server) secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentSecurityPolicy(r.Host))
		h.Set("X-Content-Type-Options", "nosniff")
		// Not no-referrer: with it browsers send "Origin: null" with a form, and on plain http, where
		// there is no Sec-Fetch-Site, the cross-site guard would take our own pages for strangers.
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if s.trustworthy(r) { // elsewhere browsers ignore it with a complaint on the console
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		next.ServeHTTP(w, r)
	})
}

// plainHost is a host name or address with an optional port, and nothing that could end a directive.
var plainHost = regexp.MustCompile(`^[A-Za-z0-9.\-_\[\]:]+$`)

// contentSecurityPolicy names the socket's address besides 'self', which older Safaris do not take to
// include it.
func contentSecurityPolicy(host string) string {
	connect := "'self'"
	if plainHost.MatchString(host) {
		connect += " ws://" + host + " wss://" + host
	}
	return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
		"manifest-src 'self'; connect-src " + connect + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// trustworthy says whether the browser treats the page as a secure context.
func (s *Server) trustworthy(r *http.Request) bool {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return s.overTLS(r) || host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && ip.IsLoopback()
}

// overTLS says whether the browser reaches the server under https, here or at a proxy before it.
func (s *Server) overTLS(r *http.Request) bool {
	return r.TLS != nil || strings.HasPrefix(s.opt.BaseURL, "https://")
}

// newSiteGuard keeps other sites' pages from acting with a visitor's cookie. The pages of baseURL, if there is one, are
// this server's own, whatever Host a proxy says. The error is that it is no address of a site.
func newSiteGuard(baseURL string) (*http.CrossOriginProtection, error) {
	guard := http.NewCrossOriginProtection()
	if baseURL != "" {
		if err := guard.AddTrustedOrigin(strings.TrimSuffix(baseURL, "/")); err != nil {
			return nil, err
		}
	}
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		newProblem(CodeCrossSite, "the request comes from another site's page").write(w)
	}))
	return guard, nil
}

// bodyTimeout is how long the body of a request may take to arrive; huma waits as long for those it reads.
const bodyTimeout = 5 * time.Second

// inTime bounds how long a request may hold its connection: one whose body does not come, also where none is wanted,
// and one whose answer is not read. Whoever goes on for longer, as sockets and streams do, sets bounds of its own.
func inTime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, now := http.NewResponseController(w), time.Now()
		// Twice, for a limit may look first who asks. It fails where there is no connection.
		_ = conn.SetWriteDeadline(now.Add(2*commandTimeout + writeTimeout))
		if r.ContentLength != 0 {
			_ = conn.SetReadDeadline(now.Add(bodyTimeout))
		}
		next.ServeHTTP(w, r)
	})
}

// recovered turns a panic of a handler into "internal", logged once.
func (s *Server) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if v == http.ErrAbortHandler { //nolint:errorlint // net/http compares it so
				panic(v)
			}
			s.log.ErrorContext(r.Context(), "panic in a handler", slog.Any("panic", v),
				slog.String("path", r.URL.Path), slog.Any("at", room.Calls()))
			if ww.Status() != 0 { // too late to say anything: break the answer off
				panic(http.ErrAbortHandler)
			}
			newProblem(CodeInternal, internalDetail).write(ww)
		}()
		next.ServeHTTP(ww, r)
	})
}

// methodNotAllowed also says which methods the address does take.
func methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	routes := chi.RouteContext(r.Context()).Routes
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete} {
		if routes.Match(chi.NewRouteContext(), method, r.URL.Path) {
			w.Header().Add("Allow", method)
		}
	}
	newProblem(CodeMethod, "the address does not take this method").write(w)
}
