package playtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/coder/websocket"

	"fallas/engine"
	"fallas/web"
)

// Socket is one connection to a game. One goroutine may read while others write.
type Socket struct{ ws *websocket.Conn }

// Message is any message of the server; the fields of other types than Type's are empty.
type Message struct {
	Type       string              `json:"type"`
	Seq        engine.Seq          `json:"seq"`
	Game       *web.Summary        `json:"game"`
	Seat       engine.Seat         `json:"seat"`
	Commitment string              `json:"commitment"`
	Events     []json.RawMessage   `json:"events"`
	Nodes      engine.Legal        `json:"nodes"`
	ID         string              `json:"id"`
	First      engine.Seq          `json:"first"`
	Last       engine.Seq          `json:"last"`
	Code       web.Code            `json:"code"`
	Clause     string              `json:"clause"`
	Detail     string              `json:"detail"`
	Again      bool                `json:"again"`
	Ask        string              `json:"ask"`
	Legal      bool                `json:"legal"`
	Steps      engine.Play         `json:"steps"`
	Explained  *engine.Explanation `json:"explanation"`
	Position   *engine.Standing    `json:"position"`
	Odds       json.RawMessage     `json:"odds"` // a yes or no in a snapshot, the odds in an answer
	White      bool                `json:"white"`
	Black      bool                `json:"black"`
	Spectators int                 `json:"spectators"`
	At         string              `json:"at"`
	Next       *engine.GameID      `json:"next"`
	Series     web.Series          `json:"series"`
	Rematch    *web.Rematch        `json:"rematch"`
}

// maxMessage is above the longest message of the server.
const maxMessage = 1 << 20

// Open connects to a game; events up to after are not sent again.
func (c *Client) Open(ctx context.Context, game string, after engine.Seq) (*Socket, error) {
	return c.dial(ctx, fmt.Sprintf("/games/%s/socket?after=%d", game, after))
}

// dial opens a socket at a path below /api/v1.
func (c *Client) dial(ctx context.Context, path string) (*Socket, error) {
	h := http.Header{}
	if c.Token != "" {
		h.Set("Authorization", "Bearer "+c.Token)
	}
	url := "ws" + strings.TrimPrefix(c.Base, "http") + "/api/v1" + path
	ws, res, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPHeader: h, HTTPClient: c.HTTP})
	if err != nil {
		if res != nil && res.Body != nil {
			_ = res.Body.Close() // the error says more
		}
		return nil, err
	}
	ws.SetReadLimit(maxMessage)
	return &Socket{ws}, nil
}

// Next returns the next message and its bytes. websocket.CloseStatus tells why there is none any more.
func (s *Socket) Next(ctx context.Context) (Message, []byte, error) {
	_, b, err := s.ws.Read(ctx)
	if err != nil {
		return Message{}, nil, err
	}
	var m Message
	if err := json.Unmarshal(b, &m); err != nil {
		return Message{}, nil, fmt.Errorf("the server said %q: %w", b, err)
	}
	return m, b, nil
}

// Until reads on to the first message of a type.
func (s *Socket) Until(ctx context.Context, kind string) (Message, error) {
	for {
		m, _, err := s.Next(ctx)
		if err != nil || m.Type == kind {
			return m, err
		}
	}
}

// Say sends a message.
func (s *Socket) Say(ctx context.Context, m any) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return s.SayText(ctx, string(b))
}

// SayText sends text as it is.
func (s *Socket) SayText(ctx context.Context, text string) error {
	return s.ws.Write(ctx, websocket.MessageText, []byte(text))
}

// SayBytes sends a binary message, which the protocol does not have.
func (s *Socket) SayBytes(ctx context.Context, b []byte) error {
	return s.ws.Write(ctx, websocket.MessageBinary, b)
}

// Close closes the socket in good order.
func (s *Socket) Close() { _ = s.ws.Close(websocket.StatusNormalClosure, "") } // it may be closed already

// Cut tears the connection.
func (s *Socket) Cut() { _ = s.ws.CloseNow() } // it may be closed already

// Sit is the command that takes a seat.
func Sit(id, seed, commitment, invitation string) map[string]any {
	m := map[string]any{"type": "command", "id": id, "command": "sit", "seed": seed, "commitment": commitment}
	if invitation != "" {
		m["invitation"] = invitation
	}
	return m
}

// Play is the command that confirms a turn.
func Play(id string, expect engine.Seq, steps engine.Play) map[string]any {
	return map[string]any{"type": "command", "id": id, "command": "play", "expect": expect, "steps": steps}
}
