package web

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// meters are the numbers an operator asks for, on a registry of their own.
type meters struct {
	registry *prometheus.Registry
	commands *prometheus.CounterVec
	closed   *prometheus.CounterVec
	took     prometheus.Histogram
}

// newMeters makes the meters; open and loaded count sockets and rooms.
func newMeters(open, loaded func() int) *meters {
	m := &meters{
		registry: prometheus.NewRegistry(),
		commands: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "fallas_commands_total", Help: "Commands of players by outcome: accepted, or the code of the refusal.",
		}, []string{"outcome"}),
		closed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "fallas_sockets_closed_total", Help: "Sockets closed by the server, by the code of the reason.",
		}, []string{"reason"}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "fallas_command_seconds", Help: "From taking an accepted command to its events being durable.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14), // to 4 s
		}),
	}
	m.registry.MustRegister(m.commands, m.closed, m.took,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "fallas_sockets_open", Help: "Sockets open now.",
		}, func() float64 { return float64(open()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "fallas_rooms_loaded", Help: "Games in this server's memory now.",
		}, func() float64 { return float64(loaded()) }),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// command counts the outcome of a command, and how long an accepted one took.
func (m *meters) command(err error, took time.Duration) {
	outcome := "accepted"
	if err != nil {
		outcome = string(CodeInternal)
		if p := known(err); p != nil {
			outcome = string(p.Code)
		}
	} else {
		m.took.Observe(took.Seconds())
	}
	m.commands.WithLabelValues(outcome).Inc()
}

// Metrics returns the numbers in Prometheus' form, for a listener that only the operator reaches.
// Others may register collectors of theirs on Registry.
func (s *Server) Metrics() http.Handler {
	return promhttp.HandlerFor(s.meters.registry, promhttp.HandlerOpts{})
}

// Registry is where other parts of the program register what an operator asks of them.
func (s *Server) Registry() prometheus.Registerer { return s.meters.registry }

// localMetrics serves the metrics on the public listener to this machine alone, and not through a proxy.
func (s *Server) localMetrics(w http.ResponseWriter, r *http.Request) {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() || r.Header.Get("X-Forwarded-For") != "" {
		s.notFound(w, r)
		return
	}
	s.Metrics().ServeHTTP(w, r)
}
