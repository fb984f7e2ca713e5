package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"fallas/engine"
	"fallas/engine/fair"
)

// room is one game in memory. Everything below "owned" belongs to the goroutine that runs run; others
// reach it through the channels. The log is used by at most one other goroutine at a time, started by
// work, so that a slow log never keeps anyone from looking at the game.
type room struct {
	rooms *Rooms
	id    engine.GameID
	users int // how many are between enter and leave; guarded by rooms.mu

	loaded     chan struct{} // closed when the log was read, or could not be
	unreadable error         // why it could not be; read it after loaded
	gone       chan struct{} // closed last of all
	broken     error         // why the room had to go; the owner's until gone

	mailbox  chan *submission // commands, bounded; full means ErrAgain
	asks     chan func()      // run by the owner between commands; full means wait
	finished chan func()      // what to do when the work with the log is over
	hints    chan struct{}    // wakes the owner after seen has grown
	sights   chan Hint        // who is connected elsewhere, bounded; full means lost, like any hint
	seen     atomic.Uint32    // the highest seq hinted at

	// owned
	game     engine.Game
	moved    engine.Seq // the last event that changed what can be played
	spoke    engine.Seq // the last event but a Left or a Returned
	secret   engine.Bytes32
	events   []engine.Event    // all of them; only ever appended to, so readers may keep a part
	raw      []json.RawMessage // the bytes of each
	commands map[CommandID]accepted
	stopping bool
	working  bool     // the log is being used
	doubt    *pending // an append whose outcome is unknown
	retryAt  time.Time
	backoff  time.Duration
	reading  reading
	audience audience
	absence  absence

	elsewhere elsewhere
	lastUse   time.Time
	timer     *time.Timer
}

// accepted is what is remembered of a command in the log.
type accepted struct {
	digest [32]byte
	ack    Ack
}

// submission is a command on its way to being answered.
type submission struct {
	command Command
	digest  [32]byte
	// fresh: the log was read after the command came. Only then may it be refused.
	fresh bool
	reply chan answer // nil for the server's own; takes one answer without waiting
	told  bool
}

type answer struct {
	ack Ack
	err error
}

func (s *submission) answer(ack Ack, err error) {
	if s.reply != nil && !s.told {
		s.reply <- answer{ack, err}
	}
	s.told = true
}

func newRoom(r *Rooms, id engine.GameID) *room {
	return &room{
		rooms: r, id: id,
		loaded: make(chan struct{}), gone: make(chan struct{}),
		mailbox: make(chan *submission, r.opt.Mailbox), asks: make(chan func(), r.opt.Mailbox),
		finished: make(chan func(), 1), hints: make(chan struct{}, 1),
		sights:   make(chan Hint, sightsQueue),
		commands: make(map[CommandID]accepted),
		reading:  newReading(),
	}
}

// run owns the room from its loading to its end.
func (r *room) run() {
	defer close(r.gone)
	r.unreadable = r.load()
	if r.unreadable != nil {
		r.rooms.forget(r)
		close(r.loaded)
		return
	}
	close(r.loaded)
	r.timer = time.NewTimer(r.rooms.opt.IdleAfter)
	defer r.timer.Stop()
	r.use()
	for r.broken == nil && !r.finishedStopping() {
		now := time.Now()
		r.due(now)
		if r.idle(now) && r.rooms.evict(r) {
			break
		}
		r.arm(now)
		r.turn()
	}
	r.rooms.forget(r)
	if r.working { // what is under way comes to its end, unheard
		<-r.finished
	}
	if r.broken == nil || r.rooms.life.Err() != nil {
		r.audience.dismissAll(ErrStopping)
	} else {
		r.audience.dismissAll(r.broken)
	}
	if r.audience.told != (Presence{}) {
		r.tellNodes(Presence{})
	}
}

