package storetest

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

// act is something a player does; each word is another act.
func (f *fixture) act(p engine.PlayerID, word string) lobby.Act {
	return lobby.Act{Player: p, Command: room.CommandID(newID()), Digest: hash(word)}
}

// newSeek makes a seek without posting it.
func (f *fixture) newSeek(owner engine.PlayerID, changes ...func(*lobby.Seek)) lobby.Seek {
	s := lobby.Seek{ID: lobby.SeekID(newID()), Owner: owner, Ruleset: "fallas", State: lobby.SeekOpen}
	for _, change := range changes {
		change(&s)
	}
	return s
}

// post posts a seek and returns it as it is kept.
func (f *fixture) post(owner engine.PlayerID, changes ...func(*lobby.Seek)) lobby.Seek {
	f.Helper()
	s := f.newSeek(owner, changes...)
	id, err := f.Deal(f.ctx, f.act(owner, "post"), func(d lobby.Deal) (lobby.SeekID, error) { return s.ID, d.Post(s) })
	f.must(err)
	return f.seek(id)
}

// seek is a seek as it is kept.
func (f *fixture) seek(id lobby.SeekID) lobby.Seek {
	f.Helper()
	s, err := f.Seek(f.ctx, id)
	f.must(err)
	return s
}

// take has a player take a seek, and returns the game made.
func (f *fixture) take(p engine.PlayerID, s lobby.Seek) *game {
	f.Helper()
	g := &game{f: f, record: f.newRecord(s.Owner, engine.Public)}
	_, err := f.Deal(f.ctx, f.act(p, "take"), func(d lobby.Deal) (lobby.SeekID, error) { return s.ID, d.Pair(s.ID, g.record) })
	f.must(err)
	g.took(g.record.Append)
	return g
}

func rematchOf(g *game, series engine.GameID) func(*lobby.Seek) {
	return func(s *lobby.Seek) { s.After, s.Series = g.id(), series }
}

func seekWhole(f *fixture) {
	p := f.player().ID
	before := engine.Micros(time.Now().UnixMicro())
	s := f.post(p, func(s *lobby.Seek) { s.Ruleset, s.Seat, s.Odds = "faylys", engine.Black, true })
	if ago := before - s.CreatedAt; ago > engine.Micros(time.Hour.Microseconds()) || s.CreatedAt == 0 {
		f.Errorf("made at %d, now it is %d", s.CreatedAt, before)
	}
	f.want("seek", s, lobby.Seek{
		ID: s.ID, Owner: p, Ruleset: "faylys", Seat: engine.Black, Odds: true, State: lobby.SeekOpen, CreatedAt: s.CreatedAt,
	})
	open, err := f.OpenSeeks(f.ctx, 10)
	f.must(err)
	f.want("open seeks", open, []lobby.Seek{s})
	_, err = f.Seek(f.ctx, lobby.SeekID(newID()))
	f.wantError(err, lobby.ErrNoSeek)

	g := f.take(f.player().ID, s)
	g.unchanged()
	secret, err := f.Secret(f.ctx, g.id())
	f.must(err)
	f.want("secret", secret, g.record.Secret)
	taken := s
	taken.State, taken.Game = lobby.SeekTaken, g.id()
	f.want("seek after it was taken", f.seek(s.ID), taken)
	open, err = f.OpenSeeks(f.ctx, 10)
	f.must(err)
	f.want("open seeks after it was taken", len(open), 0)
	lately, err := f.TakenSeeks(f.ctx, time.Hour)
	f.must(err)
	f.want("seeks taken lately", lately, []lobby.Seek{taken})
	lately, err = f.TakenSeeks(f.ctx, -time.Hour)
	f.must(err)
	f.want("seeks taken after now", len(lately), 0)
	paired, err := f.PairedSeeks(f.ctx, p)
	f.must(err)
	f.want("paired seeks", paired, []lobby.Seek{taken})
	g.add(2, playing)
	paired, err = f.PairedSeeks(f.ctx, p)
	f.must(err)
	f.want("paired seeks once the game has begun", len(paired), 0)
}

func seekOnce(f *fixture) {
	p := f.player().ID
	s, act := f.newSeek(p), f.act(p, "post")
	for range 3 {
		id, err := f.Deal(f.ctx, act, func(d lobby.Deal) (lobby.SeekID, error) { return s.ID, d.Post(s) })
		f.must(err)
		f.want("the seek of the act", id, s.ID)
	}
	act.Digest = hash("something else")
	_, err := f.Deal(f.ctx, act, func(lobby.Deal) (lobby.SeekID, error) { return "", nil })
	f.wantError(err, room.ErrCommandReused)
	q := f.player().ID
	act.Player = q
	other := f.newSeek(q)
	id, err := f.Deal(f.ctx, act, func(d lobby.Deal) (lobby.SeekID, error) { return other.ID, d.Post(other) })
	f.must(err)
	f.want("another person's act under the same id", id, other.ID)
}

