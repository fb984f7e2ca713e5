package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

func recoveryReplaced(f *fixture) {
	p := f.player()
	made, err := f.RecoveryMade(f.ctx, p.ID)
	f.must(err)
	f.want("before", made, engine.Micros(0))
	for _, word := range []string{"first", "second", "second"} {
		at := f.now()
		f.must(f.KeepRecovery(f.ctx, p.ID, hash(word), at))
		made, err := f.RecoveryMade(f.ctx, p.ID)
		f.must(err)
		f.want("made", made, at)
	}
	_, err = f.Recover(f.ctx, hash("first"), hash("new"), f.now())
	f.wantError(err, lobby.ErrNoRecovery)
	got, err := f.Recover(f.ctx, hash("second"), hash("new"), f.now())
	f.must(err)
	f.want("who", got, p)
	f.wantError(f.KeepRecovery(f.ctx, engine.PlayerID(newID()), hash("third"), f.now()), lobby.ErrNoPlayer)
}

func recoveryMovesAPerson(f *fixture) {
	p, bystander := f.player(), f.player()
	f.must(f.AddToken(f.ctx, p.ID, lobby.Token{ID: newID(), Label: "bot", CreatedAt: f.now()}, hash("token")))
	f.must(f.KeepRecovery(f.ctx, p.ID, hash("code"), f.now()))
	for range 2 { // the same request again has the same answer
		got, err := f.Recover(f.ctx, hash("code"), hash("new"), f.now())
		f.must(err)
		f.want("who", got, p)
	}
	for _, h := range []lobby.Hash{hash(string(p.ID)), hash("token")} {
		_, err := f.PlayerBySession(f.ctx, h)
		f.wantError(err, lobby.ErrNoSession)
	}
	for session, want := range map[lobby.Hash]lobby.Player{hash("new"): p, hash(string(bystander.ID)): bystander} {
		got, err := f.PlayerBySession(f.ctx, session)
		f.must(err)
		f.want("whose session", got, want)
	}
	made, err := f.RecoveryMade(f.ctx, p.ID)
	f.must(err)
	f.want("a spent code", made, engine.Micros(0))
	_, err = f.Recover(f.ctx, hash("code"), hash("another"), f.now())
	f.wantError(err, lobby.ErrNoRecovery)
}

func recoveryOnce(f *fixture) {
	p := f.player()
	f.must(f.KeepRecovery(f.ctx, p.ID, hash("code"), f.now()))
	var moved atomic.Int32
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			_, err := f.Recover(f.ctx, hash("code"), hash(fmt.Sprint("device ", i)), f.now())
			switch {
			case err == nil:
				moved.Add(1)
			case !errors.Is(err, lobby.ErrNoRecovery):
				f.Error(err)
			}
		})
		all.Go(func() { // its owner signs out everywhere meanwhile
			_, err := f.EndSessions(f.ctx, p.ID, hash(fmt.Sprint("device ", i)))
			if err != nil {
				f.Error(err)
			}
		})
	}
	all.Wait()
	f.want("devices moved to", moved.Load(), int32(1))
}

func recoveryManyAtOnceOneRequest(f *fixture) {
	p := f.player()
	f.must(f.KeepRecovery(f.ctx, p.ID, hash("code"), f.now()))
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			got, err := f.Recover(f.ctx, hash("code"), hash("new"), f.now())
			if err != nil || got != p {
				f.Errorf("%+v, %v", got, err)
			}
		})
	}
	all.Wait()
	got, err := f.PlayerBySession(f.ctx, hash("new"))
	f.must(err)
	f.want("who", got, p)
}

func recoveryOfTheBanned(f *fixture) {
	p := f.player()
	f.must(f.KeepRecovery(f.ctx, p.ID, hash("code"), f.now()))
	f.ban(p.ID, true)
	_, err := f.Recover(f.ctx, hash("code"), hash("new"), f.now())
	f.wantError(err, lobby.ErrBanned)
	f.ban(p.ID, false)
	got, err := f.Recover(f.ctx, hash("code"), hash("new"), f.now())
	f.must(err)
	f.want("who", got, p)
}

func tokensListed(f *fixture) {
	p, other := f.player(), f.player()
	var want []lobby.Token
	for _, label := range []string{"bot", "bot", "Größe 🎲"} {
		t := lobby.Token{ID: newID(), Label: label, CreatedAt: f.now()}
		want = append(want, t)
		f.must(f.AddToken(f.ctx, p.ID, t, hash(t.ID)))
		got, err := f.PlayerBySession(f.ctx, hash(t.ID))
		f.must(err)
		f.want("who", got, p)
	}
	tokens := func(who engine.PlayerID) []lobby.Token {
		f.Helper()
		got, err := f.Tokens(f.ctx, who)
		f.must(err)
		return got
	}
	f.want("tokens", tokens(p.ID), want)
	f.want("another's tokens", len(tokens(other.ID)), 0)

	again := want[0]
	again.CreatedAt = f.now()
	f.must(f.AddToken(f.ctx, p.ID, again, hash("fresh")))
	f.want("the same token again", tokens(p.ID), want)
	_, err := f.PlayerBySession(f.ctx, hash(want[0].ID))
	f.wantError(err, lobby.ErrNoSession)
	again.Label = "other"
	f.wantError(f.AddToken(f.ctx, p.ID, again, hash("x")), room.ErrCommandReused)
	f.wantError(f.AddToken(f.ctx, other.ID, want[1], hash("y")), room.ErrCommandReused)

	f.must(f.EndToken(f.ctx, other.ID, want[1].ID)) // not theirs
	for range 2 {
		f.must(f.EndToken(f.ctx, p.ID, want[0].ID))
	}
	f.want("tokens left", tokens(p.ID), want[1:])
	_, err = f.PlayerBySession(f.ctx, hash("fresh"))
	f.wantError(err, lobby.ErrNoSession)
}

