package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"fallas/lobby"
)

// hallMessage is what a lobby's socket says first.
type hallMessage struct {
	Type string `json:"type"` // "snapshot"
	Hall
}

// hallOf is a view of the lobby as a visitor sees it.
func (s *Server) hallOf(ctx context.Context, v *hallView, visitor lobby.Player) (Hall, error) {
	h := Hall{Seeks: v.seeks.items, Live: v.live.items, Featured: v.featured, Recent: v.recent.items, Paired: []Pairing{}}
	if visitor.ID == "" {
		return h, nil
	}
	p := playerOf(visitor)
	h.Player = &p
	paired, err := s.opt.Lobby.PairedSeeks(ctx, visitor)
	for _, k := range paired {
		h.Paired = append(h.Paired, Pairing{Seek: k.ID, Game: k.Game})
	}
	return h, err
}

// openLobby opens a socket of the lobby.
func (s *Server) openLobby(w http.ResponseWriter, r *http.Request) {
	s.accept(w, r, func(ctx context.Context, k *socket) (func(), error) {
		v, view, err := s.hall.enter(ctx)
		if err != nil {
			return nil, err
		}
		k.visit = v
		hall, err := s.hallOf(ctx, view, k.player)
		return func() { k.deliverHall(hall) }, err
	})
}

// deliverHall says what there is, and passes on what changes until the visit ends.
func (k *socket) deliverHall(first Hall) {
	if err := k.send(hallMessage{Type: "snapshot", Hall: first}); err != nil {
		k.lost()
		return
	}
	for frame := range k.visit.frames {
		if err := k.write(frame); err != nil {
			k.lost()
			return
		}
	}
	if k.visit.slow {
		k.end(CodeResume, "too slow to follow; come again")
	}
}

func (s *Server) registerLobby(api huma.API) {
	type lobbyOutput struct{ Body Hall }
	register(s, api, huma.Operation{
		OperationID: "lobby", Method: http.MethodGet, Path: apiPath + "/lobby",
		Summary: "The lobby", Description: "Who wants to play, what is played and what was played last: the snapshot of the lobby's socket.",
		Security: mayHaveSession,
	}, func(ctx context.Context, _ *struct{}) (*lobbyOutput, error) {
		visitor, err := s.visitor(ctx)
		if err != nil {
			return nil, err
		}
		view, err := s.hall.see(ctx)
		if err != nil {
			return nil, err
		}
		hall, err := s.hallOf(ctx, view, visitor)
		return &lobbyOutput{hall}, err
	})
}
