package storetest

import (
	"fmt"
	"slices"
	"sync"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/talk"
)

// says makes, without storing it, what a player says beside a game.
func (g *game) says(p engine.PlayerID, c talk.Circle, text string) talk.Said {
	return talk.Said{
		Game: g.id(), Circle: c, Command: room.CommandID(newID()), Digest: hash(text), Player: p,
		At: g.f.now(), Text: text,
	}
}

// talk reads a circle.
func (g *game) talk(c talk.Circle, after uint32) talk.Talk {
	g.f.Helper()
	t, err := g.f.Talk(g.f.ctx, g.id(), c, after)
	g.f.must(err)
	return t
}

func talkSaid(f *fixture) {
	g, p := f.create(engine.Unlisted), f.player().ID
	f.want("a silent game", g.talk(talk.Players, 0), talk.Talk{})
	var want []talk.Line
	for i, text := range []string{"well played", "¡ay! <b>'; --", "🎲"} {
		said := g.says(p, talk.Players, text)
		got, err := f.Say(f.ctx, said)
		f.must(err)
		n := uint32(i + 1)
		want = append(want, talk.Line{N: n, Change: n, Player: p, At: said.At, Text: text})
		f.want("line", got, want[i])
	}
	other := g.says(p, talk.Spectators, "elsewhere")
	_, err := f.Say(f.ctx, other)
	f.must(err)
	f.want("all", g.talk(talk.Players, 0), talk.Talk{Change: 3, Lines: want})
	f.want("after the first", g.talk(talk.Players, 1), talk.Talk{Change: 3, Lines: want[1:]})
	f.want("after all", g.talk(talk.Players, 3), talk.Talk{Change: 3})
	f.want("spectators", len(g.talk(talk.Spectators, 0).Lines), 1)
	silent := f.create(engine.Public)
	changes, err := f.TalkChanges(f.ctx, []engine.GameID{g.id(), silent.id(), engine.GameID(newID())})
	f.must(err)
	f.want("changes", changes, map[engine.GameID]talk.Changes{g.id(): {3, 1}})
}

func talkSaidOnce(f *fixture) {
	g, p := f.create(engine.Unlisted), f.player().ID
	said := g.says(p, talk.Players, "once")
	lines := make([]talk.Line, 8)
	errs := make([]error, len(lines))
	var all sync.WaitGroup
	for i := range lines {
		all.Go(func() { lines[i], errs[i] = f.Say(f.ctx, said) })
	}
	all.Wait()
	for i := range lines {
		f.must(errs[i])
		f.want("line", lines[i], lines[0])
	}
	f.want("lines", len(g.talk(talk.Players, 0).Lines), 1)
	reused := said
	reused.Digest, reused.Text = hash("other"), "other"
	_, err := f.Say(f.ctx, reused)
	f.wantError(err, room.ErrCommandReused)
	// Said before the talk was closed, and asked for again after it.
	f.must(f.CloseTalk(f.ctx, g.id(), talk.Players, engine.White, true))
	again, err := f.Say(f.ctx, said)
	f.must(err)
	f.want("line", again, lines[0])
}

func talkManyAtOnce(f *fixture) {
	g := f.create(engine.Public)
	const people, each = 6, talk.PaceLines
	var all sync.WaitGroup
	errs := make(chan error, people*each)
	for range people {
		p := f.player().ID
		for i := range each {
			said := g.says(p, talk.Spectators, fmt.Sprint(i))
			said.At = 1_795_932_704_000_000 + engine.Micros(i)
			all.Go(func() {
				_, err := f.Say(f.ctx, said)
				errs <- err
			})
		}
	}
	all.Wait()
	close(errs)
	for err := range errs {
		f.must(err)
	}
	t := g.talk(talk.Spectators, 0)
	f.want("lines", len(t.Lines), people*each)
	for i, l := range t.Lines {
		if l.N != uint32(i+1) || l.Change != l.N {
			f.Errorf("line %d is numbered %d, change %d", i+1, l.N, l.Change)
		}
	}
}

