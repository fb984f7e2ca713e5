package storetest

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"time"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

func createWhole(f *fixture) {
	g := f.create(engine.Public)
	g.unchanged()
	secret, err := f.Secret(f.ctx, g.id())
	f.must(err)
	f.want("secret", secret, g.record.Secret)
	invitation, err := f.Invitation(f.ctx, g.record.Invitation.Hash)
	f.must(err)
	f.want("invitation", invitation, g.record.Invitation)
}

// another is a second try to create: same command, everything else new.
func (g *game) another() lobby.GameRecord {
	r := g.f.newRecord(g.record.Creator, engine.Public)
	r.Append.Command, r.Append.Digest = g.record.Append.Command, g.record.Append.Digest
	return r
}

// noTrace checks that nothing of a refused creation is there.
func (f *fixture) noTrace(r lobby.GameRecord) {
	f.Helper()
	_, err := f.Tail(f.ctx, r.Append.Game, 0)
	f.wantError(err, room.ErrNoGame)
	_, err = f.Summary(f.ctx, r.Append.Game)
	f.wantError(err, room.ErrNoGame)
	_, err = f.Secret(f.ctx, r.Append.Game)
	f.wantError(err, room.ErrNoGame)
	_, err = f.Invitation(f.ctx, r.Invitation.Hash)
	f.wantError(err, lobby.ErrNoInvitation)
}

func createOnce(f *fixture) {
	g := f.create(engine.Public)
	g.add(1)
	second := g.another()
	for _, r := range []lobby.GameRecord{second, g.record} {
		id, err := f.CreateGame(f.ctx, r)
		f.must(err)
		f.want("id of the first game", id, g.id())
	}
	f.noTrace(second)
	g.unchanged()
}

func createReused(f *fixture) {
	g := f.create(engine.Public)
	second := g.another()
	second.Append.Digest = hash("something else")
	_, err := f.CreateGame(f.ctx, second)
	f.wantError(err, room.ErrCommandReused)
	f.noTrace(second)
	g.unchanged()
}

func createTwoPeople(f *fixture) {
	g := f.create(engine.Public)
	second := f.newRecord(f.player().ID, engine.Public)
	second.Append.Command, second.Append.Digest = g.record.Append.Command, g.record.Append.Digest
	id, err := f.CreateGame(f.ctx, second)
	f.must(err)
	f.want("id of the second game", id, second.Append.Game)
}

func createManyAtOnce(f *fixture) {
	first := &game{f: f, record: f.newRecord(f.player().ID, engine.Public)}
	records := make([]lobby.GameRecord, 12)
	ids := make([]engine.GameID, len(records))
	errs := make([]error, len(records))
	var all sync.WaitGroup
	for i := range records {
		records[i] = first.another()
		all.Go(func() { ids[i], errs[i] = f.CreateGame(f.ctx, records[i]) })
	}
	all.Wait()
	for i, r := range records {
		f.must(errs[i])
		f.want("id", ids[i], ids[0])
		if r.Append.Game != ids[0] {
			f.noTrace(r)
		}
	}
	_, err := f.Secret(f.ctx, ids[0])
	f.must(err)
}

// createRefusedWhole meets an invitation that is there already, the last thing written.
func createRefusedWhole(f *fixture) {
	g := f.create(engine.Public)
	r := f.newRecord(f.player().ID, engine.Public)
	fresh := r.Invitation
	r.Invitation.Hash = g.record.Invitation.Hash
	if id, err := f.CreateGame(f.ctx, r); err == nil {
		f.Fatalf("two games share one invitation; the second is %s", id)
	}
	r.Invitation = fresh
	f.noTrace(r)
	id, err := f.CreateGame(f.ctx, r)
	f.must(err)
	f.want("id", id, r.Append.Game)
}

func createCanceledAnywhere(f *fixture) {
	creator := f.player().ID
	for i := range 40 {
		g := &game{f: f, record: f.newRecord(creator, engine.Public)}
		ctx, cancel := context.WithTimeout(f.ctx, time.Duration(i)*30*time.Microsecond)
		_, _ = f.CreateGame(ctx, g.record) // whatever the answer
		cancel()
		id, err := f.CreateGame(f.ctx, g.record)
		f.must(err)
		f.want("id", id, g.id())
		g.took(g.record.Append)
		g.unchanged()
		_, err = f.Secret(f.ctx, g.id())
		f.must(err)
		_, err = f.Invitation(f.ctx, g.record.Invitation.Hash)
		f.must(err)
	}
}

func secretOnlyBySecret(f *fixture) {
	g := f.create(engine.Public)
	g.add(2, playing)
	tail, err := f.Tail(f.ctx, g.id(), 0)
	f.must(err)
	summary, err := f.Summary(f.ctx, g.id())
	f.must(err)
	invitation, err := f.Invitation(f.ctx, g.record.Invitation.Hash)
	f.must(err)
	hex, err := g.record.Secret.MarshalText()
	f.must(err)
	shown, err := json.Marshal([]any{tail, summary, invitation})
	f.must(err)
	raw, err := json.Marshal([32]byte(g.record.Secret))
	f.must(err)
	if bytes.Contains(shown, hex) || bytes.Contains(shown, raw) {
		f.Error("the secret of a running game is in what other methods answer")
	}
	_, err = f.Secret(f.ctx, engine.GameID(newID()))
	f.wantError(err, room.ErrNoGame)
}

// invite makes, without storing it, an invitation by the game's creator.
func (f *fixture) invite(g *game, word string, seat engine.Seat) lobby.Invitation {
	return lobby.Invitation{Hash: hash(word), Game: g.id(), Seat: seat, From: g.record.Creator, CreatedAt: f.now()}
}

func invitationByHash(f *fixture) {
	g := f.create(engine.Unlisted)
	more := f.invite(g, "another", engine.White)
	f.must(f.AddInvitation(f.ctx, more))
	got, err := f.Invitation(f.ctx, more.Hash)
	f.must(err)
	f.want("invitation", got, more)
	_, err = f.Invitation(f.ctx, hash("never given"))
	f.wantError(err, lobby.ErrNoInvitation)
}

func invitationSeveral(f *fixture) {
	g, h := f.create(engine.Unlisted), f.create(engine.Unlisted)
	var all []lobby.Invitation
	for _, word := range []string{"a", "b", "c", "d"} {
		i := f.invite(g, word, engine.Black)
		f.must(f.AddInvitation(f.ctx, i))
		all = append(all, i)
	}
	all = append(all, g.record.Invitation, h.record.Invitation)
	for _, want := range all {
		got, err := f.Invitation(f.ctx, want.Hash)
		f.must(err)
		f.want("invitation", got, want)
	}
	stray := f.invite(g, "stray", engine.Black)
	stray.Game = engine.GameID(newID())
	if err := f.AddInvitation(f.ctx, stray); err == nil {
		f.Error("an invitation to a game that does not exist was taken")
	}
}
