package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

// Seek is an open offer to play, as everyone sees it.
type Seek struct {
	ID        lobby.SeekID     `json:"id"`
	Owner     Player           `json:"owner"`
	Ruleset   engine.RulesetID `json:"ruleset"`
	Seat      engine.Seat      `json:"seat" doc:"The owner's; \"\" is drawn when the game is made."`
	Odds      bool             `json:"odds" doc:"Whether the players see the odds of a falla while they play."`
	CreatedAt engine.Micros    `json:"created_at"`
	State     lobby.SeekState  `json:"state" enum:"open,taken,withdrawn,expired"`
	Game      engine.GameID    `json:"game,omitempty" doc:"The game it led to, once it is taken."`
}

// seeks shows seeks with the names of their owners.
func (s *Server) seeks(ctx context.Context, all ...lobby.Seek) ([]Seek, error) {
	owners := make([]engine.PlayerID, len(all))
	for i := range all {
		owners[i] = all[i].Owner
	}
	names, err := s.names.look(ctx, owners...)
	if err != nil {
		return nil, err
	}
	shown := make([]Seek, len(all))
	for i, k := range all {
		shown[i] = Seek{
			ID: k.ID, Owner: *names.of(k.Owner), Ruleset: k.Ruleset, Seat: k.Seat, Odds: k.Odds,
			CreatedAt: k.CreatedAt, State: k.State, Game: k.Game,
		}
	}
	return shown, nil
}

// act does something a person asks for once, under a command id of theirs. Like a command of a game it is
// finished whether or not the one who asked waits for it.
func (s *Server) act(ctx context.Context, id string, do func(context.Context, lobby.Player, room.CommandID) error) error {
	ctx, p, done, err := s.acting(ctx)
	if err != nil {
		return err
	}
	defer done()
	command, err := commandID(id)
	if err != nil {
		return err
	}
	return do(ctx, p, command)
}

type seekOutput struct {
	Body struct {
		Seek Seek `json:"seek"`
	}
}

func (s *Server) seekShown(ctx context.Context, k lobby.Seek) (*seekOutput, error) {
	shown, err := s.seeks(ctx, k)
	if err != nil {
		return nil, err
	}
	out := &seekOutput{}
	out.Body.Seek = shown[0]
	return out, nil
}

func wishedSeat(word string) engine.Seat {
	switch word {
	case "white":
		return engine.White
	case "black":
		return engine.Black
	}
	return engine.NoSeat
}

