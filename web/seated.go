package web

import (
	"context"

	"fallas/engine"
	"fallas/lobby/room"
)

// This file tells a socket's client who sits at the table and who is there, by the names they have now.

func (k *socket) seated(g *engine.Game) {
	k.over = g.Phase == engine.Over
	k.seats = [2]engine.PlayerID{g.Player(engine.White), g.Player(engine.Black)}
}

func (k *socket) sendPresence() error {
	ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
	defer cancel()
	names, err := k.s.names.look(ctx, k.seats[:]...)
	k.s.tries.note("the names at a table could not be looked up", err)
	if err != nil { // the game goes on, with the names told last, until everything is looked at again
		for _, p := range *k.shown.Load() {
			if _, known := names[p.ID]; !known {
				names[p.ID] = p
			}
		}
	}
	players := Players{White: names.of(k.seats[0]), Black: names.of(k.seats[1])}
	k.shows(players)
	return k.send(presenceMessage{Type: "presence", presence: presenceOf(k.there), Players: players})
}

// shows notes what the client is told of who sits.
func (k *socket) shows(players Players) {
	var shown [2]Player
	for i, p := range []*Player{players.White, players.Black} {
		if p != nil {
			shown[i] = *p
		}
	}
	k.shown.Store(&shown)
}

// callNames has the client told anew what those who sit are called.
func (k *socket) callNames() {
	k.renamed.Store(true)
	k.wakeUp()
}

func presenceOf(p room.Presence) presence { return presence(p) }
