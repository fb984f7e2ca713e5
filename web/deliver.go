package web

import (
	"context"
	"errors"
	"strconv"

	"fallas/engine"
	"fallas/lobby/room"
)

// opening is what a socket says first: the snapshot, the events after a seq, the legal steps.
type opening struct {
	snapshot snapshotMessage
	view     room.View
}

// open joins the game and finds out what there is to say.
func (k *socket) open(ctx context.Context, id, after string) (opening, error) {
	game, err := gameID(id)
	if err != nil {
		return opening{}, err
	}
	var seq uint64
	if after != "" {
		if seq, err = strconv.ParseUint(after, 10, 32); err != nil {
			return opening{}, newProblem(CodeBadMessage, "after is not the number of an event")
		}
	}
	watch, v, err := k.s.opt.Rooms.Watch(ctx, game, k.player.ID, engine.Seq(seq))
	if err != nil {
		return opening{}, err
	}
	k.game, k.watch, k.there = game, watch, v.Presence
	k.acks.pass(v.Game.Head)
	k.s.beside.join(k)
	k.seated(&v.Game)
	rematch, err := k.rematch()
	if err != nil {
		return opening{}, err
	}
	shown, err := k.s.summary(ctx, room.Summarize(v.Game))
	if err != nil {
		return opening{}, err
	}
	snapshot := snapshotMessage{
		Type: "snapshot", Seq: v.Game.Head, Game: shown, Ruleset: v.Game.Ruleset, Seat: v.Game.SeatOf(k.player.ID),
		Commitment: v.Game.Commitment, Odds: v.Game.Odds, Presence: presenceOf(v.Presence),
		Rematch: rematch,
	}
	k.shows(shown.Players)
	if k.player.ID != "" {
		p := playerOf(k.player)
		snapshot.Player = &p
	}
	return opening{snapshot, v}, nil
}

func (k *socket) sendOpening(o opening) error {
	err := k.together(func() error {
		if err := k.send(o.snapshot); err != nil {
			return err
		}
		for _, m := range eventsMessages(o.view.Raw) {
			if err := k.write(m); err != nil {
				return err
			}
		}
		return k.sendLegal(&o.view.Game)
	})
	if err != nil {
		return err
	}
	return k.sendBeside()
}

// wakeUp has the deliver goroutine look at what lies beside the game's log. It does not block.
func (k *socket) wakeUp() {
	select {
	case k.wake <- struct{}{}:
	default: // it is going to look anyway
	}
}

// deliver says what there is, and passes on what the room hands out until it stops.
func (k *socket) deliver(first opening) {
	if err := k.sendOpening(first); err != nil {
		k.lost()
		return
	}
	for {
		var err error
		select {
		case u, ok := <-k.watch.C():
			if !ok {
				k.unwatched()
				return
			}
			err = k.pass(u)
		case <-k.wake:
			if k.parting.Load() {
				k.farewell()
				return
			}
			if k.renamed.Swap(false) {
				err = k.sendPresence()
			}
			if err == nil {
				err = k.sendBeside()
			}
		}
		if err != nil {
			k.lost()
			return
		}
	}
}

// farewell passes on what the room has handed out already, and says goodbye.
func (k *socket) farewell() {
	for more := true; more; {
		select {
		case u, ok := <-k.watch.C():
			if !ok {
				k.unwatched()
				return
			}
			if err := k.pass(u); err != nil {
				k.lost()
				return
			}
		default:
			more = false
		}
	}
	for _, m := range k.acks.pass(never) {
		_ = k.write(m) // the command counts; whoever does not hear it now comes again and asks
	}
	k.end(CodeRestarting, restartDetail)
}

// unwatched ends the socket once the room hands out nothing more.
func (k *socket) unwatched() {
	for _, m := range k.acks.pass(never) {
		_ = k.write(m) // the command counts; whoever does not hear it now comes again and asks
	}
	switch err := k.watch.Err(); {
	case err == nil: // we stopped watching ourselves
	case errors.Is(err, room.ErrTooSlow):
		k.end(CodeResume, "too slow to follow; come again with after=")
	default:
		p := k.s.problem(context.Background(), "watch a game", err)
		k.end(p.Code, p.Detail)
	}
}

func (k *socket) pass(u *room.Update) error {
	switch {
	case u.Batch != nil:
		before := k.seats
		k.seated(&u.Game)
		if err := k.together(func() error { return k.passBatch(u) }); err != nil {
			return err
		}
		switch {
		case k.seats != before:
		case k.over:
			return k.sendRematch() // the score of the series has changed
		default:
			return nil
		}
		if err := k.sendPresence(); err != nil { // somebody sat down, and has a name
			return err
		}
		return k.sendBeside() // and may belong to another circle
	case u.Presence != nil:
		k.there = *u.Presence
		return k.sendPresence()
	}
	return nil
}

// passBatch writes events, the acknowledgements that wait for them, and what is legal after them.
func (k *socket) passBatch(u *room.Update) error {
	batch := u.Batch
	for _, m := range k.acks.pass(batch.Last) {
		if err := k.write(m); err != nil {
			return err
		}
	}
	frame := batch.Frame(func() []byte { return eventsMessage(batch.Events) })
	if err := k.write(frame); err != nil {
		return err
	}
	return k.sendLegal(&u.Game)
}

// together has what write writes go out in one piece, as far as it is short. write must ask nobody else for anything.
func (k *socket) together(write func() error) (err error) {
	k.conn.hold()
	defer func() { err = errors.Join(err, k.conn.release()) }() // also when write panics: that the socket closes is still to be told
	return write()
}

func (k *socket) sendLegal(g *engine.Game) error {
	if onRoll(g, k.player.ID) != nil {
		return nil
	}
	text := texts.Get().(*[]byte)
	defer giveBack(text)
	*text = appendLegal((*text)[:0], g)
	return k.write(*text)
}
