package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"fallas/engine"
	"fallas/engine/fair"
)

// load reads the whole game from the log.
func (r *room) load() error {
	ctx, cancel := context.WithTimeout(r.rooms.life, r.rooms.opt.LogTimeout)
	defer cancel()
	tail, err := r.rooms.log.Tail(ctx, r.id, 0)
	if err == nil {
		err = r.absorb(tail)
	}
	if err == nil && r.game.Phase != engine.Over {
		r.secret, err = r.rooms.log.Secret(ctx, r.id)
	}
	if err == nil {
		r.outages.known, err = r.readOutages(ctx, r.game)
	}
	switch {
	case err == nil:
	case errors.Is(err, ErrNoGame), errors.Is(err, ErrAnotherNode), errors.Is(err, errBrokenLog):
		return err
	default:
		return fmt.Errorf("%w: read the log: %w", ErrAgain, err)
	}
	if r.game.Phase == "" || r.game.Scheme != fair.Scheme { // a ruleset or a scheme of the future
		return ErrAnotherNode
	}
	r.absence = newAbsence(time.Now())
	return nil
}

var errBrokenLog = errors.New("room: the log of the game is broken")

// absorb adds what the log has and the room had not.
func (r *room) absorb(tail []Append) error {
	for _, a := range tail {
		if a.Last <= r.game.Head {
			continue
		}
		events, raw, err := a.Decode()
		switch {
		case errors.Is(err, engine.ErrVersion):
			return fmt.Errorf("%w: %w", ErrAnotherNode, err)
		case err != nil:
			return fmt.Errorf("%w: %w", errBrokenLog, err)
		case a.First != r.game.Head+1:
			return fmt.Errorf("%w: after event %d comes %d", errBrokenLog, r.game.Head, a.First)
		}
		after := r.game
		for _, e := range events {
			after = engine.Apply(after, e)
		}
		if a.Command == r.tried { // this room's own, only its outcome was not known
			r.absence.mayHaveLeft(a.Seat, time.Now())
		} else {
			r.absence.sign(a.Seat, events)
		}
		r.add(a, events, raw, after)
	}
	if r.doubt != nil && r.doubt.append.First <= r.game.Head { // it is known now: there, or overtaken
		r.doubt, r.backoff = nil, 0
	}
	return nil
}

// add makes an append of the log part of the room and shows it. after is the game with its events.
func (r *room) add(a Append, events []engine.Event, raw []json.RawMessage, after engine.Game) {
	seats := false
	if r.game.Phase != engine.Playing && after.Phase == engine.Playing {
		r.absence.begin(time.Now())
	}
	r.game = after
	for _, e := range events {
		switch e.Body.(type) {
		case engine.Left, engine.Returned, engine.Outage:
			continue
		case engine.ResignationOffered, engine.ResignationDeclined, engine.ResignationWithdrawn:
			r.spoke = e.Seq
			continue
		case engine.Seated:
			seats = true
		case engine.Revealed:
			r.secret = engine.Bytes32{}
		}
		r.moved, r.spoke = e.Seq, e.Seq
	}
	r.events = append(r.events, events...)
	r.raw = append(r.raw, raw...)
	r.commands[a.Command] = accepted{a.Digest, Ack{a.Command, a.First, a.Last}}
	r.show(&Update{Batch: &Batch{First: a.First, Last: a.Last, Events: a.Events}, Game: r.game})
	if seats {
		r.reseat()
	}
}

// view is the game with its events after a seq.
func (r *room) view(after engine.Seq) View {
	n := len(r.events)
	from := min(int(after), n)
	return View{Game: r.game, Events: r.events[from:n:n], Raw: r.raw[from:n:n], Presence: r.audience.presence}
}
