package room

import (
	"fmt"

	"github.com/google/uuid"
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
