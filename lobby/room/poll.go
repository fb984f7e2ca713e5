package room

import (
	"context"
	"fmt"

	"fallas/engine"
)

// Poll asks how far the games in memory are in the log and passes the answers on as hints. It makes good
// what hints between nodes have lost; where all rooms are in one process there is nothing to make good.
func (r *Rooms) Poll(ctx context.Context, heads func(context.Context, []engine.GameID) ([]Hint, error)) error {
	r.mu.Lock()
	games := make([]engine.GameID, 0, len(r.rooms))
	for id := range r.rooms {
		games = append(games, id)
	}
	r.mu.Unlock()
	if len(games) == 0 {
		return nil
	}
	found, err := heads(ctx, games)
	if err != nil {
		return fmt.Errorf("room: poll: %w", err)
	}
	for _, h := range found {
		r.hinted(h)
	}
	return nil
}
