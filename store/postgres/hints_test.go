package postgres

import (
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

// listener is a server's hints, with what it was told.
type listener struct {
	*Hints
	told   chan room.Hint
	missed chan struct{}
}

func listen(t *testing.T, s *Store) *listener {
	t.Helper()
	l := &listener{told: make(chan room.Hint, 1<<16), missed: make(chan struct{}, 1<<10)}
	l.Hints = StartHints(s, func() { l.missed <- struct{}{} }, slog.New(slog.DiscardHandler))
	l.Subscribe(func(h room.Hint) { l.told <- h })
	t.Cleanup(l.Stop)
	<-l.missed // it listens
	return l
}

// hears waits until it was told of the seq of a game.
func (l *listener) hears(game engine.GameID, seq engine.Seq) {
	for h := range l.told {
		if h.Game == game && h.Seq == seq {
			return
		}
	}
}

func newGame() engine.GameID { return engine.GameID(uuid.NewString()) }

func TestHintsReachEveryServer(t *testing.T) {
	t.Parallel()
	url := database(t)
	here, there := listen(t, openAt(t, url)), listen(t, openAt(t, url))
	games := make([]engine.GameID, 500) // more than one payload holds
	for i := range games {
		games[i] = newGame()
		here.Publish(room.Hint{Game: games[i], Seq: engine.Seq(i + 1)})
	}
	for i, game := range games {
		here.hears(game, engine.Seq(i+1))
	}
	here.Publish(room.Hint{Game: games[0], Node: "here", Here: room.Presence{Black: true}})
	missing := map[room.Hint]bool{{Game: games[0], Node: "here", Here: room.Presence{Black: true}}: true}
	for i, game := range games {
		missing[room.Hint{Game: game, Seq: engine.Seq(i + 1)}] = true
	}
	for len(missing) > 0 {
		delete(missing, <-there.told)
	}
}

// TestOnesOwnEchoIsNotHeard: the database tells a server also what it said itself.
func TestOnesOwnEchoIsNotHeard(t *testing.T) {
	t.Parallel()
	url := database(t)
	here, there := listen(t, openAt(t, url)), listen(t, openAt(t, url))
	mine, theirs := newGame(), newGame()
	here.Publish(room.Hint{Game: mine, Seq: 1})
	there.hears(mine, 1) // so the echo has been sent
	there.Publish(room.Hint{Game: theirs, Seq: 1})
	var told []room.Hint
	for len(told) == 0 || told[len(told)-1].Game != theirs {
		told = append(told, <-here.told)
	}
	if want := []room.Hint{{Game: mine, Seq: 1}, {Game: theirs, Seq: 1}}; !slices.Equal(told, want) {
		t.Errorf("told of %v, want %v", told, want)
	}
}

func TestHintsComeBackAndSaySo(t *testing.T) {
	t.Parallel()
	url := database(t)
	here, there := listen(t, openAt(t, url)), listen(t, openAt(t, url))
	for i := range engine.Seq(3) {
		execute(t, url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()")
		<-here.missed
		<-there.missed
		game := newGame()
		here.Publish(room.Hint{Game: game, Seq: i + 1})
		there.hears(game, i+1)
	}
}

func TestTopicsReachEveryServer(t *testing.T) {
	t.Parallel()
	url := database(t)
	here, there := listen(t, openAt(t, url)), listen(t, openAt(t, url))
	told := make(chan lobby.Topic, 1<<10)
	cancel := there.Listen(func(topic lobby.Topic) { told <- topic })
	defer cancel()
	here.Tell(lobby.Anything) // stays here
	want := []lobby.Topic{lobby.Hall, lobby.OfPlayer("p"), lobby.OfChat("g"), lobby.OfRematch("g")}
	for _, topic := range want {
		here.Tell(topic)
	}
	for _, topic := range want {
		if got := <-told; got != topic {
			t.Errorf("told of %q, want %q", got, topic)
		}
	}
}

func TestALostListenerSaysThatAnythingMayHaveChanged(t *testing.T) {
	t.Parallel()
	url := database(t)
	there := listen(t, openAt(t, url))
	told := make(chan lobby.Topic, 1<<10)
	cancel := there.Listen(func(topic lobby.Topic) { told <- topic })
	defer cancel()
	execute(t, url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()")
	if got := <-told; got != lobby.Anything {
		t.Errorf("told of %q", got)
	}
}

func TestPayloadsAreSplitAndReadBack(t *testing.T) {
	t.Parallel()
	var batch, got []word
	for i := range 1000 {
		w := word{hint: room.Hint{Game: newGame(), Seq: engine.Seq(i * 4_000_000)}}
		switch i % 3 {
		case 1:
			w.hint.Node, w.hint.Here = uuid.NewString(), room.Presence{White: true, Spectators: i}
		case 2:
			w = word{topic: lobby.OfChat(newGame())}
		}
		batch = append(batch, w)
	}
	origin := originLine()
	for _, payload := range payloads(origin, batch) {
		if !strings.HasPrefix(payload, origin+"\n") {
			t.Errorf("a payload does not say where it comes from: %.80s", payload)
		}
		if len(payload) > payloadMax {
			t.Errorf("a payload has %d bytes", len(payload))
		}
		got = append(got, words(payload)...)
	}
	if !slices.Equal(got, batch) {
		t.Errorf("got %d hints of %d", len(got), len(batch))
	}
	if got := words("nonsense\n{}\n[]\n{\"Game\":7}\n"); len(got) != 0 {
		t.Errorf("nonsense was read as %v", got)
	}
}
