package playtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/web"
	"fallas/web/playtest"
)

// dweller is somebody who lives in the lobby: offers, accepts, withdraws, plays, wants another game, talks, takes
// another name, each time through any of the servers, and now and then the same thing twice at once.
type dweller struct {
	*playtest.Client
	nodes []string
	rnd   *rand.Rand // owned by whoever acts

	seeks []lobby.SeekID // of one's own, not known to be closed
	games []engine.GameID
	sits  map[engine.GameID]string // the id under which one sits, the same each time
	naming

	mu   sync.Mutex
	told map[lobby.SeekID]engine.GameID // by the lobby
}

func newDweller(c *playtest.Client, nodes []string, seed uint64) *dweller {
	return &dweller{
		Client: c, nodes: nodes, rnd: rand.New(rand.NewPCG(seed, 1)),
		sits: map[engine.GameID]string{}, told: map[lobby.SeekID]engine.GameID{},
	}
}

// at is the client on any server.
func (d *dweller) at() *playtest.Client {
	c := *d.Client
	c.Base = d.nodes[d.rnd.IntN(len(d.nodes))]
	return &c
}

// allowed says whether a refusal is one of those that this act may meet.
func allowed(err error, codes ...web.Code) bool {
	var p *playtest.Problem
	return errors.As(err, &p) && slices.Contains(codes, p.Code)
}

// insist sends the same again for as long as the server says that this may help.
func insist[T any](ctx context.Context, do func() (T, error)) (T, error) {
	for {
		v, err := do()
		var p *playtest.Problem
		if err == nil || !errors.As(err, &p) || !p.Again || ctx.Err() != nil {
			return v, err
		}
	}
}

// twice does an act, one time in three on two servers at once under the same id: then both answers are the
// same, but for what has happened since.
func twice[T any](ctx context.Context, d *dweller, same func(a, b T) bool, do func(c *playtest.Client, id string) (T, error)) (T, error) {
	id := uuid.NewString()
	first, second := d.at(), d.at()
	if d.rnd.IntN(3) > 0 {
		return insist(ctx, func() (T, error) { return do(first, id) })
	}
	var a, b T
	var errA, errB error
	var both sync.WaitGroup
	both.Go(func() { a, errA = insist(ctx, func() (T, error) { return do(first, id) }) })
	both.Go(func() { b, errB = insist(ctx, func() (T, error) { return do(second, id) }) })
	both.Wait()
	switch {
	case errA == nil && errB == nil && !same(a, b):
		return a, fmt.Errorf("one act, two answers: %+v and %+v", a, b)
	case errA != nil:
		return b, errB // refused acts are judged anew: the other may have been accepted
	}
	return a, errA
}

func sameSeek(a, b web.Seek) bool {
	return a.ID == b.ID && (a.Game == b.Game || a.Game == "" || b.Game == "")
}

// act does one thing.
func (d *dweller) act(ctx context.Context) error {
	switch n := d.rnd.IntN(11); {
	case n < 3:
		return d.offer(ctx, (*playtest.Client).PlayNow)
	case n < 5:
		return d.offer(ctx, (*playtest.Client).PostSeek)
	case n < 7:
		return d.accept(ctx)
	case n < 8:
		return d.withdraw(ctx)
	case n < 9:
		return d.again(ctx)
	case n < 10:
		return d.talk(ctx)
	}
	return d.rename(ctx)
}

func (d *dweller) offer(ctx context.Context, how func(*playtest.Client, context.Context, playtest.Wish) (web.Seek, error)) error {
	wish := playtest.Wish{
		Ruleset: []string{"fallas", "faylys", "backgammon"}[d.rnd.IntN(3)],
		Seat:    []string{"white", "black", "random", "random"}[d.rnd.IntN(4)],
	}
	s, err := twice(ctx, d, sameSeek, func(c *playtest.Client, id string) (web.Seek, error) {
		wish := wish
		wish.ID = id
		return how(c, ctx, wish)
	})
	if err != nil {
		return ignoring(err, web.CodeManySeeks)
	}
	d.led(s)
	return nil
}

