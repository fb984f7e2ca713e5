package playtest

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// Match is one game between two bots.
type Match struct {
	Game         string
	White, Black *Bot
	Watching     []*Bot // may be added to before Play
}

// NewMatch makes two guests and a public game of fallas between them, which the first roll may end. All
// their choices come from r.
func NewMatch(t testing.TB, server *Running, r *rand.Rand) *Match {
	t.Helper()
	return newMatch(t, server, r, "fallas")
}

// NewLongMatch is NewMatch for a game that no roll ends before all checkers of a side are off.
func NewLongMatch(t testing.TB, server *Running, r *rand.Rand) *Match {
	t.Helper()
	return newMatch(t, server, r, "backgammon")
}

func newMatch(t testing.TB, server *Running, r *rand.Rand, ruleset string) *Match {
	t.Helper()
	maker, guest := server.Guest(), server.Guest()
	made, err := maker.Create(t.Context(), NewGame{Ruleset: ruleset, Seat: "white", Visibility: "public"})
	if err != nil {
		t.Fatal(err)
	}
	game := string(made.Game.ID)
	return &Match{
		Game:  game,
		White: &Bot{Client: maker, Game: game, Rand: fork(r)},
		Black: &Bot{Client: guest, Game: game, Rand: fork(r), Invitation: made.Invitation},
	}
}

// Watch adds a bot that only watches, without a session.
func (m *Match) Watch(server *Running, r *rand.Rand) *Bot {
	b := &Bot{Client: server.Visitor(), Game: m.Game, Rand: fork(r), Spectator: true}
	m.Watching = append(m.Watching, b)
	return b
}

// Bots are everybody at the board.
func (m *Match) Bots() []*Bot { return append([]*Bot{m.White, m.Black}, m.Watching...) }

// Play plays the game to its end and returns its id.
func (m *Match) Play(t testing.TB) string {
	t.Helper()
	var all sync.WaitGroup
	for _, b := range m.Bots() {
		all.Go(func() {
			if err := b.Run(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	return m.Game
}

func fork(r *rand.Rand) *rand.Rand { return rand.New(rand.NewPCG(r.Uint64(), r.Uint64())) }
