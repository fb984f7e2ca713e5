package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	_ "github.com/jackc/pgx/v5/stdlib"

	"fallas/engine"
	"fallas/web/playtest"
)

// TestAnOutageIsInTheLogOnce kills a server that games are played on. When it is back the game goes on with the
// outage in its log, and what the server did not know of the time before counts for nobody.
func TestAnOutageIsInTheLogOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fallas.db")
	outage(t, newFleet(t, path, 1), "sqlite", "file:"+path+"?_pragma=busy_timeout(10000)")
}

// TestAnOutageIsInTheLogOnceOnSeveralServers has three servers start at once after all were killed, and the game
// loaded on all of them at once.
func TestAnOutageIsInTheLogOnceOnSeveralServers(t *testing.T) {
	t.Parallel()
	url := cluster.get(t).Database(t, "")
	outage(t, newFleet(t, url, 3), "pgx", url)
}

func outage(t *testing.T, k *fleet, driver, database string) {
	db, err := sql.Open(driver, database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, n := range k.nodes {
		k.start(n)
	}
	game, head := begun(t, k.client())
	for alive := false; !alive; { // the first sign of life is on its way
		if err := db.QueryRowContext(t.Context(), "SELECT EXISTS (SELECT 1 FROM alive)").Scan(&alive); err != nil {
			t.Fatal(err)
		}
	}
	k.killAll()
	for left := driver == "pgx"; left; { // what they have asked for last may yet be done
		const backends = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'fallas' AND datname = current_database())"
		if err := db.QueryRowContext(t.Context(), backends).Scan(&left); err != nil {
			t.Fatal(err)
		}
	}
	// Only now, for a server that is still there would come upon it.
	const down = 60_000_000 // the servers have been down for a minute, as far as they can tell
	if _, err := db.ExecContext(t.Context(), fmt.Sprintf("UPDATE alive SET at = at - %d", down)); err != nil {
		t.Fatal(err)
	}
	for _, n := range k.nodes {
		k.start(n)
	}
	noted := make([]string, len(k.nodes))
	errs := make([]error, len(k.nodes))
	var all sync.WaitGroup
	for i, n := range k.nodes {
		all.Go(func() { noted[i], errs[i] = nextEvent(t, playtest.NewClient("http://"+n.addr), game, head) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatalf("%v\nThe server says:\n%s", err, &k.log)
	}
	for i, n := range k.nodes {
		record, err := playtest.NewClient("http://"+n.addr).Record(t.Context(), game)
		if err != nil || engine.Seq(len(record.Events)) != head+1 || noted[i] != noted[0] {
			t.Errorf("server %d: %d events, want one after %d; %s, %v", i, len(record.Events), head, noted[i], err)
		}
	}
	var e engine.Event
	if err := json.Unmarshal([]byte(noted[0]), &e); err != nil {
		t.Fatal(err)
	}
	// On a machine that is too busy for a sign of life in five seconds there are shorter ones besides.
	var stored int64
	if err := db.QueryRowContext(t.Context(), fmt.Sprintf("SELECT count(*) FROM outages WHERE ended - began >= %d", down)).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	o, ok := e.Body.(engine.Outage)
	if !ok || stored != 1 || o.To <= o.From || o.To > e.At {
		t.Errorf("that of a minute is stored %d times, noted as %s", stored, noted[0])
	}
	k.killAll()
	rebuilt(t, db, k.database)
}

// rebuilt loses the list row of the one game there is and has it made again from a log with an outage in it.
func rebuilt(t *testing.T, db *sql.DB, database string) {
	row := func() (row string) {
		t.Helper()
		const columns = "SELECT phase || ' ' || turn || ' ' || head || ' ' || last_at || ' ' || worth FROM games"
		if err := db.QueryRowContext(t.Context(), columns).Scan(&row); err != nil {
			t.Fatal(err)
		}
		return row
	}
	before := row()
	if _, err := db.ExecContext(t.Context(), "UPDATE games SET turn = '', head = 1, last_at = created_at"); err != nil {
		t.Fatal(err)
	}
	if code, out := checked(t, database); code != exitFailed || !strings.Contains(out, "its list row is not what its log says") {
		t.Errorf("exit code %d, %s", code, out)
	}
	if code, out := checked(t, database, "--rebuild"); code != exitOK || !strings.Contains(out, "List rows made again: 1.") {
		t.Errorf("exit code %d, %s", code, out)
	}
	if after := row(); after != before {
		t.Errorf("the list row is %s, want %s", after, before)
	}
}

// begun makes a game that two people have begun to play, of a ruleset in which no roll ends it, and says
// which event is its last.
func begun(t *testing.T, maker *playtest.Client) (game string, head engine.Seq) {
	t.Helper()
	guest := *maker
	if err := errors.Join(maker.Join(t.Context()), guest.Join(t.Context())); err != nil {
		t.Fatal(err)
	}
	made, err := maker.Create(t.Context(), playtest.NewGame{Ruleset: "backgammon", Visibility: "public"})
	if err != nil {
		t.Fatal(err)
	}
	game = string(made.Game.ID)
	for i, c := range []*playtest.Client{maker, &guest} {
		sit := map[string]string{"id": uuid.NewString(), "command": "sit", "commitment": made.Commitment}
		if i == 1 {
			sit["invitation"] = made.Invitation
		}
		var ack struct{ Last engine.Seq }
		if err := c.Do(t.Context(), http.MethodPost, "/games/"+game+"/commands", sit, &ack); err != nil {
			t.Fatal(err)
		}
		head = ack.Last
	}
	return game, head
}

// nextEvent waits for the event after a seq.
func nextEvent(t *testing.T, c *playtest.Client, game string, after engine.Seq) (string, error) {
	c.HTTP = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		res, err := c.Send(t.Context(), http.MethodGet, fmt.Sprintf("/api/v1/games/%s/events?after=%d", game, after), nil)
		if err != nil {
			return "", err
		}
		lines := bufio.NewScanner(res.Body)
		for lines.Scan() {
			if line := lines.Text(); line != "" {
				return line, res.Body.Close()
			}
		}
		if err := errors.Join(lines.Err(), res.Body.Close()); err != nil {
			return "", err
		}
	}
}