// turn waits for one thing to happen and does what it asks for.
func (r *room) turn() {
	mailbox, stop := r.mailbox, r.rooms.stop
	if r.working && r.doubt == nil {
		mailbox = nil // one command at a time; those behind it wait for its outcome
	}
	if r.stopping {
		stop = nil
	}
	select {
	case s := <-mailbox:
		r.use()
		r.judge(s)
	case f := <-r.asks:
		r.use()
		f()
	case then := <-r.finished:
		r.working = false
		then()
	case <-r.hints:
		r.reading.want(engine.Seq(r.seen.Load()))
	case h := <-r.sights:
		r.sighted(h, time.Now())
	case <-r.timer.C:
	case <-stop:
		r.stopping = true
	case <-r.rooms.life.Done():
		r.broken = ErrAgain
	}
}

// due does what has become due, as far as the log is free for it.
func (r *room) due(now time.Time) {
	r.loseSight(now)
	r.announce(now)
	r.beat(now)
	r.settleReaders()
	if r.working {
		return
	}
	if r.doubt != nil && !now.Before(r.retryAt) {
		r.write(r.doubt)
		return
	}
	if r.reading.wanted > r.game.Head && !now.Before(r.reading.notBefore) {
		r.catchUp()
		return
	}
	if r.doubt == nil && !r.stopping {
		r.observe(now)
	}
}

// arm sets the timer to the next moment at which something becomes due.
func (r *room) arm(now time.Time) {
	next := r.lastUse.Add(r.rooms.opt.IdleAfter)
	if !next.After(now) { // somebody is here, or something under way
		next = now.Add(r.rooms.opt.IdleAfter)
	}
	sooner := func(t time.Time) {
		if !t.IsZero() && t.Before(next) {
			next = t
		}
	}
	sooner(r.audience.due)
	sooner(r.elsewhere.next)
	sooner(r.audience.beat)
	if !r.working {
		if r.doubt != nil {
			sooner(r.retryAt)
		}
		if r.reading.wanted > r.game.Head {
			sooner(r.reading.notBefore)
		}
		if r.doubt == nil && !r.stopping {
			sooner(r.nextObservation())
		}
	}
	r.timer.Reset(next.Sub(now))
}

func (r *room) use() { r.lastUse = time.Now() }

// idle says whether the room may leave the memory: nothing is under way, nobody is seen to leave, and
// nobody has asked for a while.
func (r *room) idle(now time.Time) bool {
	return !r.working && r.doubt == nil && !r.stopping && len(r.audience.watches) == 0 &&
		r.nextObservation().IsZero() && now.Sub(r.lastUse) >= r.rooms.opt.IdleAfter
}

func (r *room) finishedStopping() bool {
	return r.stopping && !r.working && r.doubt == nil && len(r.mailbox) == 0
}

// whyGone is what those hear who come too late; call it after gone is closed, or as the owner.
func (r *room) whyGone() error {
	if r.broken != nil {
		return r.broken
	}
	return fmt.Errorf("%w: %w", ErrAgain, ErrStopping)
}

// ask has the owner run f, and returns when it has.
func (r *room) ask(ctx context.Context, f func()) error {
	done := make(chan struct{})
	select {
	case r.asks <- func() { f(); close(done) }:
	case <-r.gone:
		return r.whyGone()
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-done:
		return nil
	case <-r.gone:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-done:
		return nil
	default:
		return r.whyGone()
	}
}

// work uses the log apart from the owner: do runs in a goroutine of its own under the server's patience,
// and the owner then runs what it returned.
func (r *room) work(do func(context.Context) (then func())) {
	r.working = true
	r.rooms.running.Go(func() {
		ctx, cancel := context.WithTimeout(r.rooms.life, r.rooms.opt.LogTimeout)
		defer cancel()
		r.finished <- do(ctx)
	})
}

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
		for _, e := range events {
			r.absence.sign(e)
		}
		r.add(a, events, raw)
	}
	if r.doubt != nil && r.doubt.append.First <= r.game.Head { // it is known now: there, or overtaken
		r.doubt, r.backoff = nil, 0
	}
	return nil
}

// add makes an append of the log part of the room and shows it.
func (r *room) add(a Append, events []engine.Event, raw []json.RawMessage) {
	seats := false
	for _, e := range events {
		r.game = engine.Apply(r.game, e)
		switch e.Body.(type) {
		case engine.Left, engine.Returned:
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
