package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
)

// registerTranscript registers the game as text.
func (s *Server) registerTranscript(api huma.API) {
	type transcriptInput struct {
		ID     string `path:"id" doc:"The game."`
		Format string `query:"format" enum:"text,mat" default:"text" doc:"text for people; mat for other programs, backgammon only."`
	}
	type transcript struct {
		ContentType string `header:"Content-Type"`
		Link        string `header:"Link" doc:"The record of the game."`
		Disposition string `header:"Content-Disposition"`
		Body        []byte
	}
	register(s, api, huma.Operation{
		OperationID: "get-transcript", Method: http.MethodGet, Path: apiPath + "/games/{id}/transcript",
		Summary: "A game as text", Description: "Its turns in notation so far, with the names its players have now. " +
			"format=mat is the .mat form that GNU Backgammon and others import; games of other rulesets have none.",
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{
			"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}},
		}}},
	}, func(ctx context.Context, in *transcriptInput) (*transcript, error) {
		v, err := s.game(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		white, black := v.Game.Player(engine.White), v.Game.Player(engine.Black)
		seen, err := s.names.look(ctx, white, black)
		if err != nil {
			return nil, err
		}
		names := engine.Names{White: seen[white].Name, Black: seen[black].Name}
		out := &transcript{
			ContentType: "text/plain; charset=utf-8",
			Link:        linkTo(v.Game.ID, "", "canonical", "application/json"),
		}
		if in.Format != "mat" {
			out.Body = []byte(engine.Transcript(v.Events, names))
			return out, nil
		}
		text, err := engine.Mat(v.Events, names)
		out.Disposition = `attachment; filename="` + string(v.Game.ID) + `.mat"`
		out.Body = []byte(text)
		return out, err
	})
}

// linkTo is the Link header that names another form of a game.
func linkTo(game engine.GameID, path, relation, kind string) string {
	return `<` + apiPath + `/games/` + string(game) + path + `>; rel="` + relation + `"; type="` + kind + `"`
}
