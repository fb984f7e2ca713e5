package engine

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Step is one checker moved by one die (R3), in the mover's own numbering.
type Step struct {
	From uint8 // 1–24, or BarPoint when the checker enters (R6)
	To   uint8 // 1–24, or OffPoint when it is borne off (B2)
	Die  uint8 // the die it is played with, 1–6; 0 in a step handed in by a client that left it out
	Hit  bool  // whether a blot is hit on To (R4)
}

// Play is all the steps of one turn, in the order they are made (R5).
type Play []Step

// MarshalJSON writes [from, to, die, hit] with hit as 0 or 1.
func (s Step) MarshalJSON() ([]byte, error) { return s.append(make([]byte, 0, 16)), nil }

func (s Step) append(b []byte) []byte {
	b = strconv.AppendUint(append(b, '['), uint64(s.From), 10)
	b = strconv.AppendUint(append(b, ','), uint64(s.To), 10)
	b = strconv.AppendUint(append(b, ','), uint64(s.Die), 10)
	if s.Hit {
		return append(b, ",1]"...)
	}
	return append(b, ",0]"...)
}

// append writes what encoding/json writes.
func (p Play) append(b []byte) []byte {
	if p == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, s := range p {
		if i > 0 {
			b = append(b, ',')
		}
		b = s.append(b)
	}
	return append(b, ']')
}

// UnmarshalJSON reads [from, to], [from, to, die] or [from, to, die, hit]. What is left out is 0; the
// legality of the numbers is judged by the rules, not here.
func (s *Step) UnmarshalJSON(b []byte) error {
	var room [4]int
	n, plain := plainNumbers(room[:0], b)
	if !plain {
		n = nil
		if json.Unmarshal(b, &n) != nil {
			n = nil // no step, as is said below
		}
	}
	bounds := [4]int{int(BarPoint), int(BarPoint), 6, 1}
	ok := len(n) >= 2 && len(n) <= len(bounds)
	for i := 0; ok && i < len(n); i++ {
		ok = n[i] >= 0 && n[i] <= bounds[i]
	}
	if !ok {
		return fmt.Errorf("engine: a step is [from, to, die, hit] with points 0 to 25, die 1 to 6, hit 0 or 1, not %s", b)
	}
	*s = Step{From: uint8(n[0]), To: uint8(n[1])}
	if len(n) > 2 {
		s.Die = uint8(n[2])
	}
	if len(n) > 3 {
		s.Hit = n[3] == 1
	}
	return nil
}

// plainNumbers reads an array as it is nearly always written: up to four numbers of one or two digits with a comma
// between them. It says no to everything else.
func plainNumbers(n []int, text []byte) ([]int, bool) {
	if len(text) < 2 || text[0] != '[' {
		return nil, false
	}
	for i := 1; i < len(text) && len(n) < 4; i++ {
		first := text[i] - '0'
		if first > 9 {
			return nil, false
		}
		number := int(first)
		if i++; i < len(text) && text[i]-'0' <= 9 && first > 0 {
			number = 10*number + int(text[i]-'0')
			i++
		}
		n = append(n, number)
		switch {
		case i == len(text)-1 && text[i] == ']':
			return n, true
		case i >= len(text) || text[i] != ',':
			return nil, false
		}
	}
	return nil, false
}
