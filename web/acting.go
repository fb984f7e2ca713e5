package web

import (
	"context"

	"fallas/lobby"
)

// acting says who acts, in a context that a closing browser does not end but commandTimeout does, and has the
// server wait for it when it stops. Whoever gets no error calls done when the act is over.
func (s *Server) acting(ctx context.Context) (_ context.Context, p lobby.Player, done func(), err error) {
	if p, err = s.player(ctx); err != nil {
		return nil, p, nil, err
	}
	ctx, done, err = s.lasting(ctx)
	return ctx, p, done, err
}

// lasting is acting for whoever is known already, or not yet. The error is that the server is stopping.
func (s *Server) lasting(ctx context.Context) (_ context.Context, done func(), err error) {
	if !s.sockets.begin() {
		return nil, nil, newProblem(CodeRestarting, "the server restarts; send the same again in a moment")
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commandTimeout)
	return ctx, func() {
		cancel()
		s.sockets.finish()
	}, nil
}
