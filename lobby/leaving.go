package lobby

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby/room"
)

// Delete deletes a player: their unfinished games are called off or, where that is too late, resigned;
// then sessions, tokens, the recovery code, invitations and seeks go, and DeletedName is left. Records
// keep the id. If it fails it may have been done in part: doing it again does the rest.
func (l *Lobby) Delete(ctx context.Context, p Player) error {
	if err := l.leaveGames(ctx, p); err != nil {
		return err
	}
	withdrawn, err := l.store.DeletePlayer(ctx, p.ID, DeletedName, l.now())
	if err != nil {
		return fmt.Errorf("lobby: %w", err)
	}
	l.topics.Tell(OfPlayer(p.ID))
	l.tellOf(withdrawn)
	return l.leaveGames(ctx, p) // a game begun at the last moment
}

// stayed ends what somebody has begun while they were deleted: either Delete finds it, or it finds here that they are
// gone, and fails with ErrNoSession.
func (l *Lobby) stayed(ctx context.Context, p Player) error {
	now, err := l.Player(ctx, p.ID)
	switch {
	case err != nil:
		return err
	case !now.Deleted:
		return nil
	}
	if err := l.leaveGames(ctx, p); err != nil {
		return err
	}
	return ErrNoSession
}

// leaveGames ends the unfinished games of a player.
func (l *Lobby) leaveGames(ctx context.Context, p Player) error {
	games, err := l.store.Unfinished(ctx, p.ID)
	if err != nil {
		return fmt.Errorf("lobby: %w", err)
	}
	for _, game := range games {
		if err := l.leaveGame(ctx, p, game); err != nil {
			return fmt.Errorf("lobby: leave game %s: %w", game, err)
		}
	}
	return nil
}

// leaveGame calls a game off if its player still may (S3), and resigns it otherwise, for no more than it
// is worth (S4). A game that the player made, in which others sit, stays theirs.
func (l *Lobby) leaveGame(ctx context.Context, p Player, game engine.GameID) error {
	ways := []engine.Command{engine.Abort{}, engine.Resign{Worth: 1}, engine.Resign{Worth: 2}, engine.Resign{Worth: 3}}
	for _, way := range ways {
		id, err := uuid.NewV7()
		if err != nil {
			return err
		}
		_, err = l.rooms.Submit(ctx, room.Command{ID: room.CommandID(id.String()), Game: game, Player: p.ID, Do: way})
		var refused *engine.Refusal
		if err != nil && !errors.As(err, &refused) {
			return err
		}
		v, err := l.rooms.View(ctx, game, 0)
		if err != nil {
			return err
		}
		if v.Game.Phase == engine.Over {
			return nil
		}
	}
	return nil
}
