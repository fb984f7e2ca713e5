package web

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"fallas/engine"
)

// Problem is every refusal of the REST API: an RFC 9457 document with a stable code.
type Problem struct {
	Type   string      `json:"type" doc:"Always about:blank; act on code."`
	Title  string      `json:"title" doc:"The HTTP status in words."`
	Status int         `json:"status" doc:"The HTTP status."`
	Code   Code        `json:"code" doc:"Stable; programs act on it."`
	Detail string      `json:"detail" doc:"For a person."`
	Clause string      `json:"clause,omitempty" doc:"The clause of the rules that refuses, such as R8."`
	Seq    engine.Seq  `json:"seq,omitempty" doc:"The game's last event, where the code is stale."`
	Again  bool        `json:"again" doc:"Whether the same request, with the same id, may succeed later."`
	Errors []FieldFlaw `json:"errors,omitempty" doc:"What is wrong with which field."`
}

// FieldFlaw says what is wrong with one field of a request.
type FieldFlaw struct {
	Location string `json:"location" doc:"Such as body.seat or query.limit."`
	Message  string `json:"message"`
}

// newProblem makes the problem of a code; its status and Again come from the table.
func newProblem(code Code, detail string) *Problem {
	o := code.outcome()
	return &Problem{
		Type: "about:blank", Title: http.StatusText(o.status), Status: o.status,
		Code: code, Detail: detail, Again: o.again,
	}
}

func (p *Problem) Error() string { return p.Detail }

// GetStatus is the HTTP status, for huma.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType turns JSON into problem+json, for huma.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders are the headers that belong to the problem, for huma.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.Again {
		h.Set("Retry-After", strconv.Itoa(retryAfterSeconds))
	}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	return h
}

// retryAfterSeconds is what Retry-After says where nothing better is known.
const retryAfterSeconds = 1

// write answers a request with the problem, outside huma.
func (p *Problem) write(w http.ResponseWriter) {
	b, err := json.Marshal(p)
	if err != nil { // a Problem holds nothing that cannot be marshalled
		panic(err)
	}
	h := w.Header()
	if h.Get("Retry-After") == "" {
		for k, v := range p.GetHeaders() {
			h[k] = v
		}
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_, _ = w.Write(append(b, '\n')) // the reader being gone is its own affair
}

// huma asks package variables for the problems it makes itself, of unreadable and invalid requests, and whether a
// field may be written in other case.
func init() {
	huma.ValidateStrictCasing = true
	huma.NewError = func(status int, detail string, flaws ...error) huma.StatusError {
		if detail == "cannot read request body" { // it breaks off or its chunks are none, which huma takes for a fault of the server
			status, flaws = http.StatusBadRequest, nil
		}
		p := newProblem(codeOfStatus(status), detail)
		p.Status, p.Title = max(status, http.StatusBadRequest), http.StatusText(status)
		if p.Code == CodeTooBig {
			p.Detail = "the body is longer than a message may be"
		}
		if p.Code == CodeInternal {
			p.Detail = internalDetail
			return p
		}
		for _, e := range flaws {
			if e == nil {
				continue
			}
			f := FieldFlaw{Message: e.Error()}
			if d, ok := e.(huma.ErrorDetailer); ok {
				f = FieldFlaw{Location: d.ErrorDetail().Location, Message: d.ErrorDetail().Message}
			}
			p.Errors = append(p.Errors, f)
		}
		if len(p.Errors) > 0 { // huma's own words say only that something is wrong
			p.Detail = strings.TrimPrefix(p.Errors[0].Location+": "+p.Errors[0].Message, ": ")
		}
		return p
	}
}

const internalDetail = "something went wrong on the server"
const againDetail = "the server is busy; send the same again, with the same id"

// problem turns an error of any layer into what is shown. Errors nobody foresaw show "internal" and
// are logged here, once.
func (s *Server) problem(ctx context.Context, doing string, err error) *Problem {
	if p := known(err); p != nil {
		return p
	}
	if s.opt.Store.Passing(err) {
		s.log.WarnContext(ctx, "the store does not answer", slog.String("doing", doing), slog.Any("error", err))
		return newProblem(CodeAgain, againDetail)
	}
	if ctx.Err() == nil {
		s.log.ErrorContext(ctx, "unforeseen error", slog.String("doing", doing), slog.Any("error", err))
	}
	return newProblem(CodeInternal, internalDetail)
}
