package storetest

import (
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby/room"
)

// anyTime is a hole that the smallest time between two signs of life is.
const anyTime = 0

// alive says that a node is alive.
func (f *fixture) alive(node string, hole time.Duration) room.Outage {
	f.Helper()
	latest, err := f.Alive(f.ctx, node, hole)
	f.must(err)
	return latest
}

func (f *fixture) outages(after engine.Micros) []room.Outage {
	f.Helper()
	all, err := f.Outages(f.ctx, after)
	f.must(err)
	return slices.Concat(all) // nil if there are none
}

func outagesStored(f *fixture) {
	node, other := uuid.NewString(), uuid.NewString()
	before := f.Now()
	f.want("latest outage of a new store", f.alive(node, anyTime), room.Outage{})
	for range 3 {
		f.want("latest outage while a node is alive", f.alive(node, time.Hour), room.Outage{})
		f.want("latest outage while another is", f.alive(other, time.Hour), room.Outage{})
	}
	f.want("outages", len(f.outages(0)), 0)
	latest := f.alive(node, anyTime)
	if latest.From < before-seconds || latest.To <= latest.From || latest.To > f.Now()+seconds {
		f.Errorf("an outage from %s to %s was stored, between %s and %s", latest.From, latest.To, before, f.Now())
	}
	f.want("outages", f.outages(0), []room.Outage{latest})
	f.want("latest outage", f.alive(other, time.Hour), latest)
	f.want("outages", f.outages(0), []room.Outage{latest})
}

// seconds is what clocks may differ by.
const seconds = 5_000_000

func outagesRest(f *fixture) {
	node, other, dead := uuid.NewString(), uuid.NewString(), uuid.NewString()
	f.must(f.Rest(f.ctx, node, time.Hour)) // it was never alive
	f.alive(node, time.Hour)
	f.must(f.Rest(f.ctx, node, time.Hour))
	f.want("latest outage after a rest", f.alive(node, anyTime), room.Outage{})
	f.alive(other, time.Hour)
	f.must(f.Rest(f.ctx, node, time.Hour))
	if latest := f.alive(node, anyTime); latest == (room.Outage{}) {
		f.Error("the other node did not rest, and its sign of life is not counted")
	}
	n := len(f.outages(0))
	f.alive(dead, time.Hour)
	f.must(f.Rest(f.ctx, node, time.Hour))
	f.must(f.Rest(f.ctx, other, anyTime)) // the dead node's is too old to keep
	f.alive(node, anyTime)
	f.want("outages", len(f.outages(0)), n)
}

func outagesOnce(f *fixture) {
	nodes := make([]string, 8)
	for i := range nodes {
		nodes[i] = uuid.NewString()
		f.alive(nodes[i], time.Hour)
	}
	errs := make([]error, len(nodes))
	var all sync.WaitGroup
	for i, node := range nodes {
		all.Go(func() { _, errs[i] = f.Alive(f.ctx, node, anyTime) })
	}
	all.Wait()
	for _, err := range errs {
		f.must(err)
	}
	stored := f.outages(0)
	if len(stored) == 0 || len(stored) > len(nodes) {
		f.Errorf("%d nodes have stored %d outages", len(nodes), len(stored))
	}
	for i, o := range stored { // those who saw the same last sign of life have stored one
		if o.To <= o.From || i > 0 && o.From == stored[i-1].From {
			f.Errorf("an outage is stored twice: %v", stored)
		}
	}
}

func outagesAfter(f *fixture) {
	node := uuid.NewString()
	f.alive(node, time.Hour)
	var want []room.Outage
	for range 4 {
		want = append(want, f.alive(node, anyTime))
	}
	for i, o := range want {
		f.want("outages after the end of one", f.outages(o.To), slices.Concat(want[i+1:]))
		f.want("outages after a moment before that", f.outages(o.To-1), want[i:])
	}
}

func clock(f *fixture) {
	a := f.Now()
	if b := f.Now(); b < a {
		f.Errorf("%s, then %s", a, b)
	}
	machine := engine.Micros(time.Now().UnixMicro()) // the tests' databases are on this one
	if d := f.Now() - machine; d < -seconds || d > seconds {
		f.Errorf("the store's clock differs by %d µs", d)
	}
}
