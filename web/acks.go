package web

import (
	"math"
	"strconv"
	"sync"

	"fallas/engine"
	"fallas/lobby/room"
)

// acks are acknowledgements on their way to the client. The events a command led to are about to be delivered on
// the same socket, so that its acknowledgement waits for them and goes out with them, unless they are out
// already.
type acks struct {
	mu      sync.Mutex
	passed  engine.Seq // the last event delivered
	waiting [][]byte
}

// keep takes an acknowledgement that events up to last are still to follow; false if they have been delivered.
func (a *acks) keep(message []byte, last engine.Seq) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if last <= a.passed {
		return false
	}
	a.waiting = append(a.waiting, message)
	return true
}

// pass notes that events up to last are delivered now, and returns what is to go with them.
func (a *acks) pass(last engine.Seq) [][]byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.passed = last
	waiting := a.waiting
	a.waiting = nil
	return waiting
}

// never is after every event: nothing is delivered any more.
const never = engine.Seq(math.MaxUint32)

// acknowledge answers a command that was accepted.
func (k *socket) acknowledge(id string, ack room.Ack) error {
	m := appendAck(nil, id, ack)
	if k.acks.keep(m, ack.Last) {
		return nil
	}
	return k.write(m)
}

// appendAck writes an ackMessage. Its id is a UUID, in which nothing is to be escaped.
func appendAck(b []byte, id string, ack room.Ack) []byte {
	b = append(append(append(b, `{"type":"ack","id":"`...), id...), `","first":`...)
	b = append(strconv.AppendUint(b, uint64(ack.First), 10), `,"last":`...)
	return append(strconv.AppendUint(b, uint64(ack.Last), 10), '}')
}

// legalWriters keep the buffers in which graphs of legal steps are made.
var legalWriters = sync.Pool{New: func() any { return new(engine.LegalWriter) }}

// appendLegal writes the legalMessage of a game to the seat on roll.
func appendLegal(b []byte, g *engine.Game) []byte {
	w := legalWriters.Get().(*engine.LegalWriter)
	defer legalWriters.Put(w)
	b = append(strconv.AppendUint(append(b, `{"type":"legal","seq":`...), uint64(g.Head), 10), `,"seat":"`...)
	b = append(append(b, g.Turn.String()...), `","nodes":`...)
	return append(w.Append(b, g), '}')
}
