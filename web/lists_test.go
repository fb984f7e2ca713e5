package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/web"
	"fallas/web/playtest"
)

// TestGamesAreListedByWhoPlayedWhatAndHowItEnded asks for lists as anybody may: unlisted games are in none, not
// for their players either.
func TestGamesAreListedByWhoPlayedWhatAndHowItEnded(t *testing.T) {
	t.Parallel()
	server := playtest.Serve(t, openStore(t))
	ada, ben, cyd := server.Guest(), server.Guest(), server.Guest()
	// played makes a game that loser has given up, or, without one, that goes on.
	played := func(maker, guest *playtest.Client, ruleset, visibility string, loser *playtest.Client) engine.GameID {
		t.Helper()
		made, err := maker.Create(t.Context(), playtest.NewGame{Ruleset: ruleset, Visibility: visibility})
		if err != nil {
			t.Fatal(err)
		}
		command := func(c *playtest.Client, fields map[string]any) {
			t.Helper()
			fields["id"] = uuid.NewString()
			if err := c.Do(t.Context(), "POST", "/games/"+string(made.Game.ID)+"/commands", fields, nil); err != nil {
				t.Fatal(err)
			}
		}
		command(maker, map[string]any{"command": "sit", "commitment": made.Commitment})
		command(guest, map[string]any{"command": "sit", "commitment": made.Commitment, "invitation": made.Invitation})
		if loser != nil {
			command(loser, map[string]any{"command": "resign", "worth": 1})
		}
		return made.Game.ID
	}
	one := played(ada, ben, "backgammon", "public", ada)
	two := played(ben, ada, "backgammon", "public", ben)
	played(ada, ben, "backgammon", "unlisted", ben)
	three := played(ben, cyd, "backgammon", "public", cyd)
	four := played(ada, cyd, "backgammon", "public", nil)
	var middle web.Summary
	if err := ada.Do(t.Context(), "GET", "/games/"+string(two), nil, &middle); err != nil {
		t.Fatal(err)
	}
	ended := middle.EndedAt.String()
	zoned := time.UnixMicro(int64(*middle.EndedAt)).In(time.FixedZone("", 5400)).Format(time.RFC3339Nano)
	id := func(c *playtest.Client) string { return string(c.Self.ID) }
	for _, c := range []struct {
		name  string
		query url.Values
		want  []engine.GameID
	}{
		{"everything", url.Values{}, []engine.GameID{four, three, two, one}},
		{"of a player", url.Values{"player": {id(ada)}}, []engine.GameID{four, two, one}},
		{"of a player, finished", url.Values{"player": {id(ada)}, "status": {"finished"}}, []engine.GameID{two, one}},
		{"of a player, live", url.Values{"player": {id(cyd)}, "status": {"live"}}, []engine.GameID{four}},
		{"won", url.Values{"player": {id(ada)}, "result": {"won"}}, []engine.GameID{two}},
		{"lost", url.Values{"player": {id(ada)}, "result": {"lost"}}, []engine.GameID{one}},
		{"by a reason", url.Values{"result": {"resigned"}}, []engine.GameID{three, two, one}},
		{"by another", url.Values{"result": {"aborted"}}, nil},
		{"of a ruleset", url.Values{"ruleset": {"backgammon"}, "status": {"finished"}}, []engine.GameID{three, two, one}},
		{"of another", url.Values{"ruleset": {"fayles"}}, nil},
		{"from a moment on", url.Values{"status": {"finished"}, "from": {ended}}, []engine.GameID{three, two}},
		{"before it, in another zone", url.Values{"status": {"finished"}, "to": {zoned}}, []engine.GameID{one}},
		{"of nobody", url.Values{"player": {uuid.NewString()}}, nil},
	} {
		for _, limit := range []string{"1", "20"} {
			c.query.Set("limit", limit)
			c.query.Del("cursor")
			var got []engine.GameID
			for {
				var page struct {
					Games []web.Summary
					Next  string
				}
				if err := ada.Do(t.Context(), "GET", "/games?"+c.query.Encode(), nil, &page); err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				for _, g := range page.Games {
					got = append(got, g.ID)
				}
				if page.Next == "" {
					break
				}
				c.query.Set("cursor", page.Next)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s, by %s: %v, want %v", c.name, limit, got, c.want)
			}
		}
	}
	for what, query := range map[string]string{
		"a reason that no game ends for": "result=timeout", "no ruleset": "ruleset=chess", "no text": "ruleset=%00", "no letters": "ruleset=%ff%fe",
		"an id in capitals": "player=" + strings.ToUpper(string(ada.Self.ID)), "an id in another form": "player=urn:uuid:" + string(ada.Self.ID),
	} {
		wantProblem(t, what, ada.Do(t.Context(), "GET", "/games?"+query, nil, nil), web.CodeInvalid, http.StatusUnprocessableEntity)
	}
}
