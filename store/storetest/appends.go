package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/store"
)

func appendRoundTrip(f *fixture) {
	g := f.create(engine.Unlisted)
	g.add(2)
	g.add(1, func(a *room.Append) { a.Seat = engine.NoSeat })
	g.add(7, playing)
	g.unchanged()
}

func appendMicroseconds(f *fixture) {
	g := f.create(engine.Unlisted)
	for _, at := range []engine.Micros{1, 999_999, 1_000_000, 1_795_932_704_123_456, 253_402_300_799_999_999} {
		g.add(1, func(a *room.Append) { a.At, a.Summary.LastAt = at, at })
	}
	g.unchanged()
}

func appendHeadTaken(f *fixture) {
	g := f.create(engine.Unlisted)
	late := g.next(3, playing)
	g.add(1)
	f.wantError(f.Append(f.ctx, late), room.ErrHeadTaken)
	g.unchanged()
	g.add(1, func(a *room.Append) { a.Command = late.Command }) // it was not taken
	g.unchanged()
}

func appendBehindHead(f *fixture) {
	g := f.create(engine.Unlisted)
	late := g.next(1)
	g.add(5) // 2–6
	for first := engine.Seq(1); first <= 6; first++ {
		for _, last := range []engine.Seq{first, 9} {
			late.First, late.Last, late.Events = first, last, events(first, last-first+1)
			f.wantError(f.Append(f.ctx, late), room.ErrHeadTaken)
		}
	}
	g.unchanged()
}

func appendCommandKnown(f *fixture) {
	g := f.create(engine.Unlisted)
	first := g.add(1)
	again := g.next(2, func(a *room.Append) { a.Command = first.Command })
	f.wantError(f.Append(f.ctx, again), room.ErrCommandKnown)
	g.unchanged()
	created := g.next(2, func(a *room.Append) { a.Command = g.record.Append.Command })
	f.wantError(f.Append(f.ctx, created), room.ErrCommandKnown)
	g.unchanged()
}

func appendKnownBeforeTaken(f *fixture) {
	g := f.create(engine.Unlisted)
	a := g.add(1)
	f.wantError(f.Append(f.ctx, a), room.ErrCommandKnown) // the very same
	g.add(1)
	f.wantError(f.Append(f.ctx, a), room.ErrCommandKnown) // and later
	a.First, a.Last = 40, 40
	f.wantError(f.Append(f.ctx, a), room.ErrCommandKnown) // even beyond a gap
	g.unchanged()
}

func appendSameCommandTwoGames(f *fixture) {
	g, h := f.create(engine.Unlisted), f.create(engine.Unlisted)
	a := g.add(1)
	h.add(1, func(b *room.Append) { b.Command = a.Command })
	g.unchanged()
	h.unchanged()
}

func appendGap(f *fixture) {
	g := f.create(engine.Unlisted)
	a := g.next(1)
	for range 2 {
		a.First, a.Last = a.First+1, a.Last+2
		f.wantError(f.Append(f.ctx, a), store.ErrGap)
		f.wantError(f.Append(f.ctx, a), room.ErrHeadTaken)
	}
	g.unchanged()
}

func appendNoGame(f *fixture) {
	g := &game{f: f, record: f.newRecord(f.player().ID, engine.Public)}
	g.summary = g.record.Append.Summary
	f.wantError(f.Append(f.ctx, g.record.Append), room.ErrNoGame)
	f.wantError(f.Append(f.ctx, g.next(1)), room.ErrNoGame)
	f.wantError(f.Append(f.ctx, g.next(1)), room.ErrHeadTaken)
	_, err := f.Tail(f.ctx, g.id(), 0)
	f.wantError(err, room.ErrNoGame)
}

func appendMovesSummary(f *fixture) {
	g := f.create(engine.Public)
	white, black := f.player().ID, f.player().ID
	g.add(1, func(a *room.Append) { a.Summary.White = white })
	g.unchanged()
	g.add(3, playing, func(a *room.Append) { a.Summary.Black = black })
	g.unchanged()
	g.add(2, func(a *room.Append) { a.Summary.Turn = engine.Black })
	g.unchanged()
	g.add(3, over(f.now()))
	g.unchanged()
}

func appendCanceled(f *fixture) {
	g := f.create(engine.Unlisted)
	ctx, cancel := context.WithCancel(f.ctx)
	cancel()
	f.wantError(f.Append(ctx, g.next(1)), context.Canceled)
	g.unchanged()
	g.add(1)
	g.unchanged()
}

// appendCanceledAnywhere cancels a little later each time, and sends again: whatever the first answer
// was, the append is there whole and once.
func appendCanceledAnywhere(f *fixture) {
	g := f.create(engine.Unlisted)
	for i := range 60 {
		a := g.next(2, playing)
		ctx, cancel := context.WithTimeout(f.ctx, time.Duration(i)*20*time.Microsecond)
		first := f.Append(ctx, a)
		cancel()
		again := f.Append(f.ctx, a)
		if first == nil || again != nil {
			f.wantError(again, room.ErrCommandKnown)
		}
		g.took(a)
		g.unchanged()
	}
}

