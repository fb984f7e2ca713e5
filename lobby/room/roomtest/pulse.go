package roomtest

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"fallas/engine"
	"fallas/lobby/room"
)

// Pulse is a room.Pulse in memory, by the clock of this machine. The zero value is ready for use.
type Pulse struct {
	mu      sync.Mutex
	alive   map[string]engine.Micros
	outages []room.Outage
	fault   error
}

// Fail makes every use fail with err, nil to make it whole again.
func (p *Pulse) Fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = err
}

// Nodes is how many nodes have left a sign of life.
func (p *Pulse) Nodes() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.alive)
}

func now() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }

// Alive is room.Pulse's.
func (p *Pulse) Alive(ctx context.Context, node string, hole time.Duration) (latest room.Outage, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault != nil || ctx.Err() != nil {
		return latest, p.fault
	}
	if p.alive == nil {
		p.alive = make(map[string]engine.Micros)
	}
	if last := slices.Sorted(maps.Values(p.alive)); len(last) > 0 {
		if from := last[len(last)-1]; now()-from > engine.Micros(hole.Microseconds()) {
			p.outages = append(p.outages, room.Outage{From: from, To: now()})
		}
	}
	p.alive[node] = now()
	if n := len(p.outages); n > 0 {
		latest = p.outages[n-1]
	}
	return latest, nil
}

// Rest is room.Pulse's.
func (p *Pulse) Rest(ctx context.Context, node string, hole time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault != nil || ctx.Err() != nil {
		return p.fault
	}
	maps.DeleteFunc(p.alive, func(other string, at engine.Micros) bool {
		return other == node || at < now()-engine.Micros(hole.Microseconds())
	})
	return nil
}

// Outages is room.Pulse's.
func (p *Pulse) Outages(_ context.Context, after engine.Micros) ([]room.Outage, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault != nil {
		return nil, p.fault
	}
	var found []room.Outage
	for _, o := range p.outages {
		if o.To > after {
			found = append(found, o)
		}
	}
	return found, nil
}
