package web

import (
	"context"
	"net/http"

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