func talkPace(f *fixture) {
	g, p, q := f.create(engine.Public), f.player().ID, f.player().ID
	at := engine.Micros(1_795_932_704_000_000)
	say := func(p engine.PlayerID, at engine.Micros) error {
		said := g.says(p, talk.Spectators, "quick")
		said.At = at
		_, err := f.Say(f.ctx, said)
		return err
	}
	for range talk.PaceLines {
		f.must(say(p, at))
	}
	f.wantError(say(p, at+talk.Pace-1), talk.ErrPace)
	f.must(say(q, at))
	f.must(say(p, at+talk.Pace))
}

func talkClosed(f *fixture) {
	g, p := f.create(engine.Unlisted), f.player().ID
	say := func(c talk.Circle) error {
		_, err := f.Say(f.ctx, g.says(p, c, "hello"))
		return err
	}
	for range 2 { // the second time nothing changes
		f.must(f.CloseTalk(f.ctx, g.id(), talk.Players, engine.White, true))
	}
	f.want("closed", g.talk(talk.Players, 0), talk.Talk{Change: 1, Closed: [2]bool{true, false}})
	f.wantError(say(talk.Players), talk.ErrClosed)
	f.must(say(talk.Spectators))
	f.must(f.CloseTalk(f.ctx, g.id(), talk.Players, engine.Black, true))
	f.must(f.CloseTalk(f.ctx, g.id(), talk.Players, engine.White, false))
	f.wantError(say(talk.Players), talk.ErrClosed)
	f.must(f.CloseTalk(f.ctx, g.id(), talk.Players, engine.Black, false))
	f.must(say(talk.Players))
	f.want("change of the line", g.talk(talk.Players, 4).Lines[0].Change, uint32(5))
	f.wantError(f.CloseTalk(f.ctx, engine.GameID(newID()), talk.Players, engine.White, true), room.ErrNoGame)
}

func talkDeleted(f *fixture) {
	g, p := f.create(engine.Public), f.player().ID
	for _, text := range []string{"kind", "unkind"} {
		_, err := f.Say(f.ctx, g.says(p, talk.Spectators, text))
		f.must(err)
	}
	before := g.talk(talk.Spectators, 0)
	for range 2 { // the second time nothing changes
		f.must(f.DeleteLine(f.ctx, g.id(), talk.Spectators, 2))
	}
	want := before.Lines[1]
	want.Text, want.Deleted, want.Change = "", true, 3
	f.want("what changed", g.talk(talk.Spectators, 2), talk.Talk{Change: 3, Lines: []talk.Line{want}})
	f.want("the other line", g.talk(talk.Spectators, 0).Lines[0], before.Lines[0])
	f.wantError(f.DeleteLine(f.ctx, g.id(), talk.Spectators, 3), talk.ErrNoLine)
	f.wantError(f.DeleteLine(f.ctx, g.id(), talk.Players, 1), talk.ErrNoLine)
}

func talkPages(f *fixture) {
	g := f.create(engine.Public)
	for i := range talk.PageLines + 3 {
		_, err := f.Say(f.ctx, g.says(f.player().ID, talk.Spectators, fmt.Sprint(i)))
		f.must(err)
	}
	t := g.talk(talk.Spectators, 0)
	f.want("lines", len(t.Lines), talk.PageLines)
	f.want("the last", t.Lines[len(t.Lines)-1].N, uint32(talk.PageLines+3))
}

func talkNoGame(f *fixture) {
	g := f.create(engine.Public)
	said := g.says(f.player().ID, talk.Players, "hello?")
	said.Game = engine.GameID(newID())
	_, err := f.Say(f.ctx, said)
	f.wantError(err, room.ErrNoGame)
}

func talkMuted(f *fixture) {
	p, q, r := f.player().ID, f.player().ID, f.player().ID
	for _, whom := range []engine.PlayerID{q, r, q} {
		f.must(f.Mute(f.ctx, p, whom, true))
	}
	muted := func(by engine.PlayerID) []engine.PlayerID {
		all, err := f.Muted(f.ctx, by)
		f.must(err)
		slices.Sort(all)
		return all
	}
	want := []engine.PlayerID{q, r}
	slices.Sort(want)
	f.want("muted", muted(p), want)
	f.want("muted by somebody else", len(muted(q)), 0)
	for range 2 {
		f.must(f.Mute(f.ctx, p, q, false))
	}
	f.want("muted", muted(p), []engine.PlayerID{r})
}
