package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store"
	"fallas/store/sqlite"
	"fallas/web"
	"fallas/web/playtest"
)

// TestKilledServerMakesOneGameOfAnAct kills the server while people make games, offer and accept, sit down, give up and
// play again. What got no answer is sent again with the same id: in the end each of it was done once, and no game is
// there that nobody was told of, or only in part.
func TestKilledServerMakesOneGameOfAnAct(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fallas.db")
	meetThroughKills(t, path, 1, func() (store.Store, error) { return sqlite.Open(t.Context(), path) })
}

// TestKilledServersMakeOneGameOfAnAct is the same with two servers on a database that lives on: what one of them did
// not answer is sent again to the other.
func TestKilledServersMakeOneGameOfAnAct(t *testing.T) {
	t.Parallel()
	url := cluster.get(t).Database(t, "")
	meetThroughKills(t, url, 2, openPostgresAt(t, url))
}

func meetThroughKills(t *testing.T, database string, nodes int, open func() (store.Store, error)) {
	pairs, kills, rnd := size(t, 15, 5)
	f := newFleet(t, database, nodes)
	f.startAll()
	var acts tried
	meetings := busy(f, rnd, pairs, func(ctx context.Context) {
		for n := range kills {
			if !f.moment(ctx, rnd, pairs) {
				return
			}
			f.kill(f.nodes[n%nodes])
			f.start(f.nodes[n%nodes])
		}
	}, func(ctx context.Context, rnd *rand.Rand) (*meeting, error) {
		m := &meeting{f: f, rnd: rnd, tried: &acts}
		return m, m.run(ctx)
	})
	f.killAll()
	records, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := records.Close(); err != nil {
			t.Error(err)
		}
	}()
	judgeMeetings(t, records, meetings)
	if acts.broken.Load() == 0 {
		t.Error("no act was ever broken off")
	}
	t.Logf("%d kills in %d acts of %d pairs, %d at once, who came to %d games; %d requests were broken off and sent again",
		kills, acts.done.Load(), len(meetings), pairs, 2*len(meetings), acts.broken.Load())
}

// tried counts acts, and the requests about them that got no answer.
type tried struct{ done, broken atomic.Int64 }

// meeting is two people who come to play, and play again.
type meeting struct {
	f     *fleet
	rnd   *rand.Rand // owned by run
	tried *tried

	ann, ben *playtest.Client
	seek     web.Seek        // by which they met; none if ann invited ben
	games    []engine.GameID // that they played

	mu   sync.Mutex
	acks []acked
}

// acked is the answer to a command in a game.
type acked struct {
	game        engine.GameID
	ID          room.CommandID
	First, Last engine.Seq
}

// plan is how often something is sent, beside what must be because it got no answer.
type plan struct{ atOnce, after bool }

func (m *meeting) plan() plan { return plan{m.rnd.IntN(3) == 0, m.rnd.IntN(2) == 0} }

// once does an act under an id of its own, sent as often as it takes, and as planned. All answers must be the same.
func once[T any](ctx context.Context, m *meeting, p plan, same func(a, b T) bool, do func(id string) (T, error)) (T, error) {
	id := uuid.NewString()
	send := func() (answer T, err error) {
		err = insist(ctx, func() (err error) {
			if answer, err = do(id); err != nil && !errors.As(err, new(*playtest.Problem)) {
				m.tried.broken.Add(1)
			}
			return err
		})
		return answer, err
	}
	answers := make([]T, 2)
	errs := make([]error, 2)
	var all sync.WaitGroup
	all.Go(func() { answers[0], errs[0] = send() })
	if p.atOnce {
		all.Go(func() { answers[1], errs[1] = send() })
	}
	all.Wait()
	if p.after && !p.atOnce {
		answers[1], errs[1] = send()
	}
	if err := errors.Join(errs...); err != nil {
		return answers[0], err
	}
	if (p.atOnce || p.after) && !same(answers[0], answers[1]) {
		return answers[0], fmt.Errorf("act %s: one act, two answers: %+v and %+v", id, answers[0], answers[1])
	}
	m.tried.done.Add(1)
	return answers[0], nil
}

