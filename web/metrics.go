package web

import (
	"net/http"
	"net/netip"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// meters are the numbers an operator asks for, on a registry of their own.
type meters struct {
	registry *prometheus.Registry
	commands *prometheus.CounterVec
	closed   *prometheus.CounterVec
}

func newMeters(open func() int) *meters {
	m := &meters{
		registry: prometheus.NewRegistry(),
		commands: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "fallas_commands_total", Help: "Commands of players by outcome: accepted, or the code of the refusal.",
		}, []string{"outcome"}),
		closed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "fallas_sockets_closed_total", Help: "Sockets closed by the server, by the code of the reason.",
		}, []string{"reason"}),
	}
	m.registry.MustRegister(m.commands, m.closed,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "fallas_sockets_open", Help: "Sockets open now.",
		}, func() float64 { return float64(open()) }),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// command counts the outcome of a command.
func (m *meters) command(err error) {
	outcome := "accepted"
	if err != nil {
		outcome = string(CodeInternal)
		if p := known(err); p != nil {
			outcome = string(p.Code)
		}
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
