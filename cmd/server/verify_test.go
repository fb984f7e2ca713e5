package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fallas/engine"
	"fallas/engine/fair"
)

const gameID = engine.GameID("01939d5c-8a3e-75bb-9bed-67d45d4c34d5")

// played is a whole game of fallas, always the same: the first of a few that is long enough to tamper
// with.
func played(t *testing.T) []engine.Event {
	t.Helper()
	for i := range byte(100) {
		if events := play(t, engine.Bytes32{i}); len(events) > 25 {
			return events
		}
	}
	t.Fatal("all games are short")
	return nil
}

func play(t *testing.T, secret engine.Bytes32) []engine.Event {
	t.Helper()
	const white, black = engine.PlayerID("01939d5c-0000-7000-8000-000000000001"), engine.PlayerID("01939d5c-0000-7000-8000-000000000002")
	chance := rand.New(rand.NewPCG(uint64(secret[0]), 1))
	var g engine.Game
	var events []engine.Event
	do := func(c engine.Command) {
		t.Helper()
		more, err := engine.Decide(g, c, engine.Given{
			Now: 1_795_932_704_000_123, Secret: secret,
			Roll: func(w, b engine.Bytes32, n uint32, dice int) engine.Roll {
				return fair.Roll(secret, gameID, w, b, n, dice)
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range more {
			g = engine.Apply(g, e)
		}
		events = append(events, more...)
	}
	do(engine.Create{Created: engine.Created{
		Game: gameID, Ruleset: "fallas", Visibility: engine.Public, Creator: white, CreatorSeat: engine.White,
		Scheme: fair.Scheme, Commitment: fair.Commitment(secret), AwayLimit: 120,
	}})
	do(engine.Sit{Seat: engine.White, Player: white, Seed: engine.Bytes32{1}, Commitment: fair.Commitment(secret)})
	do(engine.Sit{Seat: engine.Black, Player: black, Commitment: fair.Commitment(secret)})
	for g.Phase == engine.Playing {
		legal := g.Legal()
		var steps engine.Play
		for at := 0; len(legal.Nodes[at]) > 0; {
			step := legal.Nodes[at][chance.IntN(len(legal.Nodes[at]))]
			steps, at = append(steps, step.Step), step.Next
		}
		do(engine.MakePlay{Seat: g.Turn, Steps: steps})
	}
	return events
}

// recordOf writes the events as GET /api/v1/games/{id} answers.
func recordOf(t *testing.T, events []engine.Event) map[string]any {
	t.Helper()
	g, err := engine.Replay(events)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]any{
		"id": g.ID, "ruleset": g.Ruleset.ID, "phase": g.Phase, "seq": g.Head, "events": events,
		"players": map[string]any{
			"white": map[string]any{"id": g.Player(engine.White), "name": "Ann"}, "black": map[string]any{"id": g.Player(engine.Black), "name": "Ben"},
		},
		"result": map[string]any{"reason": g.Result.Reason, "winner": g.Result.Winner, "worth": g.Result.Worth},
	}
}

// verified runs the command on a file with what is given, as JSON unless it is text already.
func verified(t *testing.T, content any) (code int, stdout, stderr string) {
	t.Helper()
	text, ok := content.(string)
	if !ok {
		b, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		text = string(b)
	}
	path := filepath.Join(t.TempDir(), "record.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code = run(t.Context(), []string{"verify", path}, nil, &out, &errs)
	return code, out.String(), errs.String()
}

func TestVerifyFindsARecordRight(t *testing.T) {
	t.Parallel()
	events := played(t)
	rolls := 0
	for _, e := range events {
		switch e.Body.(type) {
		case engine.Opened, engine.Rolled:
			rolls++
		}
	}
	for name, content := range map[string]any{"record": recordOf(t, events), "events": events} {
		code, stdout, stderr := verified(t, content)
		if code != exitOK || stderr != "" {
			t.Errorf("%s: exit code %d, %s", name, code, stderr)
		}
		for _, want := range []string{
			string(gameID), fmt.Sprintf("%d events", len(events)), fmt.Sprintf("Each roll, %d in all", rolls),
			"committed to", "Black brought no seed", "by the rules", "The record is right.",
		} {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: the answer does not say %q:\n%s", name, want, stdout)
			}
		}
		if strings.Contains(stdout, "White brought no seed") {
			t.Errorf("%s: white's seed was not seen:\n%s", name, stdout)
		}
	}
}

// nth returns the place of the nth roll of a turn.
func nth(t *testing.T, events []engine.Event, n int) int {
	t.Helper()
	for i, e := range events {
		if _, ok := e.Body.(engine.Rolled); ok {
			if n--; n == 0 {
				return i
			}
		}
	}
	t.Fatal("there are not that many rolls")
	return 0
}

func TestVerifyNamesTheFirstWrongRoll(t *testing.T) {
	t.Parallel()
	events := played(t)
	other, err := engine.NewRoll(1, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	var places []int
	for _, n := range []int{3, 5} { // two are wrong: the first is named
		i := nth(t, events, n)
		rolled := events[i].Body.(engine.Rolled)
		rolled.Dice = other
		events[i].Body = rolled
		places = append(places, i)
	}
	code, stdout, _ := verified(t, events)
	first := events[places[0]]
	want := fmt.Sprintf("roll %d (event %d)", first.Body.(engine.Rolled).N, first.Seq)
	if code != exitFailed || !strings.Contains(stdout, "WRONG") || !strings.Contains(stdout, want) {
		t.Errorf("exit code %d; want %q in:\n%s", code, want, stdout)
	}
}

func TestVerifyFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(t *testing.T, events []engine.Event, record map[string]any) any
		want   string
	}{
		"another secret": {func(_ *testing.T, events []engine.Event, _ map[string]any) any {
			events[len(events)-1].Body = engine.Revealed{Secret: engine.Bytes32{9}}
			return events
		}, "not the one the server committed to"},
		"an event left out": {func(_ *testing.T, events []engine.Event, _ map[string]any) any {
			return slices.Delete(events, 4, 5)
		}, "event 5"},
		"a play that is not legal": {func(t *testing.T, events []engine.Event, _ map[string]any) any {
			for i, e := range events {
				if p, ok := e.Body.(engine.Played); ok {
					p.Steps = slices.Clone(p.Steps)
					p.Steps[0].From = 13
					events[i].Body = p
					return events
				}
			}
			t.Fatal("there is no play")
			return nil
		}, "The dice are right, the game is not: engine: event"},
		"a game that goes on after its end": {func(_ *testing.T, events []engine.Event, _ map[string]any) any {
			last := events[len(events)-1]
			last.Seq++
			return append(events, last)
		}, "event"},
		"a result that is another": {func(_ *testing.T, _ []engine.Event, record map[string]any) any {
			record["result"].(map[string]any)["winner"] = ""
			return record
		}, "what the record says of them is not"},
		"an id that is another": {func(_ *testing.T, _ []engine.Event, record map[string]any) any {
			record["id"] = strings.Replace(string(gameID), "0", "1", 1)
			return record
		}, "it says that this is game"},
		"a ruleset that is another": {func(_ *testing.T, _ []engine.Event, record map[string]any) any {
			record["ruleset"] = "faille"
			return record
		}, "it says that the ruleset is faille"},
		"a player who is another": {func(_ *testing.T, _ []engine.Event, record map[string]any) any {
			record["players"].(map[string]any)["white"] = nil
			return record
		}, "other players"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			events := played(t)
			code, stdout, _ := verified(t, c.change(t, events, recordOf(t, events)))
			if code != exitFailed || !strings.Contains(stdout, "WRONG") || !strings.Contains(stdout, c.want) {
				t.Errorf("exit code %d; want %q in:\n%s", code, c.want, stdout)
			}
		})
	}
}

