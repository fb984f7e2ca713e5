package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/web/playtest"
)

// block is one fenced block of PROTOCOL.md: what its first line says, and what it holds.
type block struct {
	line  int
	words []string // "json" or "ndjson", then whose block it is and what happens in it
	body  string
}

func (b block) String() string {
	return fmt.Sprintf("PROTOCOL.md:%d: %s", b.line, strings.Join(b.words, " "))
}

func protocolBlocks(t *testing.T) []block {
	t.Helper()
	text, err := os.ReadFile("PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []block
	var open *block
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case open == nil && strings.HasPrefix(line, "```"):
			open = &block{line: i + 1, words: strings.Fields(strings.TrimPrefix(line, "```"))}
		case open != nil && line == "```":
			all = append(all, *open)
			open = nil
		case open != nil:
			open.body += line + "\n"
		}
	}
	return all
}

// The conversation of PROTOCOL.md is held with a real server. The dice choose how a game begins, so it
// is begun anew until they fall as the page tells it.
func TestProtocolIsWhatTheServerSpeaks(t *testing.T) {
	t.Parallel()
	blocks := protocolBlocks(t)
	if len(blocks) < 40 {
		t.Fatalf("only %d blocks", len(blocks))
	}
	server := playtest.Serve(t, openStore(t))
	d := description(t, server)
	fallen := fallenGame(t, server)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var last error
	for range 200 {
		c := &conversation{
			ctx: ctx, server: server, described: d, doc: bindings{},
			people: map[string]*person{}, places: map[string]string{"fallen": fallen},
		}
		err := c.hold(blocks)
		c.end()
		if err == nil {
			d.askTheRest(t, server)
			return
		}
		if !errors.As(err, new(otherDice)) {
			t.Fatal(err)
		}
		last = err
	}
	t.Fatalf("the dice never fell as the page tells it; the last time: %v", last)
}

// fallenGame plays until a game ends in a falla.
func fallenGame(t *testing.T, server *playtest.Running) string {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		game := playtest.NewMatch(t, server, r).Play(t)
		record, err := server.Visitor().Record(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		if record.Result.Reason == engine.Falla {
			return game
		}
	}
	t.Fatal("no falla in 100 games")
	return ""
}

// otherDice says that a game went another way than the page's.
type otherDice struct{ error }

// person is somebody in the conversation.
type person struct {
	*playtest.Client
	status int    // of the last answer
	answer []byte // the last answer
	socket *playtest.Socket
	heard  []json.RawMessage // messages not yet spoken of
	legal  engine.Legal
	closed error
}

type conversation struct {
	ctx       context.Context
	server    *playtest.Running
	described *described // every answer is held to it
	people    map[string]*person
	places    map[string]string // {game} and the like
	doc       bindings
}

func (c *conversation) end() {
	for _, p := range c.people {
		if p.socket != nil {
			p.socket.Cut()
		}
	}
}

func (c *conversation) hold(blocks []block) error {
	for _, b := range blocks {
		if len(b.words) < 3 { // not a part of the conversation
			continue
		}
		if err := c.block(b); err != nil {
			return fmt.Errorf("%v: %w", b, err)
		}
	}
	return nil
}

var status = regexp.MustCompile(`^\d{3}$`)

func (c *conversation) block(b block) error {
	name, does := b.words[1], b.words[2]
	p := c.people[name]
	if p == nil {
		p = &person{Client: c.server.Visitor()}
		c.people[name] = p
	}
	switch {
	case does == "POST" || does == "PUT":
		body, err := c.doc.replaced(b.body, p.legal)
		if err != nil {
			return err
		}
		return c.request(p, does, b.words[3], body)
	case does == "GET" && b.words[0] == "ndjson":
		if err := c.request(p, "GET", b.words[3], ""); err != nil {
			return err
		}
		lines := strings.Split(strings.TrimSpace(b.body), "\n")
		got := strings.Split(strings.TrimSpace(string(p.answer)), "\n")
		return c.doc.match(arrayOf(lines), []byte(arrayOf(got)))
	case does == "GET" || does == "DELETE":
		if err := c.request(p, does, c.doc.inPath(b.words[3]), ""); err != nil {
			return err
		}
		return c.answered(p, b.words[4], b.body)
	case status.MatchString(does):
		return c.answered(p, does, b.body)
	case does == "opens":
		after := engine.Seq(0)
		if len(b.words) > 3 {
			n, err := strconv.Atoi(strings.TrimPrefix(b.words[3], "after="))
			if err != nil {
				return err
			}
			after = engine.Seq(n)
		}
		s, err := p.Open(c.ctx, c.places["game"], after)
		if err != nil {
			return err
		}
		p.socket = s
		return c.receives(p, b.body)
	case does == "enters":
		s, err := p.DialLobby(c.ctx)
		if err != nil {
			return err
		}
		p.socket, p.heard = s, nil
		return c.receives(p, b.body)
	case does == "sends":
		text, err := c.doc.replaced(b.body, p.legal)
		if err != nil {
			return err
		}
		return p.socket.SayText(c.ctx, text)
	case does == "receives":
		return c.receives(p, b.body)
	case does == "closed":
		for p.closed == nil {
			_, _, p.closed = p.socket.Next(c.ctx)
		}
		if got := fmt.Sprint(int(websocket.CloseStatus(p.closed))); got != b.words[3] {
			return fmt.Errorf("closed with %v", p.closed)
		}
		return nil
	}
	return fmt.Errorf("nobody knows what %q is", does)
}

