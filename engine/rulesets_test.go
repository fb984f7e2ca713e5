package engine

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

const startOfFallas = "[0,0,0,0,0,13,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2]"

// rowsOfTable are the rows of the table of rulesets in docs/rules.md: how each begins there, the field of a
// ruleset it stands for, and what that is in each, in the words it travels as.
var rowsOfTable = []struct{ row, field, values string }{
	{"shown as", "name", "Fallas | Fallas (2010 reading) | La faille | Faylys | Fayles | Backgammon"},
	{"source", "source", "Académie des jeux oubliés | Académie des jeux oubliés, page of 2010 | Aisling-1198 | Aisling-1198, after MS Royal 13 A xviii | bkgm.com, after R. C. Bell and H. J. R. Murray | standard rules, and an anonymous Spanish leaflet"},
	{"start, each side", "start", strings.Repeat(startOfFallas+" | ", 5) + "[0,0,0,0,0,5,0,3,0,0,0,0,5,0,0,0,0,0,0,0,0,0,0,2]"},
	{"roll", "dice", "3 | 3 | 3 | 2 | 3 | 2"},
	{"dice played", "dice_played", "as_rolled | as_rolled | as_rolled | larger_once_smaller_twice | as_rolled | as_rolled_doubles_four_times"},
	{"opening dice", "opening", "fresh_roll | fresh_roll | fresh_roll | fresh_roll | fresh_roll | first_roll"},
	{"must play", "must_play", "all_dice | all_dice | all_dice | all_dice | all_dice | most_dice"},
	{"a die cannot be played", "unplayable", "falla | falla | falla | falla | falla | die_is_lost"},
	{"hit checker", "hit_goes_to", "25 | 25 | 25 | 25 | 24 | 25"},
	{"cannot enter", "cannot_enter", "falla | falla | turn_passes | turn_passes | cannot_happen | rest_is_lost"},
	{"bearing off with a too-high die", "too_high", "highest_below_if_nothing_else | highest_if_nothing_else | any_below | any_below | highest_if_above_all | highest_if_above_all"},
	{"worth of a win", "worth", "one | one | one | one | one | up_to_three"},
	{"doubling cube", "doubling_cube", "none | none | none | none | none | none"},
}

func TestTableOfRulesets(t *testing.T) {
	t.Parallel()
	columns := []RulesetID{"fallas", "fallas-2010", "faille", "faylys", "fayles", "backgammon"}
	for _, row := range rowsOfTable {
		t.Run(row.row, func(t *testing.T) {
			for i, want := range strings.Split(row.values, " | ") {
				if got := travels(t, rulesetNamed(t, columns[i]))[row.field]; got != want {
					t.Errorf("%s of %s is %s, want %s", row.field, columns[i], got, want)
				}
			}
		})
	}
	if all := Rulesets(); len(all) != 6 || all[0].ID != "fallas" {
		t.Errorf("%d rulesets, the first %s", len(all), all[0].ID)
	}
	if _, ok := LookUp("chess"); ok {
		t.Error("chess is a ruleset")
	}
}

// travels are the fields of a ruleset's JSON as text.
func travels(t *testing.T, r *Ruleset) map[string]string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var again Ruleset
	if err := json.Unmarshal(b, &again); err != nil || again != *r {
		t.Errorf("%s does not survive JSON: %v", r.ID, err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		t.Fatal(err)
	}
	fields := map[string]string{}
	for name, value := range raw {
		fields[name] = strings.Trim(string(value), `"`)
	}
	return fields
}

func TestS5_WhatComesLaterIsNotGuessedAt(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"seq":9,"at":"2026-11-30T06:11:44.000123Z","v":2,"type":"passed","seat":"white"}`,
		`{"seq":9,"at":"2026-11-30T06:11:44.000123Z","v":1,"type":"doubled","seat":"white"}`,
		`{"seq":9,"at":"2026-11-30T06:11:44.000123Z","type":"passed","seat":"white"}`,
	} {
		var e Event
		if err := json.Unmarshal([]byte(text), &e); !errors.Is(err, ErrVersion) {
			t.Errorf("%s: %v, want ErrVersion", text, err)
		}
	}
}

// TestEventsTravelFlat pins the bytes of events: records are kept for ever.
func TestEventsTravelFlat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body EventBody
		want string
	}{
		{Opened{N: 1, Dice: mustRoll(t, 3, 5)}, `"type":"opened","n":1,"dice":[3,5]`},
		{Rolled{N: 2, Seat: Black, Dice: mustRoll(t, 3, 1, 5)}, `"type":"rolled","n":2,"seat":"black","dice":[3,1,5]`},
		{Played{Seat: White, Steps: Play{{25, 21, 4, false}, {24, 18, 6, true}, {5, 0, 5, false}}}, `"type":"played","seat":"white","steps":[[25,21,4,0],[24,18,6,1],[5,0,5,0]]`},
		{Passed{Seat: White}, `"type":"passed","seat":"white"`},
		{Left{Seat: White}, `"type":"left","seat":"white"`},
		{Outage{From: 1_000_000, To: 7_500_001}, `"type":"outage","from":"1970-01-01T00:00:01.000000Z","to":"1970-01-01T00:00:07.500001Z"`},
		{Returned{Seat: White}, `"type":"returned","seat":"white"`},
		{ResignationOffered{Seat: White, Worth: 1}, `"type":"resignation_offered","seat":"white","worth":1`},
		{ResignationDeclined{Seat: Black}, `"type":"resignation_declined","seat":"black"`},
		{ResignationWithdrawn{Seat: White}, `"type":"resignation_withdrawn","seat":"white"`},
		{Ended{Reason: Aborted}, `"type":"ended","reason":"aborted","winner":"","worth":0`},
		{Ended{Reason: Falla, Winner: White, Worth: 1}, `"type":"ended","reason":"falla","winner":"white","worth":1`},
		{Revealed{Secret: Bytes32{0xab}}, `"type":"revealed","secret":"ab` + strings.Repeat("0", 62) + `"`},
	} {
		e := Event{Seq: 3, At: 1_764_483_104_000_123, Body: c.body}
		b, err := json.Marshal(e)
		want := `{"seq":3,"at":"2025-11-30T06:11:44.000123Z","v":1,` + c.want + `}`
		if err != nil || string(b) != want {
			t.Errorf("%s, %v\nwant %s", b, err, want)
		}
	}
	if _, err := json.Marshal(Event{Seq: 1}); err == nil {
		t.Error("an event without a body is written")
	}
}
