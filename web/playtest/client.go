package playtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"fallas/web"
)

// Client speaks REST for one person.
type Client struct {
	Base  string // such as http://127.0.0.1:8080
	HTTP  *http.Client
	Token string // of the session; "" before Join
	Self  web.Player
}

// NewClient returns a client of somebody without a session.
func NewClient(base string) *Client { return &Client{Base: base, HTTP: http.DefaultClient} }

// Join makes a session.
func (c *Client) Join(ctx context.Context) error {
	var made struct {
		Player web.Player `json:"player"`
		Token  string     `json:"token"`
	}
	if err := c.Do(ctx, http.MethodPost, "/session", nil, &made); err != nil {
		return err
	}
	c.Self, c.Token = made.Player, made.Token
	return nil
}

// NewGame is a wish for a game; everything but ID may be left out.
type NewGame struct {
	ID         string `json:"id"`
	Ruleset    string `json:"ruleset,omitempty"`
	Seat       string `json:"seat,omitempty"`
	Visibility string `json:"visibility,omitempty"`
	Odds       bool   `json:"odds,omitempty"`
}

// Made is a game made.
type Made struct {
	Game       web.Summary `json:"game"`
	Seat       string      `json:"seat"`
	Commitment string      `json:"commitment"`
	Odds       bool        `json:"odds"`
	Invitation string      `json:"invitation"`
}

// Create makes a game; an ID is made for a wish without one.
func (c *Client) Create(ctx context.Context, wish NewGame) (Made, error) {
	if wish.ID == "" {
		wish.ID = uuid.NewString()
	}
	var made Made
	err := c.Do(ctx, http.MethodPost, "/games", wish, &made)
	return made, err
}

// Record is a game's summary with its events as they came.
type Record struct {
	web.Summary
	Odds   bool              `json:"odds"`
	Events []json.RawMessage `json:"events"`
}

// Record pulls a game.
func (c *Client) Record(ctx context.Context, game string) (Record, error) {
	var r Record
	err := c.Do(ctx, http.MethodGet, "/games/"+game, nil, &r)
	return r, err
}

// Problem is a refusal by REST.
type Problem struct {
	web.Problem
	Header http.Header
}

func (p *Problem) Error() string { return fmt.Sprintf("%d %s: %s", p.Status, p.Code, p.Detail) }

// Do asks for a path below /api/v1 and reads the answer into out, which may be nil. A refusal is a
// *Problem.
func (c *Client) Do(ctx context.Context, method, path string, body, out any) error {
	res, err := c.Send(ctx, method, "/api/v1"+path, body)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode >= 400 {
		p := &Problem{Header: res.Header}
		if kind := res.Header.Get("Content-Type"); kind != "application/problem+json" {
			return fmt.Errorf("%s %s: %d with %s instead of a problem: %s", method, path, res.StatusCode, kind, b)
		}
		if err := json.Unmarshal(b, &p.Problem); err != nil {
			return fmt.Errorf("%s %s: %w", method, path, err)
		}
		return p
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(b, out)
}

// Send makes a request as this person; body is marshalled unless it is a string, nil for none.
func (c *Client) Send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var r io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		r = strings.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			return nil, err
		}
		r = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.Base+path, r)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	return c.HTTP.Do(req)
}
