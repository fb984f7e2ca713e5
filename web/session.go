package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"fallas/lobby"
)

const (
	sessionCookie = "fallas_session"
	// sessionSeconds is how long a browser keeps the cookie after the last POST of the session: 400
	// days, the longest that browsers allow.
	sessionSeconds = 400 * 24 * 60 * 60
	// maxToken bounds what is looked up; a token has 43 characters.
	maxToken = 128
)

// credential is how a request says who sends it.
type credential struct {
	token string
	sent  bool // whether it says so at all
}

type credentialKey struct{}

// withCredential reads the credential: a bearer token of a program, else the cookie of a browser.
func withCredential(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), credentialKey{}, credentialOf(r))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func credentialOf(r *http.Request) credential {
	// Another scheme is not meant for us: a proxy asks for a password before it lets anybody in, for example.
	if scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") {
		return credential{strings.TrimSpace(token), true}
	}
	if c, err := r.Cookie(sessionCookie); err == nil {
		return credential{c.Value, true}
	}
	return credential{}
}

// visitor returns who sends the request; the zero Player without a credential. Errors: CodeSessionEnded
// for a credential that is not known, CodeBanned for that of somebody banned.
func (s *Server) visitor(ctx context.Context) (lobby.Player, error) {
	c, _ := ctx.Value(credentialKey{}).(credential)
	switch {
	case !c.sent:
		return lobby.Player{}, nil
	case c.token == "" || len(c.token) > maxToken:
		return lobby.Player{}, newProblem(CodeSessionEnded, "the session named is none")
	}
	return s.opt.Lobby.BySession(ctx, c.token)
}

// player is visitor for those who want to act. Errors: CodeNoSession besides.
func (s *Server) player(ctx context.Context) (lobby.Player, error) {
	p, err := s.visitor(ctx)
	if err == nil && p.ID == "" {
		err = newProblem(CodeNoSession, "make a session first: POST /api/v1/session")
	}
	return p, err
}

// sessionMade answers who has a session now, and hands it to a browser.
type sessionMade struct {
	Status    int
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Player Player `json:"player"`
		Token  string `json:"token,omitempty" doc:"Only when the session was made just now. Programs send it as a bearer token."`
	}
}

// sessionOf is the answer for a player and the token of the session.
func (s *Server) sessionOf(ctx context.Context, p lobby.Player, token string) *sessionMade {
	out := &sessionMade{SetCookie: http.Cookie{
		Name: sessionCookie, Value: token, Path: "/", MaxAge: sessionSeconds,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.cookieSecure(ctx),
	}}
	out.Body.Player = playerOf(p)
	return out
}

func (s *Server) registerSession(api huma.API) {
	register(s, api, huma.Operation{
		OperationID: "make-session", Method: http.MethodPost, Path: apiPath + "/session",
		Summary:       "Be somebody",
		Description:   "Makes a guest and a session, or says who the session sent belongs to.",
		DefaultStatus: http.StatusCreated, Security: mayHaveSession,
		Middlewares: huma.Middlewares{s.limited(s.sessionRate, s.isUnknown)},
	}, func(ctx context.Context, _ *struct{}) (*sessionMade, error) {
		status := http.StatusOK
		c, _ := ctx.Value(credentialKey{}).(credential)
		token := c.token
		p, err := s.visitor(ctx)
		if pr := known(err); p.ID == "" && (err == nil || pr != nil && pr.Code == CodeSessionEnded) {
			status = http.StatusCreated
			p, token, err = s.opt.Lobby.NewGuest(ctx)
		}
		if err != nil {
			return nil, err
		}
		out := s.sessionOf(ctx, p, token)
		if out.Status = status; status == http.StatusCreated {
			out.Body.Token = token
		}
		return out, nil
	})
	made := api.OpenAPI().Paths[apiPath+"/session"].Post.Responses
	had := *made["201"]
	had.Description = "OK"
	made["200"] = &had // without a token

	type session struct {
		Body struct {
			Player *Player `json:"player" doc:"null for somebody without a session."`
		}
	}
	register(s, api, huma.Operation{
		OperationID: "get-session", Method: http.MethodGet, Path: apiPath + "/session",
		Summary: "Who am I?", Description: "Makes nobody.", Security: mayHaveSession,
	}, func(ctx context.Context, _ *struct{}) (*session, error) {
		out := &session{}
		p, err := s.visitor(ctx)
		if pr := known(err); pr != nil && pr.Code == CodeSessionEnded {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if p.ID != "" {
			shown := playerOf(p)
			out.Body.Player = &shown
		}
		return out, nil
	})
}

// isUnknown says whether a session would have to be made: only those are limited.
func (s *Server) isUnknown(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	p, err := s.visitor(ctx)
	return err != nil || p.ID == ""
}

type overTLSKey struct{}

// withTLS notes whether the browser came under https, for the session's cookie.
func (s *Server) withTLS(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.overTLS(r) {
			r = r.WithContext(context.WithValue(r.Context(), overTLSKey{}, true))
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) cookieSecure(ctx context.Context) bool {
	over, _ := ctx.Value(overTLSKey{}).(bool)
	return over
}
