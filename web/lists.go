package web

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
	"fallas/store"
)

// listInput is a wish for a page of games. Nothing in it may be of the asker: what anybody is shown is the same.
type listInput struct {
	Status  string `query:"status" enum:"all,live,finished" doc:"all; with a result finished."`
	Player  string `query:"player" format:"uuid" doc:"Games in which this player sits."`
	Ruleset string `query:"ruleset" maxLength:"40"`
	Result  string `query:"result" enum:"borne_off,falla,resigned,abandoned,aborted,won,lost" doc:"How they ended: the reason, or won or lost by the player."`
	From    string `query:"from" format:"date-time" doc:"Games that ended then or later; in lists other than finished that were made then or later."`
	To      string `query:"to" format:"date-time" doc:"The same, before then."`
	Limit   int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	Cursor  string `query:"cursor" maxLength:"200" doc:"The next of the page before, of the same list."`
}

// gameList is a page of games.
type gameList struct {
	Body struct {
		Games []Summary `json:"games" nullable:"false"`
		Next  string    `json:"next,omitempty" doc:"The cursor of the next page; absent on the last."`
	}
}

func (s *Server) registerLists(api huma.API) {
	register(s, api, huma.Operation{
		OperationID: "list-games", Method: http.MethodGet, Path: apiPath + "/games",
		Summary: "Public games", Description: "Newest first; finished ones by their end.",
	}, func(ctx context.Context, in *listInput) (*gameList, error) {
		filter, err := in.filter()
		if err != nil {
			return nil, err
		}
		return s.list(ctx, filter, store.Page{Limit: in.Limit, After: in.Cursor})
	})
}

// list shows a page of games with the names of everyone in them.
func (s *Server) list(ctx context.Context, f store.Filter, p store.Page) (*gameList, error) {
	page, err := s.opt.Store.Games(ctx, f, p)
	if err != nil {
		return nil, err
	}
	out := &gameList{}
	out.Body.Next = page.Next
	out.Body.Games, err = s.summaries(ctx, page.Games...)
	return out, err
}

// filter is the wish as the store takes it. It fails with what is wrong with the wish.
func (in *listInput) filter() (store.Filter, error) {
	f := store.Filter{
		Status: store.Status(in.Status), Player: engine.PlayerID(in.Player), Ruleset: engine.RulesetID(in.Ruleset),
	}
	if _, err := playerID(in.Player); in.Player != "" && err != nil {
		return f, newProblem(CodeInvalid, "player: an id is a UUID in lower case")
	}
	if _, known := engine.LookUp(f.Ruleset); in.Ruleset != "" && !known {
		return f, newProblem(CodeInvalid, fmt.Sprintf("there is no ruleset %q", in.Ruleset))
	}
	switch in.Result {
	case "":
	case string(store.Won), string(store.Lost):
		f.Outcome = store.Outcome(in.Result)
	default:
		f.Reason = engine.EndReason(in.Result)
	}
	if f.Status == "" {
		f.Status = store.All
		if in.Result != "" {
			f.Status = store.Finished
		}
	}
	var err error
	if f.From, err = moment("from", in.From); err != nil {
		return f, err
	}
	if f.To, err = moment("to", in.To); err != nil {
		return f, err
	}
	return f, f.Check()
}

// moment reads a moment of RFC 3339, of any number of decimals and in any zone; "" is none.
func moment(field, text string) (engine.Micros, error) {
	if text == "" {
		return 0, nil
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || at.Year() < 1970 || at.Year() > 9999 {
		return 0, newProblem(CodeInvalid, field+": a moment is such as 2026-11-30T06:11:44.000123Z, from 1970 on")
	}
	return max(1, engine.Micros(at.UnixMicro())), nil
}
