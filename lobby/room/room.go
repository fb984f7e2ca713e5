package room

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"fallas/engine"
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
	wake     chan struct{}    // has the owner look at what others have set: seen, and whether the node stops
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
	working  bool      // the log is being used
	tried    CommandID // of the last append that was sent to the log from here
	doubt    *pending  // an append whose outcome is unknown
	retryAt  time.Time
	backoff  time.Duration
	reading  reading
	audience audience
	absence  absence

	elsewhere elsewhere
	outages   outages // others set look
	inPlay    bool    // counted among the games being played
	lastUse   time.Time
	glanced   bool // nobody has done more than look at the game as it is
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
		finished: make(chan func(), 1), wake: make(chan struct{}, 1),
		sights:   make(chan Hint, sightsQueue),
		commands: make(map[CommandID]accepted),
		reading:  newReading(),
		glanced:  true,
	}
}

// run owns the room from its loading to its end.
func (r *room) run() {
	defer close(r.gone)
	defer r.outlive()
	r.unreadable = r.load()
	if r.unreadable != nil {
		r.rooms.forget(r)
		close(r.loaded)
		return
	}
	close(r.loaded)
	r.timer = time.NewTimer(r.stay())
	defer r.timer.Stop()
	r.use()
	for r.broken == nil && !r.finishedStopping() {
		now := time.Now()
		r.playing(r.game.Phase == engine.Playing)
		r.due(now)
		if r.idle(now) && r.rooms.evict(r) {
			break
		}
		r.arm(now)
		r.turn()
	}
	r.rooms.forget(r)
	r.close()
}

// close ends what the room has with others.
func (r *room) close() {
	r.playing(false)
	if r.working { // what is under way comes to its end, unheard
		<-r.finished
		r.working = false
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

// outlive keeps a defect in one room from ending the server. The log is whole, whatever happened here: the
// next room of the game is made from it.
func (r *room) outlive() {
	defect := recover()
	if defect == nil {
		return
	}
	r.rooms.opt.Logger.Error("a room has broken down", "game", r.id, "seq", r.game.Head, "defect", fmt.Sprint(defect), "at", Calls())
	r.broken = fmt.Errorf("room: broken down: %v", defect)
	r.rooms.forget(r)
	select {
	case <-r.loaded:
	default:
		r.unreadable = r.broken
		close(r.loaded)
	}
	r.close()
}

// turn waits for one thing to happen and does what it asks for.
func (r *room) turn() {
	mailbox := r.mailbox
	if r.working && r.doubt == nil {
		mailbox = nil // one command at a time; those behind it wait for its outcome
	}
	// Only channels of this room's own: one that all rooms wait for would have them wait for one another.
	select {
	case s := <-mailbox:
		r.glanced = false
		r.use()
		r.judge(s)
	case f := <-r.asks:
		r.use()
		f()
	case then := <-r.finished:
		r.working = false
		then()
	case <-r.wake:
		r.look()
	case h := <-r.sights:
		r.sighted(h, time.Now())
	case <-r.timer.C:
	}
}

// wakeUp has the owner look. It may be called by anyone and never waits.
func (r *room) wakeUp() {
	select {
	case r.wake <- struct{}{}:
	default: // the owner has not looked since the last time
	}
}

// look takes notice of what others have set.
func (r *room) look() {
	r.reading.want(engine.Seq(r.seen.Load()))
	select {
	case <-r.rooms.stop:
		r.stopping = true
	default:
	}
	if r.rooms.life.Err() != nil {
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
	if r.outages.look.Swap(false) {
		r.outages.unread = true
	}
	if r.outages.unread && !now.Before(r.outages.notBefore) {
		r.learnOfOutages()
		return
	}
	if r.doubt == nil && !r.stopping {
		r.observe(now)
	}
}

// arm sets the timer to the next moment at which something becomes due.
func (r *room) arm(now time.Time) {
	next := r.lastUse.Add(r.stay())
	if !next.After(now) { // somebody is here, or something under way
		next = now.Add(r.stay())
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
		if r.outages.unread {
			sooner(r.outages.notBefore)
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
		r.nextObservation().IsZero() && now.Sub(r.lastUse) >= r.stay()
}

// stay is how long the room stays in memory when nobody uses it.
func (r *room) stay() time.Duration {
	if r.glanced || r.game.Phase == engine.Over {
		return min(r.rooms.opt.GlanceAfter, r.rooms.opt.IdleAfter)
	}
	return r.rooms.opt.IdleAfter
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
