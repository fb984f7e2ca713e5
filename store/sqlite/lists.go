package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/store"
)

// Lists begin below a key, :game and, where it counts, :ended. There is one for each index: of all public games, of
// those of a ruleset, and of those of a player, who sits on one of two seats and never on both.
const (
	selectGames = `SELECT ` + summaryColumns + ` FROM games WHERE `

	public    = `visibility = 'public'`
	ofRuleset = `visibility = 'public' AND ruleset = :ruleset`
	ofWhite   = `white_id = :player AND (visibility = 'public' OR :unlisted) AND (:ruleset = '' OR ruleset = :ruleset)`
	ofBlack   = `black_id = :player AND (visibility = 'public' OR :unlisted) AND (:ruleset = '' OR ruleset = :ruleset)`

	live   = ` AND phase = 'playing'`
	newest = ` ORDER BY id DESC LIMIT :limit`
	byID   = ` AND id < :game AND created_at >= :from AND created_at < :before` + newest

	finished = ` AND phase = 'over' AND (ended_at, id) < (:ended, :game) AND ended_at >= :from AND (:reason = '' OR reason = :reason)`
	latest   = ` ORDER BY ended_at DESC, id DESC LIMIT :limit`

	whiteEnded = finished + ` AND (:white = '' OR winner = :white)` + latest
	blackEnded = finished + ` AND (:black = '' OR winner = :black)` + latest

	selectBoth = `SELECT ` + summaryColumns + ` FROM (SELECT * FROM (`
	both       = `) UNION ALL SELECT * FROM (`
	asGames    = `))`
)

const (
	listAllSQL      = selectGames + public + byID
	listLiveSQL     = selectGames + public + live + byID
	listFinishedSQL = selectGames + public + finished + latest

	rulesetAllSQL      = selectGames + ofRuleset + byID
	rulesetLiveSQL     = selectGames + ofRuleset + live + byID
	rulesetFinishedSQL = selectGames + ofRuleset + finished + latest

	playerAllSQL      = selectBoth + selectGames + ofWhite + byID + both + selectGames + ofBlack + byID + asGames + newest
	playerLiveSQL     = selectBoth + selectGames + ofWhite + live + byID + both + selectGames + ofBlack + live + byID + asGames + newest
	playerFinishedSQL = selectBoth + selectGames + ofWhite + whiteEnded + both + selectGames + ofBlack + blackEnded + asGames + latest
)

// lists are the statements by what they begin with.
var lists = struct{ public, ruleset, player map[store.Status]string }{
	map[store.Status]string{store.All: listAllSQL, store.Live: listLiveSQL, store.Finished: listFinishedSQL},
	map[store.Status]string{store.All: rulesetAllSQL, store.Live: rulesetLiveSQL, store.Finished: rulesetFinishedSQL},
	map[store.Status]string{store.All: playerAllSQL, store.Live: playerLiveSQL, store.Finished: playerFinishedSQL},
}

// listOf is the statement for a filter, with its arguments.
func listOf(f store.Filter, key store.Key, limit int) (string, []any) {
	args := []any{
		sql.Named("game", string(key.Game)), sql.Named("ended", key.EndedAt), sql.Named("limit", limit),
		sql.Named("from", f.From), sql.Named("before", f.Before()), sql.Named("ruleset", string(f.Ruleset)), sql.Named("reason", string(f.Reason)),
		sql.Named("player", string(f.Player)), sql.Named("unlisted", f.Unlisted),
		sql.Named("white", f.Winner(engine.White).String()), sql.Named("black", f.Winner(engine.Black).String()),
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
	games, err := s.list(ctx, query, args)
	if err != nil {
		return store.List{}, fmt.Errorf("list %s games: %w", filter.Status, err)
	}
	return store.ListOf(filter, page, games)
}

func (s *Store) list(ctx context.Context, query string, args []any) ([]room.Summary, error) {
	rows, err := s.reads[query].QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var games []room.Summary
	for rows.Next() {
		game, err := scanSummary(rows)
		if err != nil {
			return nil, err
		}
		games = append(games, game)
	}
	return games, rows.Err()
}
