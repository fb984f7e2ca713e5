package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"fallas/engine"
	"fallas/lobby"
)

// named is a name whose folded form no other test has.
func named(shown string) lobby.Name { return lobby.Name{Shown: shown, Folded: "folded " + shown} }

func (f *fixture) playerNow(id engine.PlayerID) lobby.Player {
	f.Helper()
	found, err := f.Players(f.ctx, []engine.PlayerID{id})
	f.must(err)
	if len(found) != 1 {
		f.Fatalf("player %s: %v", id, found)
	}
	return found[0]
}

func peopleRenamed(f *fixture) {
	p, q := f.player(), f.player()
	for _, name := range []lobby.Name{named("Ann"), named("Ann"), named("Σοφία"), {Shown: "ANN", Folded: "folded Ann"}} {
		f.must(f.Rename(f.ctx, p.ID, name))
		p.Name, p.Guest = name.Shown, false
		f.want("renamed", f.playerNow(p.ID), p)
		found, err := f.PlayerByName(f.ctx, name.Folded)
		f.must(err)
		f.want("by name", found, p)
	}
	f.wantError(f.Rename(f.ctx, q.ID, lobby.Name{Shown: "aNn", Folded: "folded Ann"}), lobby.ErrNameTaken)
	f.want("who was refused", f.playerNow(q.ID), q)
	f.must(f.Rename(f.ctx, q.ID, named("Σοφία"))) // it was given back
	f.wantError(f.Rename(f.ctx, engine.PlayerID(newID()), named("Nobody")), lobby.ErrNoPlayer)
	_, err := f.PlayerByName(f.ctx, "folded Nobody")
	f.wantError(err, lobby.ErrNoPlayer)
	got, err := f.PlayerBySession(f.ctx, hash(string(p.ID)))
	f.must(err)
	f.want("by session", got, p)
}

func peopleNameRace(f *fixture) {
	const wanting = 50
	var won, taken atomic.Int32
	var all sync.WaitGroup
	for i := range wanting {
		p := f.player()
		all.Go(func() {
			err := f.Rename(f.ctx, p.ID, lobby.Name{Shown: fmt.Sprintf("Ann %d", i), Folded: "ann"})
			switch {
			case err == nil:
				won.Add(1)
			case errors.Is(err, lobby.ErrNameTaken):
				taken.Add(1)
			default:
				f.Error(err)
			}
		})
	}
	all.Wait()
	f.want("winners", won.Load(), int32(1))
	f.want("losers", taken.Load(), int32(wanting-1))
}

func peopleBanned(f *fixture) {
	p := f.player()
	for _, banned := range []bool{true, true, false, false} {
		f.ban(p.ID, banned)
		p.Banned = banned
		got, err := f.PlayerBySession(f.ctx, hash(string(p.ID)))
		f.must(err)
		f.want("by session", got, p)
		standing, err := f.Standing(f.ctx, []lobby.Hash{hash(string(p.ID))})
		f.must(err)
		f.want("whether the session stands", len(standing) == 1, !banned)
	}
	for _, banned := range []bool{true, false} {
		_, err := f.Ban(f.ctx, engine.PlayerID(newID()), banned, f.now())
		f.wantError(err, lobby.ErrNoPlayer)
	}
}

// ban bans a person or ends the ban, and returns the seeks that were withdrawn.
func (f *fixture) ban(id engine.PlayerID, banned bool) []lobby.Seek {
	f.Helper()
	withdrawn, err := f.Ban(f.ctx, id, banned, f.now())
	f.must(err)
	return sorted(withdrawn)
}

// delete deletes a person, and returns the seeks that were withdrawn.
func (f *fixture) delete(id engine.PlayerID) []lobby.Seek {
	f.Helper()
	withdrawn, err := f.DeletePlayer(f.ctx, id, lobby.DeletedName, f.now())
	f.must(err)
	return sorted(withdrawn)
}

func peopleDeleted(f *fixture) {
	g := f.create(engine.Public)
	p := f.playerNow(g.record.Creator)
	f.must(f.Rename(f.ctx, p.ID, named("Ann")))
	f.must(f.KeepRecovery(f.ctx, p.ID, hash("code"), f.now()))
	f.must(f.AddToken(f.ctx, p.ID, lobby.Token{ID: newID(), Label: "bot", CreatedAt: f.now()}, hash("token")))
	for range 2 {
		f.delete(p.ID)
		p.Name, p.Guest, p.Deleted = lobby.DeletedName, false, true
		f.want("what is left", f.playerNow(p.ID), p)
	}
	for _, h := range []lobby.Hash{hash(string(p.ID)), hash("token")} {
		_, err := f.PlayerBySession(f.ctx, h)
		f.wantError(err, lobby.ErrNoSession)
	}
	_, err := f.Recover(f.ctx, hash("code"), hash("new"), f.now())
	f.wantError(err, lobby.ErrNoRecovery)
	_, err = f.Invitation(f.ctx, g.record.Invitation.Hash)
	f.wantError(err, lobby.ErrNoInvitation)
	f.wantError(f.Rename(f.ctx, p.ID, named("Ben")), lobby.ErrNoPlayer)
	_, err = f.Ban(f.ctx, p.ID, true, f.now())
	f.wantError(err, lobby.ErrNoPlayer)
	f.wantError(f.KeepRecovery(f.ctx, p.ID, hash("other"), f.now()), lobby.ErrNoPlayer)
	f.wantError(f.AddToken(f.ctx, p.ID, lobby.Token{ID: newID(), Label: "bot"}, hash("token")), lobby.ErrNoPlayer)
	f.must(f.Rename(f.ctx, f.player().ID, named("Ann"))) // the name is free again
	g.unchanged()
}