func tokensManyAtOnce(f *fixture) {
	p := f.player()
	made := make([]lobby.Token, lobby.MaxTokens+10)
	errs := make([]error, len(made))
	var all sync.WaitGroup
	for i := range made {
		made[i] = lobby.Token{ID: newID(), Label: "bot", CreatedAt: f.now()}
		all.Go(func() { errs[i] = f.AddToken(f.ctx, p.ID, made[i], hash(made[i].ID)) })
	}
	all.Wait()
	kept, err := f.Tokens(f.ctx, p.ID)
	f.must(err)
	f.want("tokens", len(kept), lobby.MaxTokens)
	for i, err := range errs {
		if slices.Contains(kept, made[i]) {
			f.must(err)
		} else {
			f.wantError(err, lobby.ErrTooManyTokens)
		}
	}
	f.must(f.AddToken(f.ctx, p.ID, kept[0], hash("fresh"))) // it is one of them
	f.must(f.EndToken(f.ctx, p.ID, kept[1].ID))
	f.must(f.AddToken(f.ctx, p.ID, kept[1], hash("another")))
}

func sessionsEnded(f *fixture) {
	p, other := f.player(), f.player()
	f.must(f.AddToken(f.ctx, p.ID, lobby.Token{ID: newID(), Label: "bot", CreatedAt: f.now()}, hash("token")))
	f.must(f.KeepRecovery(f.ctx, p.ID, hash("code"), f.now()))
	first := lobby.Hash(hash(string(p.ID)))
	all := []lobby.Hash{hash("nothing"), hash("token"), first, hash(string(other.ID))}
	standing := func() []lobby.Hash {
		f.Helper()
		got, err := f.Standing(f.ctx, all)
		f.must(err)
		slices.SortFunc(got, func(a, b lobby.Hash) int { return slices.Compare(a[:], b[:]) })
		return got
	}
	sorted := func(some ...lobby.Hash) []lobby.Hash {
		slices.SortFunc(some, func(a, b lobby.Hash) int { return slices.Compare(a[:], b[:]) })
		return some
	}
	f.want("standing", standing(), sorted(all[1], all[2], all[3]))
	ended, err := f.EndSessions(f.ctx, p.ID, first)
	f.must(err)
	f.want("ended besides one's own", ended, 0)
	ended, err = f.EndSessions(f.ctx, p.ID, hash("token"))
	f.must(err)
	f.want("ended by a program", ended, 1)
	f.want("standing", standing(), sorted(all[1], all[3]))
	none, err := f.Standing(f.ctx, nil)
	f.must(err)
	f.want("none", len(none), 0)
}

func gamesOfAPlayer(f *fixture) {
	p := f.player()
	made := f.create(engine.Unlisted) // by somebody else
	var want []engine.GameID
	seat := func(white, black engine.PlayerID) func(*room.Append) {
		return func(a *room.Append) { a.Summary.White, a.Summary.Black = white, black }
	}
	won := func(winner engine.Seat, worth uint8) func(*room.Append) {
		return func(a *room.Append) { a.Summary.Winner, a.Summary.Worth = winner, worth }
	}
	calledOff := func(a *room.Append) {
		a.Summary.Reason, a.Summary.Winner, a.Summary.Worth = engine.Aborted, engine.NoSeat, 0
	}
	for _, c := range []struct {
		visibility   engine.Visibility
		white, black engine.PlayerID
		end          func(*room.Append)
	}{
		{engine.Public, p.ID, made.record.Creator, nil},
		{engine.Unlisted, made.record.Creator, p.ID, nil},
		{engine.Public, p.ID, made.record.Creator, won(engine.White, 3)},
		{engine.Public, made.record.Creator, p.ID, won(engine.Black, 1)},
		{engine.Public, made.record.Creator, p.ID, won(engine.White, 2)},
		{engine.Public, p.ID, made.record.Creator, calledOff},
		{engine.Unlisted, p.ID, made.record.Creator, won(engine.White, 1)},
		{engine.Public, made.record.Creator, "", nil},
	} {
		g := f.create(c.visibility)
		g.add(1, seat(c.white, c.black), playing)
		if c.end != nil {
			g.add(1, over(f.now()), c.end)
		} else if c.black != "" {
			want = append(want, g.id())
		}
	}
	own := f.newRecord(p.ID, engine.Unlisted)
	_, err := f.CreateGame(f.ctx, own)
	f.must(err)
	want = append(want, own.Append.Game)
	want = append(want, f.take(p.ID, f.post(f.player().ID)).id()) // where nobody sits yet
	got, err := f.Unfinished(f.ctx, p.ID)
	f.must(err)
	f.want("unfinished", got, want)
	results, err := f.Results(f.ctx, p.ID)
	f.must(err)
	f.want("results", results, []lobby.Results{{Ruleset: own.Append.Summary.Ruleset, Won: 2, Lost: 1, PointsWon: 4, PointsLost: 2}})
	results, err = f.Results(f.ctx, f.player().ID)
	f.must(err)
	f.want("nobody's results", len(results), 0)
}
