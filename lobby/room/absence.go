package room

import (
	"time"

	"fallas/engine"
)

// absence is what this node knows of seats without a connection. A seat belongs to the node that saw it
// last: where its connection ended, where its command was taken, or where its game was loaded. An event
// of the seat that comes from another node is a sign that it is there. When a node that had its connection
// says no longer so, or says nothing any more, it is everybody's.
type absence struct {
	since     [2]time.Time // since when nothing was seen of a seat; zero while that is another node's business
	notBefore time.Time    // no observation is tried before
}

func newAbsence(now time.Time) absence {
	return absence{since: [2]time.Time{now, now}, notBefore: now}
}

func seatIndex(s engine.Seat) int { return int(s) - 1 }

// mayHaveLeft begins to count anew, for a seat that was just seen.
func (a *absence) mayHaveLeft(s engine.Seat, now time.Time) {
	if s != engine.NoSeat {
		a.since[seatIndex(s)] = now
	}
}

// begin counts anew for both seats when the game begins: waiting for an opponent is nobody's absence.
func (a *absence) begin(now time.Time) {
	for i, since := range a.since {
		if !since.IsZero() {
			a.since[i] = now
		}
	}
}

// sign sees an append that another room has made: whoever asked for it is there, and so is whoever it says is back.
func (a *absence) sign(seat engine.Seat, events []engine.Event) {
	a.elsewhere(seat)
	for _, e := range events {
		if b, back := e.Body.(engine.Returned); back {
			a.elsewhere(b.Seat)
		}
	}
}

func (a *absence) elsewhere(s engine.Seat) {
	if s != engine.NoSeat {
		a.since[seatIndex(s)] = time.Time{}
	}
}

// observation is what there is to note about a seat, and from when on; nil for nothing.
func (r *room) observation(s engine.Seat) (engine.Command, time.Time) {
	connected, away := r.audience.count[s] > 0, r.game.AwaySince(s) != 0
	elsewhere := r.audience.presence.seat(s) && !connected
	since := r.absence.since[seatIndex(s)]
	switch {
	case r.game.Phase == engine.Over || r.game.Player(s) == "":
	case connected && away:
		return engine.NoteReturned{Seat: s}, r.absence.notBefore
	case !connected && !elsewhere && !away && r.game.Phase == engine.Playing && !since.IsZero():
		at := since.Add(r.rooms.opt.AwayAfter)
		if at.Before(r.absence.notBefore) {
			at = r.absence.notBefore
		}
		return engine.NoteLeft{Seat: s}, at
	}
	return nil, time.Time{}
}

// nextObservation is when something is to be noted; zero for never.
func (r *room) nextObservation() time.Time {
	var next time.Time
	if _, owed := r.owed(); owed {
		next = r.outages.notBefore
	}
	for _, s := range engine.Seats {
		if do, at := r.observation(s); do != nil && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}

// observe notes what is due, one thing at a time: outages first, for they bear on the rest.
func (r *room) observe(now time.Time) {
	if o, owed := r.owed(); owed {
		if !now.Before(r.outages.notBefore) {
			r.outages.notBefore = now.Add(r.rooms.opt.RetryAfter)
			r.judge(&submission{command: Command{Game: r.id, Do: engine.NoteOutage(o)}})
		}
		return
	}
	for _, s := range engine.Seats {
		do, at := r.observation(s)
		if do == nil || at.After(now) {
			continue
		}
		r.absence.notBefore = now.Add(r.rooms.opt.RetryAfter)
		r.judge(&submission{command: Command{Game: r.id, Do: do}})
		return
	}
}

// stillDue names an observation by the head it is made at, or drops it if it is true no longer.
func (r *room) stillDue(s *submission) bool {
	var seat engine.Seat
	var word string
	switch do := s.command.Do.(type) {
	case engine.NoteLeft:
		seat, word = do.Seat, "left"
	case engine.NoteReturned:
		seat, word = do.Seat, "returned"
	case engine.NoteOutage:
		o, owed := r.owed()
		if !owed || engine.NoteOutage(o) != do {
			return false
		}
		s.name(r, "outage", engine.NoSeat)
		return true
	default:
		return false
	}
	if do, _ := r.observation(seat); do != s.command.Do {
		return false
	}
	s.name(r, word, seat)
	return true
}

// name gives the server's own command its id and digest.
func (s *submission) name(r *room, word string, seat engine.Seat) {
	s.command.ID = observationID(r.id, r.game.Head, word, seat)
	s.digest = s.command.digest()
}
