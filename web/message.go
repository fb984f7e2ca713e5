package web

import (
	"errors"
	"fmt"

	"fallas/engine"
	"fallas/lobby/room"
)

// This file reads the closed set of what a client can say on a game's socket. REST takes the same
// commands and questions in its bodies, so they are read here too.

// clientMessage is what a client sends: *commandMessage, *askMessage, *chatLineMessage or *pingMessage.
type clientMessage interface{ clientMessage() }

// commandMessage asks for the game to be changed.
type commandMessage struct {
	ID     string     // the client's own UUID; the same id is the same command
	Expect engine.Seq // the game's last event as the client knows it; 0: not said
	Do     engine.Command
	// Invitation comes with a Sit by someone other than the game's maker.
	Invitation string
}

// askMessage asks something that changes nothing.
type askMessage struct {
	ID    string // echoed
	Ask   question
	Seq   engine.Seq  // for explain, position and odds: after which event; 0: not said
	Steps engine.Play // the steps made so far in this turn
	Step  engine.Step // only for askWhy: the one in question
}

// chatLineMessage says something beside the game.
type chatLineMessage struct {
	ID   string // the client's own UUID; the same id says it once
	Text string
}

// pingMessage asks for a pong.
type pingMessage struct{ ID string }

func (*commandMessage) clientMessage()  {}
func (*askMessage) clientMessage()      {}
func (*chatLineMessage) clientMessage() {}
func (*pingMessage) clientMessage()     {}

// question is what an ask is about. It travels as the word.
type question string

// The questions: why a step cannot be made, one whole legal play, why a roll could not be played, how the
// game stands, the odds of a falla.
const (
	askWhy      question = "why"
	askComplete question = "complete"
	askExplain  question = "explain"
	askPosition question = "position"
	askOdds     question = "odds"
)

// maxEchoedID bounds the ids of asks and pings, which are only echoed.
const maxEchoedID = 64

// parseMessage reads one message of the socket. The error is for the one who sent it.
func parseMessage(data []byte) (clientMessage, error) {
	o := readObject(data)
	var kind string
	o.need("type", &kind)
	if o.err != nil {
		return nil, o.err
	}
	switch kind {
	case "command":
		return parseCommand(o)
	case "ask":
		return parseAsk(o)
	case "chat":
		m := &chatLineMessage{}
		o.need("id", &m.ID)
		o.need("text", &m.Text)
		if o.err == nil {
			_, err := room.ParseCommandID(m.ID)
			o.flaw("id", err)
		}
		return m, o.done()
	case "ping":
		m := &pingMessage{}
		o.echoedID(&m.ID)
		return m, o.done()
	}
	return nil, fmt.Errorf("there is no message of type %q", kind)
}

// parseCommand reads what is left of a command once its type is known.
func parseCommand(o *object) (*commandMessage, error) {
	m := &commandMessage{}
	var kind string
	o.need("id", &m.ID)
	o.need("command", &kind)
	o.allow("expect", &m.Expect)
	switch kind {
	case "sit":
		var c engine.Sit
		o.allow("seed", &c.Seed) // none: all zeros
		o.need("commitment", &c.Commitment)
		o.allow("invitation", &m.Invitation)
		m.Do = c
	case "play":
		var c engine.MakePlay
		_, written := o.fields["play"]
		o.take("steps", &c.Steps, written)
		o.allow("play", &c.Text)
		if written && (c.Text == "" || c.Steps != nil) {
			o.flaw("play", errors.New("a play in notation, and then no steps"))
		}
		m.Do = c
	case "resign":
		c := engine.Resign{Worth: 1}
		o.allow("worth", &c.Worth)
		m.Do = c
	case "answer_resignation":
		var c engine.AnswerResignation
		o.need("accept", &c.Accept)
		m.Do = c
	case "withdraw_resignation":
		m.Do = engine.WithdrawResignation{}
	case "abort":
		m.Do = engine.Abort{}
	case "claim":
		m.Do = engine.Claim{}
	default:
		if o.err == nil {
			o.err = fmt.Errorf("there is no command %q", kind)
		}
	}
	if o.err == nil {
		_, err := room.ParseCommandID(m.ID)
		o.flaw("id", err)
	}
	return m, o.done()
}

// parseAsk reads what is left of a question once its type is known.
func parseAsk(o *object) (*askMessage, error) {
	m := &askMessage{}
	o.echoedID(&m.ID)
	o.need("ask", &m.Ask)
	switch m.Ask {
	case askWhy:
		o.allow("steps", &m.Steps)
		o.need("step", &m.Step)
	case askComplete:
		o.allow("steps", &m.Steps)
	case askExplain, askPosition, askOdds:
		o.allow("seq", &m.Seq)
	default:
		if o.err == nil {
			o.err = fmt.Errorf("there is no question %q", m.Ask)
		}
	}
	return m, o.done()
}

func (o *object) echoedID(id *string) {
	o.need("id", id)
	if o.err == nil && (*id == "" || len(*id) > maxEchoedID) {
		o.err = fmt.Errorf("%q has 1 to %d characters", "id", maxEchoedID)
	}
}
