package room

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
)

// Options are what a Rooms can be told. A zero field means the value given with it.
type Options struct {
	// Now is the clock that games are timed by: the one of this machine.
	Now func() engine.Micros
	// AwayAfter is how long a seat must have had no connection before that is noted: 20 s.
	AwayAfter time.Duration
	// IdleAfter is how long a room stays in memory when nobody uses it: 5 minutes.
	IdleAfter time.Duration
	// GlanceAfter is the same for a room that was only viewed, and for one whose game is over: 10 s.
	GlanceAfter time.Duration
	// LogTimeout bounds each use of the log: 10 s. It is the server's patience, not the client's.
	LogTimeout time.Duration
	// RetryAfter is how long to wait before an append whose outcome is unknown is tried again, doubled
	// up to 16 times as long: 100 ms.
	RetryAfter time.Duration
	// CountEvery is how often at most watchers are told of a changed number of spectators: 1 s. That a
	// seat comes or goes is told at once.
	CountEvery time.Duration
	// BeatEvery is how often other nodes are told who is connected to a game here, besides whenever that
	// changes: 5 s. What was not heard again for three times as long holds no longer.
	BeatEvery time.Duration
	// SubscriberQueue is how many updates wait for a watcher before it is closed with ErrTooSlow: 64.
	SubscriberQueue int
	// Mailbox is how many commands wait for a room before it answers ErrAgain: 64.
	Mailbox int
	// Pulse is where this node says that it is alive, and hears of outages. Without one there are none.
	Pulse Pulse
	// AliveEvery is how often this node says so while games are played on it: 1 s.
	AliveEvery time.Duration
	// Hole is how long no node must have been alive for that to be an outage: 5 s.
	Hole time.Duration
	// Logger is told of what is wrong with the log: slog.Default().
	Logger *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = func() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }
	}
	setDefault(&o.AwayAfter, 20*time.Second)
	setDefault(&o.IdleAfter, 5*time.Minute)
	setDefault(&o.GlanceAfter, 10*time.Second)
	setDefault(&o.LogTimeout, 10*time.Second)
	setDefault(&o.RetryAfter, 100*time.Millisecond)
	setDefault(&o.CountEvery, time.Second)
	setDefault(&o.BeatEvery, 5*time.Second)
	setDefault(&o.AliveEvery, time.Second)
	setDefault(&o.Hole, 5*time.Second)
	setDefault(&o.SubscriberQueue, 64)
	setDefault(&o.Mailbox, 64)
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o
}

func setDefault[T ~int | ~int64](field *T, value T) {
	if *field <= 0 {
		*field = value
	}
}

// Rooms are the rooms of this node. A game's room is made when somebody asks for the game and goes when
// nobody has for a while; the log stays.
type Rooms struct {
	log   Log
	hints Hints
	opt   Options
	node  string // names this node in hints and among those alive
	heart heart

	life    context.Context // ends when Stop has lost its patience
	end     context.CancelFunc
	stop    chan struct{} // closed when Stop begins
	running sync.WaitGroup

	mu          sync.Mutex
	state       state
	rooms       map[engine.GameID]*room
	unsubscribe func()
}

type state uint8

const (
	notStarted state = iota
	started
	stopped
)

// New makes the rooms of a node over a log. Start must be called before anything else.
func New(log Log, hints Hints, opt Options) *Rooms {
	life, end := context.WithCancel(context.Background())
	r := &Rooms{
		log: log, hints: hints, opt: opt.withDefaults(), node: uuid.NewString(),
		life: life, end: end, stop: make(chan struct{}),
		rooms: make(map[engine.GameID]*room),
	}
	r.heart = heart{rooms: r, wake: make(chan struct{}, 1)}
	return r
}

