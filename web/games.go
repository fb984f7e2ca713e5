package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

func (s *Server) registerAbout(api huma.API) {
	type about struct {
		Body struct {
			Version  string            `json:"version"`
			LANURLs  []string          `json:"lan_urls" nullable:"false" doc:"Addresses of the server that others in its network can use."`
			Rulesets []*engine.Ruleset `json:"rulesets" nullable:"false" doc:"The newcomer's first."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "about", Method: http.MethodGet, Path: apiPath + "/server", Summary: "About this server",
	}, func(context.Context, *struct{}) (*about, error) {
		out := &about{}
		out.Body.Version = s.opt.Version
		out.Body.LANURLs = append([]string{}, s.opt.LANURLs...)
		out.Body.Rulesets = engine.Rulesets()
		return out, nil
	})
}

func (s *Server) registerGames(api huma.API) {
	type createInput struct {
		Body struct {
			ID         string `json:"id" format:"uuid" doc:"The client's own; the same id makes the same game."`
			Ruleset    string `json:"ruleset,omitempty" minLength:"1" default:"fallas"`
			Seat       string `json:"seat,omitempty" enum:"white,black,random" default:"random"`
			Visibility string `json:"visibility,omitempty" enum:"public,unlisted" default:"unlisted"`
			Odds       bool   `json:"odds,omitempty" doc:"Whether the players see the odds of a falla while they play; whoever sits agrees."`
		}
	}
	type created struct {
		Body struct {
			Game       Summary        `json:"game"`
			Seat       engine.Seat    `json:"seat" doc:"The maker's seat; it is kept."`
			Commitment engine.Bytes32 `json:"commitment" doc:"The SHA-256 of the game's secret."`
			Odds       bool           `json:"odds" doc:"Whether the players see the odds of a falla while they play."`
			Invitation string         `json:"invitation" doc:"Opens the other seat to one person."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "create-game", Method: http.MethodPost, Path: apiPath + "/games", Summary: "Make a game",
		DefaultStatus: http.StatusCreated, Security: needsSession,
		Middlewares: huma.Middlewares{s.limited(s.gameRate, nil)},
	}, func(ctx context.Context, in *createInput) (*created, error) {
		ctx, p, done, err := s.acting(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		id, err := commandID(in.Body.ID)
		if err != nil {
			return nil, err
		}
		wish := lobby.NewGame{
			ID: id, Ruleset: engine.RulesetID(in.Body.Ruleset), Visibility: engine.Visibility(in.Body.Visibility), Odds: in.Body.Odds,
			Seat: wishedSeat(in.Body.Seat),
		}
		made, err := s.opt.Lobby.Create(ctx, p, wish)
		if err != nil {
			return nil, err
		}
		row, err := s.opt.Store.Summary(ctx, made.Game)
		if err != nil {
			return nil, err
		}
		out := &created{}
		out.Body.Seat, out.Body.Commitment, out.Body.Odds, out.Body.Invitation = made.Seat, made.Commitment, made.Odds, made.Invitation
		out.Body.Game, err = s.summary(ctx, row)
		return out, err
	})

	type gameInput struct {
		ID string `path:"id" doc:"The game."`
	}
	type record struct {
		Link string `header:"Link" doc:"The game as text."`
		Body struct {
			Summary
			Odds   bool   `json:"odds" doc:"Whether the players agreed to see the odds of a falla while they played."`
			Events events `json:"events"`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "get-game", Method: http.MethodGet, Path: apiPath + "/games/{id}",
		Summary: "The record of a game", Description: "Its summary and all its events so far. Of a finished game the record is all it takes to check every roll.",
	}, func(ctx context.Context, in *gameInput) (*record, error) {
		v, err := s.game(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		out := &record{Link: linkTo(v.Game.ID, "/transcript", "alternate", "text/plain")}
		out.Body.Odds, out.Body.Events = v.Game.Odds, joined(v.Raw)
		out.Body.Summary, err = s.summary(ctx, room.Summarize(v.Game))
		return out, err
	})

	s.registerLists(api)
	s.registerInvitations(api)
}

func (s *Server) registerInvitations(api huma.API) {
	type gameInput struct {
		ID string `path:"id" doc:"The game."`
	}
	type invited struct {
		Body struct {
			Invitation string `json:"invitation"`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "invite", Method: http.MethodPost, Path: apiPath + "/games/{id}/invitations", DefaultStatus: http.StatusCreated,
		Summary: "Another invitation", Description: "For who made the game, to its free seat.",
		Security: needsSession, Middlewares: huma.Middlewares{s.limited(s.gameRate, nil)},
	}, func(ctx context.Context, in *gameInput) (*invited, error) {
		ctx, p, done, err := s.acting(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		game, err := gameID(in.ID)
		if err != nil {
			return nil, err
		}
		out := &invited{}
		out.Body.Invitation, err = s.opt.Lobby.Invite(ctx, p, game)
		return out, err
	})

	type lookInput struct {
		ID   string `path:"id" doc:"The game."`
		Body struct {
			Invitation string `json:"invitation" maxLength:"128"`
		}
	}
	type looked struct {
		Body struct {
			Seat engine.Seat `json:"seat"`
			Free bool        `json:"free" doc:"Whether nobody has taken the seat yet."`
			From Player      `json:"from"`
			Odds bool        `json:"odds" doc:"Whether the players see the odds of a falla while they play: whoever sits agrees."`

			Ruleset engine.RulesetID `json:"ruleset"`
			Phase   engine.Phase     `json:"phase" enum:"waiting,playing,over" doc:"What there is to see of the game when the seat is not free any more."`
			Result  *Result          `json:"result" doc:"How the game ended; null before."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "look-at-invitation", Method: http.MethodPost, Path: apiPath + "/games/{id}/invitation",
		Summary: "What an invitation is for", Description: "Spends nothing. The invitation is in the body so that no log sees it.",
	}, func(ctx context.Context, in *lookInput) (*looked, error) {
		game, err := gameID(in.ID)
		if err != nil {
			return nil, err
		}
		i, err := s.opt.Lobby.Invitation(ctx, game, in.Body.Invitation)
		if err != nil {
			return nil, err
		}
		out := &looked{}
		out.Body.Seat, out.Body.Free, out.Body.From, out.Body.Odds = i.Seat, i.Free, playerOf(i.From), i.Odds
		out.Body.Ruleset, out.Body.Phase = i.Ruleset, i.Phase
		if i.Phase == engine.Over {
			out.Body.Result = &Result{Reason: i.Result.Reason, Winner: i.Result.Winner, Worth: i.Result.Worth}
		}
		return out, nil
	})
}
