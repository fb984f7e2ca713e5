package sqlite

import (
	"database/sql"
	"encoding"
	"fmt"

	"fallas/engine"
)

// text scans a column of words into a value that reads its own text.
type text struct{ into encoding.TextUnmarshaler }

// Scan implements sql.Scanner.
func (t text) Scan(column any) error {
	word, ok := column.(string)
	if !ok {
		return fmt.Errorf("want text, got %T", column)
	}
	return t.into.UnmarshalText([]byte(word))
}

// bytes32 scans a column of exactly 32 bytes.
type bytes32 struct{ into *[32]byte }

// Scan implements sql.Scanner.
func (b bytes32) Scan(column any) error {
	blob, ok := column.([]byte)
	if !ok || len(blob) != len(b.into) {
		return fmt.Errorf("want 32 bytes, got %T of %d", column, len(blob))
	}
	copy(b.into[:], blob)
	return nil
}

// optional scans a column that is NULL where the value would be zero.
type optional[T comparable] struct{ into *T }

// Scan implements sql.Scanner.
func (o optional[T]) Scan(column any) error {
	var n sql.Null[T]
	if err := n.Scan(column); err != nil {
		return err
	}
	*o.into = n.V
	return nil
}

// orNull is the value of a column that is NULL where the value is zero.
func orNull[T engine.PlayerID | engine.GameID | engine.Micros](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}
