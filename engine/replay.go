package engine

import (
	"errors"
	"fmt"
	"slices"
)

// Replay folds a whole log, or the beginning of one, and judges every event by those before it: the
// numbers run 1, 2, 3 …, times never run backwards, and each event is one that Decide could have answered
// with. The error names the first event that is wrong. Whether rolls are the right ones is not judged here
// but by the dice scheme.
func Replay(events []Event) (Game, error) {
	var g Game
	for _, e := range events {
		if err := g.judge(e); err != nil {
			return g, fmt.Errorf("engine: event %d: %w", g.Head+1, err)
		}
		g = Apply(g, e)
	}
	return g, nil
}

var errOutOfPlace = errors.New("it does not follow from the events before it")

func (g *Game) judge(e Event) error {
	if e.Seq != g.Head+1 {
		return fmt.Errorf("it is numbered %d", e.Seq)
	}
	if e.At < g.LastAt {
		return errors.New("it lies before the event before it")
	}
	if what := g.due(); what != nothingDue {
		return g.judgeOwed(what, e.Body)
	}
	if b, ok := e.Body.(Created); ok {
		return refusalError(g.mayCreate(b))
	}
	if g.Phase == "" || g.Phase == Over {
		return errOutOfPlace
	}
	switch b := e.Body.(type) {
	case Seated:
		return refusalError(g.maySit(b))
	case Played:
		return g.judgePlayed(b)
	case Left:
		return refusalError(g.mayNote(b.Seat, true))
	case Returned:
		return refusalError(g.mayNote(b.Seat, false))
	case Outage:
		if b.To > e.At {
			return errors.New("it lies before the end of the outage it tells of")
		}
		return refusalError(g.mayNoteOutage(b))
	case ResignationOffered:
		if g.Phase != Playing || !b.Seat.valid() || b.Worth >= g.worthUnplayed(b.Seat.Opponent()) {
			return errOutOfPlace
		}
		return refusalError(g.mayResign(b.Worth))
	case ResignationDeclined:
		return g.judgeOffer(b.Seat.Opponent())
	case ResignationWithdrawn:
		return g.judgeOffer(b.Seat)
	case Ended:
		return g.judgeEnded(b, e.At)
	}
	return errOutOfPlace
}

// refusalError avoids an error that holds a nil *Refusal.
func refusalError(r *Refusal) error {
	if r == nil {
		return nil
	}
	return r
}

// judgeOwed judges an event that follows by itself; only what is looked up is free.
func (g *Game) judgeOwed(what duty, body EventBody) error {
	var rolled Roll
	free := Given{Roll: func(_, _ Bytes32, _ uint32, dice int) Roll {
		if rolled.Len() == dice {
			return rolled
		}
		return Roll{n: uint8(dice)} // no event has this one
	}}
	switch b := body.(type) {
	case Opened:
		rolled = b.Dice
	case Rolled:
		rolled = b.Dice
	case Revealed:
		free.Secret = b.Secret
	case Played: // follows from a command only, and does not compare
		return errOutOfPlace
	}
	if g.owed(what, &free) != body {
		return errOutOfPlace
	}
	return nil
}

func (g *Game) judgePlayed(b Played) error {
	if !g.toPlay() || b.Seat != g.Turn {
		return errOutOfPlace
	}
	t := g.turn()
	if steps, ok := t.whole(b.Steps); !ok || !slices.Equal(steps, b.Steps) {
		return errors.New("it is no legal play")
	}
	return nil
}

func (g *Game) judgeOffer(s Seat) error {
	if g.OfferedWorth(s) == 0 {
		return errors.New("no resignation is offered")
	}
	return nil
}

// judgeEnded judges an end that a command has asked for.
func (g *Game) judgeEnded(b Ended, at Micros) error {
	if b.Reason == Aborted {
		if b.Winner != NoSeat || b.Worth != 0 || g.seats[0].shownRoll && g.seats[1].shownRoll {
			return errOutOfPlace
		}
		return nil
	}
	if g.Phase != Playing || !b.Winner.valid() {
		return errOutOfPlace
	}
	switch b.Reason {
	case Resigned:
		if b.Worth > 0 && b.Worth == g.OfferedWorth(b.Winner.Opponent()) {
			return nil
		}
		if b.Worth < g.worthUnplayed(b.Winner) {
			return errOutOfPlace
		}
		return refusalError(g.mayResign(b.Worth))
	case Abandoned:
		loser := b.Winner.Opponent()
		if !g.seats[loser.index()].away || g.absenceLeft(loser, at) > 0 || b.Worth != g.worthUnplayed(b.Winner) {
			return errOutOfPlace
		}
		return nil
	}
	return errOutOfPlace
}
