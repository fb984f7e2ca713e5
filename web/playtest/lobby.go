package playtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"fallas/engine"
	"fallas/lobby"
	"fallas/web"
)

// Lobby is one connection to the lobby, and what it has shown so far.
type Lobby struct {
	*Socket
	Player   *web.Player
	Seeks    map[lobby.SeekID]web.Seek
	Live     map[engine.GameID]web.LiveGame
	Recent   map[engine.GameID]web.Summary
	Featured *web.Featured
	// Games are those that seeks led to, as far as it was told.
	Games map[lobby.SeekID]engine.GameID
	// Gone are the seeks that went in another way.
	Gone map[lobby.SeekID]lobby.SeekState
}

// part is a list of the lobby: whole in a snapshot, what to set and what is gone in changes.
type part struct {
	Set  json.RawMessage   `json:"set"`
	Gone []json.RawMessage `json:"gone"`
}

type hallMessage struct {
	Type     string          `json:"type"`
	Player   *web.Player     `json:"player"`
	Seeks    json.RawMessage `json:"seeks"`
	Live     json.RawMessage `json:"live"`
	Recent   json.RawMessage `json:"recent"`
	Featured json.RawMessage `json:"featured"`
	Paired   []web.Pairing   `json:"paired"`
}

// DialLobby connects to the lobby.
func (c *Client) DialLobby(ctx context.Context) (*Socket, error) { return c.dial(ctx, "/lobby/socket") }

// EnterLobby connects to the lobby and takes in the snapshot.
func (c *Client) EnterLobby(ctx context.Context) (*Lobby, error) {
	s, err := c.DialLobby(ctx)
	if err != nil {
		return nil, err
	}
	l := &Lobby{Socket: s, Games: map[lobby.SeekID]engine.GameID{}, Gone: map[lobby.SeekID]lobby.SeekState{}}
	if err := l.Hear(ctx); err != nil {
		s.Cut()
		return nil, err
	}
	return l, nil
}

// Lobby asks for the lobby without a socket.
func (c *Client) Lobby(ctx context.Context) (web.Hall, error) {
	var h web.Hall
	err := c.Do(ctx, http.MethodGet, "/lobby", nil, &h)
	return h, err
}

// Hear takes in the next message. Before the server closes the socket it may say why: a *Problem.
func (l *Lobby) Hear(ctx context.Context) error {
	_, b, err := l.ws.Read(ctx)
	if err != nil {
		return err
	}
	var m hallMessage
	if err := json.Unmarshal(b, &m); err != nil {
		return fmt.Errorf("the server said %q: %w", b, err)
	}
	switch m.Type {
	case "snapshot":
		return l.begin(m)
	case "changes":
		return l.change(m)
	case "pong":
		return nil
	case "error":
		p := &Problem{}
		if err := json.Unmarshal(b, &p.Problem); err != nil {
			return err
		}
		return p
	}
	return fmt.Errorf("the server said %s", b)
}

// Until hears on until it has been told what is wanted.
func (l *Lobby) Until(ctx context.Context, wanted func() bool) error {
	for !wanted() {
		if err := l.Hear(ctx); err != nil {
			return err
		}
	}
	return nil
}

func seekKey(s web.Seek) lobby.SeekID      { return s.ID }
func liveKey(g web.LiveGame) engine.GameID { return g.ID }
func overKey(g web.Summary) engine.GameID  { return g.ID }

func (l *Lobby) begin(m hallMessage) (err error) {
	l.Player = m.Player
	if l.Seeks, err = all(m.Seeks, seekKey); err != nil {
		return err
	}
	if l.Live, err = all(m.Live, liveKey); err != nil {
		return err
	}
	if l.Recent, err = all(m.Recent, overKey); err != nil {
		return err
	}
	for _, p := range m.Paired {
		l.Games[p.Seek] = p.Game
	}
	return json.Unmarshal(m.Featured, &l.Featured)
}

func all[K comparable, T any](list json.RawMessage, key func(T) K) (map[K]T, error) {
	var items []T
	err := json.Unmarshal(list, &items)
	byKey := make(map[K]T, len(items))
	for _, item := range items {
		byKey[key(item)] = item
	}
	return byKey, err
}

func (l *Lobby) change(m hallMessage) error {
	gone, err := changed(l.Seeks, m.Seeks, seekKey)
	if err != nil {
		return err
	}
	for _, raw := range gone {
		var g struct {
			ID    lobby.SeekID
			State lobby.SeekState
			Game  engine.GameID
		}
		if err := json.Unmarshal(raw, &g); err != nil {
			return err
		}
		delete(l.Seeks, g.ID)
		if g.State == lobby.SeekTaken {
			l.Games[g.ID] = g.Game
		} else {
			l.Gone[g.ID] = g.State
		}
	}
	if err := changeGames(l.Live, m.Live, liveKey); err != nil {
		return err
	}
	if err := changeGames(l.Recent, m.Recent, overKey); err != nil {
		return err
	}
	if m.Featured == nil {
		return nil
	}
	l.Featured = nil
	return json.Unmarshal(m.Featured, &l.Featured)
}

// changed sets what is to be set, and returns what is gone.
func changed[K comparable, T any](list map[K]T, raw json.RawMessage, key func(T) K) ([]json.RawMessage, error) {
	if raw == nil {
		return nil, nil
	}
	var p part
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	set, err := all(p.Set, key)
	for k, item := range set {
		list[k] = item
	}
	return p.Gone, err
}

func changeGames[T any](list map[engine.GameID]T, raw json.RawMessage, key func(T) engine.GameID) error {
	gone, err := changed(list, raw, key)
	for _, id := range gone {
		delete(list, engine.GameID(bytes.Trim(id, `"`)))
	}
	return err
}
