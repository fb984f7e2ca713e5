package web

import (
	"context"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

// Player is a person as everyone sees them.
type Player struct {
	ID    engine.PlayerID `json:"id"`
	Name  string          `json:"name"`
	Guest bool            `json:"guest" doc:"Whether the person has not taken a name of their own."`
	// Deleted says that nobody is behind the id any more; Name says so too.
	Deleted bool `json:"deleted,omitempty" doc:"Whether the person has deleted themselves."`
}

func playerOf(p lobby.Player) Player {
	return Player{ID: p.ID, Name: p.Name, Guest: p.Guest, Deleted: p.Deleted}
}

// Players are the people on the seats, null where nobody sits.
type Players struct {
	White *Player `json:"white"`
	Black *Player `json:"black"`
}

// Result is how a game ended (S3).
type Result struct {
	Reason engine.EndReason `json:"reason" enum:"borne_off,falla,resigned,abandoned,aborted"`
	Winner engine.Seat      `json:"winner"`
	Worth  uint8            `json:"worth"`
}

// Summary is a game as a list shows it.
type Summary struct {
	ID         engine.GameID     `json:"id"`
	Ruleset    engine.RulesetID  `json:"ruleset"`
	Visibility engine.Visibility `json:"visibility" enum:"public,unlisted"`
	Phase      engine.Phase      `json:"phase" enum:"waiting,playing,over"`
	Turn       engine.Seat       `json:"turn" doc:"The seat that has a roll to play."`
	Seq        engine.Seq        `json:"seq" doc:"The number of the last event."`
	CreatedAt  engine.Micros     `json:"created_at"`
	LastAt     engine.Micros     `json:"last_at"`
	EndedAt    *engine.Micros    `json:"ended_at,omitempty"`
	Creator    Player            `json:"creator"`
	Players    Players           `json:"players"`
	Result     *Result           `json:"result"`
}

// summaries shows list rows with the names of everyone in them.
func (s *Server) summaries(ctx context.Context, rows ...room.Summary) ([]Summary, error) {
	var ids []engine.PlayerID
	for i := range rows {
		ids = append(ids, rows[i].Creator, rows[i].White, rows[i].Black)
	}
	names, err := s.names.look(ctx, ids...)
	if err != nil {
		return nil, err
	}
	out := make([]Summary, len(rows))
	for i := range rows {
		r := &rows[i]
		out[i] = Summary{
			ID: r.Game, Ruleset: r.Ruleset, Visibility: r.Visibility, Phase: r.Phase, Turn: r.Turn, Seq: r.Head,
			CreatedAt: r.CreatedAt, LastAt: r.LastAt,
			Creator: *names.of(r.Creator), Players: Players{White: names.of(r.White), Black: names.of(r.Black)},
		}
		if r.Phase == engine.Over {
			out[i].EndedAt = &r.EndedAt
			out[i].Result = &Result{Reason: r.Reason, Winner: r.Winner, Worth: r.Worth}
		}
	}
	return out, nil
}

// summary shows the list row of one game.
func (s *Server) summary(ctx context.Context, row room.Summary) (Summary, error) {
	all, err := s.summaries(ctx, row)
	if err != nil {
		return Summary{}, err
	}
	return all[0], nil
}
