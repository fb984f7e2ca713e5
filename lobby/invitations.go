package lobby

import (
	"context"
	"errors"
	"fmt"

	"fallas/engine"
	"fallas/lobby/room"
)

// ErrNotMaker: only whoever made the game may do that.
var ErrNotMaker = errors.New("lobby: only whoever made the game may invite to it")

// Invite makes one more invitation to the seat opposite the maker's. Those given out before stay
// good: whoever sits first has the seat. It fails with ErrNotMaker for anybody else, with
// room.ErrNoGame, and with a *engine.Refusal once the seat is taken or the game over.
func (l *Lobby) Invite(ctx context.Context, p Player, game engine.GameID) (string, error) {
	v, err := l.rooms.View(ctx, game, 0)
	if err != nil {
		return "", err
	}
	g := &v.Game
	switch {
	case g.Creator != p.ID:
		return "", ErrNotMaker
	case g.Player(g.CreatorSeat.Opponent()) != "":
		return "", &engine.Refusal{Code: engine.RefusedSeatTaken, Clause: "R17", Detail: "the seat is taken already: there is nothing left to invite to"}
	case g.Opponent != "":
		return "", &engine.Refusal{Code: engine.RefusedSeatKept, Clause: "R17", Detail: "the seat is kept for the player the game was made with: nobody else can be invited"}
	case g.Phase == engine.Over:
		return "", &engine.Refusal{Code: engine.RefusedGameOver, Clause: "S3", Detail: "the game is over: there is nothing left to invite to"}
	}
	return l.invite(ctx, g, p)
}

func (l *Lobby) invite(ctx context.Context, g *engine.Game, from Player) (string, error) {
	token, hash := newToken(invitationBytes)
	i := Invitation{Hash: hash, Game: g.ID, Seat: g.CreatorSeat.Opponent(), From: from.ID, CreatedAt: l.now()}
	if err := l.store.AddInvitation(ctx, i); err != nil {
		return "", fmt.Errorf("lobby: invite to game %s: %w", g.ID, err)
	}
	return token, nil
}

// InvitationState is what an invitation is for, and whether it still is good.
type InvitationState struct {
	Seat engine.Seat
	Free bool   // whether the seat can still be taken
	From Player // the zero Player if they are gone
	// Odds says that whoever sits agrees that the players see the odds of a falla while they play.
	Odds    bool
	Ruleset engine.RulesetID
	// Phase says what there is to see of the game if the seat is not free: one that is played can be
	// watched, one that is over ended with Result.
	Phase  engine.Phase
	Result engine.Result
}

// Invitation looks up what a token lets its holder do in a game, and spends nothing. It fails with
// ErrNoInvitation if the token is none of this game's, and with room.ErrNoGame.
func (l *Lobby) Invitation(ctx context.Context, game engine.GameID, token string) (InvitationState, error) {
	v, err := l.rooms.View(ctx, game, 0)
	if err != nil {
		return InvitationState{}, err
	}
	i, err := l.invitation(ctx, game, token)
	if err != nil {
		return InvitationState{}, err
	}
	names, err := l.Names(ctx, i.From)
	if err != nil {
		return InvitationState{}, err
	}
	g := &v.Game
	return InvitationState{
		Seat: i.Seat, Free: g.Phase == engine.Waiting && g.Player(i.Seat) == "", From: names[i.From],
		Odds: g.Odds, Ruleset: g.Ruleset.ID, Phase: g.Phase, Result: g.Result,
	}, nil
}

func (l *Lobby) invitation(ctx context.Context, game engine.GameID, token string) (Invitation, error) {
	hash, ok := hashToken(token, invitationBytes)
	if !ok {
		return Invitation{}, ErrNoInvitation
	}
	i, err := l.store.Invitation(ctx, hash)
	if err != nil {
		return Invitation{}, err
	}
	if i.Game != game {
		return Invitation{}, ErrNoInvitation
	}
	return i, nil
}

// Sit is a wish to take a seat.
type Sit struct {
	Command room.CommandID
	Game    engine.GameID
	Expect  engine.Seq // as in room.Command
	// Seed was made by the player's own client after it saw Commitment, the game's.
	Seed, Commitment engine.Bytes32
	// Invitation is the token of the seat; whoever made the game needs none for their own.
	Invitation string
}

// Sit seats a player: the maker, and the opponent the game was made with, on the seat kept for them,
// anybody else on the one their invitation is for. The first to sit has the seat; the log of the game decides. The same wish once more gets the
// same answer. It fails with ErrNoInvitation, room.ErrNoGame, ErrNoSession for one who is deleted meanwhile, or as
// room.Rooms.Submit does.
func (l *Lobby) Sit(ctx context.Context, p Player, s Sit) (room.Ack, error) {
	v, err := l.rooms.View(ctx, s.Game, 0)
	if err != nil {
		return room.Ack{}, err
	}
	known := p.ID == v.Game.Creator || p.ID == v.Game.Opponent || v.Game.SeatOf(p.ID) != engine.NoSeat
	if !known {
		if _, err := l.invitation(ctx, s.Game, s.Invitation); err != nil {
			return room.Ack{}, err
		}
	}
	ack, err := l.rooms.Submit(ctx, room.Command{
		ID: s.Command, Game: s.Game, Player: p.ID, Expect: s.Expect,
		Do: engine.Sit{Seed: s.Seed, Commitment: s.Commitment},
	})
	if err != nil {
		return room.Ack{}, err
	}
	return ack, l.stayed(ctx, p)
}
