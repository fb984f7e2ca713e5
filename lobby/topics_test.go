package lobby_test

import (
	"slices"
	"testing"

	"fallas/lobby"
)

func TestTopicsReachWhoListens(t *testing.T) {
	t.Parallel()
	var topics lobby.LocalTopics
	var first, second []lobby.Topic
	cancel := topics.Listen(func(topic lobby.Topic) { first = append(first, topic) })
	topics.Listen(func(topic lobby.Topic) { second = append(second, topic) })
	topics.Tell(lobby.Hall)
	cancel()
	topics.Tell(lobby.Anything)
	if !slices.Equal(first, []lobby.Topic{lobby.Hall}) || !slices.Equal(second, []lobby.Topic{lobby.Hall, lobby.Anything}) {
		t.Errorf("told %q and %q", first, second)
	}
}

func TestTopicsSayWhatTheyAreAbout(t *testing.T) {
	t.Parallel()
	for _, topic := range []lobby.Topic{lobby.Hall, lobby.Anything, lobby.OfPlayer("x"), lobby.OfRematch("x"), lobby.OfChat("x")} {
		player, isPlayer := topic.Player()
		rematch, isRematch := topic.Rematch()
		chat, isChat := topic.Chat()
		if isPlayer != (topic == lobby.OfPlayer("x")) || isPlayer && player != "x" ||
			isRematch != (topic == lobby.OfRematch("x")) || isRematch && rematch != "x" ||
			isChat != (topic == lobby.OfChat("x")) || isChat && chat != "x" {
			t.Errorf("%q is about %q, %q, %q", topic, player, rematch, chat)
		}
	}
}
