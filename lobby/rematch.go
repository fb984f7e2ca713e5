package lobby

import (
	"context"
	"fmt"

	"fallas/engine"
	"fallas/lobby/room"
)

// Rematch is how a game goes on after its end.
type Rematch struct {
	// White and Black say which seat of the game wants another one.
	White, Black bool
	Next         engine.GameID // the one made, "" while there is none
	Series       Series
}

// Series is what the finished games so far have brought the players of a game, by their seats in it.
type Series struct {
	Games        int // finished; aborted ones are not counted
	White, Black int // points
}

// WantRematch says that a player wants another game against the same opponent. When both have said so
// there is exactly one: seats changed (R17), everything else the same. It fails with ErrNotOver, a
// *engine.Refusal for whoever did not play, ErrNoPlayer if the opponent has been deleted, ErrManySeeks, room.ErrNoGame
// or room.ErrCommandReused.
func (l *Lobby) WantRematch(ctx context.Context, p Player, command room.CommandID, game engine.GameID) (Rematch, error) {
	v, seat, err := l.played(ctx, p, game)
	if err != nil {
		return Rematch{}, err
	}
	g := &v.Game
	other, err := l.Player(ctx, g.Player(seat.Opponent()))
	if err != nil {
		return Rematch{}, err
	}
	id, err := newSeekID()
	if err != nil {
		return Rematch{}, err
	}
	own := Seek{
		ID: id, Owner: p.ID, Ruleset: g.Ruleset.ID, Seat: seat.Opponent(), Odds: g.Odds, State: SeekOpen,
		After: game, Series: g.Series,
	}
	act := Act{p.ID, command, room.Digest("rematch", string(game))}
	_, err = l.deal(ctx, "want a rematch", act, func(d *dealing) (SeekID, error) {
		said, err := d.Rematches(game)
		if err != nil {
			return "", err
		}
		var theirs *Seek
		for i := range said {
			if said[i].State == SeekTaken || said[i].Owner == p.ID {
				return said[i].ID, nil // made, or said before
			}
			theirs = &said[i]
		}
		if theirs != nil {
			return theirs.ID, d.pair(*theirs, act, g.Visibility)
		}
		if other.Deleted { // nobody would ever say the same
			return "", ErrNoPlayer
		}
		return own.ID, d.post(own)
	})
	if err != nil {
		return Rematch{}, err
	}
	return l.Rematch(ctx, g)
}

// DropRematch takes the wish for another game back; without one nothing happens. Errors are those of
// WantRematch, and ErrSeekTaken when the next game is made already.
func (l *Lobby) DropRematch(ctx context.Context, p Player, command room.CommandID, game engine.GameID) (Rematch, error) {
	v, _, err := l.played(ctx, p, game)
	if err != nil {
		return Rematch{}, err
	}
	act := Act{p.ID, command, room.Digest("drop_rematch", string(game))}
	_, err = l.deal(ctx, "drop a rematch", act, func(d *dealing) (SeekID, error) {
		said, err := d.Rematches(game)
		if err != nil {
			return "", err
		}
		for _, s := range said {
			switch {
			case s.State == SeekTaken:
				return "", ErrSeekTaken
			case s.Owner == p.ID:
				return s.ID, d.withdraw(s)
			}
		}
		return "", nil
	})
	if err != nil {
		return Rematch{}, err
	}
	return l.Rematch(ctx, &v.Game)
}

// played is a game that is over and in which a player had a seat.
func (l *Lobby) played(ctx context.Context, p Player, game engine.GameID) (room.View, engine.Seat, error) {
	v, err := l.rooms.View(ctx, game, 0)
	if err == nil && v.Game.Phase != engine.Over { // as far as this server knows: it may have ended on another
		v, err = l.rooms.View(ctx, game, v.Game.Head+1)
	}
	if err != nil {
		return room.View{}, engine.NoSeat, err
	}
	seat := v.Game.SeatOf(p.ID)
	switch {
	case seat == engine.NoSeat:
		return room.View{}, seat, &engine.Refusal{Code: engine.RefusedNotSeated, Detail: "only a player of this game may ask for another"}
	case v.Game.Phase != engine.Over:
		return room.View{}, seat, ErrNotOver
	case v.Game.Player(seat.Opponent()) == "":
		return room.View{}, seat, &engine.Refusal{Code: engine.RefusedNotStarted, Detail: "nobody sat opposite: there is no one to play again"}
	}
	return v, seat, nil
}

// Rematch says how a game goes on, and how its series stands.
func (l *Lobby) Rematch(ctx context.Context, g *engine.Game) (Rematch, error) {
	var r Rematch
	over := g.Phase == engine.Over
	if over {
		said, err := l.store.Rematches(ctx, g.ID)
		if err != nil {
			return Rematch{}, fmt.Errorf("lobby: rematch of game %s: %w", g.ID, err)
		}
		for _, s := range said {
			seat := g.SeatOf(s.Owner)
			r.White = r.White || seat == engine.White || s.State == SeekTaken
			r.Black = r.Black || seat == engine.Black || s.State == SeekTaken
			if s.State == SeekTaken {
				r.Next = s.Game
			}
		}
	}
	if !over && g.Series == g.ID { // the first game of a series, and not played yet
		return r, nil
	}
	scores, err := l.store.Scores(ctx, g.Series)
	if err != nil {
		return Rematch{}, fmt.Errorf("lobby: series of game %s: %w", g.ID, err)
	}
	for _, s := range scores {
		r.Series.Games += s.Won
		switch g.SeatOf(s.Player) {
		case engine.White:
			r.Series.White = s.Points
		case engine.Black:
			r.Series.Black = s.Points
		}
	}
	return r, nil
}
