package roomtest

import (
	"context"
	"slices"
	"sync"

	"fallas/engine"
	"fallas/lobby/room"
)

// Log is a room.Log in memory. The zero value is ready for use.
type Log struct {
	mu     sync.Mutex
	games  map[engine.GameID]*logged
	faults Faults
}

type logged struct {
	secret  engine.Bytes32
	appends []room.Append
}

// Faults are what goes wrong, each nil for nothing. They are called without a lock, from several
// goroutines, and may wait.
type Faults struct {
	// Before fails an append that is then not made.
	Before func(room.Append) error
	// After fails an append that is made all the same.
	After func(room.Append) error
	// Tail fails a reading of the log.
	Tail func(engine.GameID, engine.Seq) error
}

// Fail sets the faults from now on.
func (l *Log) Fail(f Faults) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.faults = f
}

func (l *Log) fails() Faults {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.faults
}

// Create adds a game with its first append. It fails with room.ErrHeadTaken if the game exists.
func (l *Log) Create(first room.Append, secret engine.Bytes32) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.games == nil {
		l.games = make(map[engine.GameID]*logged)
	}
	if l.games[first.Game] != nil {
		return room.ErrHeadTaken
	}
	l.games[first.Game] = &logged{secret: secret, appends: []room.Append{first}}
	return nil
}

// Append is room.Log's.
func (l *Log) Append(ctx context.Context, a room.Append) error {
	faults := l.fails()
	if faults.Before != nil {
		if err := faults.Before(a); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := l.add(a); err != nil {
		return err
	}
	if faults.After != nil {
		return faults.After(a)
	}
	return nil
}

func (l *Log) add(a room.Append) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	game := l.games[a.Game]
	if game == nil {
		return room.ErrNoGame
	}
	if slices.ContainsFunc(game.appends, func(b room.Append) bool { return b.Command == a.Command }) {
		return room.ErrCommandKnown
	}
	if game.appends[len(game.appends)-1].Last != a.First-1 {
		return room.ErrHeadTaken
	}
	game.appends = append(game.appends, a)
	return nil
}

// Tail is room.Log's.
func (l *Log) Tail(ctx context.Context, id engine.GameID, after engine.Seq) ([]room.Append, error) {
	if tail := l.fails().Tail; tail != nil {
		if err := tail(id, after); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	game := l.games[id]
	if game == nil {
		return nil, room.ErrNoGame
	}
	var tail []room.Append
	for _, a := range game.appends {
		if a.Last > after {
			a.Summary = room.Summary{}
			tail = append(tail, a)
		}
	}
	return tail, nil
}

// Secret is room.Log's.
func (l *Log) Secret(_ context.Context, id engine.GameID) (engine.Bytes32, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	game := l.games[id]
	if game == nil {
		return engine.Bytes32{}, room.ErrNoGame
	}
	return game.secret, nil
}

// Appends are all appends of a game.
func (l *Log) Appends(id engine.GameID) []room.Append {
	l.mu.Lock()
	defer l.mu.Unlock()
	if game := l.games[id]; game != nil {
		return slices.Clone(game.appends)
	}
	return nil
}
