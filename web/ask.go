package web

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
	"fallas/lobby/room"
)

// oddsAnswer is how a game stands, with the odds of the turn's roll; null where no falla can come of it.
type oddsAnswer struct {
	engine.Standing
	Falla *engine.FallaChance `json:"falla"`
}

// answer says what was asked by p, "" for nobody known; a refusal is an error.
func answer(v *room.View, p engine.PlayerID, m *askMessage) (*answerMessage, error) {
	a := &answerMessage{ID: m.ID, Ask: m.Ask}
	switch g := &v.Game; m.Ask {
	case askExplain:
		return a, a.explain(v, m.Seq)
	case askPosition:
		then, err := gameAfter(v, m.Seq)
		if err != nil {
			return nil, err
		}
		standing := then.Standing()
		a.Position = &standing
	case askOdds:
		if !maySeeOdds(g, p) {
			return nil, newProblem(CodeOddsNotAgreed, "the players of this game have not agreed to see the odds while they play")
		}
		then, err := gameAfter(v, m.Seq)
		if err != nil {
			return nil, err
		}
		a.Odds = &oddsAnswer{then.Standing(), then.FallaOdds()}
	case askWhy:
		if err := onRoll(g, p); err != nil {
			return nil, err
		}
		r := g.Why(m.Steps, m.Step)
		if r == nil {
			a.Legal = true
			return a, nil
		}
		a.Code, a.Clause, a.Detail = Code(r.Code), r.Clause, r.Detail
	case askComplete:
		if err := onRoll(g, p); err != nil {
			return nil, err
		}
		play, ok := g.Complete(m.Steps)
		if !ok {
			return nil, &engine.Refusal{Code: engine.RefusedStep, Detail: "no legal play begins with these steps"}
		}
		a.Steps = play
	}
	return a, nil
}

// explain answers for the roll or the play of event seq, or for the falla that ended the game.
func (a *answerMessage) explain(v *room.View, seq engine.Seq) error {
	detail := "the game has not ended in a falla"
	if seq == 0 {
		a.Explanation = v.Game.Explain()
	} else {
		a.Explanation = engine.ExplainEvent(v.Events, seq)
		detail = fmt.Sprintf("event %d is no roll that could not be played, and no play that left dice over", seq)
	}
	if a.Explanation == nil {
		return newProblem(CodeNoExplanation, detail)
	}
	return nil
}

// gameAfter is the game as it stood after event seq, or as it is now.
func gameAfter(v *room.View, seq engine.Seq) (*engine.Game, error) {
	if seq == 0 {
		return &v.Game, nil
	}
	g, ok := engine.GameAfter(v.Events, seq)
	if !ok {
		return nil, newProblem(CodeInvalid, fmt.Sprintf("the game has no event %d, only %d", seq, v.Game.Head))
	}
	return &g, nil
}

// maySeeOdds says whether the odds of a falla are shown to somebody. Those who play see them once the game
// is over, or if they agreed to, by sitting down to a game made so. It is a courtesy between the two and no
// secret: everybody can reckon them, and whoever else watches is shown them.
func maySeeOdds(g *engine.Game, p engine.PlayerID) bool {
	return g.Odds || g.Phase == engine.Over || g.SeatOf(p) == engine.NoSeat || g.Ruleset.Unplayable != engine.LosesGame
}

// registerAsk registers what can be asked on a socket as well.
func (s *Server) registerAsk(api huma.API) {
	type messageInput struct {
		ID      string `path:"id" doc:"The game."`
		RawBody []byte
	}
	type answered struct{ Body *answerMessage }
	register(s, api, huma.Operation{
		OperationID: "ask", Method: http.MethodPost, Path: apiPath + "/games/{id}/ask",
		Summary: "Ask", Description: "Why a step cannot be made, one whole legal play, why a roll could not be played, how the game stands or stood, the odds of a falla. Changes nothing.",
		Security: mayHaveSession, RequestBody: jsonBody(&huma.Schema{}),
	}, func(ctx context.Context, in *messageInput) (*answered, error) {
		m, err := parseAsk(readObject(in.RawBody))
		if err != nil {
			return nil, newProblem(CodeBadMessage, err.Error())
		}
		a, err := s.ask(ctx, in.ID, m)
		return &answered{a}, err
	})
	describeBody(api, apiPath+"/games/{id}/ask", askSchema())

	type momentInput struct {
		ID  string `path:"id" doc:"The game."`
		Seq uint32 `query:"seq" maximum:"4294967295" doc:"After which event; left out, as the game is now."`
	}
	type stood struct{ Body *engine.Standing }
	register(s, api, huma.Operation{
		OperationID: "position", Method: http.MethodGet, Path: apiPath + "/games/{id}/position",
		Summary: "How a game stands, or stood", Description: "Where the checkers are after an event: the position, its GNU Backgammon Position ID, the pip counts, whether there is contact and whether a falla is still possible.",
	}, func(ctx context.Context, in *momentInput) (*stood, error) {
		a, err := s.ask(ctx, in.ID, &askMessage{Ask: askPosition, Seq: engine.Seq(in.Seq)})
		if err != nil {
			return nil, err
		}
		return &stood{a.Position}, nil
	})

	type foretold struct{ Body *oddsAnswer }
	register(s, api, huma.Operation{
		OperationID: "odds", Method: http.MethodGet, Path: apiPath + "/games/{id}/odds",
		Summary: "The odds of a falla", Description: "How a game stands or stood, and how many of all throws cannot be played by the side whose turn it is or begins next (R9). " +
			"Not for the two players while they play, unless the game was made with odds.",
		Security: mayHaveSession,
	}, func(ctx context.Context, in *momentInput) (*foretold, error) {
		a, err := s.ask(ctx, in.ID, &askMessage{Ask: askOdds, Seq: engine.Seq(in.Seq)})
		if err != nil {
			return nil, err
		}
		return &foretold{a.Odds}, nil
	})

	type explainInput struct {
		ID  string `path:"id" doc:"The game."`
		Seq uint32 `query:"seq" maximum:"4294967295" doc:"The event of the roll, of the pass or of the end, or of the play that left dice over; left out, the falla that ended the game."`
	}
	type explained struct{ Body *engine.Explanation }
	register(s, api, huma.Operation{
		OperationID: "explanation", Method: http.MethodGet, Path: apiPath + "/games/{id}/explanation",
		Summary: "Explain a falla, a pass, or dice left over", Description: "Why a roll could not be played, or not whole (R9, R11, R12, R14).",
	}, func(ctx context.Context, in *explainInput) (*explained, error) {
		a, err := s.ask(ctx, in.ID, &askMessage{Ask: askExplain, Seq: engine.Seq(in.Seq)})
		if err != nil {
			return nil, err
		}
		return &explained{a.Explanation}, nil
	})
}

// ask answers a question that came by REST.
func (s *Server) ask(ctx context.Context, game string, m *askMessage) (*answerMessage, error) {
	p, err := s.visitor(ctx)
	if err != nil {
		return nil, err
	}
	v, err := s.gameWith(ctx, game, m.Seq)
	if err != nil {
		return nil, err
	}
	return answer(&v, p.ID, m)
}
