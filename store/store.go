package store

import (
	"context"
	"errors"
	"fmt"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/talk"
)

// Store keeps everything. All methods may be called by many goroutines at once.
type Store interface {
	room.Log
	room.Pulse
	lobby.Store
	talk.Store

	// Now is the clock that everything is dated by: one for all servers on a store.
	Now() engine.Micros

	// Games lists games, newest first: on id for every status but Finished, which is on the end of
	// the game, then id. A list that is walked page by page shows no game twice and leaves none out
	// that was in it from beginning to end. Errors: ErrFilter, ErrCursor, ErrLimit.
	Games(ctx context.Context, filter Filter, page Page) (List, error)

	// Summary returns the list row of one game, public or not; room.ErrNoGame if there is none.
	Summary(ctx context.Context, game engine.GameID) (room.Summary, error)

	// Heads returns the last event of each of the games that exist, in any order.
	Heads(ctx context.Context, games []engine.GameID) ([]room.Hint, error)

	// GameIDs returns the ids of games, unlisted ones too, in the order of their ids: at most limit of
	// those after a given one, "" for the first.
	GameIDs(ctx context.Context, after engine.GameID, limit int) ([]engine.GameID, error)

	// Relist puts a list row in the place of a game's own. It is refused with room.ErrHeadTaken if the
	// game's log does not end with row.Head, with room.ErrNoGame if there is no such game.
	Relist(ctx context.Context, row room.Summary) error

	// Ping returns an error while the store cannot answer.
	Ping(ctx context.Context) error

	// Passing says of an error of this store whether it is about the moment and not about what was asked: the
	// database is away, full or busy. Whether the act counts is not known then, and the same may be asked again.
	Passing(err error) bool

	// Close waits for what is running and lets go of everything. It may be called more than once;
	// nothing else may be called afterwards.
	Close() error
}

var (
	// ErrGap is the room.ErrHeadTaken of an append that begins beyond the seq after the log's last:
	// the caller has seen what this log never had.
	ErrGap = fmt.Errorf("%w: there would be a gap before it", room.ErrHeadTaken)

	// ErrCursor says that a cursor was not made by this list, or was altered.
	ErrCursor = errors.New("store: this cursor belongs to no page of this list")

	// ErrFilter says that no game could pass a filter.
	ErrFilter = errors.New("store: this is no list of games")

	// ErrLimit says that a page was asked for with a limit that is not 1 to MaxLimit.
	ErrLimit = errors.New("store: a page has 1 to 100 games")
)
