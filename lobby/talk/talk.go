package talk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"fallas/engine"
	"fallas/lobby/room"
)

// Store is what talks keep. All methods may be called from several goroutines, and each writes
// everything it is given or nothing. An error that is not named means that the outcome is unknown: the
// same may be written again.
type Store interface {
	// Say adds a line and returns it as it is kept. The same command of the same player in the same game
	// is answered with the line it made. Errors: room.ErrCommandReused (another digest), room.ErrNoGame,
	// ErrClosed, ErrPace.
	Say(ctx context.Context, s Said) (Line, error)
	// Talk reads the newest PageLines lines of a circle that changed after a change. A game or circle
	// nobody has talked in is the zero Talk.
	Talk(ctx context.Context, game engine.GameID, c Circle, after uint32) (Talk, error)
	// TalkChanges returns the number of the last change of each circle of the games, of those that have any.
	TalkChanges(ctx context.Context, games []engine.GameID) (map[engine.GameID]Changes, error)
	// CloseTalk closes a circle for a seat, or opens it again; it stays closed while the other seat has
	// closed it too. Doing it twice changes nothing. Errors: room.ErrNoGame.
	CloseTalk(ctx context.Context, game engine.GameID, c Circle, by engine.Seat, closed bool) error
	// DeleteLine takes the words of a line away. Doing it twice changes nothing. Errors: ErrNoLine.
	DeleteLine(ctx context.Context, game engine.GameID, c Circle, n uint32) error
	// Mute notes that a player does not want to read another, or wants to again. Doing it twice changes
	// nothing.
	Mute(ctx context.Context, by, whom engine.PlayerID, muted bool) error
	// Muted returns whom a player does not want to read, in any order.
	Muted(ctx context.Context, by engine.PlayerID) ([]engine.PlayerID, error)
}

// Changes are the numbers of the last changes of a game's circles, in the order of Circles.
type Changes [2]uint32

// Rooms is what talks need of the rooms where games are played; *room.Rooms has it.
type Rooms interface {
	View(ctx context.Context, game engine.GameID, atLeast engine.Seq) (room.View, error)
}

// Talks is the one place where people talk beside games. Its methods may be called from several
// goroutines; all its state is in the store.
type Talks struct {
	store Store
	rooms Rooms
	now   func() engine.Micros
	tell  func(engine.GameID)
}

// New makes the talks of a store. tell is called with a game whose talk has changed, after the change is
// durable; it must not block.
func New(store Store, rooms Rooms, now func() engine.Micros, tell func(engine.GameID)) *Talks {
	return &Talks{store: store, rooms: rooms, now: now, tell: tell}
}

// CircleOf is the circle a person belongs to beside a game: the players' if they sit there.
func CircleOf(g *engine.Game, p engine.PlayerID) Circle {
	if g.SeatOf(p) != engine.NoSeat {
		return Players
	}
	return Spectators
}

// Say says a line in the speaker's own circle. The same command says it once. Errors: ErrText, ErrClosed,
// ErrPace, room.ErrCommandReused, room.ErrNoGame.
func (t *Talks) Say(ctx context.Context, p engine.PlayerID, game engine.GameID, command room.CommandID, text string) (Line, Circle, error) {
	text, err := clean(text)
	if err != nil {
		return Line{}, "", err
	}
	v, err := t.rooms.View(ctx, game, 0)
	if err != nil {
		return Line{}, "", err
	}
	circle := CircleOf(&v.Game, p)
	line, err := t.store.Say(ctx, Said{
		Game: game, Circle: circle, Command: command, Digest: room.Digest("say", text), Player: p, At: t.now(), Text: text,
	})
	if err != nil {
		return Line{}, "", fmt.Errorf("talk beside game %s: %w", game, err)
	}
	t.tell(game)
	return line, circle, nil
}

// Read reads the circle a person belongs to: what changed after a change, at most PageLines lines. Errors:
// room.ErrNoGame.
func (t *Talks) Read(ctx context.Context, p engine.PlayerID, game engine.GameID, after uint32) (Talk, Circle, error) {
	v, err := t.rooms.View(ctx, game, 0)
	if err != nil {
		return Talk{}, "", err
	}
	circle := CircleOf(&v.Game, p)
	talk, err := t.ReadCircle(ctx, game, circle, after)
	return talk, circle, err
}

// mostChanges is more than there ever are in a circle, and what every store can count to.
const mostChanges = math.MaxInt32

// ReadCircle is Read for a caller who knows that it may read the circle.
func (t *Talks) ReadCircle(ctx context.Context, game engine.GameID, c Circle, after uint32) (Talk, error) {
	talk, err := t.store.Talk(ctx, game, c, min(after, mostChanges))
	if err != nil {
		return Talk{}, fmt.Errorf("read the talk of game %s: %w", game, err)
	}
	return talk, nil
}

// Changes returns the numbers of the last changes of games.
func (t *Talks) Changes(ctx context.Context, games []engine.GameID) (map[engine.GameID]Changes, error) {
	return t.store.TalkChanges(ctx, games)
}

// Close closes a circle beside a game for a player of it, or takes that back. Errors: a *engine.Refusal
// for everybody else, room.ErrNoGame.
func (t *Talks) Close(ctx context.Context, p engine.PlayerID, game engine.GameID, c Circle, closed bool) error {
	if c != Players && c != Spectators {
		return fmt.Errorf("%w: its circle is players or spectators, not %q", ErrText, c)
	}
	v, err := t.rooms.View(ctx, game, 0)
	if err != nil {
		return err
	}
	seat := v.Game.SeatOf(p)
	if seat == engine.NoSeat {
		return &engine.Refusal{Code: engine.RefusedNotSeated, Detail: "only a player of this game may close its talk"}
	}
	if err := t.store.CloseTalk(ctx, game, c, seat, closed); err != nil {
		return fmt.Errorf("close the talk of game %s: %w", game, err)
	}
	t.tell(game)
	return nil
}

// ErrMuteSelf: nobody mutes themselves.
var ErrMuteSelf = errors.New("talk: you cannot mute yourself")

// MaxMuted is how many people one person may have muted; of two muted at the same moment one may be too many.
const MaxMuted = 500

// ErrManyMuted: nobody mutes more people than MaxMuted.
var ErrManyMuted = errors.New("talk: nobody mutes more people than 500")

// Mute notes whom a person does not want to read, or wants to again. Errors: ErrMuteSelf, ErrManyMuted.
func (t *Talks) Mute(ctx context.Context, by, whom engine.PlayerID, muted bool) error {
	if by == whom {
		return ErrMuteSelf
	}
	if muted {
		already, err := t.store.Muted(ctx, by)
		if err != nil {
			return err
		}
		if len(already) >= MaxMuted && !slices.Contains(already, whom) {
			return ErrManyMuted
		}
	}
	return t.store.Mute(ctx, by, whom, muted)
}

// Muted returns whom a person does not want to read.
func (t *Talks) Muted(ctx context.Context, by engine.PlayerID) ([]engine.PlayerID, error) {
	return t.store.Muted(ctx, by)
}
