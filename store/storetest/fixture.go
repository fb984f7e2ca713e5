package storetest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store"
)

// fixture is a store under test with what the cases need to fill it.
type fixture struct {
	store.Store
	*testing.T
	ctx   context.Context
	clock atomic.Int64
	alter func(statement string)
}

func newFixture(t *testing.T, s store.Store, alter func(string)) *fixture {
	f := &fixture{Store: s, T: t, ctx: t.Context(), alter: alter}
	f.clock.Store(1_795_932_704_000_123) // 2026-11-29, with a rest in the microseconds
	return f
}

// now is a moment later than every one before.
func (f *fixture) now() engine.Micros { return engine.Micros(f.clock.Add(1_000_001)) }

// must ends the case if err is not nil.
func (f *fixture) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// wantError reports an error that is not the one wanted.
func (f *fixture) wantError(err, want error) {
	f.Helper()
	if !errors.Is(err, want) {
		f.Errorf("got error %v, want %v", err, want)
	}
}

// want compares.
func (f *fixture) want(what string, got, want any) {
	f.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		f.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// hash is some hash: each word has its own.
func hash(word string) [32]byte { return sha256.Sum256([]byte(word)) }

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// player makes a guest with a session.
func (f *fixture) player() lobby.Player {
	f.Helper()
	id := newID()
	p := lobby.Player{ID: engine.PlayerID(id), Name: "Guest " + id[30:], Guest: true, CreatedAt: f.now()}
	f.must(f.CreatePlayer(f.ctx, p, hash(id)))
	return p
}

// game is the log of one game as a room would know it: the appends that were taken.
type game struct {
	f       *fixture
	record  lobby.GameRecord
	appends []room.Append
	summary room.Summary
}

// newRecord makes, without storing it, what a game begins with.
func (f *fixture) newRecord(creator engine.PlayerID, visibility engine.Visibility) lobby.GameRecord {
	id := engine.GameID(newID())
	at := f.now()
	a := room.Append{
		Game: id, First: 1, Last: 1, Command: room.CommandID(newID()), Digest: hash("create " + string(id)),
		At: at, Events: events(1, 1),
		Summary: room.Summary{
			Game: id, Ruleset: "fallas", Visibility: visibility, Creator: creator,
			Phase: engine.Waiting, Head: 1, CreatedAt: at, LastAt: at,
		},
	}
	return lobby.GameRecord{
		Append: a, Secret: engine.Bytes32(hash("secret " + string(id))), Creator: creator,
		Invitation: lobby.Invitation{
			Hash: hash("invitation " + string(id)), Game: id, Seat: engine.Black, From: creator, CreatedAt: at,
		},
	}
}

// create stores a game by a new player.
func (f *fixture) create(visibility engine.Visibility) *game {
	f.Helper()
	g := &game{f: f, record: f.newRecord(f.player().ID, visibility)}
	id, err := f.CreateGame(f.ctx, g.record)
	f.must(err)
	f.want("id of the created game", id, g.record.Append.Game)
	g.took(g.record.Append)
	return g
}

func (g *game) id() engine.GameID { return g.record.Append.Game }

// took notes that an append was taken.
func (g *game) took(a room.Append) {
	g.summary = a.Summary
	a.Summary = room.Summary{}
	g.appends = append(g.appends, a)
}

// next makes, without storing it, an append of n events that fits the log's head.
func (g *game) next(n engine.Seq, changes ...func(*room.Append)) room.Append {
	first := g.summary.Head + 1
	command := room.CommandID(newID())
	a := room.Append{
		Game: g.id(), First: first, Last: first + n - 1, Seat: engine.Seats[first%2], Command: command,
		Digest: hash(string(command)), At: g.f.now(), Events: events(first, n), Summary: g.summary,
	}
	a.Summary.Head, a.Summary.LastAt = a.Last, a.At
	for _, change := range changes {
		change(&a)
	}
	return a
}

// add stores the next append.
func (g *game) add(n engine.Seq, changes ...func(*room.Append)) room.Append {
	g.f.Helper()
	a := g.next(n, changes...)
	g.f.must(g.f.Append(g.f.ctx, a))
	g.took(a)
	return a
}

// playing and over change the list row of an append.
func playing(a *room.Append) {
	a.Summary.Phase, a.Summary.Turn = engine.Playing, engine.White
}

func over(at engine.Micros) func(*room.Append) {
	return func(a *room.Append) {
		a.Summary.Phase, a.Summary.Turn, a.Summary.EndedAt = engine.Over, engine.NoSeat, at
		a.Summary.Reason, a.Summary.Winner, a.Summary.Worth = engine.Falla, engine.Black, 1
	}
}

// unchanged checks that log and list row are those of the appends that were taken.
func (g *game) unchanged() {
	g.f.Helper()
	tail, err := g.f.Tail(g.f.ctx, g.id(), 0)
	g.f.must(err)
	g.f.want("log", tail, g.appends)
	summary, err := g.f.Summary(g.f.ctx, g.id())
	g.f.must(err)
	g.f.want("list row", summary, g.summary)
}

// events is some JSON of events, with spaces, an order of keys and an escape that no encoder would
// make again.
func events(first, n engine.Seq) json.RawMessage {
	b := []byte("[")
	for i := range n {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = fmt.Appendf(b, `{"v":1, "seq":%d,"note":"\u00e9é 🎲","n":1.50}`, first+i)
	}
	return append(b, ']')
}
