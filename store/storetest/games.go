package storetest

import (
	"cmp"
	"slices"
	"strings"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/store"
)

// statuses are all there are.
var statuses = []store.Status{store.All, store.Live, store.Finished}

// walk reads the list of a status page by page; between is called after each page.
func (f *fixture) walk(status store.Status, limit int, between func()) []room.Summary {
	f.Helper()
	return f.walkOf(store.Filter{Status: status}, limit, between)
}

func (f *fixture) walkOf(filter store.Filter, limit int, between func()) []room.Summary {
	f.Helper()
	var all []room.Summary
	page := store.Page{Limit: limit}
	for {
		list, err := f.Games(f.ctx, filter, page)
		f.must(err)
		if len(list.Games) > limit {
			f.Fatalf("a page of at most %d has %d games", limit, len(list.Games))
		}
		all = append(all, list.Games...)
		if list.Next == "" {
			return all
		}
		if len(list.Games) < limit {
			f.Fatalf("a page has %d games of %d, and another follows", len(list.Games), limit)
		}
		page.After = list.Next
		between()
	}
}

// inOrder sorts as the list of a status is sorted.
func inOrder(status store.Status, games []room.Summary) []room.Summary {
	slices.SortFunc(games, func(a, b room.Summary) int {
		k, l := store.KeyOf(status, a), store.KeyOf(status, b)
		return cmp.Or(cmp.Compare(l.EndedAt, k.EndedAt), cmp.Compare(l.Game, k.Game))
	})
	return games
}

func gamesStatuses(f *fixture) {
	want := make(map[store.Status][]room.Summary)
	for i := range 12 {
		for _, visibility := range []engine.Visibility{engine.Public, engine.Unlisted} {
			g := f.create(visibility)
			status := store.All
			if i%3 > 0 {
				g.add(2, playing)
				status = store.Live
			}
			if i%3 > 1 {
				g.add(2, over(f.now()))
				status = store.Finished
			}
			if visibility == engine.Unlisted {
				continue
			}
			want[store.All] = append(want[store.All], g.summary)
			if status != store.All {
				want[status] = append(want[status], g.summary)
			}
		}
	}
	for _, status := range statuses {
		for _, limit := range []int{1, 2, 3, 4, 12, store.MaxLimit} {
			f.want(string(status), f.walk(status, limit, func() {}), inOrder(status, want[status]))
		}
	}
}

// gamesTies has many games that ended at the same microsecond.
func gamesTies(f *fixture) {
	var want []room.Summary
	at := f.now()
	for i := range 24 {
		g := f.create(engine.Public)
		g.add(2, over(at+engine.Micros(i/8)))
		want = append(want, g.summary)
	}
	for _, limit := range []int{1, 3, 7, 8, 23, 24, 25} {
		f.want("finished games", f.walk(store.Finished, limit, func() {}), inOrder(store.Finished, slices.Clone(want)))
	}
}

// gamesWhileInserting walks while other games are made and end: those that were there at the
// beginning are all seen, once each, and nothing is seen twice.
func gamesWhileInserting(f *fixture) {
	before := make(map[store.Status][]room.Summary)
	at := f.now()
	for range 15 {
		g := f.create(engine.Public)
		g.add(2, over(at))
		before[store.Finished] = append(before[store.Finished], g.summary)
		h := f.create(engine.Public)
		h.add(2, playing)
		before[store.Live] = append(before[store.Live], h.summary)
		before[store.All] = append(before[store.All], g.summary, h.summary)
	}
	for _, status := range statuses {
		seen := make(map[engine.GameID]int)
		for _, g := range f.walk(status, 4, func() {
			f.create(engine.Public).add(2, playing)
			f.create(engine.Public).add(2, over(at)) // a tie with the old ones
			f.create(engine.Public).add(2, over(f.now()))
		}) {
			seen[g.Game]++
		}
		for id, times := range seen {
			if times > 1 {
				f.Errorf("%s: game %s is listed %d times", status, id, times)
			}
		}
		for _, g := range before[status] {
			if seen[g.Game] != 1 {
				f.Errorf("%s: game %s was there all the time and is listed %d times", status, g.Game, seen[g.Game])
			}
		}
	}
}

