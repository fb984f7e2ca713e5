package engine

import (
	"encoding/hex"
	"fmt"
)

// Bytes32 is what the dice scheme is made of: secrets, seeds and commitments. It travels as 64
// lower-case hexadecimal digits.
type Bytes32 [32]byte

// MarshalText writes 64 lower-case hexadecimal digits.
func (b Bytes32) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, b[:]), nil }

// UnmarshalText reads exactly 64 lower-case hexadecimal digits.
func (b *Bytes32) UnmarshalText(text []byte) error {
	var v Bytes32
	if len(text) != 2*len(v) {
		return fmt.Errorf("engine: want 64 hexadecimal digits, got %d characters", len(text))
	}
	if _, err := hex.Decode(v[:], text); err != nil {
		return fmt.Errorf("engine: want 64 hexadecimal digits: %w", err)
	}
	if string(hex.AppendEncode(nil, v[:])) != string(text) {
		return fmt.Errorf("engine: hexadecimal digits are written in lower case")
	}
	*b = v
	return nil
}
