package lobby

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"

	"github.com/google/uuid"

	"fallas/engine"
)

// NewGuest makes a player nobody vouches for, with a name of the server's choice, and the token of
// their first session. Whoever holds the token is the player; it is not kept and cannot be asked for
// again.
func (l *Lobby) NewGuest(ctx context.Context) (Player, string, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Player{}, "", fmt.Errorf("lobby: new guest: %w", err)
	}
	number, err := rand.Int(rand.Reader, big.NewInt(9000))
	if err != nil {
		return Player{}, "", fmt.Errorf("lobby: new guest: %w", err)
	}
	p := Player{
		ID:        engine.PlayerID(id.String()),
		Name:      fmt.Sprintf("Guest %d", 1000+number.Int64()),
		Guest:     true,
		CreatedAt: l.now(),
	}
	token, hash := newToken(sessionBytes)
	if err := l.store.CreatePlayer(ctx, p, hash); err != nil {
		return Player{}, "", fmt.Errorf("lobby: new guest: %w", err)
	}
	return p, token, nil
}

// BySession returns the player whose session token it is, ErrNoSession if it is nobody's.
func (l *Lobby) BySession(ctx context.Context, token string) (Player, error) {
	hash, ok := hashToken(token, sessionBytes)
	if !ok {
		return Player{}, ErrNoSession
	}
	return l.store.PlayerBySession(ctx, hash)
}

// Names looks up players by id. Ids of nobody are left out.
func (l *Lobby) Names(ctx context.Context, ids ...engine.PlayerID) (map[engine.PlayerID]Player, error) {
	players, err := l.store.Players(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("lobby: names: %w", err)
	}
	byID := make(map[engine.PlayerID]Player, len(players))
	for _, p := range players {
		byID[p.ID] = p
	}
	return byID, nil
}