// registerSeeks registers offers to anybody.
func (s *Server) registerSeeks(api huma.API) {
	type wishInput struct {
		Body struct {
			ID      string `json:"id" format:"uuid" doc:"The client's own; the same id is the same seek."`
			Ruleset string `json:"ruleset,omitempty" minLength:"1" default:"fallas"`
			Seat    string `json:"seat,omitempty" enum:"white,black,random" default:"random"`
			Odds    *bool  `json:"odds,omitempty" doc:"Whether the players see the odds of a falla while they play. Left out: play now meets either; a seek is without."`
		}
	}
	wished := func(in *wishInput, command room.CommandID) lobby.SeekWish {
		return lobby.SeekWish{ID: command, Ruleset: engine.RulesetID(in.Body.Ruleset), Seat: wishedSeat(in.Body.Seat), Odds: in.Body.Odds}
	}
	// seekAct is an operation that leads to a seek.
	seekAct := func(ctx context.Context, id string, do func(context.Context, lobby.Player, room.CommandID) (lobby.Seek, error)) (out *seekOutput, err error) {
		err = s.act(ctx, id, func(ctx context.Context, p lobby.Player, command room.CommandID) error {
			k, err := do(ctx, p, command)
			if err == nil {
				out, err = s.seekShown(ctx, k)
			}
			return err
		})
		return out, err
	}

	register(s, api, huma.Operation{
		OperationID: "post-seek", Method: http.MethodPost, Path: apiPath + "/seeks", DefaultStatus: http.StatusCreated,
		Summary: "Offer a game to anybody", Description: "The seek goes when its owner has had no socket for a minute; sending the same again keeps it too.",
		Security: needsSession, Middlewares: huma.Middlewares{s.limited(s.gameRate, nil)},
	}, func(ctx context.Context, in *wishInput) (*seekOutput, error) {
		return seekAct(ctx, in.Body.ID, func(ctx context.Context, p lobby.Player, command room.CommandID) (lobby.Seek, error) {
			return s.opt.Lobby.PostSeek(ctx, p, wished(in, command))
		})
	})

	register(s, api, huma.Operation{
		OperationID: "play-now", Method: http.MethodPost, Path: apiPath + "/play",
		Summary: "Play now", Description: "Takes the oldest seek of somebody else that fits, or posts one.",
		Security: needsSession, Middlewares: huma.Middlewares{s.limited(s.gameRate, nil)},
	}, func(ctx context.Context, in *wishInput) (*seekOutput, error) {
		return seekAct(ctx, in.Body.ID, func(ctx context.Context, p lobby.Player, command room.CommandID) (lobby.Seek, error) {
			return s.opt.Lobby.PlayNow(ctx, p, wished(in, command))
		})
	})

	type acceptInput struct {
		Seek string `path:"seek"`
		Body struct {
			ID string `json:"id" format:"uuid" doc:"The client's own; the same id is the same act."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "accept-seek", Method: http.MethodPost, Path: apiPath + "/seeks/{seek}/accept",
		Summary: "Accept a seek", Description: "Makes the game, whose seats are kept for the two. The first to accept has it.",
		Security: needsSession, Middlewares: huma.Middlewares{s.limited(s.gameRate, nil)},
	}, func(ctx context.Context, in *acceptInput) (*seekOutput, error) {
		return seekAct(ctx, in.Body.ID, func(ctx context.Context, p lobby.Player, command room.CommandID) (lobby.Seek, error) {
			id, err := seekID(in.Seek)
			if err != nil {
				return lobby.Seek{}, err
			}
			return s.opt.Lobby.AcceptSeek(ctx, p, command, id)
		})
	})

	type withdrawInput struct {
		Seek string `path:"seek"`
		ID   string `query:"id" required:"true" format:"uuid" doc:"The client's own; the same id is the same act."`
	}
	register(s, api, huma.Operation{
		OperationID: "withdraw-seek", Method: http.MethodDelete, Path: apiPath + "/seeks/{seek}", DefaultStatus: http.StatusOK,
		Summary: "Withdraw a seek", Security: needsSession,
	}, func(ctx context.Context, in *withdrawInput) (*seekOutput, error) {
		return seekAct(ctx, in.ID, func(ctx context.Context, p lobby.Player, command room.CommandID) (lobby.Seek, error) {
			id, err := seekID(in.Seek)
			if err != nil {
				return lobby.Seek{}, err
			}
			return s.opt.Lobby.WithdrawSeek(ctx, p, command, id)
		})
	})

	type seekInput struct {
		Seek string `path:"seek"`
	}
	register(s, api, huma.Operation{
		OperationID: "get-seek", Method: http.MethodGet, Path: apiPath + "/seeks/{seek}",
		Summary: "A seek", Description: "What has become of it, and the game it led to.",
	}, func(ctx context.Context, in *seekInput) (*seekOutput, error) {
		id, err := seekID(in.Seek)
		if err != nil {
			return nil, err
		}
		k, err := s.opt.Lobby.Seek(ctx, id)
		if err != nil {
			return nil, err
		}
		return s.seekShown(ctx, k)
	})

	type seekList struct {
		Body struct {
			Seeks []Seek `json:"seeks" nullable:"false"`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "list-seeks", Method: http.MethodGet, Path: apiPath + "/seeks",
		Summary: "Open seeks", Description: "Oldest first, at most 200.",
	}, func(ctx context.Context, _ *struct{}) (*seekList, error) {
		open, err := s.opt.Lobby.OpenSeeks(ctx)
		if err != nil {
			return nil, err
		}
		out := &seekList{}
		out.Body.Seeks, err = s.seeks(ctx, open...)
		return out, err
	})
}
