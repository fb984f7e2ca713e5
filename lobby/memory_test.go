package lobby_test

import (
	"context"
	"slices"
	"sync"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

// memory is a lobby.Store over a log in memory; it has no seeks. It knows people as guests only: what else
// is kept of them is tested on a real store.
type memory struct {
	roomtest.Log
	lobby.Seeks
	lobby.People

	mu          sync.Mutex
	players     []lobby.Player
	sessions    map[lobby.Hash]engine.PlayerID
	invitations map[lobby.Hash]lobby.Invitation
	creations   map[creationKey]lobby.GameRecord
}

type creationKey struct {
	creator engine.PlayerID
	command room.CommandID
}

func newMemory() *memory {
	return &memory{
		sessions:    map[lobby.Hash]engine.PlayerID{},
		invitations: map[lobby.Hash]lobby.Invitation{},
		creations:   map[creationKey]lobby.GameRecord{},
	}
}

func (m *memory) CreatePlayer(_ context.Context, p lobby.Player, session lobby.Hash) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.players = append(m.players, p)
	m.sessions[session] = p.ID
	return nil
}

func (m *memory) PlayerBySession(_ context.Context, session lobby.Hash) (lobby.Player, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id, ok := m.sessions[session]
	if !ok {
		return lobby.Player{}, lobby.ErrNoSession
	}
	i := slices.IndexFunc(m.players, func(p lobby.Player) bool { return p.ID == id })
	return m.players[i], nil
}

func (m *memory) Players(_ context.Context, ids []engine.PlayerID) ([]lobby.Player, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []lobby.Player
	for _, p := range m.players {
		if slices.Contains(ids, p.ID) {
			found = append(found, p)
		}
	}
	return found, nil
}

func (m *memory) CreateGame(_ context.Context, g lobby.GameRecord) (engine.GameID, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := creationKey{g.Creator, g.Append.Command}
	if made, ok := m.creations[key]; ok {
		if made.Append.Digest != g.Append.Digest {
			return "", room.ErrCommandReused
		}
		return made.Append.Game, nil
	}
	if err := m.Create(g.Append, g.Secret); err != nil {
		return "", err
	}
	m.creations[key] = g
	m.invitations[g.Invitation.Hash] = g.Invitation
	return g.Append.Game, nil
}

func (m *memory) AddInvitation(_ context.Context, i lobby.Invitation) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.invitations[i.Hash] = i
	return nil
}

func (m *memory) Invitation(_ context.Context, token lobby.Hash) (lobby.Invitation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i, ok := m.invitations[token]
	if !ok {
		return lobby.Invitation{}, lobby.ErrNoInvitation
	}
	return i, nil
}
