package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/talk"
)

// chat is a circle beside a game, as far as it has changed.
type chat struct {
	Type   string      `json:"type,omitempty"` // "chat"; left out in REST
	Circle talk.Circle `json:"circle" enum:"players,spectators" doc:"Who talks among themselves: one's own circle."`
	Change uint32      `json:"change" doc:"The number of the circle's last change; ask for what comes after it."`
	Closed chatClosed  `json:"closed" doc:"Which seats have closed the circle; while one has, nobody says anything."`
	Lines  []chatLine  `json:"lines" nullable:"false" doc:"Those of the newest 50 that changed, in the order of their numbers."`
}

type chatClosed struct {
	White bool `json:"white"`
	Black bool `json:"black"`
}

type chatLine struct {
	N       uint32        `json:"n" doc:"The line's number in its circle, from 1; a line that comes again has changed."`
	At      engine.Micros `json:"at"`
	Player  *Player       `json:"player"`
	Text    string        `json:"text" doc:"Plain text; empty once the line was taken away."`
	Deleted bool          `json:"deleted,omitempty" doc:"Whether an operator took the line away."`
}

// chat shows a circle with the names of those who talk.
func (s *Server) chat(ctx context.Context, c talk.Circle, t talk.Talk) (chat, error) {
	ids := make([]engine.PlayerID, len(t.Lines))
	for i, l := range t.Lines {
		ids[i] = l.Player
	}
	names, err := s.names.look(ctx, ids...)
	if err != nil {
		return chat{}, err
	}
	shown := chat{Circle: c, Change: t.Change, Closed: chatClosed{t.Closed[0], t.Closed[1]}, Lines: make([]chatLine, len(t.Lines))}
	for i, l := range t.Lines {
		shown.Lines[i] = chatLine{N: l.N, At: l.At, Player: names.of(l.Player), Text: l.Text, Deleted: l.Deleted}
	}
	return shown, nil
}

// chatMessage is a circle as sockets are told of it.
func (s *Server) chatMessage(ctx context.Context, c talk.Circle, t talk.Talk) ([]byte, error) {
	shown, err := s.chat(ctx, c, t)
	if err != nil {
		return nil, err
	}
	shown.Type = "chat"
	return json.Marshal(shown)
}

// sendBeside tells what has changed beside the game's log since it was told last. Only the deliver
// goroutine calls it.
func (k *socket) sendBeside() error {
	if err := k.sendRematch(); err != nil {
		return err
	}
	circle := talk.Spectators
	if k.player.ID != "" && (k.player.ID == k.seats[0] || k.player.ID == k.seats[1]) {
		circle = talk.Players
	}
	if circle != k.heard.circle {
		k.heard, k.told = chatFrom{circle: circle}, false
	}
	message, change, err := k.s.beside.chat(k.game, k.heard)
	if errors.Is(err, errLeft) {
		return nil
	}
	k.s.tries.note("what is said beside a game could not be read", err)
	if err != nil { // the game goes on without it, until it is looked at again
		return nil
	}
	if k.told && change == k.heard.after {
		return nil
	}
	k.heard.after, k.told = change, true
	return k.write(message)
}

// say says a line in somebody's own circle beside a game.
func (s *Server) say(ctx context.Context, p engine.PlayerID, game engine.GameID, m *chatLineMessage) (talk.Line, talk.Circle, error) {
	ctx, done, err := s.lasting(ctx)
	if err != nil {
		return talk.Line{}, "", err
	}
	defer done()
	return s.opt.Talks.Say(ctx, p, game, room.CommandID(m.ID), m.Text)
}

