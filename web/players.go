package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
)

// results are what came of a player's public games of one ruleset.
type results struct {
	Ruleset    engine.RulesetID `json:"ruleset"`
	Won        int              `json:"won"`
	Lost       int              `json:"lost"`
	PointsWon  int              `json:"points_won" doc:"What the games won were worth."`
	PointsLost int              `json:"points_lost"`
}

// registerPlayers registers what anyone may know of a player.
func (s *Server) registerPlayers(api huma.API) {
	type playerInput struct {
		ID string `path:"id" doc:"The player."`
	}
	type playerOutput struct {
		Body struct {
			Player
			Since   engine.Micros `json:"since" doc:"Since when the player has been here."`
			Results []results     `json:"results" nullable:"false" doc:"Of finished public games; those called off count nowhere."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "get-player", Method: http.MethodGet, Path: apiPath + "/players/{id}",
		Summary: "A player", Description: "Who it is, and the results of public games, ruleset by ruleset.",
	}, func(ctx context.Context, in *playerInput) (*playerOutput, error) {
		id, err := playerID(in.ID)
		if err != nil {
			return nil, err
		}
		p, err := s.opt.Lobby.Player(ctx, id)
		if err != nil {
			return nil, err
		}
		all, err := s.opt.Lobby.Results(ctx, id)
		if err != nil {
			return nil, err
		}
		out := &playerOutput{}
		out.Body.Player, out.Body.Since = playerOf(p), p.CreatedAt
		out.Body.Results = make([]results, len(all))
		for i, r := range all {
			out.Body.Results[i] = results(r)
		}
		return out, nil
	})
}
