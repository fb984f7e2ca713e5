package roomtest

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/lobby/room"
)

// Game is a game and the two who are to play it; White made it.
type Game struct {
	ID           engine.GameID
	White, Black engine.PlayerID
	Commitment   engine.Bytes32
}

// NewGame makes a game of fallas at which nobody sits yet.
func (l *Log) NewGame(t testing.TB) Game {
	t.Helper()
	return l.NewGameOf(t, "fallas")
}

// NewGameOf makes a game of some ruleset.
func (l *Log) NewGameOf(t testing.TB, ruleset engine.RulesetID) Game {
	t.Helper()
	g, first, secret := Begin(t, ruleset)
	if err := l.Create(first, secret); err != nil {
		t.Fatal(err)
	}
	return g
}

// Begin makes up a game, its first append and its secret; the caller keeps them. Its first roll does not end it, if
// both sit down with the seed of Sit.
func Begin(t testing.TB, ruleset engine.RulesetID) (Game, room.Append, engine.Bytes32) {
	t.Helper()
	for {
		if g, first, secret := begin(t, ruleset); outlivesItsFirstRoll(t, g, first, secret) {
			return g, first, secret
		}
	}
}

func begin(t testing.TB, ruleset engine.RulesetID) (Game, room.Append, engine.Bytes32) {
	t.Helper()
	secret, err := fair.NewSecret()
	if err != nil {
		t.Fatal(err)
	}
	g := Game{ID: engine.GameID(newUUID(t)), White: NewPlayer(t), Black: NewPlayer(t), Commitment: fair.Commitment(secret)}
	created := engine.Created{Game: g.ID, Ruleset: ruleset, Visibility: engine.Public, Creator: g.White, CreatorSeat: engine.White,
		Scheme: fair.Scheme, Commitment: g.Commitment, AwayLimit: 120}
	events, err := engine.Decide(engine.Game{}, engine.Create{Created: created}, engine.Given{Now: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	first, err := room.NewAppend(engine.Apply(engine.Game{}, events[0]), NewCommandID(t), room.Digest("create"), engine.NoSeat, events)
	if err != nil {
		t.Fatal(err)
	}
	return g, first, secret
}

func outlivesItsFirstRoll(t testing.TB, g Game, first room.Append, secret engine.Bytes32) bool {
	t.Helper()
	var created []engine.Event
	if err := json.Unmarshal(first.Events, &created); err != nil {
		t.Fatal(err)
	}
	now := engine.Apply(engine.Game{}, created[0])
	given := engine.Given{Now: now.LastAt, Secret: secret, Roll: func(white, black engine.Bytes32, n uint32, dice int) engine.Roll {
		return fair.Roll(secret, g.ID, white, black, n, dice)
	}}
	for _, seat := range []engine.Seat{engine.White, engine.Black} {
		events, err := engine.Decide(now, engine.Sit{Seat: seat, Player: g.Player(seat), Seed: seed, Commitment: g.Commitment}, given)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			now = engine.Apply(now, e)
		}
	}
	return now.Phase == engine.Playing
}

// NewPlayer makes up a person.
func NewPlayer(t testing.TB) engine.PlayerID { t.Helper(); return engine.PlayerID(newUUID(t)) }

// NewCommandID makes up a command id as a client does.
func NewCommandID(t testing.TB) room.CommandID { t.Helper(); return room.CommandID(newUUID(t)) }

func newUUID(t testing.TB) string {
	t.Helper()
	id, err := uuid.NewV7()
	if err != nil {
		t.Fatal(err)
	}
	return id.String()
}

// Player is the player of a seat.
func (g Game) Player(s engine.Seat) engine.PlayerID {
	if s == engine.Black {
		return g.Black
	}
	return g.White
}

// seed is what everybody brings.
var seed = engine.Bytes32{0x5e, 36}

// Sit is the command by which a player sits down, bringing a seed.
func (g Game) Sit(t testing.TB, p engine.PlayerID) room.Command {
	t.Helper()
	return room.Command{ID: NewCommandID(t), Game: g.ID, Player: p, Do: engine.Sit{Seed: seed, Commitment: g.Commitment}}
}

// Seat has both players sit down.
func (g Game) Seat(t testing.TB, rooms *room.Rooms) {
	t.Helper()
	for _, p := range []engine.PlayerID{g.White, g.Black} {
		if _, err := Insist(t.Context(), rooms, g.Sit(t, p)); err != nil {
			t.Fatal(err)
		}
	}
}

// Next is a play of the seat on turn, chosen at random.
func (g Game) Next(t testing.TB, now engine.Game, chance *rand.Rand) room.Command {
	t.Helper()
	return room.Command{ID: NewCommandID(t), Game: g.ID, Player: g.Player(now.Turn), Expect: now.Head,
		Do: engine.MakePlay{Seat: now.Turn, Steps: Play(now, chance)}}
}

// Play is a legal play of the seat on turn, chosen at random.
func Play(g engine.Game, chance *rand.Rand) engine.Play {
	legal := g.Legal()
	var play engine.Play
	for at := 0; len(legal.Nodes) > 0 && len(legal.Nodes[at]) > 0; {
		step := legal.Nodes[at][chance.IntN(len(legal.Nodes[at]))]
		play, at = append(play, step.Step), step.Next
	}
	return play
}

// Insist sends a command again after a moment, with the same id, as long as it hears room.ErrAgain.
func Insist(ctx context.Context, rooms *room.Rooms, c room.Command) (room.Ack, error) {
	for {
		ack, err := rooms.Submit(ctx, c)
		if !errors.Is(err, room.ErrAgain) || ctx.Err() != nil {
			return ack, err
		}
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// PlayOut plays a game to its end, each play in the room that of picks, and returns the game.
func (g Game) PlayOut(t testing.TB, chance *rand.Rand, of func(engine.Seat) *room.Rooms) engine.Game {
	t.Helper()
	var head engine.Seq
	for {
		view, err := of(engine.White).View(t.Context(), g.ID, head)
		if err != nil {
			t.Fatal(err)
		}
		if view.Game.Phase != engine.Playing {
			return view.Game
		}
		ack, err := Insist(t.Context(), of(view.Game.Turn), g.Next(t, view.Game, chance))
		if err != nil {
			t.Fatal(err)
		}
		head = ack.Last
	}
}
