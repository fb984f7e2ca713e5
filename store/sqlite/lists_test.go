package sqlite

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"fallas/store"
)

// TestListsUseTheirIndexes: none looks at games it does not show but for those that a rarer wish leaves out, and
// none sorts more than the two pages of a player's seats.
func TestListsUseTheirIndexes(t *testing.T) {
	t.Parallel()
	s := openAt(t, filepath.Join(t.TempDir(), "fallas.db"))
	for filter, indexes := range map[store.Filter]string{
		{Status: store.All}:      "games_public",
		{Status: store.Live}:     "games_live",
		{Status: store.Finished}: "games_finished",

		{Status: store.Finished, From: 1, To: 2}:            "games_finished(ended_at>?AND(ended_at,id)<",
		{Status: store.All, Ruleset: "fayles"}:              "games_ruleset",
		{Status: store.Live, Ruleset: "fayles"}:             "games_ruleset",
		{Status: store.Finished, Ruleset: "fayles"}:         "games_ruleset_finished",
		{Status: store.All, Player: "p"}:                    "games_white games_black",
		{Status: store.Live, Player: "p"}:                   "games_white games_black",
		{Status: store.Finished, Player: "p"}:               "games_white_finished games_black_finished",
		{Status: store.Finished, Player: "p", Ruleset: "f"}: "games_white_finished games_black_finished",
	} {
		query, args := listOf(filter, store.Top, 10)
		rows, err := s.read.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, args...)
		if err != nil {
			t.Fatal(err)
		}
		var plan, sorts = "", 0
		for rows.Next() {
			var id, parent, unused int
			var detail string
			if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
				t.Fatal(err)
			}
			plan += detail + "\n"
			if strings.Contains(detail, "TEMP B-TREE") {
				sorts++
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		for index := range strings.FieldsSeq(indexes) {
			if !strings.Contains(strings.ReplaceAll(plan, " ", ""), "USINGINDEX"+index) {
				t.Errorf("%+v: not by %s\n%s", filter, index, plan)
			}
		}
		if sorts > 2*strings.Count(indexes, " ") || strings.Contains(plan, "SCAN games") {
			t.Errorf("%+v: sorted, or all games are looked at\n%s", filter, plan)
		}
	}
}
