package storetest

import (
	"cmp"
	"slices"

	"fallas/engine"
	"fallas/lobby"
)

func peopleFound(f *fixture) {
	p, q := f.player(), f.player()
	for _, want := range []lobby.Player{p, q} {
		got, err := f.PlayerBySession(f.ctx, hash(string(want.ID)))
		f.must(err)
		f.want("player by session", got, want)
		found, err := f.Players(f.ctx, []engine.PlayerID{want.ID})
		f.must(err)
		f.want("player by id", found, []lobby.Player{want})
	}
}

func peopleNames(f *fixture) {
	for i, name := range []string{"Alfonso", "Ana María Peña", "Σοφία", "נעמי", "李清照", "'; DROP TABLE players; --", "<b>&amp;", "🎲", ""} {
		p := lobby.Player{ID: engine.PlayerID(newID()), Name: name, Guest: i%2 == 0, CreatedAt: f.now()}
		f.must(f.CreatePlayer(f.ctx, p, hash(name)))
		got, err := f.PlayerBySession(f.ctx, hash(name))
		f.must(err)
		f.want("player", got, p)
	}
}

func peopleSessionTaken(f *fixture) {
	p := f.player()
	q := lobby.Player{ID: engine.PlayerID(newID()), Name: "Guest", Guest: true, CreatedAt: f.now()}
	if err := f.CreatePlayer(f.ctx, q, hash(string(p.ID))); err == nil {
		f.Error("two people have one session")
	}
	found, err := f.Players(f.ctx, []engine.PlayerID{q.ID})
	f.must(err)
	f.want("the refused player", len(found), 0)
	got, err := f.PlayerBySession(f.ctx, hash(string(p.ID)))
	f.must(err)
	f.want("whose session it is", got, p)
}

func peopleNoSession(f *fixture) {
	p := f.player()
	// The token's hash is what finds a person: not the hash of that, nor a part of it.
	almost := hash(string(p.ID))
	almost[31] ^= 1
	for _, h := range [][32]byte{{}, almost, hash("nobody")} {
		_, err := f.PlayerBySession(f.ctx, h)
		f.wantError(err, lobby.ErrNoSession)
	}
}

func peopleMany(f *fixture) {
	var want []lobby.Player
	var ids []engine.PlayerID
	for range 20 {
		p := f.player()
		want = append(want, p)
		ids = append(ids, p.ID, engine.PlayerID(newID()), p.ID)
	}
	got, err := f.Players(f.ctx, ids)
	f.must(err)
	byID := func(a, b lobby.Player) int { return cmp.Compare(a.ID, b.ID) }
	slices.SortFunc(got, byID)
	slices.SortFunc(want, byID)
	f.want("players", got, want)
	got, err = f.Players(f.ctx, nil)
	f.must(err)
	f.want("players without ids", len(got), 0)
}