func seekRefused(f *fixture) {
	p := f.player().ID
	s, act := f.newSeek(p), f.act(p, "post")
	no := errors.New("no")
	_, err := f.Deal(f.ctx, act, func(lobby.Deal) (lobby.SeekID, error) { return "", no })
	f.wantError(err, no)
	_, err = f.Deal(f.ctx, act, func(d lobby.Deal) (lobby.SeekID, error) {
		f.must(d.Post(s))
		return s.ID, no
	})
	f.wantError(err, no)
	_, err = f.Seek(f.ctx, s.ID)
	f.wantError(err, lobby.ErrNoSeek)
	_, err = f.Deal(f.ctx, act, func(d lobby.Deal) (lobby.SeekID, error) { return s.ID, d.Post(s) })
	f.must(err)
	f.want("state", f.seek(s.ID).State, lobby.SeekOpen)
	g := &game{f: f, record: f.newRecord(p, engine.Public)}
	_, err = f.Deal(f.ctx, f.act(p, "take"), func(d lobby.Deal) (lobby.SeekID, error) {
		f.must(d.Pair(s.ID, g.record))
		return "", no
	})
	f.wantError(err, no)
	f.noTrace(g.record)
	f.want("state after a pairing that was undone", f.seek(s.ID).State, lobby.SeekOpen)
}

// seekManyAtOnce has fifty people read a seek and take it if it is open.
func seekManyAtOnce(f *fixture) {
	s := f.post(f.player().ID)
	taken := errors.New("taken")
	records := make([]lobby.GameRecord, 50)
	errs := make([]error, len(records))
	var all sync.WaitGroup
	for i := range records {
		p := f.player().ID
		records[i] = f.newRecord(s.Owner, engine.Public)
		act := f.act(p, "take")
		all.Go(func() {
			_, errs[i] = f.Deal(f.ctx, act, func(d lobby.Deal) (lobby.SeekID, error) {
				now, err := d.Seek(s.ID)
				if err == nil && now.State != lobby.SeekOpen {
					err = taken
				}
				if err != nil {
					return "", err
				}
				return s.ID, d.Pair(s.ID, records[i])
			})
		})
	}
	all.Wait()
	game := f.seek(s.ID).Game
	made := 0
	for i, r := range records {
		if errs[i] == nil {
			made++
			f.want("the game", game, r.Append.Game)
			continue
		}
		f.wantError(errs[i], taken)
		f.noTrace(r)
	}
	f.want("games made", made, 1)
}

// seekMeeting has pairs of people look for a seek at the same moment, or else post one: they always meet.
func seekMeeting(f *fixture) {
	for range 10 {
		var all sync.WaitGroup
		for range 2 {
			p := f.player().ID
			own, record := f.newSeek(p), f.newRecord(p, engine.Public)
			act := f.act(p, "play")
			all.Go(func() {
				_, err := f.Deal(f.ctx, act, func(d lobby.Deal) (lobby.SeekID, error) {
					s, found, err := d.Oldest(lobby.Fits{Player: p, Ruleset: "fallas"})
					if err != nil || found {
						return s.ID, errors.Join(err, pairIf(d, found, s.ID, record))
					}
					return own.ID, d.Post(own)
				})
				f.must(err)
			})
		}
		all.Wait()
		open, err := f.OpenSeeks(f.ctx, 10)
		f.must(err)
		f.want("people left waiting", len(open), 0)
	}
}

func pairIf(d lobby.Deal, found bool, id lobby.SeekID, r lobby.GameRecord) error {
	if !found {
		return nil
	}
	return d.Pair(id, r)
}

func seekOldest(f *fixture) {
	p, q := f.player().ID, f.player().ID
	var all []lobby.Seek
	for i, seat := range []engine.Seat{engine.White, engine.NoSeat, engine.Black, engine.White} {
		all = append(all, f.post(p, func(s *lobby.Seek) { s.Seat, s.Odds = seat, i == 3 }))
	}
	yes, no := true, false
	for _, c := range []struct {
		fits lobby.Fits
		want int // -1 for none
	}{
		{lobby.Fits{Player: q, Ruleset: "fallas"}, 0},
		{lobby.Fits{Player: q, Ruleset: "fallas", Seat: engine.White}, 1},
		{lobby.Fits{Player: q, Ruleset: "fallas", Seat: engine.Black}, 0},
		{lobby.Fits{Player: q, Ruleset: "fallas", Odds: &yes}, 3},
		{lobby.Fits{Player: q, Ruleset: "fallas", Odds: &no, Seat: engine.White}, 1},
		{lobby.Fits{Player: q, Ruleset: "fallas", Odds: &yes, Seat: engine.White}, -1},
		{lobby.Fits{Player: q, Ruleset: "faylys"}, -1},
		{lobby.Fits{Player: p, Ruleset: "fallas"}, -1},
	} {
		_, err := f.Deal(f.ctx, f.act(q, "look"), func(d lobby.Deal) (lobby.SeekID, error) {
			s, found, err := d.Oldest(c.fits)
			f.must(err)
			f.want(fmt.Sprintf("found %+v", c.fits), found, c.want >= 0)
			if found && c.want >= 0 {
				f.want(fmt.Sprintf("the oldest %+v", c.fits), s, all[c.want])
			}
			return "", nil
		})
		f.must(err)
	}
}

