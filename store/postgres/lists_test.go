package postgres

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"fallas/store"
)

// TestListsUseTheirIndexes: none looks at games it does not show but for those that a rarer wish leaves out, and
// none sorts more than the two pages of a player's seats.
func TestListsUseTheirIndexes(t *testing.T) {
	t.Parallel()
	s := openAt(t, database(t))
	// Of all games, public or not: which of two indexes serves does not show on empty tables.
	const player = "01939d5c-8a3e-75bb-9bed-67d45d4c34d5"
	for filter, indexes := range map[store.Filter]string{
		{Status: store.All}:      "games_public",
		{Status: store.Live}:     "games_live",
		{Status: store.Finished}: "games_finished",

		{Status: store.Finished, From: 1, To: 2}:                               "games_finished",
		{Status: store.All, Ruleset: "fayles"}:                                 "games_ruleset",
		{Status: store.Finished, Ruleset: "fayles"}:                            "games_ruleset_finished",
		{Status: store.All, Player: player, Unlisted: true}:                    "games_white games_black",
		{Status: store.Live, Player: player, Unlisted: true}:                   "games_white games_black",
		{Status: store.Finished, Player: player, Unlisted: true}:               "games_white_finished games_black_finished",
		{Status: store.Finished, Player: player, Unlisted: true, Ruleset: "f"}: "games_white_finished games_black_finished",
	} {
		query, args := listOf(filter, store.Top, 10)
		tx, err := s.pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		// The tables are empty: what the planner would do with full ones.
		if _, err := tx.Exec(t.Context(), "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off"); err != nil {
			t.Fatal(err)
		}
		rows, err := tx.Query(t.Context(), "EXPLAIN "+query, args)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err := errors.Join(err, tx.Rollback(t.Context())); err != nil {
			t.Fatal(err)
		}
		plan := strings.Join(lines, "\n")
		for index := range strings.FieldsSeq(indexes) {
			if !strings.Contains(plan, "using "+index+" on") {
				t.Errorf("%+v: not by %s\n%s", filter, index, plan)
			}
		}
		if strings.Count(plan, "Sort Key")-strings.Count(plan, "Merge Append") > strings.Count(indexes, " ") {
			t.Errorf("%+v: sorted\n%s", filter, plan)
		}
	}
}