func (s *Server) registerChat(api huma.API) {
	type readInput struct {
		ID    string `path:"id" doc:"The game."`
		After uint32 `query:"after" maximum:"4294967295" default:"0" doc:"The last change known."`
	}
	type read struct{ Body chat }
	register(s, api, huma.Operation{
		OperationID: "chat", Method: http.MethodGet, Path: apiPath + "/games/{id}/chat",
		Summary: "Read what is said beside a game", Description: "In one's own circle: the players', or the spectators'.", Security: mayHaveSession,
	}, func(ctx context.Context, in *readInput) (*read, error) {
		p, err := s.visitor(ctx)
		if err != nil {
			return nil, err
		}
		game, err := gameID(in.ID)
		if err != nil {
			return nil, err
		}
		said, circle, err := s.opt.Talks.Read(ctx, p.ID, game, in.After)
		if err != nil {
			return nil, err
		}
		shown, err := s.chat(ctx, circle, said)
		return &read{shown}, err
	})

	type sayInput struct {
		ID   string `path:"id" doc:"The game."`
		Body struct {
			ID   string `json:"id" format:"uuid" doc:"The client's own; the same id says the same line once."`
			Text string `json:"text" doc:"1 to 300 characters."`
		}
	}
	type said struct {
		Body struct {
			Circle talk.Circle `json:"circle" enum:"players,spectators"`
			Line   chatLine    `json:"line"`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "say", Method: http.MethodPost, Path: apiPath + "/games/{id}/chat",
		Summary: "Say something beside a game", Security: needsSession, DefaultStatus: http.StatusCreated,
	}, func(ctx context.Context, in *sayInput) (*said, error) {
		p, err := s.player(ctx)
		if err != nil {
			return nil, err
		}
		game, err := gameID(in.ID)
		if err != nil {
			return nil, err
		}
		command, err := commandID(in.Body.ID)
		if err != nil {
			return nil, err
		}
		line, circle, err := s.say(ctx, p.ID, game, &chatLineMessage{ID: string(command), Text: in.Body.Text})
		if err != nil {
			return nil, err
		}
		shown := playerOf(p)
		out := &said{}
		out.Body.Circle = circle
		out.Body.Line = chatLine{N: line.N, At: line.At, Player: &shown, Text: line.Text, Deleted: line.Deleted}
		return out, nil
	})

	type closeInput struct {
		ID   string `path:"id" doc:"The game."`
		Body struct {
			Circle talk.Circle `json:"circle" enum:"players,spectators"`
			Closed bool        `json:"closed" doc:"true closes the circle for everybody, false takes that back; it stays closed while the other player has closed it."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "close-chat", Method: http.MethodPut, Path: apiPath + "/games/{id}/chat/closed",
		Summary: "Close or open a circle", Description: "For the players of the game.", Security: needsSession,
	}, func(ctx context.Context, in *closeInput) (*struct{}, error) {
		ctx, p, done, err := s.acting(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		game, err := gameID(in.ID)
		if err != nil {
			return nil, err
		}
		return nil, s.opt.Talks.Close(ctx, p.ID, game, in.Body.Circle, in.Body.Closed)
	})
	s.registerMutes(api)
}

func (s *Server) registerMutes(api huma.API) {
	type muted struct {
		Body struct {
			Muted []engine.PlayerID `json:"muted" nullable:"false"`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "muted", Method: http.MethodGet, Path: apiPath + "/session/muted",
		Summary: "Whom one does not want to read", Description: "The server keeps the list for all of a person's devices; the client leaves their lines out.", Security: needsSession,
	}, func(ctx context.Context, _ *struct{}) (*muted, error) {
		p, err := s.player(ctx)
		if err != nil {
			return nil, err
		}
		all, err := s.opt.Talks.Muted(ctx, p.ID)
		out := &muted{}
		out.Body.Muted = append([]engine.PlayerID{}, all...)
		return out, err
	})

	type muteInput struct {
		Player string `path:"player" doc:"The player."`
	}
	for method, mute := range map[string]bool{http.MethodPut: true, http.MethodDelete: false} {
		id, summary := "unmute", "Read somebody again"
		if mute {
			id, summary = "mute", "Do not read somebody any more"
		}
		register(s, api, huma.Operation{
			OperationID: id, Method: method, Path: apiPath + "/session/muted/{player}", Summary: summary, Security: needsSession,
		}, func(ctx context.Context, in *muteInput) (*struct{}, error) {
			ctx, p, done, err := s.acting(ctx)
			if err != nil {
				return nil, err
			}
			defer done()
			whom, err := playerID(in.Player)
			if err != nil {
				return nil, err
			}
			if _, err := s.opt.Lobby.Player(ctx, whom); err != nil {
				return nil, err
			}
			return nil, s.opt.Talks.Mute(ctx, p.ID, whom, mute)
		})
	}
}
