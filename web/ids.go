package web

import (
	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

// This file reads ids as they stand in addresses and bodies.

// commandID reads the id that a client gives to what it asks for.
func commandID(text string) (room.CommandID, error) {
	id, err := room.ParseCommandID(text)
	if err != nil {
		return "", newProblem(CodeInvalid, "id: "+plain(err))
	}
	return id, nil
}

func gameID(text string) (engine.GameID, error) { return idOf[engine.GameID](text, room.ErrNoGame) }
func seekID(text string) (lobby.SeekID, error)  { return idOf[lobby.SeekID](text, lobby.ErrNoSeek) }
func playerID(text string) (engine.PlayerID, error) {
	return idOf[engine.PlayerID](text, lobby.ErrNoPlayer)
}

// idOf reads the id of what an address names. What is no id names nothing: the error is that there is none such.
func idOf[ID ~string](text string, none error) (ID, error) {
	if id, err := uuid.Parse(text); err != nil || id.String() != text {
		return "", none
	}
	return ID(text), nil
}