func ignoring(err error, codes ...web.Code) error {
	if allowed(err, codes...) {
		return nil
	}
	return err
}

// led notes what an act led to.
func (d *dweller) led(s web.Seek) {
	switch {
	case s.State == lobby.SeekTaken:
		d.joined(s.Game)
	case s.State == lobby.SeekOpen && s.Owner.ID == d.Self.ID && !slices.Contains(d.seeks, s.ID):
		d.seeks = append(d.seeks, s.ID)
	}
}

func (d *dweller) joined(g engine.GameID) {
	if !slices.Contains(d.games, g) {
		d.games = append(d.games, g)
	}
}

func (d *dweller) accept(ctx context.Context) error {
	open, err := insist(ctx, func() ([]web.Seek, error) { return d.at().Seeks(ctx) })
	if err != nil || len(open) == 0 {
		return err
	}
	wanted := open[d.rnd.IntN(len(open))]
	s, err := twice(ctx, d, sameSeek, func(c *playtest.Client, id string) (web.Seek, error) {
		return c.AcceptSeek(ctx, id, string(wanted.ID))
	})
	if err != nil {
		return ignoring(err, web.CodeSeekTaken, web.CodeSeekGone, web.CodeOwnSeek)
	}
	if s.State != lobby.SeekTaken || s.ID != wanted.ID {
		return fmt.Errorf("accepted seek %s and got %+v", wanted.ID, s)
	}
	d.joined(s.Game)
	return nil
}

func (d *dweller) withdraw(ctx context.Context) error {
	if len(d.seeks) == 0 {
		return nil
	}
	seek := string(d.seeks[d.rnd.IntN(len(d.seeks))])
	_, err := twice(ctx, d, sameSeek, func(c *playtest.Client, id string) (web.Seek, error) {
		return c.WithdrawSeek(ctx, id, seek)
	})
	return ignoring(err, web.CodeSeekTaken)
}

// again wants a rematch of a game that is over, or none any more.
func (d *dweller) again(ctx context.Context) error {
	if len(d.games) == 0 {
		return nil
	}
	game := string(d.games[d.rnd.IntN(len(d.games))])
	how := (*playtest.Client).WantRematch
	if d.rnd.IntN(4) == 0 {
		how = (*playtest.Client).DropRematch
	}
	r, err := twice(ctx, d, func(a, b web.Rematch) bool { return a.Next == nil || b.Next == nil || *a.Next == *b.Next },
		func(c *playtest.Client, id string) (web.Rematch, error) { return how(c, ctx, id, game) })
	if err != nil {
		return ignoring(err, web.CodeNotOver, web.CodeSeekTaken, web.CodeManySeeks,
			web.Code(engine.RefusedNotSeated), web.Code(engine.RefusedNotStarted))
	}
	if r.Next != nil {
		d.joined(*r.Next)
	}
	return nil
}

func (d *dweller) talk(ctx context.Context) error {
	if len(d.games) == 0 {
		return nil
	}
	path := "/games/" + string(d.games[d.rnd.IntN(len(d.games))]) + "/chat"
	_, err := twice(ctx, d, func(struct{}, struct{}) bool { return true }, func(c *playtest.Client, id string) (struct{}, error) {
		return struct{}{}, c.Do(ctx, http.MethodPost, path, map[string]string{"id": id, "text": "good luck"}, nil)
	})
	return ignoring(err, web.CodeRate, web.CodeChatClosed)
}

