package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"fallas/engine"
	"fallas/lobby"
)

// sorted sorts seeks by their ids.
func sorted(seeks []lobby.Seek) []lobby.Seek {
	slices.SortFunc(seeks, func(a, b lobby.Seek) int { return cmp.Compare(a.ID, b.ID) })
	return seeks
}

// ago lets it be so much longer ago that the owners of open seeks were seen.
func (f *fixture) ago(d time.Duration) {
	f.Helper()
	f.alter(fmt.Sprintf("UPDATE seeks SET seen_at = seen_at - %d WHERE state = 'open'", d.Microseconds()))
}

// openSeeks are those offered to anybody.
func (f *fixture) openSeeks() []lobby.Seek {
	f.Helper()
	open, err := f.OpenSeeks(f.ctx, 100)
	f.must(err)
	return open
}

// seekExpiredForGood: a seek whose owner was not seen for too long has expired, whether it was closed already or not.
// Its owner, coming back, does not have it open again: it may have been told that it is gone.
func seekExpiredForGood(f *fixture) {
	p, q := f.player().ID, f.player().ID
	s, act := f.newSeek(p), f.act(p, "post")
	post := func() {
		f.Helper()
		id, err := f.Deal(f.ctx, act, func(d lobby.Deal) (lobby.SeekID, error) { return s.ID, d.Post(s) })
		f.must(err)
		f.want("the seek of the act", id, s.ID)
	}
	comeBack := map[string]func(){
		"seen":         func() { f.must(f.SeeOwners(f.ctx, []engine.PlayerID{p})) },
		"posted again": post,
	}
	post()
	for name, come := range comeBack { // in time: it holds
		for range 3 {
			f.ago(lobby.SeekKept * 3 / 4)
			come()
			f.want("state of a seek whose owner was "+name+" in time", f.seek(s.ID).State, lobby.SeekOpen)
		}
	}
	f.ago(lobby.SeekKept + time.Second)
	for name, come := range comeBack {
		come()
		f.want("state after its owner was "+name+" too late", f.seek(s.ID).State, lobby.SeekExpired)
		f.want("open seeks", len(f.openSeeks()), 0)
		_, err := f.Deal(f.ctx, f.act(q, "look"), func(d lobby.Deal) (lobby.SeekID, error) {
			now, err := d.Seek(s.ID)
			f.must(err)
			f.want("state as an act sees it", now.State, lobby.SeekExpired)
			_, found, err := d.Oldest(lobby.Fits{Player: q, Ruleset: "fallas"})
			f.must(err)
			f.want("whether play now finds it", found, false)
			of, err := d.OpenOf(p)
			f.must(err)
			f.want("its owner's open seeks", len(of), 0)
			return "", nil
		})
		f.must(err)
	}
	expired, err := f.ExpireSeeks(f.ctx, lobby.SeekKept)
	f.must(err)
	want := s
	want.State, want.CreatedAt = lobby.SeekExpired, f.seek(s.ID).CreatedAt
	f.want("closed", expired, []lobby.Seek{want})
	for _, come := range comeBack {
		come()
	}
	f.want("the seek", f.seek(s.ID), want)
	expired, err = f.ExpireSeeks(f.ctx, lobby.SeekKept)
	f.must(err)
	f.want("closed again", len(expired), 0)
}