func TestVerifyRefusesWhatItCannotCheck(t *testing.T) {
	t.Parallel()
	events := played(t)
	for name, c := range map[string]struct {
		content any
		want    string
	}{
		"no JSON":            {"Dear Alfonso,", "cannot read"},
		"nothing":            {"", "cannot read"},
		"half a record":      {`{"id":"x","events":[{"seq":1`, "cannot read"},
		"no events":          {map[string]any{"id": gameID}, "no events"},
		"a problem":          {`{"type":"about:blank","code":"no_game"}`, "no events"},
		"a game not over":    {events[:8], "when the game is over"},
		"a newer vocabulary": {`[{"seq":1,"at":"2026-11-30T06:11:44.000123Z","v":99,"type":"created"}]`, "a newer server wrote it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, stdout, stderr := verified(t, c.content)
			if code != exitMisuse || stdout != "" || !strings.Contains(stderr, c.want) {
				t.Errorf("exit code %d, stdout %q; want %q in %s", code, stdout, c.want, stderr)
			}
		})
	}
	for _, args := range [][]string{{"verify"}, {"verify", "a", "b"}, {"verify", filepath.Join(t.TempDir(), "missing.json")}} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), args, nil, &stdout, &stderr); code != exitMisuse || stderr.Len() == 0 {
			t.Errorf("%v: exit code %d, %s", args, code, stderr.String())
		}
	}
}
