package playtest_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"

	"fallas/lobby"
	"fallas/web"
	"fallas/web/playtest"
)

// naming is what somebody in the lobby has come to be called.
type naming struct {
	name  string // of one's own; "" for a guest
	names namesMet
}

// namesMet counts what became of the names somebody wanted.
type namesMet struct{ got, taken, refused int }

// wantedNames are few, each written in several ways that are read alike.
var wantedNames = []string{
	"Ann Marie", "ann-marie", "ANNMARIE", "Ánn Márie", "annmar1e", "Bill", "BiII", "B1ll", "Otto", "0tto", "Ötto",
	"Amold", "Arnold", "cocoa", "сосоа", "Юлия", "юлия", "علی", "علي",
}

// hostileNames nobody gets.
var hostileNames = []string{
	"", "A", "Аnn", "Ann\u202e", "A\u200bnn", "<b>Ann</b>", "'; DROP TABLE players; --", "Guest 4821", "Admin Ann", "rnoderator",
	lobby.DeletedName, "Z\u0351\u0357nn", "🎲🎲", "ᴀɴɴ", "abcdefghijklmnopqrstuvwxy",
}

// rename takes one of a few names, spelled the same or alike, or tries one that nobody gets.
func (d *dweller) rename(ctx context.Context) error {
	wanted, hostile := fmt.Sprintf("Dweller %d", d.rnd.IntN(12)), false
	switch d.rnd.IntN(3) {
	case 0:
		wanted = wantedNames[d.rnd.IntN(len(wantedNames))]
	case 1:
		wanted, hostile = hostileNames[d.rnd.IntN(len(hostileNames))], true
	}
	same := func(a, b web.Player) bool { return a == b }
	p, err := twice(ctx, d, same, func(c *playtest.Client, _ string) (web.Player, error) {
		var out struct{ Player web.Player }
		err := c.Do(ctx, http.MethodPut, "/session/name", map[string]string{"name": wanted}, &out)
		return out.Player, err
	})
	switch {
	case hostile && allowed(err, web.CodeBadName):
		d.names.refused++
	case hostile:
		return fmt.Errorf("the name %q: %+v, %w", wanted, p, err)
	case allowed(err, web.CodeNameTaken):
		d.names.taken++
	case err != nil:
		return fmt.Errorf("the name %q: %w", wanted, err)
	case p != (web.Player{ID: d.Self.ID, Name: wanted}):
		return fmt.Errorf("the name %q was given as %+v", wanted, p)
	default:
		d.names.got++
		d.name = wanted
	}
	return nil
}

// judgeNames holds what everybody is called against what they were told, and no two of all names may be read alike. It
// returns what became of the names that were wanted.
func judgeNames(t *testing.T, url string, dwellers []*dweller) namesMet {
	t.Helper()
	var all namesMet
	for _, d := range dwellers {
		all.got += d.names.got
		all.taken += d.names.taken
		all.refused += d.names.refused
		want := web.Player{ID: d.Self.ID, Name: d.name}
		if d.name == "" {
			want = d.Self
		}
		var shown struct{ web.Player }
		if err := d.at().Do(t.Context(), http.MethodGet, "/players/"+string(d.Self.ID), nil, &shown); err != nil || shown.Player != want {
			t.Errorf("%+v is shown as %+v, %v", want, shown.Player, err)
		}
	}
	if all.got == 0 || all.taken == 0 || all.refused == 0 {
		t.Errorf("names were not tried in earnest: %+v", all)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	rows, err := conn.Query(t.Context(), `SELECT name, coalesce(name_folded, ''), guest FROM players`)
	if err != nil {
		t.Fatal(err)
	}
	alike := map[string]string{}
	var shown, folded string
	var guest bool
	_, err = pgx.ForEachRow(rows, []any{&shown, &folded, &guest}, func() error {
		if guest {
			if folded != "" {
				t.Errorf("guest %q has the name %q", shown, folded)
			}
			return nil
		}
		name, err := lobby.ParseName(shown)
		if err != nil || name != (lobby.Name{Shown: shown, Folded: folded}) {
			t.Errorf("a name is kept as %q, %q; it is %+v, %v", shown, folded, name, err)
		}
		if other, taken := alike[name.Folded]; taken {
			t.Errorf("one is called %q, another %q", shown, other)
		}
		alike[name.Folded] = shown
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
