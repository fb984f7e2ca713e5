package web

import (
	"context"
	"sync"
	"time"

	"fallas/engine"
	"fallas/lobby"
)

// nameCache remembers for a moment what people are called, so that a crowd watching one game does not
// ask the store once each. Players change their names: what is told of that is forgotten here, and what was
// not told is for so long.
type nameCache struct {
	ask func(context.Context, ...engine.PlayerID) (map[engine.PlayerID]lobby.Player, error)
	now func() engine.Micros

	mu    sync.Mutex
	known map[engine.PlayerID]cachedName
	// forgets counts what was forgotten: what was asked for before may be the old name, and is not kept.
	forgets uint64
}

type cachedName struct {
	player Player
	until  engine.Micros
}

const (
	nameKept     = engine.Micros(10 * time.Second / time.Microsecond)
	maxNamesKept = 10_000 // then all are forgotten
)

// namesSeen are the people a caller asked for.
type namesSeen map[engine.PlayerID]Player

// of returns who an id is; nil for "". Somebody the store does not know any more has no name.
func (n namesSeen) of(id engine.PlayerID) *Player {
	if id == "" {
		return nil
	}
	p := n[id]
	p.ID = id
	return &p
}

// look finds people by id; "" is nobody.
func (c *nameCache) look(ctx context.Context, ids ...engine.PlayerID) (namesSeen, error) {
	seen := make(namesSeen, len(ids))
	missing, forgets := c.remembered(seen, ids)
	if len(missing) == 0 {
		return seen, nil
	}
	return seen, c.fill(ctx, seen, missing, forgets)
}

// lookAnew is look without what is remembered.
func (c *nameCache) lookAnew(ctx context.Context, ids ...engine.PlayerID) (namesSeen, error) {
	c.mu.Lock()
	forgets := c.forgets
	c.mu.Unlock()
	seen := make(namesSeen, len(ids))
	return seen, c.fill(ctx, seen, ids, forgets)
}

// forget makes the next look at a person a new one.
func (c *nameCache) forget(id engine.PlayerID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.known, id)
	c.forgets++
}

// fill asks for people, and remembers them if nothing was forgotten since.
func (c *nameCache) fill(ctx context.Context, seen namesSeen, ids []engine.PlayerID, forgets uint64) error {
	found, err := c.ask(ctx, ids...)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known)+len(found) > maxNamesKept {
		clear(c.known)
	}
	until := c.now() + nameKept
	for id, p := range found {
		seen[id] = playerOf(p)
		if c.forgets == forgets {
			c.known[id] = cachedName{seen[id], until}
		}
	}
	return nil
}

// remembered puts into seen who is known, and returns the others, each once, and how much has been
// forgotten so far.
func (c *nameCache) remembered(seen namesSeen, ids []engine.PlayerID) (missing []engine.PlayerID, forgets uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	asked := make(map[engine.PlayerID]bool, len(ids))
	for _, id := range ids {
		if id == "" || asked[id] {
			continue
		}
		asked[id] = true
		if k, ok := c.known[id]; ok && now < k.until {
			seen[id] = k.player
		} else {
			missing = append(missing, id)
		}
	}
	return missing, c.forgets
}
