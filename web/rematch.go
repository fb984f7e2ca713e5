package web

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

// Rematch is how a game goes on after its end, by the seats of that game.
type Rematch struct {
	White  bool           `json:"white" doc:"Whether white wants another game."`
	Black  bool           `json:"black" doc:"Whether black does."`
	Next   *engine.GameID `json:"next" doc:"The game made when both wanted one."`
	Series Series         `json:"series"`
}

// Series is how the series that a game belongs to stands, by the seats of that game.
type Series struct {
	Games int `json:"games" doc:"How many are finished; aborted ones do not count."`
	White int `json:"white" doc:"White's points: the worths of the games won."`
	Black int `json:"black" doc:"Black's points."`
}

func rematchOf(r lobby.Rematch) Rematch {
	shown := Rematch{White: r.White, Black: r.Black, Series: Series(r.Series)}
	if r.Next != "" {
		shown.Next = &r.Next
	}
	return shown
}

// rematchFrame is how a game goes on, read once, by whoever comes first, for all sockets of the game.
type rematchFrame struct {
	over bool // whether the game was, when it was read

	once  sync.Once
	shown *Rematch // nil while there is nothing to tell
	bytes []byte   // of the message
	err   error
}

// onward returns how a game goes on, as it stands since the last word of it; nil for a socket that is
// ending. over says that the reader knows the game to be over.
func (b *beside) onward(game engine.GameID, over bool) *rematchFrame {
	b.mu.Lock()
	g := b.games[game]
	if g == nil {
		b.mu.Unlock()
		return nil
	}
	f := g.rematch
	if f == nil || over && !f.over {
		f = &rematchFrame{over: over}
		g.rematch = f
	}
	b.mu.Unlock()
	f.once.Do(func() {
		if f.err = b.readOnward(game, f); f.err != nil {
			b.mu.Lock()
			defer b.mu.Unlock()
			if g.rematch == f {
				g.rematch = nil // the next one tries again
			}
		}
	})
	return f
}

func (b *beside) readOnward(game engine.GameID, f *rematchFrame) error {
	ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
	defer cancel()
	v, err := b.s.opt.Rooms.View(ctx, game, 0)
	if err != nil {
		return err
	}
	r, err := b.s.opt.Lobby.Rematch(ctx, &v.Game)
	if err != nil || r == (lobby.Rematch{}) && v.Game.Phase != engine.Over {
		return err
	}
	shown := rematchOf(r)
	f.shown = &shown
	f.bytes, err = json.Marshal(rematchMessage{Type: "rematch", Rematch: shown})
	return err
}

// rematchChanged wakes the sockets of a game.
func (b *beside) rematchChanged(game engine.GameID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if g := b.games[game]; g != nil {
		g.doubtRematch()
	}
}

// doubtRematches has the sockets of every game that is over look at how it goes on. b.mu is held.
func (b *beside) doubtRematches() {
	for _, g := range b.games {
		if g.rematch != nil && g.rematch.over {
			g.doubtRematch()
		}
	}
}

func (g *besideGame) doubtRematch() {
	g.rematch = nil
	for k := range g.sockets {
		k.wakeUp()
	}
}

// rematch is how the game goes on as its snapshot says; nil while there is nothing to tell.
func (k *socket) rematch() (*Rematch, error) {
	f := k.s.beside.onward(k.game, k.over)
	if f == nil {
		return nil, nil
	}
	k.onward = f.bytes
	return f.shown, f.err
}

// sendRematch tells how the game goes on if that is not what was told last.
func (k *socket) sendRematch() error {
	f := k.s.beside.onward(k.game, k.over)
	if f == nil {
		return nil
	}
	k.s.tries.note("how a game goes on could not be read", f.err)
	if f.err != nil { // the game goes on without it, until it is looked at again
		return nil
	}
	if f.bytes == nil || bytes.Equal(f.bytes, k.onward) {
		return nil
	}
	k.onward = f.bytes
	return k.write(f.bytes)
}

// registerRematch registers what follows a game.
func (s *Server) registerRematch(api huma.API) {
	type rematchOutput struct{ Body Rematch }
	rematchAct := func(ctx context.Context, id, game string,
		do func(context.Context, lobby.Player, room.CommandID, engine.GameID) (lobby.Rematch, error)) (*rematchOutput, error) {
		out := &rematchOutput{}
		err := s.act(ctx, id, func(ctx context.Context, p lobby.Player, command room.CommandID) error {
			game, err := gameID(game)
			if err != nil {
				return err
			}
			r, err := do(ctx, p, command, game)
			out.Body = rematchOf(r)
			return err
		})
		return out, err
	}

	type wantInput struct {
		Game string `path:"id" doc:"The game that is over."`
		Body struct {
			ID string `json:"id" format:"uuid" doc:"The client's own; the same id is the same act."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "want-rematch", Method: http.MethodPost, Path: apiPath + "/games/{id}/rematch",
		Summary: "Want a rematch", Description: "When both players want one, there is exactly one new game, with the seats changed and kept for them.",
		Security: needsSession, Middlewares: huma.Middlewares{s.limited(s.gameRate, nil)},
	}, func(ctx context.Context, in *wantInput) (*rematchOutput, error) {
		return rematchAct(ctx, in.Body.ID, in.Game, s.opt.Lobby.WantRematch)
	})

	type dropInput struct {
		Game string `path:"id" doc:"The game that is over."`
		ID   string `query:"id" required:"true" format:"uuid" doc:"The client's own; the same id is the same act."`
	}
	register(s, api, huma.Operation{
		OperationID: "drop-rematch", Method: http.MethodDelete, Path: apiPath + "/games/{id}/rematch", DefaultStatus: http.StatusOK,
		Summary: "Want no rematch any more", Security: needsSession,
	}, func(ctx context.Context, in *dropInput) (*rematchOutput, error) {
		return rematchAct(ctx, in.ID, in.Game, s.opt.Lobby.DropRematch)
	})

	type gameInput struct {
		Game string `path:"id" doc:"The game."`
	}
	register(s, api, huma.Operation{
		OperationID: "rematch", Method: http.MethodGet, Path: apiPath + "/games/{id}/rematch",
		Summary: "How a game goes on", Description: "Who wants a rematch, the game made, and the score of the series.",
	}, func(ctx context.Context, in *gameInput) (*rematchOutput, error) {
		v, err := s.game(ctx, in.Game)
		if err != nil {
			return nil, err
		}
		r, err := s.opt.Lobby.Rematch(ctx, &v.Game)
		return &rematchOutput{rematchOf(r)}, err
	})
}
