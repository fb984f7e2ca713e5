package web

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

// commandTimeout is how long a command, or any other request, may take before its sender hears "again".
const commandTimeout = 10 * time.Second

// submit hands a command to whom it concerns. The context of the one who asked does not matter: a
// closing browser cancels nothing.
func (s *Server) submit(ctx context.Context, game engine.GameID, p lobby.Player, m *commandMessage) (room.Ack, error) {
	ctx, done, err := s.lasting(ctx)
	if err != nil {
		return room.Ack{}, err
	}
	defer done()
	begin := time.Now()
	ack, err := s.decide(ctx, game, p, m)
	s.meters.command(err, time.Since(begin))
	return ack, err
}

func (s *Server) decide(ctx context.Context, game engine.GameID, p lobby.Player, m *commandMessage) (room.Ack, error) {
	if do, ok := m.Do.(engine.Sit); ok {
		return s.opt.Lobby.Sit(ctx, p, lobby.Sit{
			Command: room.CommandID(m.ID), Game: game, Expect: m.Expect,
			Seed: do.Seed, Commitment: do.Commitment, Invitation: m.Invitation,
		})
	}
	return s.opt.Rooms.Submit(ctx, room.Command{
		ID: room.CommandID(m.ID), Game: game, Player: p.ID, Expect: m.Expect, Do: m.Do,
	})
}

// onRoll refuses whoever is not the player that has a roll to play.
func onRoll(g *engine.Game, p engine.PlayerID) error {
	seat := g.SeatOf(p)
	switch {
	case g.Phase == engine.Over:
		return &engine.Refusal{Code: engine.RefusedGameOver, Detail: "the game is over"}
	case seat == engine.NoSeat:
		return &engine.Refusal{Code: engine.RefusedNotSeated, Detail: "only a player of this game may ask that"}
	case g.Phase == engine.Waiting:
		return &engine.Refusal{Code: engine.RefusedNotStarted, Detail: "the game has not begun"}
	case seat != g.Turn:
		return &engine.Refusal{Code: engine.RefusedNotYourTurn, Clause: "R15", Detail: "it is the other side's turn"}
	}
	return nil
}

// game looks a whole game up as it is now.
func (s *Server) game(ctx context.Context, text string) (room.View, error) {
	return s.gameWith(ctx, text, 0)
}

// gameWith looks a whole game up that has event seq, if there is one.
func (s *Server) gameWith(ctx context.Context, text string, seq engine.Seq) (room.View, error) {
	id, err := gameID(text)
	if err != nil {
		return room.View{}, err
	}
	return s.opt.Rooms.View(ctx, id, seq)
}

// registerPlay registers what can be done on a socket as well.
func (s *Server) registerPlay(api huma.API) {
	type gameInput struct {
		ID string `path:"id" doc:"The game."`
	}
	type messageInput struct {
		ID      string `path:"id" doc:"The game."`
		RawBody []byte
	}

	type acked struct{ Body ackMessage }
	register(s, api, huma.Operation{
		OperationID: "command", Method: http.MethodPost, Path: apiPath + "/games/{id}/commands",
		Summary: "Play", Description: "Sit, play, resign, abort or claim. The same id is the same command and gets the same answer, however often it is sent.",
		Security: needsSession, RequestBody: jsonBody(&huma.Schema{}),
	}, func(ctx context.Context, in *messageInput) (*acked, error) {
		p, err := s.player(ctx)
		if err != nil {
			return nil, err
		}
		game, err := gameID(in.ID)
		if err != nil {
			return nil, err
		}
		m, err := parseCommand(readObject(in.RawBody))
		if err != nil {
			return nil, newProblem(CodeBadMessage, err.Error())
		}
		ack, err := s.submit(ctx, game, p, m)
		if err != nil {
			return nil, err
		}
		return &acked{ackMessage{ID: m.ID, First: ack.First, Last: ack.Last}}, nil
	})
	describeBody(api, apiPath+"/games/{id}/commands", commandSchema())

	type legalOutput struct{ Body legalMessage }
	register(s, api, huma.Operation{
		OperationID: "legal", Method: http.MethodGet, Path: apiPath + "/games/{id}/legal",
		Summary: "Legal steps", Description: "The graph of legal steps, for the player on roll alone. Node 0 is the start; a node without steps is a complete play.",
		Security: needsSession,
	}, func(ctx context.Context, in *gameInput) (*legalOutput, error) {
		p, err := s.player(ctx)
		if err != nil {
			return nil, err
		}
		v, err := s.game(ctx, in.ID)
		if err != nil {
			return nil, err
		}
		g := &v.Game
		if err := onRoll(g, p.ID); err != nil {
			return nil, err
		}
		return &legalOutput{legalMessage{Seq: g.Head, Seat: g.Turn, Nodes: g.Legal()}}, nil
	})
}
