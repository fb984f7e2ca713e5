package engine

import (
	"encoding/json"
	"fmt"
)

// Roll is what is thrown: two or three faces in the order they fell. The zero Roll means none. It is
// a value and compares with ==. It travels as an array of faces.
type Roll struct {
	n     uint8
	faces [3]uint8
}

// NewRoll makes a roll of two or three faces, each 1 to 6.
func NewRoll(faces ...uint8) (Roll, error) {
	if len(faces) < 2 || len(faces) > 3 {
		return Roll{}, fmt.Errorf("engine: a roll has two or three dice, not %d", len(faces))
	}
	r := Roll{n: uint8(len(faces))}
	for i, f := range faces {
		if f < 1 || f > 6 {
			return Roll{}, fmt.Errorf("engine: %d is not the face of a die", f)
		}
		r.faces[i] = f
	}
	return r, nil
}

// Len is the number of dice thrown: 2 or 3, 0 for no roll.
func (r Roll) Len() int { return int(r.n) }

// Face returns the face of die i, counted from 0 in the order thrown.
func (r Roll) Face(i int) uint8 { return r.faces[:r.n][i] }

// String writes the faces as people do: 5-3-1. No roll is "".
func (r Roll) String() string {
	b := make([]byte, 0, 5)
	for i := range int(r.n) {
		if i > 0 {
			b = append(b, '-')
		}
		b = append(b, '0'+r.faces[i])
	}
	return string(b)
}

// MarshalJSON writes the faces as an array; no roll is an empty one.
func (r Roll) MarshalJSON() ([]byte, error) { return r.append(make([]byte, 0, 8)), nil }

func (r Roll) append(b []byte) []byte {
	b = append(b, '[')
	for i := range int(r.n) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '0'+r.faces[i])
	}
	return append(b, ']')
}

// UnmarshalJSON reads an array of no, two or three faces.
func (r *Roll) UnmarshalJSON(b []byte) error {
	var wide []int
	if err := json.Unmarshal(b, &wide); err != nil {
		return fmt.Errorf("engine: a roll is an array of faces: %w", err)
	}
	faces := make([]uint8, len(wide))
	for i, f := range wide {
		if f < 1 || f > 6 {
			return fmt.Errorf("engine: %d is not the face of a die", f)
		}
		faces[i] = uint8(f)
	}
	if len(faces) == 0 {
		*r = Roll{}
		return nil
	}
	roll, err := NewRoll(faces...)
	if err != nil {
		return err
	}
	*r = roll
	return nil
}
