package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/web/playtest"
)

// gameOn is a game of two players that this program plays. It is backgammon, which no roll ends.
type gameOn struct {
	id      string
	players []*playtest.Socket
	turns   chan turn
	over    chan struct{} // one for each player who has seen the end
}

// turn is a player's, who has just been shown what is legal.
type turn struct {
	by *playtest.Socket
	playtest.Message
}

func newGame(server *process) (*gameOn, error) {
	ctx := context.Background()
	g := &gameOn{turns: make(chan turn, 4), over: make(chan struct{}, 2)}
	invitation := ""
	for range 2 {
		c := playtest.NewClient("http://" + server.addr)
		if err := c.Join(ctx); err != nil {
			return nil, err
		}
		if g.id == "" {
			made, err := c.Create(ctx, playtest.NewGame{Ruleset: "backgammon", Seat: "white"})
			if err != nil {
				return nil, err
			}
			g.id, invitation = string(made.Game.ID), made.Invitation
		}
		s, err := c.Open(ctx, g.id, 0)
		if err != nil {
			return nil, err
		}
		m, err := s.Until(ctx, "snapshot")
		if err != nil {
			return nil, err
		}
		if err := s.Say(ctx, playtest.Sit(uuid.NewString(), strings.Repeat("00", 32), m.Commitment, invitation)); err != nil {
			return nil, err
		}
		g.players = append(g.players, s)
		go g.follow(s)
	}
	return g, nil
}

func (g *gameOn) follow(s *playtest.Socket) {
	for {
		m, b, err := s.Next(context.Background())
		switch {
		case err != nil:
			return
		case m.Type == "legal":
			g.turns <- turn{s, m}
		case m.Type == "events" && bytes.Contains(b, []byte(`"type":"revealed"`)):
			g.over <- struct{}{}
			return
		}
	}
}

// leave cuts the players' sockets.
func (g *gameOn) leave() {
	for _, s := range g.players {
		s.Cut()
	}
}

var errNoTurn = errors.New("nobody is on roll")

// play makes a play for whoever is on roll.
func (g *gameOn) play() error {
	select {
	case t := <-g.turns:
		return t.play(context.Background())
	case <-time.After(patience):
		return errNoTurn
	}
}

// play makes the first legal play.
func (t turn) play(ctx context.Context) error {
	var steps engine.Play
	for node := 0; len(t.Nodes.Nodes[node]) > 0; {
		next := t.Nodes.Nodes[node][0]
		steps = append(steps, next.Step)
		node = next.Next
	}
	return t.by.Say(ctx, playtest.Play(uuid.NewString(), t.Seq, steps))
}
