package web

import (
	"encoding/json"
	"testing"

	"fallas/lobby/room"
)

func TestAnAckWaitsForItsEventsAndForNothingElse(t *testing.T) {
	t.Parallel()
	var a acks
	a.pass(7)
	if a.keep([]byte("old"), 7) {
		t.Error("the ack of events that are out waits")
	}
	if !a.keep([]byte("new"), 9) {
		t.Error("the ack of events to come does not wait for them")
	}
	if got := a.pass(9); len(got) != 1 || string(got[0]) != "new" {
		t.Errorf("%q go with event 9", got)
	}
	if got := a.pass(11); len(got) != 0 {
		t.Errorf("%q go twice", got)
	}
	if a.keep([]byte("late"), 11) {
		t.Error("an ack that comes after its events waits")
	}
	a.keep([]byte("last"), 13)
	if got := a.pass(never); len(got) != 1 {
		t.Errorf("%q are left when nothing is delivered any more", got)
	}
	if a.keep([]byte("after all"), 15) {
		t.Error("an ack waits where nothing is delivered any more")
	}
}

// What is written by hand is what encoding/json would write.
func TestAnAckWrittenByHand(t *testing.T) {
	t.Parallel()
	want, err := json.Marshal(ackMessage{Type: "ack", ID: anID, First: 17, Last: 1234567})
	if err != nil {
		t.Fatal(err)
	}
	if got := appendAck(nil, anID, room.Ack{First: 17, Last: 1234567}); string(got) != string(want) {
		t.Errorf("%s, want %s", got, want)
	}
}
