package room

import (
	"time"

	"fallas/engine"
)

// sightsQueue is how many hints about presence may wait for a room.
const sightsQueue = 16

// elsewhere is who is connected to the game through other nodes, as far as they have said so.
type elsewhere struct {
	nodes map[string]sighting
	next  time.Time // when the first of them holds no longer; zero if there are none
}

// sighting is what one node said.
type sighting struct {
	presence Presence
	until    time.Time
}

// seat says whether a seat is connected.
func (p Presence) seat(s engine.Seat) bool {
	return s == engine.White && p.White || s == engine.Black && p.Black
}

// and adds what is elsewhere to what is here.
func (e *elsewhere) and(here Presence) Presence {
	for _, s := range e.nodes {
		here.White = here.White || s.presence.White
		here.Black = here.Black || s.presence.Black
		here.Spectators += s.presence.Spectators
	}
	return here
}

// sighted hears from another node. To a new one this node introduces itself.
func (r *room) sighted(h Hint, now time.Time) {
	e := &r.elsewhere
	_, known := e.nodes[h.Node]
	if h.Here == (Presence{}) {
		delete(e.nodes, h.Node)
	} else {
		if e.nodes == nil {
			e.nodes = make(map[string]sighting)
		}
		e.nodes[h.Node] = sighting{h.Here, now.Add(3 * r.rooms.opt.BeatEvery)}
		if !known && !r.audience.beat.IsZero() {
			r.audience.beat = now
		}
	}
	r.lookElsewhere(now)
}

// loseSight drops what no node has said for too long.
func (r *room) loseSight(now time.Time) {
	if r.elsewhere.next.IsZero() || now.Before(r.elsewhere.next) {
		return
	}
	for node, s := range r.elsewhere.nodes {
		if !now.Before(s.until) {
			delete(r.elsewhere.nodes, node)
		}
	}
	r.lookElsewhere(now)
}

// lookElsewhere counts anew. A seat that is connected nowhere any more may have left.
func (r *room) lookElsewhere(now time.Time) {
	e := &r.elsewhere
	e.next = time.Time{}
	for _, s := range e.nodes {
		if e.next.IsZero() || s.until.Before(e.next) {
			e.next = s.until
		}
	}
	before := r.audience.presence
	r.recount()
	for _, s := range engine.Seats {
		if before.seat(s) && !r.audience.presence.seat(s) {
			r.absence.mayHaveLeft(s, now)
		}
	}
}

// beat tells the other nodes who is here, when that is due.
func (r *room) beat(now time.Time) {
	a := &r.audience
	if a.beat.IsZero() || now.Before(a.beat) {
		return
	}
	a.beat = time.Time{}
	if a.here != (Presence{}) {
		a.beat = now.Add(r.rooms.opt.BeatEvery)
	}
	r.tellNodes(a.here)
}

func (r *room) tellNodes(here Presence) {
	r.audience.told = here
	r.rooms.hints.Publish(Hint{Game: r.id, Seq: r.game.Head, Node: r.rooms.node, Here: here})
}
