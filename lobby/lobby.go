package lobby

import (
	"context"
	"fmt"
	"time"

	"fallas/engine"
	"fallas/lobby/room"
)

// Rooms is what the lobby needs of the rooms where games are played; *room.Rooms has it.
type Rooms interface {
	View(ctx context.Context, game engine.GameID, atLeast engine.Seq) (room.View, error)
	Submit(ctx context.Context, c room.Command) (room.Ack, error)
}

// Options are what New needs besides a store and the rooms.
type Options struct {
	// Now is the clock that new things are dated by.
	Now func() engine.Micros
	// AwayLimit is how long a seat of the games made from now on may be away before the other may
	// claim the win (S3), in whole seconds. 0 means five minutes.
	AwayLimit time.Duration
	// Topics is told of what changes. nil: nobody on other servers is.
	Topics Topics
}

const defaultAwayLimit = 5 * time.Minute

// Lobby is the one place where players, games and seats are brought together. Its methods may be
// called from several goroutines; all its state is in the store.
type Lobby struct {
	store     Store
	rooms     Rooms
	now       func() engine.Micros
	awayLimit uint32 // seconds
	topics    Topics
}

// New makes a lobby over a store and the rooms that play its games.
func New(store Store, rooms Rooms, opt Options) (*Lobby, error) {
	if opt.AwayLimit == 0 {
		opt.AwayLimit = defaultAwayLimit
	}
	if opt.AwayLimit < time.Second || opt.AwayLimit%time.Second != 0 {
		return nil, fmt.Errorf("lobby: the limit of absence is a whole number of seconds, not %v", opt.AwayLimit)
	}
	if opt.Topics == nil {
		opt.Topics = new(LocalTopics)
	}
	return &Lobby{
		store: store, rooms: rooms, now: opt.Now, awayLimit: uint32(opt.AwayLimit / time.Second), topics: opt.Topics,
	}, nil
}