func (m *meeting) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, stuckAfter)
	defer cancel()
	m.ann, m.ben = m.f.client(), m.f.client()
	for _, c := range []*playtest.Client{m.ann, m.ben} {
		if err := insist(ctx, func() error { return c.Join(ctx) }); err != nil {
			return err
		}
	}
	meet := m.invite
	if m.rnd.IntN(2) == 0 {
		meet = m.accept
	}
	invitation, err := meet(ctx)
	if err != nil {
		return fmt.Errorf("meet: %w", err)
	}
	if err := m.playOut(ctx, invitation); err != nil {
		return fmt.Errorf("the first game: %w", err)
	}
	if err := m.again(ctx); err != nil {
		return fmt.Errorf("play again: %w", err)
	}
	if err := m.playOut(ctx, ""); err != nil {
		return fmt.Errorf("the second game: %w", err)
	}
	return nil
}

// invite has ann make a game for ben.
func (m *meeting) invite(ctx context.Context) (invitation string, err error) {
	same := func(a, b playtest.Made) bool {
		return a.Game.ID == b.Game.ID && a.Seat == b.Seat && a.Commitment == b.Commitment
	}
	made, err := once(ctx, m, m.plan(), same, func(id string) (playtest.Made, error) {
		return m.ann.Create(ctx, playtest.NewGame{ID: id, Ruleset: "backgammon", Visibility: "public"})
	})
	m.games = append(m.games, made.Game.ID)
	return made.Invitation, err
}

// accept has ann offer a game, and ben accept.
func (m *meeting) accept(ctx context.Context) (invitation string, err error) {
	same := func(a, b web.Seek) bool { return a == b }
	offered, err := once(ctx, m, m.plan(), same, func(id string) (web.Seek, error) {
		return m.ann.PostSeek(ctx, playtest.Wish{ID: id, Ruleset: "backgammon"})
	})
	if err != nil {
		return "", err
	}
	if m.seek, err = once(ctx, m, m.plan(), same, func(id string) (web.Seek, error) {
		return m.ben.AcceptSeek(ctx, id, string(offered.ID))
	}); err != nil {
		return "", err
	}
	if m.seek.ID != offered.ID || m.seek.State != lobby.SeekTaken {
		return "", fmt.Errorf("accepted %+v and got %+v", offered, m.seek)
	}
	m.games = append(m.games, m.seek.Game)
	return "", nil
}

// playOut has both sit down at the same moment, and one of them give up.
func (m *meeting) playOut(ctx context.Context, invitation string) error {
	game := m.games[len(m.games)-1]
	var record playtest.Record
	if err := insist(ctx, func() (err error) { record, err = m.ann.Record(ctx, string(game)); return err }); err != nil {
		return err
	}
	var created struct{ Commitment string }
	if err := json.Unmarshal(record.Events[0], &created); err != nil {
		return err
	}
	sit := func(who *playtest.Client, invitation string) func(plan) error {
		command := playtest.Sit("", strings.Repeat("5e", 32), created.Commitment, invitation)
		delete(command, "type")
		return func(p plan) error { return m.command(ctx, p, who, game, command) }
	}
	if err := both(m, sit(m.ann, ""), sit(m.ben, invitation)); err != nil {
		return err
	}
	loser := []*playtest.Client{m.ann, m.ben}[m.rnd.IntN(2)]
	return m.command(ctx, m.plan(), loser, game, map[string]any{"command": "resign", "worth": 3})
}

// both does two things at the same moment, each as planned beforehand.
func both(m *meeting, one, other func(plan) error) error {
	plans := []plan{m.plan(), m.plan()}
	errs := make([]error, 2)
	var all sync.WaitGroup
	all.Go(func() { errs[0] = one(plans[0]) })
	all.Go(func() { errs[1] = other(plans[1]) })
	all.Wait()
	return errors.Join(errs...)
}