func gamesJudged(f *fixture) {
	for range 3 {
		f.create(engine.Public).add(2, over(f.now()))
	}
	for _, limit := range []int{-1, 0, store.MaxLimit + 1} {
		_, err := f.Games(f.ctx, store.Filter{Status: store.All}, store.Page{Limit: limit})
		f.wantError(err, store.ErrLimit)
	}
	list, err := f.Games(f.ctx, store.Filter{Status: store.Finished}, store.Page{Limit: 2})
	f.must(err)
	good := list.Next
	for _, status := range []store.Status{store.All, store.Live} {
		_, err := f.Games(f.ctx, store.Filter{Status: status}, store.Page{Limit: 2, After: good})
		f.wantError(err, store.ErrCursor)
	}
	bad := []string{"x", "!", good + "A", good[1:], good[:len(good)-1], strings.ToUpper(good), " " + good}
	for i := range good {
		for _, c := range []string{"A", "b"} {
			if altered := good[:i] + c + good[i+1:]; altered != good {
				bad = append(bad, altered)
			}
		}
	}
	for _, cursor := range bad {
		_, err := f.Games(f.ctx, store.Filter{Status: store.Finished}, store.Page{Limit: 2, After: cursor})
		f.wantError(err, store.ErrCursor)
	}
}

func gamesSummary(f *fixture) {
	for _, visibility := range []engine.Visibility{engine.Public, engine.Unlisted} {
		g := f.create(visibility)
		g.unchanged()
	}
	_, err := f.Summary(f.ctx, engine.GameID(newID()))
	f.wantError(err, room.ErrNoGame)
}

func gamesHeads(f *fixture) {
	want := make(map[engine.GameID]engine.Seq)
	var ids []engine.GameID
	for i := range engine.Seq(5) {
		g := f.create(engine.Unlisted)
		g.add(1 + i)
		want[g.id()] = 2 + i
		ids = append(ids, g.id(), engine.GameID(newID()))
	}
	f.create(engine.Public) // not asked for
	heads, err := f.Heads(f.ctx, ids)
	f.must(err)
	got := make(map[engine.GameID]engine.Seq)
	for _, h := range heads {
		got[h.Game] = h.Seq
	}
	f.want("heads", got, want)
	heads, err = f.Heads(f.ctx, nil)
	f.must(err)
	f.want("heads of no games", len(heads), 0)
}

func gamesIDs(f *fixture) {
	var want []engine.GameID
	for i := range 7 {
		g := f.create([]engine.Visibility{engine.Public, engine.Unlisted}[i%2])
		g.add(1)
		want = append(want, g.id())
	}
	slices.Sort(want)
	for _, limit := range []int{1, 3, 7, 100} {
		var got []engine.GameID
		after := engine.GameID("")
		for {
			ids, err := f.GameIDs(f.ctx, after, limit)
			f.must(err)
			if len(ids) == 0 {
				break
			}
			got = append(got, ids...)
			after = ids[len(ids)-1]
		}
		f.want("ids", got, want)
	}
}

func gamesRelisted(f *fixture) {
	g := f.create(engine.Public)
	g.add(2, playing)
	right := g.summary
	wrong := right
	wrong.Turn, wrong.Visibility, wrong.Worth = engine.Black, engine.Unlisted, 3
	for _, row := range []room.Summary{wrong, right} {
		f.must(f.Relist(f.ctx, row))
		g.summary = row
		g.unchanged()
	}
	for _, head := range []engine.Seq{right.Head - 1, right.Head + 1} {
		stale := wrong
		stale.Head = head
		f.wantError(f.Relist(f.ctx, stale), room.ErrHeadTaken)
	}
	g.unchanged()
	g.add(1)
	missing := right
	missing.Game = engine.GameID(newID())
	f.wantError(f.Relist(f.ctx, missing), room.ErrNoGame)
}

func ping(f *fixture) { f.must(f.Ping(f.ctx)) }

func closes(f *fixture) {
	g := f.create(engine.Public)
	f.must(f.Close())
	f.must(f.Close())
	// Whoever was on the way to the store has to come again, elsewhere or later.
	if err := f.Append(f.ctx, g.next(1)); err == nil || !f.Passing(err) {
		f.Errorf("an append after the store was closed: %v, want an error that passes", err)
	}
}
