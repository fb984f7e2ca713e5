package store

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby/room"
)

// Status chooses which public games a list has. It travels as the word.
type Status string

// Every public game; those being played; those that are over.
const (
	All      Status = "all"
	Live     Status = "live"
	Finished Status = "finished"
)

// MaxLimit is how many games a page has at most.
const MaxLimit = 100

// Page says which part of a list is wanted.
type Page struct {
	Limit int    // how many games at most, 1 to MaxLimit
	After string // the Next of the page before, of the same filter; "" for the first page
}

// List is one page of games, with the cursor of the next: "" when nothing follows.
type List struct {
	Games []room.Summary
	Next  string
}

// Key is the place of a game in its list: lists run from high keys to low ones, by EndedAt where it
// counts (Finished; 0 elsewhere), then by Game.
type Key struct {
	EndedAt engine.Micros
	Game    engine.GameID
}

// Top is a key above every game's.
var Top = Key{EndedAt: 1<<63 - 1, Game: "ffffffff-ffff-ffff-ffff-ffffffffffff"}

// KeyOf returns the place of a game in the list of a status.
func KeyOf(status Status, game room.Summary) Key {
	if status == Finished {
		return Key{EndedAt: game.EndedAt, Game: game.Game}
	}
	return Key{Game: game.Game}
}

// cursorVersion is the first byte of a cursor. What follows: the first byte of the status, EndedAt in
// 8 bytes, Game in 16, and the CRC-32 of all that and of the rest of the filter. Nothing is secret in it: the
// sum catches what was cut, mistyped or taken to another list.
const (
	cursorVersion = 1
	cursorLen     = 1 + 1 + 8 + 16 + 4
)

// Cursor returns the cursor for what follows key in the list of a filter.
func Cursor(filter Filter, key Key) (string, error) {
	game, err := uuid.Parse(string(key.Game))
	if err != nil {
		return "", fmt.Errorf("store: cursor after game %q: %w", key.Game, err)
	}
	b := make([]byte, 0, cursorLen)
	b = append(b, cursorVersion, filter.Status[0])
	b = binary.BigEndian.AppendUint64(b, uint64(key.EndedAt))
	b = append(b, game[:]...)
	b = binary.BigEndian.AppendUint32(b, filter.sum(b))
	return base64.RawURLEncoding.EncodeToString(b), nil
}

// Start judges a filter and page, and returns the key after which the page begins: Top for the first one.
// Errors: ErrFilter, ErrCursor, ErrLimit.
func (p Page) Start(filter Filter) (Key, error) {
	if err := filter.Check(); err != nil {
		return Key{}, err
	}
	if p.Limit < 1 || p.Limit > MaxLimit {
		return Key{}, ErrLimit
	}
	if p.After == "" {
		return filter.top(), nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(p.After)
	if err != nil || len(b) != cursorLen || b[0] != cursorVersion || b[1] != filter.Status[0] ||
		filter.sum(b[:cursorLen-4]) != binary.BigEndian.Uint32(b[cursorLen-4:]) {
		return Key{}, ErrCursor
	}
	key := Key{
		EndedAt: engine.Micros(binary.BigEndian.Uint64(b[2:])),
		Game:    engine.GameID(uuid.UUID(b[10:26]).String()),
	}
	return key, nil
}

// ListOf makes a page of the games found from its start on, in the list's order; the store looks for
// one more than the limit, which tells whether another page follows.
func ListOf(filter Filter, page Page, found []room.Summary) (List, error) {
	if len(found) <= page.Limit {
		return List{Games: found}, nil
	}
	list := List{Games: found[:page.Limit]}
	next, err := Cursor(filter, KeyOf(filter.Status, found[page.Limit-1]))
	if err != nil {
		return List{}, err
	}
	list.Next = next
	return list, nil
}
