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

// UnmarshalJSON reads [from, to], [from, to, die] or [from, to, die, hit]. What is left out is 0; the
// legality of the numbers is judged by the rules, not here.
func (s *Step) UnmarshalJSON(b []byte) error {
	var n []int
	if err := json.Unmarshal(b, &n); err != nil {
		return fmt.Errorf("engine: a step is [from, to, die, hit]: %w", err)
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
