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

// BySession returns the player whose session token it is: ErrNoSession if it is nobody's, ErrBanned if
// that player may not act.
func (l *Lobby) BySession(ctx context.Context, token string) (Player, error) {
	hash, ok := SessionHash(token)
	if !ok {
		return Player{}, ErrNoSession
	}
	p, err := l.store.PlayerBySession(ctx, hash)
	if err == nil && p.Banned {
		return Player{}, ErrBanned
	}
	return p, err
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

// Player looks up one player: ErrNoPlayer if there is none.
func (l *Lobby) Player(ctx context.Context, id engine.PlayerID) (Player, error) {
	found, err := l.Names(ctx, id)
	if err != nil {
		return Player{}, err
	}
	p, ok := found[id]
	if !ok {
		return Player{}, ErrNoPlayer
	}
	return p, nil
}

// Find looks up a player by id or by the name of their own, as operators name people: ErrNoPlayer if
// there is none.
func (l *Lobby) Find(ctx context.Context, who string) (Player, error) {
	if id, err := uuid.Parse(who); err == nil {
		return l.Player(ctx, engine.PlayerID(id.String()))
	}
	name, err := ParseName(who)
	if err != nil {
		return Player{}, ErrNoPlayer
	}
	return l.store.PlayerByName(ctx, name.Folded)
}

// Rename gives a player a name of their own and returns the player with it. It fails with a *BadName,
// ErrNameTaken, or ErrNoPlayer for one who has been deleted.
func (l *Lobby) Rename(ctx context.Context, p Player, text string) (Player, error) {
	name, err := ParseName(text)
	if err != nil {
		return Player{}, err
	}
	if err := l.store.Rename(ctx, p.ID, name); err != nil {
		return Player{}, fmt.Errorf("lobby: %w", err)
	}
	l.topics.Tell(OfPlayer(p.ID))
	p.Name, p.Guest = name.Shown, false
	return p, nil
}

// Results returns what came of a player's public games, ruleset by ruleset.
func (l *Lobby) Results(ctx context.Context, id engine.PlayerID) ([]Results, error) {
	results, err := l.store.Results(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("lobby: %w", err)
	}
	return results, nil
}

// Ban bans a player or ends the ban. Who is banned keeps name, seats and sessions, and cannot act with
// them; their open seeks go. It fails with ErrNoPlayer for one who has been deleted.
func (l *Lobby) Ban(ctx context.Context, id engine.PlayerID, banned bool) error {
	withdrawn, err := l.store.Ban(ctx, id, banned, l.now())
	if err != nil {
		return fmt.Errorf("lobby: %w", err)
	}
	l.topics.Tell(OfPlayer(id))
	l.tellOf(withdrawn)
	return nil
}