func seekOfTheGone(f *fixture) {
	p, q := f.player().ID, f.player().ID
	first := f.create(engine.Public)
	mine, yours := []lobby.Seek{f.post(p), f.post(p)}, []lobby.Seek{f.post(q), f.post(q, rematchOf(first, first.id()))}
	mine = append(mine, f.post(p, rematchOf(first, first.id())))
	known := f.act(p, "posted before")
	early := f.newSeek(p)
	_, err := f.Deal(f.ctx, known, func(d lobby.Deal) (lobby.SeekID, error) { return early.ID, d.Post(early) })
	f.must(err)
	game := f.take(q, f.seek(early.ID)) // taken: it led to a game, and stays so
	withdrawn := func(seeks []lobby.Seek) []lobby.Seek {
		gone := slices.Clone(seeks)
		for i := range gone {
			gone[i].State = lobby.SeekWithdrawn
		}
		return sorted(gone)
	}

	f.want("withdrawn of who is deleted", f.delete(p), withdrawn(mine))
	f.want("withdrawn again", len(f.delete(p)), 0)
	f.want("open seeks", f.openSeeks(), yours[:1])
	f.want("withdrawn of who is banned", f.ban(q, true), withdrawn(yours))
	f.want("withdrawn again", len(f.ban(q, true)), 0)
	for _, s := range append(mine, yours...) {
		f.want("state", f.seek(s.ID).State, lobby.SeekWithdrawn)
	}
	owners, err := f.SeekOwners(f.ctx)
	f.must(err)
	f.want("owners of open seeks", len(owners), 0)
	wishes, err := f.Rematches(f.ctx, first.id())
	f.must(err)
	f.want("wishes for a rematch", len(wishes), 0)
	f.want("the seek that was taken", f.seek(early.ID).Game, game.id())

	// What they had sent before it was known comes too late.
	for id, want := range map[engine.PlayerID]error{p: lobby.ErrNoPlayer, q: lobby.ErrBanned, engine.PlayerID(newID()): lobby.ErrNoPlayer} {
		late := f.newSeek(id)
		act := f.act(id, "late")
		for range 2 {
			_, err := f.Deal(f.ctx, act, func(d lobby.Deal) (lobby.SeekID, error) { return late.ID, d.Post(late) })
			f.wantError(err, want)
		}
		_, err = f.Seek(f.ctx, late.ID)
		f.wantError(err, lobby.ErrNoSeek)
	}
	again, err := f.Deal(f.ctx, known, func(lobby.Deal) (lobby.SeekID, error) { return "", errors.New("done twice") })
	f.must(err)
	f.want("what was done before", again, early.ID)

	f.want("withdrawn when a ban ends", len(f.ban(q, false)), 0)
	late := f.post(q)
	f.want("open seeks", f.openSeeks(), []lobby.Seek{late})
}

func seekDeletedWhilePosting(f *fixture) {
	for range 5 {
		p := f.player().ID
		posted := make([]lobby.Seek, 20)
		var all sync.WaitGroup
		for i := range posted {
			posted[i] = f.newSeek(p)
			act := f.act(p, "post")
			all.Go(func() {
				_, err := f.Deal(f.ctx, act, func(d lobby.Deal) (lobby.SeekID, error) { return posted[i].ID, d.Post(posted[i]) })
				if err != nil && !errors.Is(err, lobby.ErrNoPlayer) {
					f.Error(err)
				}
			})
			if i == len(posted)/2 {
				all.Go(func() {
					if _, err := f.DeletePlayer(f.ctx, p, lobby.DeletedName, f.now()); err != nil {
						f.Error(err)
					}
				})
			}
		}
		all.Wait()
		f.want("what is left open", len(f.openSeeks()), 0)
	}
}

func seekMany(f *fixture) {
	p := f.player().ID
	var want []lobby.Seek
	for range 3 {
		want = append(want, f.post(p))
	}
	f.take(f.player().ID, want[0])
	_, err := f.Deal(f.ctx, f.act(p, "withdraw"), func(d lobby.Deal) (lobby.SeekID, error) { return want[1].ID, d.Withdraw(want[1].ID) })
	f.must(err)
	f.ago(2 * lobby.SeekKept)
	ids := []lobby.SeekID{lobby.SeekID(newID())} // there is no such
	for i, state := range []lobby.SeekState{lobby.SeekTaken, lobby.SeekWithdrawn, lobby.SeekExpired} {
		want[i] = f.seek(want[i].ID)
		f.want("state", want[i].State, state)
		ids = append(ids, want[i].ID, want[i].ID)
	}
	got, err := f.SeeksByID(f.ctx, ids)
	f.must(err)
	f.want("seeks", sorted(got), want)
	got, err = f.SeeksByID(f.ctx, nil)
	f.must(err)
	f.want("none", len(got), 0)
}
