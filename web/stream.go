package web

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"fallas/engine"
	"fallas/lobby/room"
)

// registerStream registers the log of a game as lines.
func (s *Server) registerStream(api huma.API) {
	type streamInput struct {
		ID    string `path:"id" doc:"The game."`
		After uint32 `query:"after" maximum:"4294967295" doc:"The number of the last event known; the stream begins after it."`
	}
	register(s, api, huma.Operation{
		OperationID: "stream-events", Method: http.MethodGet, Path: apiPath + "/games/{id}/events",
		Summary: "The events of a game, live", Description: "One event a line (application/x-ndjson); an empty line now and then says that the " +
			"stream is alive. It ends with the game; if it ends before, come again with after=.",
		Security: mayHaveSession, Middlewares: huma.Middlewares{s.limited(s.socketRate, nil), s.counted},
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{
			"application/x-ndjson": {Schema: eventSchema{}.Schema(nil)},
		}}},
	}, func(ctx context.Context, in *streamInput) (*huma.StreamResponse, error) {
		if s.draining.Load() {
			return nil, newProblem(CodeRestarting, restartDetail)
		}
		p, err := s.visitor(ctx)
		if err != nil {
			return nil, err
		}
		game, err := gameID(in.ID)
		if err != nil {
			return nil, err
		}
		watch, v, err := s.opt.Rooms.Watch(ctx, game, p.ID, engine.Seq(in.After))
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(ctx huma.Context) {
			defer watch.Close()
			r, w := humachi.Unwrap(ctx)
			w.Header().Set("Content-Type", "application/x-ndjson")
			s.stream(r.Context(), &lineWriter{w: w, flush: http.NewResponseController(w)}, watch, v)
		}}, nil
	})
}

// stream writes what is there and then what comes, until the game is over or the reader has gone.
func (s *Server) stream(ctx context.Context, out *lineWriter, watch *room.Watch, v room.View) {
	out.w.WriteHeader(http.StatusOK)
	out.lines(v.Raw)
	over := v.Game.Phase == engine.Over
	out.send()
	alive := time.NewTicker(pingEvery)
	defer alive.Stop()
	for !over && out.err == nil {
		select {
		case u, ok := <-watch.C():
			switch {
			case !ok:
				return
			case u.Batch == nil:
				continue
			}
			out.events(u.Batch.Events)
			over = u.Game.Phase == engine.Over
		case <-alive.C:
			out.write([]byte("\n"))
		case <-s.drained:
			return
		case <-ctx.Done():
			return
		}
		out.send()
	}
}

// lineWriter writes arrays of events as lines. The first error sticks.
type lineWriter struct {
	w     http.ResponseWriter
	flush *http.ResponseController
	err   error
}

// events writes one event a line, its bytes unchanged.
func (l *lineWriter) events(array json.RawMessage) {
	if l.err != nil {
		return
	}
	var all []json.RawMessage
	if l.err = json.Unmarshal(array, &all); l.err != nil {
		return
	}
	l.lines(all)
}

func (l *lineWriter) lines(all []json.RawMessage) {
	var b bytes.Buffer
	for _, e := range all {
		b.Write(e)
		b.WriteByte('\n')
	}
	l.write(b.Bytes())
}

func (l *lineWriter) write(b []byte) {
	if l.err == nil {
		l.err = l.flush.SetWriteDeadline(time.Now().Add(writeTimeout))
	}
	if l.err == nil {
		_, l.err = l.w.Write(b)
	}
}

func (l *lineWriter) send() {
	if l.err == nil {
		l.err = l.flush.Flush()
	}
}
