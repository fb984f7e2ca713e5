package lobby

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/lobby/room"
)

// NewGame is a wish for a game.
type NewGame struct {
	// ID is made by whoever asks; asking again with the same ID makes no second game.
	ID         room.CommandID
	Ruleset    engine.RulesetID
	Seat       engine.Seat // the maker's; NoSeat leaves it to a draw (R17)
	Visibility engine.Visibility
	// Odds lets the players see the odds of a falla while they play. Whoever sits down agrees to it.
	Odds bool
}

// CreatedGame is a game that waits for its players.
type CreatedGame struct {
	Game       engine.GameID
	Seat       engine.Seat    // kept for the maker
	Commitment engine.Bytes32 // to the dice, to be seen before a seed is made
	Odds       bool           // as wished
	Invitation string         // the token that lets somebody take the other seat
}

// Create makes a game for a player; the seat opposite is for whoever gets the invitation. Asked again
// with the same ID it answers with the same game and another invitation; with the same ID for another
// wish it fails with room.ErrCommandReused. A wish the rules have no room for is a *engine.Refusal.
func (l *Lobby) Create(ctx context.Context, p Player, wish NewGame) (CreatedGame, error) {
	record, created, token, err := l.gameRecord(p, wish)
	if err != nil {
		return CreatedGame{}, err
	}
	game, err := l.store.CreateGame(ctx, record)
	if err != nil {
		return CreatedGame{}, fmt.Errorf("lobby: create a game: %w", err)
	}
	if err := l.stayed(ctx, p); err != nil {
		return CreatedGame{}, err
	}
	if game != created.Game { // made before: its own seat and commitment hold, and its invitation is not kept
		v, err := l.rooms.View(ctx, game, 0)
		if err != nil {
			return CreatedGame{}, err
		}
		token, err := l.invite(ctx, &v.Game, p)
		if err != nil {
			return CreatedGame{}, err
		}
		return CreatedGame{Game: game, Seat: v.Game.CreatorSeat, Commitment: v.Game.Commitment, Odds: v.Game.Odds, Invitation: token}, nil
	}
	return CreatedGame{Game: game, Seat: created.CreatorSeat, Commitment: created.Commitment, Odds: created.Odds, Invitation: token}, nil
}

// gameRecord is everything that is kept of a new game, and the token of its invitation.
func (l *Lobby) gameRecord(p Player, wish NewGame) (GameRecord, engine.Created, string, error) {
	record, created, err := l.newRecord(engine.Created{
		Ruleset: wish.Ruleset, Visibility: wish.Visibility, Creator: p.ID, CreatorSeat: wish.Seat,
		Odds: wish.Odds,
	}, wish.ID, room.Digest("create", string(wish.Ruleset), wish.Seat.String(), string(wish.Visibility), strconv.FormatBool(wish.Odds)))
	if err != nil {
		return GameRecord{}, engine.Created{}, "", err
	}
	token, hash := newToken(invitationBytes)
	record.Invitation = Invitation{
		Hash: hash, Game: created.Game, Seat: created.CreatorSeat.Opponent(), From: p.ID, CreatedAt: record.Append.At,
	}
	return record, created, token, nil
}

// newRecord makes a game as somebody wants it: with an id, a secret, and a seat drawn where none is
// wanted. The error may be a *engine.Refusal.
func (l *Lobby) newRecord(created engine.Created, command room.CommandID, digest [32]byte) (GameRecord, engine.Created, error) {
	fail := func(err error) (GameRecord, engine.Created, error) {
		return GameRecord{}, engine.Created{}, fmt.Errorf("lobby: create a game: %w", err)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return fail(err)
	}
	secret, err := fair.NewSecret()
	if err != nil {
		return fail(err)
	}
	created.Game = engine.GameID(id.String())
	created.Scheme, created.Commitment = fair.Scheme, fair.Commitment(secret)
	created.AwayLimit = l.awayLimit
	if created.CreatorSeat == engine.NoSeat {
		created.CreatorSeat = drawSeat()
	}
	events, err := engine.Decide(engine.Game{}, engine.Create{Created: created}, engine.Given{Now: l.now()})
	if err != nil {
		return fail(err)
	}
	game, err := engine.Replay(events)
	if err != nil {
		return fail(err)
	}
	first, err := room.NewAppend(game, command, digest, engine.NoSeat, events)
	if err != nil {
		return fail(err)
	}
	return GameRecord{Append: first, Creator: created.Creator, Secret: secret}, created, nil
}

// drawSeat draws a seat from the operating system's generator.
func drawSeat() engine.Seat {
	var b [1]byte
	rand.Read(b[:]) // never fails: the program would stop
	return engine.Seats[b[0]&1]
}