func arrayOf(lines []string) string { return "[" + strings.Join(lines, ",") + "]" }

func (c *conversation) request(p *person, method, path, body string) error {
	for name, place := range c.places {
		path = strings.ReplaceAll(path, "{"+name+"}", place)
	}
	path, err := c.doc.replaced(path, engine.Legal{})
	if err != nil {
		return err
	}
	var payload any
	if body != "" {
		payload = body
	}
	res, err := p.Send(c.ctx, method, "/api/v1"+path, payload)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	p.status = res.StatusCode
	if p.answer, err = io.ReadAll(res.Body); err != nil {
		return err
	}
	return c.described.check(p.Client, method, "/api/v1"+path, p.status, res.Header.Get("Content-Type"), p.answer)
}

func (c *conversation) answered(p *person, want, body string) error {
	if fmt.Sprint(p.status) != want {
		return fmt.Errorf("%d %s", p.status, p.answer)
	}
	if err := c.doc.match(body, p.answer); err != nil {
		return err
	}
	var got struct {
		Token string
		Game  struct{ ID string }
	}
	if p.status == http.StatusCreated {
		if err := json.Unmarshal(p.answer, &got); err != nil {
			return err
		}
	}
	if got.Token != "" {
		p.Token = got.Token
	}
	if got.Game.ID != "" {
		c.places["game"] = got.Game.ID
	}
	return nil
}

// numbered are events as far as they are told apart here.
type numbered struct{ Seq engine.Seq }

// receives compares with the next message of the same type; events before those the page speaks of are
// passed over. Presence, chat, rematches and changes of the lobby come when they come: there, any that matches
// will do.
func (c *conversation) receives(p *person, body string) error {
	var want struct {
		Type   string
		Events []numbered
	}
	if err := json.Unmarshal([]byte(body), &want); err != nil {
		return err
	}
	for {
		for i, raw := range p.heard {
			var got playtest.Message
			if err := json.Unmarshal(raw, &got); err != nil {
				return err
			}
			if got.Type != want.Type {
				continue
			}
			if got.Type == "events" {
				var last numbered
				if err := json.Unmarshal(got.Events[len(got.Events)-1], &last); err != nil {
					return err
				}
				if last.Seq < want.Events[0].Seq {
					continue
				}
			}
			err := c.doc.match(body, raw)
			if err != nil && slices.Contains([]string{"presence", "chat", "rematch", "changes"}, got.Type) {
				continue
			}
			if err != nil && got.Type == "events" {
				return otherDice{err}
			}
			if got.Type == "legal" {
				p.legal = got.Nodes
			}
			p.heard = append(p.heard[:i:i], p.heard[i+1:]...)
			return err
		}
		_, raw, err := p.socket.Next(c.ctx)
		if err != nil {
			return fmt.Errorf("waiting for %s: %w", want.Type, err)
		}
		p.heard = append(p.heard, raw)
	}
}

// The record in PROTOCOL.md is a true one: it replays by the rules, its dice are those of its secret,
// and what the page says of the moments of the game is so.
func TestTheGameOfTheProtocolIsTrue(t *testing.T) {
	t.Parallel()
	var (
		events []engine.Event
		rolls  struct {
			Secret, Commitment, White, Black engine.Bytes32
			Game                             engine.GameID
			Rolls                            []engine.Roll
		}
	)
	for _, b := range protocolBlocks(t) {
		var err error
		switch strings.Join(b.words, " ") {
		case "json eve GET /games/{game} 200":
			var record struct{ Events []engine.Event }
			err = json.Unmarshal([]byte(b.body), &record)
			events = record.Events
		case "json roll":
			err = json.Unmarshal([]byte(b.body), &rolls)
		}
		if err != nil {
			t.Fatalf("%v: %v", b, err)
		}
	}
	if _, err := engine.Replay(events); err != nil {
		t.Error(err)
	}
	if _, err := fair.Verify(events); err != nil {
		t.Error(err)
	}
	if fair.Commitment(rolls.Secret) != rolls.Commitment {
		t.Error("the commitment is not the secret's")
	}
	for i, want := range rolls.Rolls {
		if got := fair.Roll(rolls.Secret, rolls.Game, rolls.White, rolls.Black, uint32(i+1), want.Len()); got != want {
			t.Errorf("roll %d: %v, want %v", i+1, got, want)
		}
	}
	moments := map[engine.Seq]engine.Game{}
	var g engine.Game
	for _, e := range events {
		g = engine.Apply(g, e)
		moments[e.Seq] = g
	}
	for _, b := range protocolBlocks(t) {
		if len(b.words) < 3 || b.words[2] != "receives" {
			continue
		}
		var m playtest.Message
		if err := json.Unmarshal([]byte(b.body), &m); err != nil {
			t.Fatalf("%v: %v", b, err)
		}
		var got, want any
		switch black := moments[7]; {
		case m.Type == "legal":
			white := moments[m.Seq]
			got, want = m.Nodes, white.Legal()
		case m.Ask == "why":
			why := black.Why(nil, engine.Step{From: 24, To: 5})
			got, want = m.Clause+m.Detail, why.Clause+why.Detail
		case m.Ask == "complete":
			play, _ := black.Complete(nil)
			got, want = m.Steps, play
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v: the page says %v, the rules %v", b, got, want)
		}
	}
}