// settle looks what has become of one's seeks, sits in one's games and gives them up, and keeps the last so
// many.
func (d *dweller) settle(ctx context.Context, kept int) error {
	d.mu.Lock()
	told := d.told
	d.told = map[lobby.SeekID]engine.GameID{}
	d.mu.Unlock()
	var open []lobby.SeekID
	for _, id := range d.seeks {
		s, err := insist(ctx, func() (web.Seek, error) { return d.at().Seek(ctx, string(id)) })
		switch {
		case err != nil:
			return err
		case s.State == lobby.SeekTaken:
			d.joined(s.Game)
		case s.State == lobby.SeekOpen:
			open = append(open, id)
		}
		if game, ok := told[id]; ok && (s.State != lobby.SeekTaken || s.Game != game) {
			return fmt.Errorf("the lobby said that seek %s led to %s; it is %+v", id, game, s)
		}
	}
	d.seeks = open
	games := d.games
	d.games = nil
	for i, game := range games {
		over, err := d.finish(ctx, game)
		if err == nil && over && len(games)-i > kept {
			err = d.forget(ctx, game)
		} else {
			d.joined(game)
		}
		if err != nil {
			return fmt.Errorf("game %s: %w", game, err)
		}
	}
	return nil
}

// forget has nothing more to do with a game that is over.
func (d *dweller) forget(ctx context.Context, game engine.GameID) error {
	r, err := insist(ctx, func() (web.Rematch, error) { return d.at().DropRematch(ctx, "", string(game)) })
	if allowed(err, web.CodeSeekTaken) {
		r, err = insist(ctx, func() (web.Rematch, error) { return d.at().Rematch(ctx, string(game)) })
	}
	if err == nil && r.Next != nil {
		d.joined(*r.Next)
	}
	return ignoring(err, web.Code(engine.RefusedNotSeated), web.Code(engine.RefusedNotStarted))
}

// leave takes all offers back and ends all games, as far as that can be done alone.
func (d *dweller) leave(ctx context.Context) error {
	for _, id := range d.seeks {
		_, err := insist(ctx, func() (web.Seek, error) { return d.at().WithdrawSeek(ctx, "", string(id)) })
		if err := ignoring(err, web.CodeSeekTaken); err != nil {
			return err
		}
	}
	return d.settle(ctx, 0)
}

// finish does one's part in ending a game; true if it is over.
func (d *dweller) finish(ctx context.Context, game engine.GameID) (bool, error) {
	record, err := insist(ctx, func() (playtest.Record, error) { return d.at().Record(ctx, string(game)) })
	if err != nil || record.Phase == engine.Over {
		return err == nil, err
	}
	if d.sits[game] == "" {
		d.sits[game] = uuid.NewString()
	}
	var created struct{ Commitment string }
	if err := json.Unmarshal(record.Events[0], &created); err != nil {
		return false, err
	}
	sit := playtest.Sit(d.sits[game], strings.Repeat("5e", 32), created.Commitment, "")
	delete(sit, "type")
	resign := map[string]any{"id": uuid.NewString(), "command": "resign"}
	if record.Ruleset == "backgammon" {
		resign["worth"] = 3 // never less than it may be worth, which would only be an offer (S4)
	}
	for _, command := range []map[string]any{sit, resign} {
		_, err := insist(ctx, func() (struct{}, error) {
			return struct{}{}, d.at().Do(ctx, http.MethodPost, "/games/"+string(game)+"/commands", command, nil)
		})
		if err := ignoring(err, web.Code(engine.RefusedGameOver), web.Code(engine.RefusedNotStarted)); err != nil {
			return false, err
		}
	}
	return false, nil
}

// live stays in the lobby, through connections that are cut, until ctx ends; what it is told of one's own
// seeks is for settle.
func (d *dweller) live(ctx context.Context, seed uint64) error {
	rnd := rand.New(rand.NewPCG(seed, 2))
	for ctx.Err() == nil {
		c := *d.Client
		c.Base = d.nodes[rnd.IntN(len(d.nodes))]
		l, err := c.EnterLobby(ctx)
		if allowed(err, web.CodeAgain) { // the machine is busy
			continue
		}
		if err != nil {
			return err
		}
		for range 5 + rnd.IntN(40) {
			if err := l.Hear(ctx); err != nil {
				break
			}
			d.mu.Lock()
			for seek, game := range l.Games {
				d.told[seek] = game
			}
			clear(l.Games)
			d.mu.Unlock()
		}
		l.Cut()
	}
	return nil
}