// Start opens the rooms, once it is known whether an outage has just come to its end. After a first call that
// succeeded, or after Stop, it does nothing. Only one goroutine may call it.
func (r *Rooms) Start(ctx context.Context) error {
	r.mu.Lock()
	begun := r.state != notStarted
	r.mu.Unlock()
	if !begun && r.opt.Pulse != nil {
		if err := r.heart.begin(ctx); err != nil {
			return fmt.Errorf("room: start: %w", err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state != notStarted {
		return nil
	}
	r.state = started
	if r.opt.Pulse != nil {
		r.running.Go(r.heart.run)
	}
	r.unsubscribe = r.hints.Subscribe(r.hinted)
	return nil
}

// Stop takes no more commands, finishes those in the mailboxes, closes all watches with ErrStopping and
// waits for all of it. When ctx ends first, what is under way is given up: it may or may not be in the
// log, its senders have heard ErrAgain, and Stop returns an error. A second call waits like the first.
func (r *Rooms) Stop(ctx context.Context) error {
	r.mu.Lock()
	unsubscribe := r.unsubscribe
	r.unsubscribe = nil
	if r.state != stopped {
		r.state = stopped
		close(r.stop)
		r.wakeAll()
	}
	r.mu.Unlock()
	if unsubscribe != nil {
		unsubscribe()
	}
	empty := make(chan struct{})
	go func() {
		r.running.Wait()
		close(empty)
	}()
	select {
	case <-empty:
		r.end()
		return nil
	case <-ctx.Done():
		r.end()
		r.mu.Lock()
		r.wakeAll()
		r.mu.Unlock()
		<-empty
		return fmt.Errorf("room: stop: %w", ctx.Err())
	}
}

// wakeAll has all rooms see that the node stops, or that it has lost its patience. The caller holds mu. A room
// that is not among them any more is about to end.
func (r *Rooms) wakeAll() {
	for _, rm := range r.rooms {
		rm.wakeUp()
	}
}

// enter finds or makes the room of a game and holds it in memory until leave is called.
func (r *Rooms) enter(ctx context.Context, game engine.GameID) (*room, error) {
	r.mu.Lock()
	if r.state != started {
		r.mu.Unlock()
		return nil, ErrAgain
	}
	rm := r.rooms[game]
	if rm == nil {
		rm = newRoom(r, game)
		r.rooms[game] = rm
		r.running.Go(rm.run)
	}
	rm.users++
	r.mu.Unlock()
	select {
	case <-rm.loaded:
		if rm.unreadable == nil {
			return rm, nil
		}
		r.leave(rm)
		return nil, rm.unreadable
	case <-ctx.Done():
		r.leave(rm)
		return nil, ctx.Err()
	}
}

func (r *Rooms) leave(rm *room) {
	r.mu.Lock()
	rm.users--
	r.mu.Unlock()
}

// evict forgets a room if nobody is in it. Whoever comes afterwards makes a new one.
func (r *Rooms) evict(rm *room) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if rm.users > 0 {
		return false
	}
	delete(r.rooms, rm.id)
	return true
}

// forget takes a room away that goes, whoever is in it.
func (r *Rooms) forget(rm *room) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.rooms[rm.id] == rm {
		delete(r.rooms, rm.id)
	}
}

// hinted passes a hint on to the room it is for, if that is in memory.
func (r *Rooms) hinted(h Hint) {
	r.mu.Lock()
	rm := r.rooms[h.Game]
	r.mu.Unlock()
	if rm != nil {
		rm.hinted(h)
	}
}

// Loaded is how many rooms are in memory.
func (r *Rooms) Loaded() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.rooms)
}

// Submit asks something of a game and waits for the answer: an Ack once the events are in the log, or a
// *engine.Refusal, a *StaleError, ErrCommandReused, ErrNoGame, ErrAgain or ErrAnotherNode. A command that was
// accepted before gets its first answer again. When ctx ends first the answer is ErrAgain, and the
// command is carried out or not as if its sender were still there.
//
// Submit does not ask whether a player may sit: see lobby.Lobby.Sit.
func (r *Rooms) Submit(ctx context.Context, c Command) (Ack, error) {
	if _, err := ParseCommandID(string(c.ID)); err != nil {
		return Ack{}, &engine.Refusal{Code: engine.RefusedInvalid, Detail: err.Error()}
	}
	rm, err := r.enter(ctx, c.Game)
	if err != nil {
		return Ack{}, again(ctx, err)
	}
	defer r.leave(rm)
	s := &submission{command: c, digest: c.digest(), reply: make(chan answer, 1)}
	select {
	case rm.mailbox <- s:
	case <-rm.gone:
		return Ack{}, rm.whyGone()
	default:
		return Ack{}, fmt.Errorf("%w: the mailbox is full", ErrAgain)
	}
	select {
	case a := <-s.reply:
		return a.ack, a.err
	case <-ctx.Done():
		return Ack{}, again(ctx, ctx.Err())
	case <-rm.gone:
	}
	select {
	case a := <-s.reply: // given just before the room went
		return a.ack, a.err
	default:
		return Ack{}, rm.whyGone()
	}
}

// again makes ErrAgain of the end of a client's patience.
func again(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return fmt.Errorf("%w: %w", ErrAgain, err)
	}
	return err
}

// View returns a whole game as it is now. If the room is behind atLeast it reads the log first. It fails
// with ErrNoGame, ErrAgain, ErrAnotherNode or the error of ctx.
func (r *Rooms) View(ctx context.Context, game engine.GameID, atLeast engine.Seq) (View, error) {
	rm, err := r.enter(ctx, game)
	if err != nil {
		return View{}, err
	}
	defer r.leave(rm)
	var view View
	if err := rm.abreast(ctx, atLeast, func() { view = rm.view(0) }); err != nil {
		return View{}, err
	}
	return view, nil
}

// Watch returns the game as it is now, with the events after a seq, and a Watch that is told of
// everything after that. player is who watches, "" for nobody known: a player's seat counts as connected while
// there is a Watch of theirs. The caller must Close the Watch. Errors are those of View.
func (r *Rooms) Watch(ctx context.Context, game engine.GameID, player engine.PlayerID, after engine.Seq) (*Watch, View, error) {
	rm, err := r.enter(ctx, game)
	if err != nil {
		return nil, View{}, err
	}
	w := &Watch{updates: make(chan *Update, r.opt.SubscriberQueue), room: rm, player: player}
	var view View
	err = rm.abreast(ctx, after, func() {
		rm.admit(w)
		view = rm.view(after)
	})
	if err != nil {
		w.Close() // it may have been admitted after all
		return nil, View{}, err
	}
	return w, view, nil
}
