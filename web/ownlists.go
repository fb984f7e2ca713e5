package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"fallas/store"
)

// registerOwnGames registers the list of one's own games, those in no list too.
func (s *Server) registerOwnGames(api huma.API) {
	type ownInput struct {
		Status string `query:"status" enum:"all,live,finished" default:"all"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
		Cursor string `query:"cursor" maxLength:"200" doc:"The next of the page before, of the same list."`
	}
	register(s, api, huma.Operation{
		OperationID: "list-own-games", Method: http.MethodGet, Path: apiPath + "/session/games",
		Summary: "One's own games", Description: "In which one sits, the unlisted ones too. Newest first; finished ones by their end.", Security: needsSession,
	}, func(ctx context.Context, in *ownInput) (*gameList, error) {
		p, err := s.player(ctx)
		if err != nil {
			return nil, err
		}
		filter := store.Filter{Status: store.Status(in.Status), Player: p.ID, Unlisted: true}
		return s.list(ctx, filter, store.Page{Limit: in.Limit, After: in.Cursor})
	})
}
