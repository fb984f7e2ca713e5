package room

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/google/uuid"

	"fallas/engine"
)

// CommandID names a command within its game: a UUID in canonical lower-case text. People's clients
// make their own, of any version but 8; version 8 is the server's.
type CommandID string

// ParseCommandID reads a command id made by a client.
func ParseCommandID(text string) (CommandID, error) {
	id, err := uuid.Parse(text)
	if err != nil || id.String() != text {
		return "", fmt.Errorf("room: a command id is a UUID in lower case, not %q", text)
	}
	if id.Version() == 8 {
		return "", fmt.Errorf("room: a command id of version 8 is the server's own")
	}
	return CommandID(text), nil
}

// observationID is the id of what the server itself notes, about a seat or about none, when the game stands at a head.
// It is the same on every node, so that the same observation made twice is one.
func observationID(game engine.GameID, head engine.Seq, word string, seat engine.Seat) CommandID {
	text := binary.BigEndian.AppendUint32([]byte(game), uint32(head))
	text = append(text, byte(seat))
	sum := sha256.Sum256(append(text, word...))
	id := uuid.UUID(sum[:16])
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return CommandID(id.String())
}