// command does something in a game.
func (m *meeting) command(ctx context.Context, p plan, who *playtest.Client, game engine.GameID, command map[string]any) error {
	same := func(a, b acked) bool { return a == b }
	ack, err := once(ctx, m, p, same, func(id string) (acked, error) {
		ack := acked{game: game}
		sent := maps.Clone(command)
		sent["id"] = id
		err := who.Do(ctx, http.MethodPost, "/games/"+string(game)+"/commands", sent, &ack)
		return ack, err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", command["command"], err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.acks = append(m.acks, ack)
	return nil
}

// again has both want another game at the same moment.
func (m *meeting) again(ctx context.Context) error {
	game := string(m.games[0])
	same := func(a, b web.Rematch) bool { return a.Next == nil || b.Next == nil || *a.Next == *b.Next }
	want := func(c *playtest.Client) func(plan) error {
		return func(p plan) error {
			_, err := once(ctx, m, p, same, func(id string) (web.Rematch, error) { return c.WantRematch(ctx, id, game) })
			return err
		}
	}
	if err := both(m, want(m.ann), want(m.ben)); err != nil {
		return err
	}
	var r web.Rematch
	if err := insist(ctx, func() (err error) { r, err = m.ann.Rematch(ctx, game); return err }); err != nil {
		return err
	}
	if r.Next == nil {
		return fmt.Errorf("both want another game, and there is %+v", r)
	}
	m.games = append(m.games, *r.Next)
	return nil
}

// judgeMeetings holds what is kept against what people were told.
func judgeMeetings(t *testing.T, records store.Store, meetings []*meeting) {
	t.Helper()
	var told []engine.GameID
	for _, m := range meetings {
		told = append(told, m.games...)
		if err := m.check(t.Context(), records); err != nil {
			t.Errorf("games %v: %v", m.games, err)
		}
	}
	slices.Sort(told)
	kept, err := allGames(t.Context(), records)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(kept, told) {
		t.Errorf("people were told of %d games, %d are kept", len(told), len(kept))
	}
	open, err := records.OpenSeeks(t.Context(), 100)
	if err != nil || len(open) > 0 {
		t.Errorf("offers are still open: %+v, %v", open, err)
	}
}

// allGames are the ids of all games, in order.
func allGames(ctx context.Context, records store.Store) ([]engine.GameID, error) {
	var all []engine.GameID
	for after := engine.GameID(""); ; after = all[len(all)-1] {
		some, err := records.GameIDs(ctx, after, store.MaxLimit)
		if err != nil || len(some) == 0 {
			return all, err
		}
		all = append(all, some...)
	}
}

// check looks that both games are there whole, between the two, and led to by what they did.
func (m *meeting) check(ctx context.Context, records store.Store) error {
	for i, id := range m.games {
		game, _, spans, err := finished(ctx, records, id)
		if err != nil {
			return err
		}
		secret, err := records.Secret(ctx, id)
		if err != nil || fair.Commitment(secret) != game.Commitment {
			return fmt.Errorf("its secret is not the one it was made with: %v", err)
		}
		row, err := records.Summary(ctx, id)
		if err != nil || row != room.Summarize(game) {
			return fmt.Errorf("its list row is %+v, %v", row, err)
		}
		seats := []engine.PlayerID{game.Player(engine.White), game.Player(engine.Black)}
		if !slices.Contains(seats, m.ann.Self.ID) || !slices.Contains(seats, m.ben.Self.ID) || game.Series != m.games[0] {
			return fmt.Errorf("game %d is between %v, of the series %s", i, seats, game.Series)
		}
		for _, ack := range m.acks {
			if span := spans[ack.ID]; ack.game == id && span != [2]engine.Seq{ack.First, ack.Last} {
				return fmt.Errorf("it was said %+v, the log has %v", ack, span)
			}
		}
	}
	if m.seek.ID != "" {
		if s, err := records.Seek(ctx, m.seek.ID); err != nil || s.Game != m.games[0] || s.State != lobby.SeekTaken {
			return fmt.Errorf("the offer is %+v, %v", s, err)
		}
	}
	wishes, err := records.Rematches(ctx, m.games[0])
	if err != nil || len(wishes) != 1 || wishes[0].Game != m.games[1] {
		return fmt.Errorf("the offers to play again are %+v, %v", wishes, err)
	}
	return nil
}
