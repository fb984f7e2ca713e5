package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/store"
)

// gameColumns are the columns of summaryColumns as they are kept.
const gameColumns = `
	id, ruleset, visibility, creator_id, white_id, black_id, phase, turn,
	head, created_at, last_at, ended_at, reason, winner, worth`

// Lists begin below a key, @game and, where it counts, @ended. There is one for each index: of all public games, of
// those of a ruleset, and of those of a player, who sits on one of two seats and never on both.
const (
	selectGames = `SELECT ` + summaryColumns + ` FROM games WHERE `
	keptGames   = `SELECT ` + gameColumns + ` FROM games WHERE `

	public    = `visibility = 'public'`
	ofRuleset = `visibility = 'public' AND ruleset = @ruleset`
	ofWhite   = `white_id = @player AND (visibility = 'public' OR @unlisted::boolean) AND (@ruleset = '' OR ruleset = @ruleset)`
	ofBlack   = `black_id = @player AND (visibility = 'public' OR @unlisted::boolean) AND (@ruleset = '' OR ruleset = @ruleset)`

	live   = ` AND phase = 'playing'`
	newest = ` ORDER BY games.id DESC LIMIT @limit`
	byID   = ` AND games.id < @game AND created_at >= @from AND created_at < @before` + newest

	finished = ` AND phase = 'over' AND (ended_at, games.id) < (@ended, @game) AND ended_at >= @from AND (@reason = '' OR reason = @reason)`
	latest   = ` ORDER BY ended_at DESC, games.id DESC LIMIT @limit`

	whiteEnded = finished + ` AND (@white = '' OR winner = @white)` + latest
	blackEnded = finished + ` AND (@black = '' OR winner = @black)` + latest

	selectBoth = `SELECT ` + summaryColumns + ` FROM ((`
	both       = `) UNION ALL (`
	asGames    = `)) AS games`
)

const (
	listAllSQL      = selectGames + public + byID
	listLiveSQL     = selectGames + public + live + byID
	listFinishedSQL = selectGames + public + finished + latest

	rulesetAllSQL      = selectGames + ofRuleset + byID
	rulesetLiveSQL     = selectGames + ofRuleset + live + byID
	rulesetFinishedSQL = selectGames + ofRuleset + finished + latest

	playerAllSQL      = selectBoth + keptGames + ofWhite + byID + both + keptGames + ofBlack + byID + asGames + newest
	playerLiveSQL     = selectBoth + keptGames + ofWhite + live + byID + both + keptGames + ofBlack + live + byID + asGames + newest
	playerFinishedSQL = selectBoth + keptGames + ofWhite + whiteEnded + both + keptGames + ofBlack + blackEnded + asGames + latest
)

// lists are the statements by what they begin with.
var lists = struct{ public, ruleset, player map[store.Status]string }{
	map[store.Status]string{store.All: listAllSQL, store.Live: listLiveSQL, store.Finished: listFinishedSQL},
	map[store.Status]string{store.All: rulesetAllSQL, store.Live: rulesetLiveSQL, store.Finished: rulesetFinishedSQL},
	map[store.Status]string{store.All: playerAllSQL, store.Live: playerLiveSQL, store.Finished: playerFinishedSQL},
}

// listOf is the statement for a filter, with its arguments.
func listOf(f store.Filter, key store.Key, limit int) (string, pgx.NamedArgs) {
	args := pgx.NamedArgs{
		"game": string(key.Game), "ended": int64(key.EndedAt), "limit": limit,
		"from": int64(f.From), "before": int64(f.Before()), "ruleset": string(f.Ruleset), "reason": string(f.Reason),
		"player": string(f.Player), "unlisted": f.Unlisted,
		"white": f.Winner(engine.White).String(), "black": f.Winner(engine.Black).String(),
	}
	switch {
	case f.Player != "":
		return lists.player[f.Status], args
	case f.Ruleset != "":
		return lists.ruleset[f.Status], args
	}
	return lists.public[f.Status], args
}

// Games implements store.Store.
func (s *Store) Games(ctx context.Context, filter store.Filter, page store.Page) (store.List, error) {
	key, err := page.Start(filter)
	if err != nil {
		return store.List{}, err
	}
	query, args := listOf(filter, key, page.Limit+1)
	rows, err := s.pool.Query(ctx, query, args)
	if err != nil {
		return store.List{}, fmt.Errorf("list %s games: %w", filter.Status, err)
	}
	games, err := pgx.CollectRows(rows, scanSummary)
	if err != nil {
		return store.List{}, fmt.Errorf("list %s games: %w", filter.Status, err)
	}
	return store.ListOf(filter, page, games)
}
