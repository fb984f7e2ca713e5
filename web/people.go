package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
	"fallas/lobby"
)

// registerPeople registers what a person can do about themselves.
func (s *Server) registerPeople(api huma.API) {
	type nameInput struct {
		Body struct {
			Name string `json:"name" maxLength:"200" doc:"2 to 24 characters: letters of one script, digits, single separators."`
		}
	}
	type nameOutput struct {
		Body struct {
			Player Player `json:"player"`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "take-name", Method: http.MethodPut, Path: apiPath + "/session/name",
		Summary: "Take a name", Description: "A name of one's own, which nobody else has, nor one that looks like it. Who has one is no guest any more.",
		Security: needsSession, Middlewares: huma.Middlewares{s.limited(s.peopleRate, nil)},
	}, func(ctx context.Context, in *nameInput) (*nameOutput, error) {
		ctx, p, done, err := s.acting(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		p, err = s.opt.Lobby.Rename(ctx, p, in.Body.Name)
		if err != nil {
			return nil, err
		}
		out := &nameOutput{}
		out.Body.Player = playerOf(p)
		return out, nil
	})

	type deleteInput struct {
		Confirm string `query:"confirm" required:"true" doc:"The id of the player that is to be deleted: one's own."`
	}
	type deleted struct {
		SetCookie http.Cookie `header:"Set-Cookie"`
		Body      struct {
			Player Player `json:"player"`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "delete-player", Method: http.MethodDelete, Path: apiPath + "/session/player",
		Summary: "Delete oneself", Description: "Calls off or resigns what one plays, ends all sessions and tokens, and leaves the records under \"deleted player\". Cannot be undone.",
		Security: needsSession, Middlewares: huma.Middlewares{s.limited(s.peopleRate, nil)},
	}, func(ctx context.Context, in *deleteInput) (*deleted, error) {
		out := &deleted{SetCookie: http.Cookie{
			Name: sessionCookie, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.cookieSecure(ctx),
		}}
		ctx, p, done, err := s.acting(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		if in.Confirm != string(p.ID) {
			return nil, newProblem(CodeNotConfirmed, "say confirm= with the id of the player that is to be deleted: your own")
		}
		if err := s.opt.Lobby.Delete(ctx, p); err != nil {
			return nil, err
		}
		out.Body.Player = playerOf(lobby.Player{ID: p.ID, Name: lobby.DeletedName, Deleted: true})
		return out, nil
	})
	s.registerRecovery(api)
	s.registerTokens(api)
	s.registerPlayers(api)
	s.registerOwnGames(api)
}

func (s *Server) registerRecovery(api huma.API) {
	type codeMade struct {
		Body struct {
			Code string `json:"code" doc:"Shown this once. Small letters will do, and so will any way of setting groups apart."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "make-recovery-code", Method: http.MethodPost, Path: apiPath + "/session/recovery", DefaultStatus: http.StatusCreated,
		Summary: "A recovery code", Description: "Takes the place of any before. It moves the player to another device, once.",
		Security: needsSession, Middlewares: huma.Middlewares{s.limited(s.peopleRate, nil)},
	}, func(ctx context.Context, _ *struct{}) (*codeMade, error) {
		ctx, p, done, err := s.acting(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		out := &codeMade{}
		out.Body.Code, err = s.opt.Lobby.NewRecoveryCode(ctx, p)
		return out, err
	})

	type codeKept struct {
		Body struct {
			MadeAt *engine.Micros `json:"made_at" doc:"null if there is no code that is good."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "get-recovery-code", Method: http.MethodGet, Path: apiPath + "/session/recovery",
		Summary: "Whether there is a recovery code", Security: needsSession,
	}, func(ctx context.Context, _ *struct{}) (*codeKept, error) {
		p, err := s.player(ctx)
		if err != nil {
			return nil, err
		}
		out := &codeKept{}
		at, err := s.opt.Lobby.RecoveryMade(ctx, p)
		if at != 0 {
			out.Body.MadeAt = &at
		}
		return out, err
	})

	type recoverInput struct {
		Body struct {
			ID   string `json:"id" format:"uuid" doc:"The client's own, kept to itself; the same code under the same id gives the same session."`
			Code string `json:"code" maxLength:"100"`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "recover", Method: http.MethodPost, Path: apiPath + "/session/recover", DefaultStatus: http.StatusCreated,
		Summary: "Be somebody again", Description: "Spends a recovery code: its owner's other sessions and tokens end, and this device has the only one.",
		Middlewares: huma.Middlewares{s.limited(s.recoverRate, nil)},
	}, func(ctx context.Context, in *recoverInput) (*sessionMade, error) {
		id, err := commandID(in.Body.ID)
		if err != nil {
			return nil, err
		}
		lasting, done, err := s.lasting(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		p, token, err := s.opt.Lobby.Recover(lasting, id, in.Body.Code)
		if err != nil {
			return nil, err
		}
		out := s.sessionOf(ctx, p, token)
		out.Status = http.StatusCreated
		out.Body.Token = token
		return out, nil
	})

	type endedOutput struct {
		Body struct {
			Ended int `json:"ended" doc:"How many sessions there were."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "end-other-sessions", Method: http.MethodDelete, Path: apiPath + "/session/others",
		Summary: "Sign out of other browsers", Description: "Ends every session but this one. Tokens of programs stay.", Security: needsSession,
	}, func(ctx context.Context, _ *struct{}) (*endedOutput, error) {
		c, _ := ctx.Value(credentialKey{}).(credential)
		ctx, p, done, err := s.acting(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		out := &endedOutput{}
		out.Body.Ended, err = s.opt.Lobby.EndOthers(ctx, p, c.token)
		return out, err
	})
}

// ProgramToken is a token as its owner sees it.
type ProgramToken struct {
	ID        string        `json:"id" format:"uuid"`
	Label     string        `json:"label"`
	CreatedAt engine.Micros `json:"created_at"`
}

func (s *Server) registerTokens(api huma.API) {
	type tokenInput struct {
		Body struct {
			ID    string `json:"id" format:"uuid" doc:"The client's own. The same id again is the same token with another secret."`
			Label string `json:"label" maxLength:"200" doc:"1 to 40 characters, for its owner to tell it by."`
		}
	}
	type tokenMade struct {
		Body struct {
			ProgramToken
			Token string `json:"token" doc:"Shown this once. The program sends it as a bearer token."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "make-token", Method: http.MethodPost, Path: apiPath + "/session/tokens", DefaultStatus: http.StatusCreated,
		Summary: "A token for a program", Description: "The program acts as its owner. A person has at most 20.",
		Security: needsSession, Middlewares: huma.Middlewares{s.limited(s.peopleRate, nil)},
	}, func(ctx context.Context, in *tokenInput) (*tokenMade, error) {
		id, err := commandID(in.Body.ID)
		if err != nil {
			return nil, err
		}
		ctx, p, done, err := s.acting(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		t, secret, err := s.opt.Lobby.NewToken(ctx, p, id, in.Body.Label)
		if err != nil {
			return nil, err
		}
		out := &tokenMade{}
		out.Body.ProgramToken, out.Body.Token = ProgramToken(t), secret
		return out, nil
	})

	type tokens struct {
		Body struct {
			Tokens []ProgramToken `json:"tokens" nullable:"false"`
		}
	}
	list := func(ctx context.Context, p lobby.Player) (*tokens, error) {
		all, err := s.opt.Lobby.Tokens(ctx, p)
		out := &tokens{}
		out.Body.Tokens = make([]ProgramToken, len(all))
		for i, t := range all {
			out.Body.Tokens[i] = ProgramToken(t)
		}
		return out, err
	}
	register(s, api, huma.Operation{
		OperationID: "list-tokens", Method: http.MethodGet, Path: apiPath + "/session/tokens",
		Summary: "One's tokens", Description: "Without their secrets, the oldest first.", Security: needsSession,
	}, func(ctx context.Context, _ *struct{}) (*tokens, error) {
		p, err := s.player(ctx)
		if err != nil {
			return nil, err
		}
		return list(ctx, p)
	})

	type endInput struct {
		ID string `path:"id" doc:"The token."`
	}
	register(s, api, huma.Operation{
		OperationID: "revoke-token", Method: http.MethodDelete, Path: apiPath + "/session/tokens/{id}",
		Summary: "Revoke a token", Description: "Its sockets are closed. Answers with the tokens that are left; done again it changes nothing.", Security: needsSession,
	}, func(ctx context.Context, in *endInput) (*tokens, error) {
		id, err := commandID(in.ID)
		if err != nil {
			return nil, err
		}
		ctx, p, done, err := s.acting(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		if err := s.opt.Lobby.EndToken(ctx, p, id); err != nil {
			return nil, err
		}
		return list(ctx, p)
	})
}
