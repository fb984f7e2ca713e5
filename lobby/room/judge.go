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

// pending is an append that has not been heard of yet.
type pending struct {
	append Append
	events []engine.Event
	raw    []json.RawMessage // the bytes of each
	after  engine.Game       // the game with them
	from   *submission
}

// judge answers a command, or sends it on to the log. The order matters: what was accepted before is
// answered before anything else is looked at.
func (r *room) judge(s *submission) {
	if s.reply == nil && !r.stillDue(s) {
		return
	}
	c := &s.command
	if s.reply != nil { // whoever asks is there
		r.absence.mayHaveLeft(r.game.SeatOf(c.Player), time.Now())
	}
	if known, ok := r.commands[c.ID]; ok {
		if known.digest != s.digest {
			s.answer(Ack{}, ErrCommandReused)
			return
		}
		s.answer(known.ack, nil)
		return
	}
	if r.doubt != nil {
		s.answer(Ack{}, fmt.Errorf("%w: it is not known yet whether the command before it counts", ErrAgain))
		return
	}
	events, seat, err := r.decide(s)
	switch {
	case err == nil:
		r.begin(s, seat, events)
	case s.fresh || s.reply == nil:
		s.answer(Ack{}, err)
	default: // the log may know better than this room does
		r.judgeAgain(s, r.game.Head)
	}
}

// decide judges a command on the game as the room knows it.
func (r *room) decide(s *submission) ([]engine.Event, engine.Seat, error) {
	c := &s.command
	do, seat := c.Do, engine.NoSeat
	if _, claims := do.(engine.Claim); claims && !r.timeCounts() {
		return nil, seat, fmt.Errorf("%w: %w", ErrAgain, errOutage)
	}
	if s.reply != nil {
		if r.stale(c) {
			return nil, seat, &StaleError{Head: r.game.Head}
		}
		var refusal *engine.Refusal
		if do, seat, refusal = c.by(&r.game); refusal != nil {
			return nil, seat, refusal
		}
	}
	secret, game := r.secret, r.id
	events, err := engine.Decide(r.game, do, engine.Given{
		Now:    max(r.rooms.opt.Now(), r.game.LastAt),
		Secret: secret,
		Roll: func(white, black engine.Bytes32, n uint32, dice int) engine.Roll {
			return fair.Roll(secret, game, white, black, n, dice)
		},
	})
	return events, seat, err
}

// stale says whether the game has moved on since the head a command expects. A play is not made stale by what
// leaves the board and the roll as they were.
func (r *room) stale(c *Command) bool {
	since := r.spoke
	if _, play := c.Do.(engine.MakePlay); play {
		since = r.moved
	}
	return c.Expect > r.game.Head || c.Expect != 0 && c.Expect < since
}

// judgeAgain reads the log and judges a command once more, on what is found beyond head. While the log
// cannot be read nothing is said but "again".
func (r *room) judgeAgain(s *submission, head engine.Seq) {
	r.read(func(err error) {
		switch {
		case r.broken != nil:
			s.answer(Ack{}, r.broken)
		case err != nil:
			s.answer(Ack{}, fmt.Errorf("%w: read the log: %w", ErrAgain, err))
		case s.fresh && r.game.Head == head: // the log refuses, but has nothing new: this room is not to be trusted
			r.broken = fmt.Errorf("%w: the log refuses an append and shows no other", ErrAgain)
			r.rooms.opt.Logger.Error("the log refuses an append and shows no other", "game", r.id, "seq", head, "command", s.command.ID)
			s.answer(Ack{}, r.broken)
		case !s.told:
			s.fresh = true
			r.judge(s)
		}
	})
}

// begin appends the events that answer a command. Nobody is shown anything yet.
func (r *room) begin(s *submission, seat engine.Seat, events []engine.Event) {
	after := r.game
	for _, e := range events {
		after = engine.Apply(after, e)
	}
	a, raw, err := newAppend(after, s.command.ID, s.digest, seat, events)
	if err != nil {
		s.answer(Ack{}, err)
		return
	}
	r.write(&pending{append: a, events: events, raw: raw, after: after, from: s})
}

// write appends for the first time or, the same bytes, once more.
func (r *room) write(p *pending) {
	r.tried = p.append.Command
	r.work(func(ctx context.Context) func() {
		err := r.rooms.log.Append(ctx, p.append)
		return func() { r.written(p, err) }
	})
}

// written acts on what the log said.
func (r *room) written(p *pending, err error) {
	s := p.from
	switch {
	case err == nil:
		r.doubt, r.backoff = nil, 0
		r.commit(p)
		s.answer(Ack{p.append.Command, p.append.First, p.append.Last}, nil)
		r.sees(p.append.Last) // its own hint tells this room nothing
		r.rooms.hints.Publish(Hint{Game: r.id, Seq: p.append.Last})
	case errors.Is(err, ErrNoGame), errors.Is(err, ErrUnfit): // it will not be better the next time
		r.doubt, r.backoff = nil, 0
		r.broken = fmt.Errorf("room: append %d–%d: %w", p.append.First, p.append.Last, err)
		r.rooms.opt.Logger.Error("the log will never take an append", "game", r.id, "seq", p.append.First, "command", p.append.Command, "error", err)
		s.answer(Ack{}, r.broken)
	case errors.Is(err, ErrHeadTaken), errors.Is(err, ErrCommandKnown):
		if r.doubt != nil { // it may have been this one that got into the log, and nobody was told
			r.rooms.hints.Publish(Hint{Game: r.id, Seq: p.append.Last})
		}
		r.doubt, r.backoff = nil, 0
		s.fresh = true
		r.judgeAgain(s, r.game.Head)
	default:
		if r.doubt == nil {
			r.rooms.opt.Logger.Warn("the outcome of an append is unknown", "game", r.id, "seq", p.append.First, "command", p.append.Command, "error", err)
		}
		s.answer(Ack{}, fmt.Errorf("%w: %w", ErrAgain, err))
		r.doubt = p
		r.backOff()
	}
}

// commit makes an append of this room's own part of the game, now that the log has it.
func (r *room) commit(p *pending) {
	r.add(p.append, p.events, p.raw, p.after)
	r.absence.mayHaveLeft(p.append.Seat, time.Now())
}

func (r *room) backOff() {
	first := r.rooms.opt.RetryAfter
	r.backoff = min(max(2*r.backoff, first), 16*first)
	r.retryAt = time.Now().Add(r.backoff)
}
