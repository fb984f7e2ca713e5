package playtest

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"fallas/web"
)

// Wish is a wish for a game with anybody; everything but ID may be left out.
type Wish struct {
	ID      string `json:"id"`
	Ruleset string `json:"ruleset,omitempty"`
	Seat    string `json:"seat,omitempty"`
	Odds    *bool  `json:"odds,omitempty"`
}

// act is the body of what needs no more than an id.
type act struct {
	ID string `json:"id"`
}

func orNewID(id string) string {
	if id == "" {
		return uuid.NewString()
	}
	return id
}

func (c *Client) seek(ctx context.Context, method, path string, body any) (web.Seek, error) {
	var out struct {
		Seek web.Seek `json:"seek"`
	}
	err := c.Do(ctx, method, path, body, &out)
	return out.Seek, err
}

// PostSeek offers a game to anybody; an ID is made for a wish without one.
func (c *Client) PostSeek(ctx context.Context, w Wish) (web.Seek, error) {
	w.ID = orNewID(w.ID)
	return c.seek(ctx, http.MethodPost, "/seeks", w)
}

// PlayNow takes a seek that fits or posts one; an ID is made for a wish without one.
func (c *Client) PlayNow(ctx context.Context, w Wish) (web.Seek, error) {
	w.ID = orNewID(w.ID)
	return c.seek(ctx, http.MethodPost, "/play", w)
}

// AcceptSeek takes a seek under an id, "" for a new one.
func (c *Client) AcceptSeek(ctx context.Context, id, seek string) (web.Seek, error) {
	return c.seek(ctx, http.MethodPost, "/seeks/"+seek+"/accept", act{orNewID(id)})
}

// WithdrawSeek takes one's own seek back under an id, "" for a new one.
func (c *Client) WithdrawSeek(ctx context.Context, id, seek string) (web.Seek, error) {
	return c.seek(ctx, http.MethodDelete, "/seeks/"+seek+"?id="+orNewID(id), nil)
}

// Seek looks a seek up.
func (c *Client) Seek(ctx context.Context, seek string) (web.Seek, error) {
	return c.seek(ctx, http.MethodGet, "/seeks/"+seek, nil)
}

// Seeks lists the open ones.
func (c *Client) Seeks(ctx context.Context) ([]web.Seek, error) {
	var out struct {
		Seeks []web.Seek `json:"seeks"`
	}
	err := c.Do(ctx, http.MethodGet, "/seeks", nil, &out)
	return out.Seeks, err
}

// WantRematch wants another game after one that is over, under an id, "" for a new one.
func (c *Client) WantRematch(ctx context.Context, id, game string) (web.Rematch, error) {
	var r web.Rematch
	err := c.Do(ctx, http.MethodPost, "/games/"+game+"/rematch", act{orNewID(id)}, &r)
	return r, err
}

// DropRematch wants none any more, under an id, "" for a new one.
func (c *Client) DropRematch(ctx context.Context, id, game string) (web.Rematch, error) {
	var r web.Rematch
	err := c.Do(ctx, http.MethodDelete, "/games/"+game+"/rematch?id="+orNewID(id), nil, &r)
	return r, err
}

// Rematch asks how a game goes on.
func (c *Client) Rematch(ctx context.Context, game string) (web.Rematch, error) {
	var r web.Rematch
	err := c.Do(ctx, http.MethodGet, "/games/"+game+"/rematch", nil, &r)
	return r, err
}
