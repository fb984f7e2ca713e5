package storetest

import (
	"fmt"
	"slices"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/store"
)

// passes says what a filter means, for a list row. It shares nothing with the stores.
func passes(filter store.Filter, g room.Summary) bool {
	at := g.CreatedAt
	seat := map[engine.PlayerID]engine.Seat{g.Black: engine.Black, g.White: engine.White}[filter.Player]
	switch {
	case g.Visibility == engine.Unlisted && !filter.Unlisted,
		filter.Player != "" && seat == engine.NoSeat,
		filter.Ruleset != "" && g.Ruleset != filter.Ruleset,
		filter.Status == store.Live && g.Phase != engine.Playing,
		filter.Status == store.Finished && g.Phase != engine.Over,
		filter.Reason != "" && g.Reason != filter.Reason,
		filter.Outcome == store.Won && g.Winner != seat,
		filter.Outcome == store.Lost && (g.Winner == seat || g.Winner == engine.NoSeat):
		return false
	}
	if filter.Status == store.Finished {
		at = g.EndedAt
	}
	return at >= filter.From && (filter.To == 0 || at < filter.To)
}

// manyGames stores games of every kind, many of which end at the same microsecond.
func manyGames(f *fixture) (all []room.Summary, players []engine.PlayerID) {
	for range 3 {
		players = append(players, f.player().ID)
	}
	rulesets := []engine.RulesetID{"fallas", "fayles", "backgammon"}
	endings := []room.Summary{
		{Reason: engine.Falla, Winner: engine.White, Worth: 1}, {Reason: engine.Resigned, Winner: engine.Black, Worth: 2}, {Reason: engine.Aborted},
	}
	ended := f.now()
	for i := range 48 {
		g := &game{f: f, record: f.newRecord(players[i%3], []engine.Visibility{engine.Public, engine.Public, engine.Public, engine.Unlisted}[i%4])}
		g.record.Append.Summary.Ruleset = rulesets[i/2%3]
		_, err := f.CreateGame(f.ctx, g.record)
		f.must(err)
		g.took(g.record.Append)
		if i%8 > 0 {
			g.add(2, playing, func(a *room.Append) {
				a.Summary.White, a.Summary.Black = players[i%3], players[(i+1+i/3%2)%3]
			})
		}
		if i%8 > 2 {
			how := endings[i/3%3]
			g.add(2, over(ended+engine.Micros(i/9)), func(a *room.Append) {
				a.Summary.Reason, a.Summary.Winner, a.Summary.Worth = how.Reason, how.Winner, how.Worth
			})
		}
		all = append(all, g.summary)
	}
	return all, players
}

func gamesFiltered(f *fixture) {
	all, players := manyGames(f)
	var times []engine.Micros
	for _, g := range all {
		times = append(times, g.CreatedAt, g.EndedAt)
	}
	slices.Sort(times)
	times = slices.Compact(times)[1:] // without the 0 of games that have not ended
	early, late := times[len(times)/3], times[len(times)*2/3]
	var filters []store.Filter
	for _, status := range statuses {
		for _, filter := range []store.Filter{
			{}, {Player: players[0]}, {Player: players[1], Unlisted: true}, {Player: engine.PlayerID(newID())}, {Ruleset: "fayles"}, {Ruleset: "chess"},
			{Player: players[2], Ruleset: "fallas"}, {From: early}, {To: late}, {From: early, To: late}, {From: early, To: early + 1},
			{Player: players[0], Unlisted: true, Ruleset: "backgammon", From: early}, {Ruleset: "fallas", To: late},
		} {
			filter.Status = status
			filters = append(filters, filter)
		}
	}
	for _, filter := range []store.Filter{
		{Reason: engine.Falla}, {Reason: engine.Aborted, Ruleset: "fayles"}, {Reason: engine.Resigned, Player: players[0]},
		{Player: players[0], Outcome: store.Won}, {Player: players[0], Outcome: store.Lost}, {Player: players[1], Outcome: store.Won, Unlisted: true},
		{Player: players[2], Outcome: store.Lost, Reason: engine.Falla, Ruleset: "fallas"}, {Reason: "timeout"}, {Reason: engine.Falla, From: late, To: late + 3},
	} {
		filter.Status = store.Finished
		filters = append(filters, filter)
	}
	// Where games end at one microsecond, a time that is theirs has all of them or none.
	for _, g := range all {
		if g.EndedAt != 0 {
			filters = append(filters, store.Filter{Status: store.Finished, From: g.EndedAt}, store.Filter{Status: store.Finished, To: g.EndedAt})
			break
		}
	}
	for _, filter := range filters {
		var want []room.Summary
		for _, g := range all {
			if passes(filter, g) {
				want = append(want, g)
			}
		}
		for _, limit := range []int{1, 5, store.MaxLimit} {
			f.want(fmt.Sprintf("games of %+v", filter), f.walkOf(filter, limit, func() {}), inOrder(filter.Status, want))
		}
	}
}

func gamesFiltersJudged(f *fixture) {
	all, players := manyGames(f)
	p := players[0]
	for _, filter := range []store.Filter{
		{}, {Status: "unlisted"}, {Status: store.Finished, Player: p, Outcome: "drawn"}, {Status: store.Finished, Outcome: store.Won},
		{Status: store.All, Player: p, Outcome: store.Won}, {Status: store.Live, Reason: engine.Falla}, {Status: store.All, Unlisted: true},
		{Status: store.All, From: 2, To: 2}, {Status: store.All, From: 2, To: 1}, {Status: store.All, From: -1}, {Status: store.All, To: -1},
	} {
		_, err := f.Games(f.ctx, filter, store.Page{Limit: 1})
		f.wantError(err, store.ErrFilter)
	}
	own := store.Filter{Status: store.Finished, Player: p, Unlisted: true}
	list, err := f.Games(f.ctx, own, store.Page{Limit: 1})
	f.must(err)
	if list.Next == "" {
		f.Fatalf("one page has all of %d games", len(all))
	}
	for _, other := range []store.Filter{
		{Status: store.Finished}, {Status: store.Finished, Player: p}, {Status: store.Finished, Player: players[1], Unlisted: true},
		{Status: store.Finished, Player: p, Unlisted: true, From: 1}, {Status: store.All, Player: p, Unlisted: true},
	} {
		_, err := f.Games(f.ctx, other, store.Page{Limit: 1, After: list.Next})
		f.wantError(err, store.ErrCursor)
	}
}
