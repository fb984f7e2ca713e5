package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// ErrVersion says that an event is of a version or type this program does not know. Such an event is
// never guessed at.
var ErrVersion = errors.New("engine: an event of an unknown version or type")

// header is what every event carries beside the fields of its body.
type header struct {
	Seq     Seq    `json:"seq"`
	At      Micros `json:"at"`
	Version int    `json:"v"`
	Type    string `json:"type"`
}

// Type is the word an event travels under, "" for none of the closed set.
func (e Event) Type() string {
	switch e.Body.(type) {
	case Created:
		return "created"
	case Seated:
		return "seated"
	case Opened:
		return "opened"
	case Rolled:
		return "rolled"
	case Played:
		return "played"
	case Passed:
		return "passed"
	case Left:
		return "left"
	case Returned:
		return "returned"
	case Outage:
		return "outage"
	case ResignationOffered:
		return "resignation_offered"
	case ResignationDeclined:
		return "resignation_declined"
	case ResignationWithdrawn:
		return "resignation_withdrawn"
	case Ended:
		return "ended"
	case Revealed:
		return "revealed"
	}
	return ""
}

// MarshalJSON writes one flat object: seq, at, v and type, then the fields of the body, always in the
// same order, so that the same event is always the same bytes. Rolled and Played, of which a game has most, are
// written by hand.
func (e Event) MarshalJSON() ([]byte, error) {
	word := e.Type()
	if word == "" {
		return nil, fmt.Errorf("engine: event %d has no body", e.Seq)
	}
	b := strconv.AppendUint(append(make([]byte, 0, 192), `{"seq":`...), uint64(e.Seq), 10)
	b, err := e.At.append(append(b, `,"at":"`...))
	if err != nil {
		return nil, err
	}
	b = strconv.AppendInt(append(b, `","v":`...), EventVersion, 10)
	b = append(append(append(b, `,"type":"`...), word...), `",`...)
	switch body := e.Body.(type) {
	case Rolled:
		b = strconv.AppendUint(append(b, `"n":`...), uint64(body.N), 10)
		b = append(append(b, `,"seat":"`...), body.Seat.String()...)
		return append(body.Dice.append(append(b, `","dice":`...)), '}'), nil
	case Played:
		b = append(append(b, `"seat":"`...), body.Seat.String()...)
		return append(body.Steps.append(append(b, `","steps":`...)), '}'), nil
	}
	body, err := json.Marshal(e.Body)
	if err != nil {
		return nil, err
	}
	return append(b, body[1:]...), nil
}

// UnmarshalJSON reads what MarshalJSON writes. The error is ErrVersion for a version or type that is not
// known.
func (e *Event) UnmarshalJSON(b []byte) error {
	var h header
	if err := json.Unmarshal(b, &h); err != nil {
		return fmt.Errorf("engine: event: %w", err)
	}
	if h.Version != EventVersion {
		return fmt.Errorf("%w: event %d has version %d", ErrVersion, h.Seq, h.Version)
	}
	body, err := readBody(h.Type, b)
	if err != nil {
		return fmt.Errorf("event %d, %s: %w", h.Seq, h.Type, err)
	}
	*e = Event{Seq: h.Seq, At: h.At, Body: body}
	return nil
}

func readBody(word string, b []byte) (EventBody, error) {
	switch word {
	case "created":
		return bodyOf[Created](b)
	case "seated":
		return bodyOf[Seated](b)
	case "opened":
		return bodyOf[Opened](b)
	case "rolled":
		return bodyOf[Rolled](b)
	case "played":
		return bodyOf[Played](b)
	case "passed":
		return bodyOf[Passed](b)
	case "left":
		return bodyOf[Left](b)
	case "returned":
		return bodyOf[Returned](b)
	case "outage":
		return bodyOf[Outage](b)
	case "resignation_offered":
		return bodyOf[ResignationOffered](b)
	case "resignation_declined":
		return bodyOf[ResignationDeclined](b)
	case "resignation_withdrawn":
		return bodyOf[ResignationWithdrawn](b)
	case "ended":
		return bodyOf[Ended](b)
	case "revealed":
		return bodyOf[Revealed](b)
	}
	return nil, ErrVersion
}

func bodyOf[B EventBody](b []byte) (EventBody, error) {
	var body B
	err := json.Unmarshal(b, &body)
	return body, err
}