func seekWithdrawn(f *fixture) {
	p := f.player().ID
	first, second := f.post(p), f.post(p)
	_, err := f.Deal(f.ctx, f.act(p, "withdraw"), func(d lobby.Deal) (lobby.SeekID, error) {
		open, err := d.OpenOf(p)
		f.must(err)
		f.want("open seeks of a player", open, []lobby.Seek{first, second})
		return first.ID, d.Withdraw(first.ID)
	})
	f.must(err)
	f.want("state", f.seek(first.ID).State, lobby.SeekWithdrawn)
	open, err := f.OpenSeeks(f.ctx, 10)
	f.must(err)
	f.want("open seeks", open, []lobby.Seek{second})
	for _, id := range []lobby.SeekID{first.ID, lobby.SeekID(newID())} {
		_, err = f.Deal(f.ctx, f.act(p, "withdraw"), func(d lobby.Deal) (lobby.SeekID, error) { return id, d.Withdraw(id) })
		if err == nil {
			f.Error("a seek that is not open was withdrawn")
		}
	}
}

func seekSeen(f *fixture) {
	p, q := f.player().ID, f.player().ID
	mine, theirs := f.post(p), f.post(q)
	owners, err := f.SeekOwners(f.ctx)
	f.must(err)
	f.want("owners", len(owners), 2)
	expired, err := f.ExpireSeeks(f.ctx, time.Hour)
	f.must(err)
	f.want("expired", len(expired), 0)
	f.must(f.SeeOwners(f.ctx, []engine.PlayerID{q, f.player().ID}))
	expired, err = f.ExpireSeeks(f.ctx, -time.Hour) // seen in an hour from now: nobody was
	f.must(err)
	for i, s := range []lobby.Seek{mine, theirs} {
		s.State = lobby.SeekExpired
		f.want("expired", expired[i], s)
		f.want("seek", f.seek(s.ID), s)
	}
	f.want("number of expired seeks", len(expired), 2)
	owners, err = f.SeekOwners(f.ctx)
	f.must(err)
	f.want("owners", len(owners), 0)
}

func rematchSeries(f *fixture) {
	first := f.create(engine.Public)
	p, q := first.record.Creator, f.player().ID
	won := func(g *game, white, black engine.PlayerID, winner engine.Seat, worth uint8) {
		g.add(2, over(f.now()), func(a *room.Append) {
			a.Summary.White, a.Summary.Black, a.Summary.Winner, a.Summary.Worth = white, black, winner, worth
			if winner == engine.NoSeat {
				a.Summary.Reason = engine.Aborted
			}
		})
	}
	won(first, p, q, engine.Black, 1)
	scores, err := f.Scores(f.ctx, first.id())
	f.must(err)
	f.want("scores of one game", scores, []lobby.Score{{Player: q, Won: 1, Points: 1}})

	wish := f.post(p, rematchOf(first, first.id()))
	open, err := f.OpenSeeks(f.ctx, 10)
	f.must(err)
	f.want("offers to anybody", len(open), 0)
	said, err := f.Rematches(f.ctx, first.id())
	f.must(err)
	f.want("rematches", said, []lobby.Seek{wish})
	next := f.take(q, wish)
	said, err = f.Rematches(f.ctx, first.id())
	f.must(err)
	f.want("rematches", said, []lobby.Seek{f.seek(wish.ID)})
	second := f.newSeek(q, rematchOf(first, first.id()))
	_, err = f.Deal(f.ctx, f.act(q, "post"), func(d lobby.Deal) (lobby.SeekID, error) {
		f.must(d.Post(second))
		return second.ID, d.Pair(second.ID, f.newRecord(q, engine.Public))
	})
	if err == nil {
		f.Error("a game has two rematches")
	}

	won(next, q, p, engine.White, 3)
	third := f.take(p, f.post(q, rematchOf(next, first.id())))
	won(third, p, q, engine.White, 2)
	fourth := f.take(p, f.post(q, rematchOf(third, first.id())))
	won(fourth, q, p, engine.NoSeat, 0)
	f.take(p, f.post(q, rematchOf(fourth, first.id()))) // not over
	scores, err = f.Scores(f.ctx, first.id())
	f.must(err)
	got := map[lobby.Score]bool{}
	for _, s := range scores {
		got[s] = true
	}
	f.want("scores", got, map[lobby.Score]bool{{Player: p, Won: 1, Points: 2}: true, {Player: q, Won: 2, Points: 4}: true})
}
