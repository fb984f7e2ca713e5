package lobby

import (
	"strings"

	"fallas/engine"
	"fallas/lobby/room"
)

// Topic names something outside the logs of games that many servers show: when it changes, a word goes
// round, and whoever shows it reads it anew. It travels as the text.
type Topic string

const (
	// Anything says that word of any topic may have been lost: look at everything again. It stays on the
	// server that says it.
	Anything Topic = ""
	// Hall is the lobby that everyone sees: seeks, and games as they are made. That games go on is told by
	// room.Hints.
	Hall Topic = "lobby"
)

// The kinds of topics about one player or one game; what follows is the id.
const (
	playerTopic  = "player:"
	rematchTopic = "rematch:"
	chatTopic    = "chat:"
)

// OfPlayer is the topic of a player's own affairs, such as sessions that are no longer good.
func OfPlayer(id engine.PlayerID) Topic { return playerTopic + Topic(id) }

// OfRematch is the topic of who wants a rematch of a game, and of the one made.
func OfRematch(id engine.GameID) Topic { return rematchTopic + Topic(id) }

// OfChat is the topic of what is said beside a game.
func OfChat(id engine.GameID) Topic { return chatTopic + Topic(id) }

// Player returns whose affairs the topic is, false if it is another kind of topic.
func (t Topic) Player() (engine.PlayerID, bool) {
	id, ok := strings.CutPrefix(string(t), playerTopic)
	return engine.PlayerID(id), ok
}

// Rematch returns the game whose rematch the topic is, false if it is another kind of topic.
func (t Topic) Rematch() (engine.GameID, bool) {
	id, ok := strings.CutPrefix(string(t), rematchTopic)
	return engine.GameID(id), ok
}

// Chat returns the game whose chat the topic is, false if it is another kind of topic.
func (t Topic) Chat() (engine.GameID, bool) {
	id, ok := strings.CutPrefix(string(t), chatTopic)
	return engine.GameID(id), ok
}

// Topics carries word of topics between the servers on one store. Like room.Hints it only hints: word may
// come late, twice or, between servers, never; then Anything comes once in a while.
type Topics interface {
	// Tell says on every server, this one included, that a topic has changed; call it after the change is
	// durable. It does not block.
	Tell(Topic)
	// Listen calls f with each topic told until cancel is called. f must not block.
	Listen(f func(Topic)) (cancel func())
}

// LocalTopics carries word within one process, where none is lost. The zero value is ready for use.
type LocalTopics struct{ listeners room.Listeners[Topic] }

// Tell calls every listener.
func (l *LocalTopics) Tell(t Topic) { l.listeners.Tell(t) }

// Listen adds a listener. cancel waits for a Tell in progress, so f may not call it.
func (l *LocalTopics) Listen(f func(Topic)) (cancel func()) { return l.listeners.Add(f) }
