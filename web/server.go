package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/httprate"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/talk"
	"fallas/store"
)

// Lists is what the web shows out of the store by itself; everything else goes through lobby and room.
type Lists interface {
	Games(context.Context, store.Filter, store.Page) (store.List, error)
	Summary(context.Context, engine.GameID) (room.Summary, error)
	Ping(context.Context) error
	Passing(error) bool
}

// Options are what a Server is made of. Lobby, Rooms, Talks and Store are required.
type Options struct {
	Lobby *lobby.Lobby
	Rooms *room.Rooms
	Talks *talk.Talks
	Store Lists
	// Topics brings word of what changes outside of the games' logs. nil: there is nobody to hear of.
	Topics lobby.Topics
	// Hints bring word of the games, and of who watches them. nil: there is nobody to hear of.
	Hints room.Hints

	Logger *slog.Logger         // nil: slog.Default
	Now    func() engine.Micros // nil: the machine's clock

	Version string   // of the program, shown at /api/v1/server
	BaseURL string   // where browsers reach the server, if that is known; https makes cookies Secure
	LANURLs []string // addresses of this machine that others in its network can use
	Limits  Limits
	Static  fs.FS // the client's files; nil: those embedded
}

// Server answers HTTP. It is ready from the start until Drain.
type Server struct {
	opt    Options
	log    *slog.Logger
	tries  recurring
	assets assets
	names  *nameCache
	people *changes
	meters *meters

	sessionRate, peopleRate, recoverRate, gameRate, socketRate *httprate.RateLimiter

	site     *http.CrossOriginProtection
	handler  http.Handler
	sockets  *sockets
	open     *addresses
	beside   *beside
	hall     *hall
	keeper   *keeper
	deaf     []func() // end the listening to topics and hints
	draining atomic.Bool
	drained  chan struct{} // closed when Drain begins, for streams
}

// New makes a server. The error is that the client's files cannot be read, or that BaseURL is no address of a site.
func New(opt Options) (*Server, error) {
	if opt.Logger == nil {
		opt.Logger = slog.Default()
	}
	if opt.Now == nil {
		opt.Now = func() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }
	}
	if opt.Topics == nil {
		opt.Topics = new(lobby.LocalTopics)
	}
	if opt.Hints == nil {
		opt.Hints = new(room.LocalHints)
	}
	opt.Limits = opt.Limits.withDefaults()
	s := &Server{opt: opt, log: opt.Logger, tries: recurring{log: opt.Logger}, sockets: newSockets(), drained: make(chan struct{})}
	s.meters = newMeters(s.sockets.count, opt.Rooms.Loaded)
	var err error
	if opt.Static != nil {
		s.assets, err = readAssets(opt.Static)
	} else {
		s.assets, err = embeddedAssets()
	}
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if s.site, err = newSiteGuard(opt.BaseURL); err != nil {
		return nil, fmt.Errorf("web: the base URL: %w", err)
	}
	s.names = &nameCache{ask: opt.Lobby.Names, now: opt.Now, known: map[engine.PlayerID]cachedName{}}
	s.sessionRate = perMinute(opt.Limits.SessionsPerMinute)
	s.peopleRate = perMinute(opt.Limits.PeoplePerMinute)
	s.recoverRate = perMinute(opt.Limits.RecoverPerMinute)
	s.gameRate = perMinute(opt.Limits.GamesPerMinute)
	s.socketRate = perMinute(opt.Limits.SocketsPerMinute)
	s.open = newAddresses(opt.Limits.SocketsOpen)
	s.beside = newBeside(s)
	s.people = &changes{s: s, people: map[engine.PlayerID]bool{}}
	s.hall, s.keeper = newHall(s), &keeper{s: s}
	s.deaf = []func(){opt.Hints.Subscribe(s.hall.hinted), opt.Topics.Listen(func(t lobby.Topic) {
		s.beside.told(t)
		s.people.told(t)
		s.hall.told(t)
	})}
	s.handler = s.routes()
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

const apiPath = "/api/v1"

func (s *Server) routes() http.Handler {
	r := chi.NewRouter()
	r.Use(inTime, s.recovered, believeLocalProxy, s.secure)
	r.NotFound(s.notFound)
	r.MethodNotAllowed(methodNotAllowed)
	for address, says := range map[string]http.HandlerFunc{"/healthz": s.healthz, "/readyz": s.readyz} {
		r.Get(address, says)
		r.Head(address, says)
	}
	r.Get("/metrics", s.localMetrics)
	s.routePages(r)
	r.Group(func(r chi.Router) {
		r.Use(perMinute(s.opt.Limits.RequestsPerMinute).Handler, s.site.Handler, uncached, withCredential, s.withTLS)
		r.Get(apiPath+"/games/{id}/socket", s.openSocket)
		r.Get(apiPath+"/lobby/socket", s.openLobby)
		s.registerAPI(r)
	})
	return r
}

// uncached keeps answers of the API out of every cache: they are about this moment and this visitor.
func uncached(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// Drain stops serving in order: the server is not ready any more, opens no sockets and takes no
// commands; commands already taken are finished; then every socket is closed with 1012, and streams
// end. It returns when all sockets are gone; those still there when ctx ends are cut. It may be called
// more than once. Afterwards http.Server.Shutdown has nothing left to wait for.
func (s *Server) Drain(ctx context.Context) error {
	if !s.draining.Swap(true) {
		close(s.drained)
		for _, stop := range s.deaf {
			stop()
		}
		s.keeper.stop()
	}
	return s.sockets.drain(ctx)
}

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	writeStatus(w, http.StatusOK, "ok")
}

// readyTimeout is how long readyz waits for the store.
const readyTimeout = 2 * time.Second

// readyz says whether a balancer should send visitors here.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	switch {
	case s.draining.Load():
		writeStatus(w, http.StatusServiceUnavailable, "stopping")
	case s.opt.Store.Ping(ctx) != nil:
		writeStatus(w, http.StatusServiceUnavailable, "store does not answer")
	default:
		writeStatus(w, http.StatusOK, "ready")
	}
}

func writeStatus(w http.ResponseWriter, status int, word string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"status": word}) // the reader being gone is its own affair
}
