package lobby

import (
	"fallas/engine"
	"fallas/lobby/room"
)

// Act is something a person does outside of a game's log, once: with the same Command it is the same act
// and has the same outcome, however often it is sent. A store writes it down together with what it does.
// The same Command with another Digest is refused with room.ErrCommandReused; a refused act is not written
// down, it is judged anew. Of somebody who has been banned or deleted meanwhile no new act is done: ErrBanned,
// ErrNoPlayer.
type Act struct {
	Player  engine.PlayerID
	Command room.CommandID
	// Digest is the SHA-256 of the act's content, as room.Digest makes it.
	Digest [32]byte
}
