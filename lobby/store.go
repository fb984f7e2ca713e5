package lobby

import (
	"context"
	"errors"

	"fallas/engine"
	"fallas/lobby/room"
)

// Hash is the SHA-256 of a token. Tokens themselves are not kept.
type Hash [32]byte

// Invitation lets whoever holds its token take Seat in Game, once: it is spent by the seat being taken.
type Invitation struct {
	Hash      Hash
	Game      engine.GameID
	Seat      engine.Seat
	From      engine.PlayerID
	CreatedAt engine.Micros
}

// GameRecord is everything that is kept when a game is made.
type GameRecord struct {
	// Append holds the Created event; its Command and Digest tell a repetition.
	Append     room.Append
	Creator    engine.PlayerID
	Secret     engine.Bytes32
	Invitation Invitation // none for a game that Deal.Pair makes
}

// Store is what the lobby keeps. All methods may be called from several goroutines, and each writes
// everything it is given or nothing. An error that is not named means that the outcome is unknown:
// the same may be written again.
type Store interface {
	Seeks
	People

	// CreateGame adds a game: its first append with its list row, its secret and an invitation. If
	// the same creator has made a game with the same command id before, nothing is added, and the
	// answer is the id of that game, or room.ErrCommandReused if the digests differ.
	CreateGame(ctx context.Context, g GameRecord) (engine.GameID, error)
	// AddInvitation adds an invitation to a game that exists.
	AddInvitation(ctx context.Context, i Invitation) error
	// Invitation finds an invitation, ErrNoInvitation if there is none.
	Invitation(ctx context.Context, token Hash) (Invitation, error)
}

// ErrNoInvitation says that a token is no invitation's.
var ErrNoInvitation = errors.New("lobby: no such invitation")