// appendManyWriters lets many writers fight for each of several heads.
func appendManyWriters(f *fixture) {
	const writers, heads = 16, 5
	g := f.create(engine.Unlisted)
	for range heads {
		tries := make([]room.Append, writers)
		results := make([]error, writers)
		var all sync.WaitGroup
		for i := range writers {
			tries[i] = g.next(engine.Seq(1 + i%3))
			all.Go(func() { results[i] = f.Append(f.ctx, tries[i]) })
		}
		all.Wait()
		won := -1
		for i, err := range results {
			switch {
			case err == nil && won < 0:
				won = i
			case err == nil:
				f.Fatalf("writers %d and %d both won head %d", won, i, g.summary.Head)
			default:
				f.wantError(err, room.ErrHeadTaken)
			}
		}
		if won < 0 {
			f.Fatalf("nobody won head %d", g.summary.Head)
		}
		g.took(tries[won])
		g.unchanged()
	}
}

func appendOneCommandManyTimes(f *fixture) {
	g := f.create(engine.Unlisted)
	a := g.next(2)
	results := make([]error, 16)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() { results[i] = f.Append(f.ctx, a) })
	}
	all.Wait()
	taken := 0
	for _, err := range results {
		if err == nil {
			taken++
			continue
		}
		f.wantError(err, room.ErrCommandKnown)
	}
	f.want("how often the append was taken", taken, 1)
	g.took(a)
	g.unchanged()
}

func appendManyGames(f *fixture) {
	games := make([]*game, 12)
	for i := range games {
		games[i] = f.create(engine.Public)
	}
	errs := make([]error, len(games))
	var all sync.WaitGroup
	for i, g := range games {
		all.Go(func() {
			for n := range 10 {
				a := g.next(engine.Seq(1 + n%2))
				if err := f.Append(f.ctx, a); err != nil {
					errs[i] = err
					return
				}
				g.took(a)
			}
		})
	}
	all.Wait()
	f.must(errors.Join(errs...))
	for _, g := range games {
		g.unchanged()
	}
}

func tailFromEverySeq(f *fixture) {
	g := f.create(engine.Unlisted)
	for _, n := range []engine.Seq{1, 4, 2, 1, 6} {
		g.add(n)
	}
	for after := range g.summary.Head + 3 {
		tail, err := f.Tail(f.ctx, g.id(), after)
		f.must(err)
		var want []room.Append
		for _, a := range g.appends {
			if a.Last > after {
				want = append(want, a)
			}
		}
		f.want(fmt.Sprintf("tail after %d", after), tail, want)
	}
}

func tailNoGame(f *fixture) {
	f.create(engine.Public)
	for _, after := range []engine.Seq{0, 1, 1 << 31} {
		_, err := f.Tail(f.ctx, engine.GameID(newID()), after)
		f.wantError(err, room.ErrNoGame)
	}
}

func tailWhileGrowing(f *fixture) {
	g := f.create(engine.Unlisted)
	writing := make(chan error, 1)
	go func() {
		for range 40 {
			a := g.next(2)
			if err := f.Append(f.ctx, a); err != nil {
				writing <- err
				return
			}
			g.took(a)
		}
		writing <- nil
	}()
	head := engine.Seq(0)
	for done := false; !done; {
		select {
		case err := <-writing:
			f.must(err)
			done = true
		default:
		}
		tail, err := f.Tail(f.ctx, g.id(), head)
		f.must(err)
		for _, a := range tail {
			if a.First != head+1 {
				f.Fatalf("after %d comes %d", head, a.First)
			}
			head = a.Last
		}
	}
	f.want("head read", head, g.summary.Head)
}

// appendUnfit has appends that no table takes, alone and among good ones, which they do not hold up.
func appendUnfit(f *fixture) {
	g := f.create(engine.Public)
	g.add(2, playing)
	unfit := map[string]func(*room.Append){
		"a seat is taken by nobody there is": func(a *room.Append) { a.Summary.White = engine.PlayerID(newID()) },
		"a phase that is none":               func(a *room.Append) { a.Summary.Phase = "lost" },
		"it ends before it begins":           func(a *room.Append) { a.Last, a.Summary.Head = a.First-1, a.First-1 },
		"it is over and has no end":          func(a *room.Append) { a.Summary.Phase, a.Summary.EndedAt = engine.Over, 0 },
	}
	for name, change := range unfit {
		err := f.Append(f.ctx, g.next(2, change))
		if !errors.Is(err, room.ErrUnfit) || errors.Is(err, room.ErrHeadTaken) || errors.Is(err, room.ErrCommandKnown) {
			f.Errorf("%s: %v", name, err)
		}
		g.unchanged()
	}
	var all sync.WaitGroup
	for range 4 {
		good, bad := f.create(engine.Public), f.create(engine.Public)
		all.Go(func() { good.add(2) })
		all.Go(func() { f.wantError(f.Append(f.ctx, bad.next(2, unfit["a phase that is none"])), room.ErrUnfit) })
	}
	all.Wait()
	g.add(1) // the next one is taken as if nothing had been
}
