package web

import (
	"encoding/json"
	"slices"

	"fallas/engine"
)

// This file writes the closed set of what the server says on a game's socket.

type snapshotMessage struct {
	Type       string          `json:"type"` // "snapshot"
	Seq        engine.Seq      `json:"seq"`
	Game       Summary         `json:"game"`
	Ruleset    *engine.Ruleset `json:"ruleset"`
	Seat       engine.Seat     `json:"seat"`
	Player     *Player         `json:"player"`
	Commitment engine.Bytes32  `json:"commitment"`
	Odds       bool            `json:"odds"` // whether the players agreed to see the odds
	Presence   presence        `json:"presence"`
	Rematch    *Rematch        `json:"rematch"`
}

type legalMessage struct {
	Type  string       `json:"type,omitempty"` // "legal"; left out in REST
	Seq   engine.Seq   `json:"seq"`
	Seat  engine.Seat  `json:"seat"`
	Nodes engine.Legal `json:"nodes"`
}

type ackMessage struct {
	Type  string     `json:"type,omitempty"` // "ack"; left out in REST
	ID    string     `json:"id"`
	First engine.Seq `json:"first" doc:"The number of the first event the command led to."`
	Last  engine.Seq `json:"last" doc:"The number of the last one."`
}

// saidMessage acknowledges a line of chat.
type saidMessage struct {
	Type string `json:"type"` // "ack"
	ID   string `json:"id"`
	N    uint32 `json:"n"` // the line's number
}

type refusedMessage struct {
	Type   string     `json:"type"` // "refused"
	ID     string     `json:"id"`
	Code   Code       `json:"code"`
	Clause string     `json:"clause,omitempty"`
	Detail string     `json:"detail"`
	Seq    engine.Seq `json:"seq"`
	Again  bool       `json:"again"`
}

type answerMessage struct {
	Type string   `json:"type,omitempty"` // "answer"; left out in REST
	ID   string   `json:"id"`
	Ask  question `json:"ask" enum:"why,complete,explain,position,odds"`

	Legal  bool   `json:"legal,omitempty" doc:"why: the step can be made."`
	Code   Code   `json:"code,omitempty" doc:"why: what refuses it."`
	Clause string `json:"clause,omitempty" doc:"why: the clause of the rules that refuses it."`
	Detail string `json:"detail,omitempty" doc:"why: the reason, for a person."`

	Steps       engine.Play         `json:"steps,omitempty" doc:"complete: one whole legal play that begins with the steps asked about."`
	Explanation *engine.Explanation `json:"explanation,omitempty" doc:"explain: why the roll could not be played, or not whole (R9, R11, R12, R14)."`
	Position    *engine.Standing    `json:"position,omitempty" doc:"position: how the game stands."`
	Odds        *oddsAnswer         `json:"odds,omitempty" doc:"odds: how the game stands, and the odds of a falla."`
}

type presence struct {
	White      bool `json:"white"`
	Black      bool `json:"black"`
	Spectators int  `json:"spectators"`
}

type presenceMessage struct {
	Type string `json:"type"` // "presence"
	presence
	Players Players `json:"players"`
}

type rematchMessage struct {
	Type string `json:"type"` // "rematch"
	Rematch
}

type pongMessage struct {
	Type string        `json:"type"` // "pong"
	ID   string        `json:"id"`
	At   engine.Micros `json:"at"`
}

type errorMessage struct {
	Type   string `json:"type"` // "error"
	Code   Code   `json:"code"`
	Detail string `json:"detail"`
}

// maxEvents is how many events one message has at most, so that a long game does not come in one
// piece.
const maxEvents = 100

// eventsMessages packs events into messages, their bytes unchanged.
func eventsMessages(raw []json.RawMessage) [][]byte {
	var all [][]byte
	for some := range slices.Chunk(raw, maxEvents) {
		all = append(all, eventsMessage(json.RawMessage(joined(some))))
	}
	return all
}

// eventsMessage is the message of one batch.
func eventsMessage(array json.RawMessage) []byte {
	const before, after = `{"type":"events","events":`, `}`
	b := make([]byte, 0, len(before)+len(array)+len(after))
	b = append(b, before...)
	b = append(b, array...)
	return append(b, after...)
}

// joined is the array of some events, their bytes unchanged.
func joined(raw []json.RawMessage) events {
	size := 2
	for _, e := range raw {
		size += len(e) + 1
	}
	b := append(make([]byte, 0, size), '[')
	for i, e := range raw {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, e...)
	}
	return append(b, ']')
}
