package web

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/go-chi/httprate"
	"golang.org/x/time/rate"
)

// Limits bound what one client may ask for. The zero value of a field means its default. All defaults
// lie far above what a person does, also when a class of them shares one address.
type Limits struct {
	SessionsPerMinute int // new sessions from one address; 120
	PeoplePerMinute   int // names, recovery codes and tokens made from one address; 60
	RecoverPerMinute  int // recovery codes tried from one address; 20
	GamesPerMinute    int // games and invitations made from one address; 120
	SocketsPerMinute  int // sockets and streams opened from one address; 1200
	SocketsOpen       int // sockets and streams from one address at the same time; 4000
	RequestsPerMinute int // requests under /api from one address, those above included; 6000

	MessagesPerSecond float64 // of one socket, in the long run; 20
	MessageBurst      int     // of one socket, at once; 200
	MessageBytes      int64   // of one socket's message or one request's body; 16 KiB
}

func (l Limits) withDefaults() Limits {
	or(&l.SessionsPerMinute, 120)
	or(&l.PeoplePerMinute, 60)
	or(&l.RecoverPerMinute, 20)
	or(&l.GamesPerMinute, 120)
	or(&l.SocketsPerMinute, 1200)
	or(&l.SocketsOpen, 4000)
	or(&l.RequestsPerMinute, 6000)
	or(&l.MessagesPerSecond, 20)
	or(&l.MessageBurst, 200)
	or(&l.MessageBytes, 16<<10)
	return l
}

func or[T comparable](v *T, unset T) {
	var zero T
	if *v == zero {
		*v = unset
	}
}

// messageLimit is the bucket of one socket.
func (l *Limits) messageLimit() *rate.Limiter {
	return rate.NewLimiter(rate.Limit(l.MessagesPerSecond), l.MessageBurst)
}

// perMinute counts what one address does. The limiter's Handler is for chi, limited for huma.
func perMinute(n int) *httprate.RateLimiter {
	return httprate.NewRateLimiter(n, time.Minute,
		httprate.WithKeyFuncs(func(r *http.Request) (string, error) { return addressKey(r), nil }),
		httprate.WithResponseHeaders(httprate.ResponseHeaders{RetryAfter: "Retry-After"}),
		httprate.WithLimitHandler(func(w http.ResponseWriter, _ *http.Request) {
			newProblem(CodeRate, "too many requests from this address; wait a minute").write(w)
		}))
}

// limited puts a limit before an operation; requests for which counts says no pass uncounted (nil:
// all count).
func (s *Server) limited(l *httprate.RateLimiter, counts func(context.Context) bool) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		r, w := humachi.Unwrap(ctx)
		if (counts == nil || counts(ctx.Context())) && l.RespondOnLimit(w, r, addressKey(r)) {
			return
		}
		next(ctx)
	}
}

// counted counts an operation among what is open from its address, for as long as it takes.
func (s *Server) counted(ctx huma.Context, next func(huma.Context)) {
	r, w := humachi.Unwrap(ctx)
	address := addressKey(r)
	if !s.open.enter(address) {
		newProblem(CodeRate, tooMany).write(w)
		return
	}
	defer s.open.leave(address)
	next(ctx)
}

// addressKey is an address as far as it tells clients apart: an IPv6 network of /64 is one.
func addressKey(r *http.Request) string { return httprate.CanonicalizeIP(clientIP(r)) }

// believeLocalProxy takes the client's address from X-Forwarded-For if the request comes from this very
// machine, which is where a reverse proxy usually runs. Elsewhere the header is anyone's invention.
var believeLocalProxy = middleware.ClientIPFromXFF("127.0.0.0/8", "::1/128")

func clientIP(r *http.Request) string {
	if ip := middleware.GetClientIP(r.Context()); ip != "" {
		return ip
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr) // this machine, without a proxy
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
