package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/store"
)

// How much of it the lobby shows.
const (
	liveShown   = 30 // those most watched, then the newest
	recentShown = 10
)

// LiveGame is a game being played, as the lobby shows it.
type LiveGame struct {
	ID         engine.GameID    `json:"id"`
	Ruleset    engine.RulesetID `json:"ruleset"`
	Players    Players          `json:"players"`
	Turn       engine.Seat      `json:"turn" doc:"The seat that has a roll to play."`
	CreatedAt  engine.Micros    `json:"created_at"`
	Spectators int              `json:"spectators"`
}

// Featured is the board of the most watched game.
type Featured struct {
	Game     engine.GameID   `json:"game" doc:"It is among the live games."`
	Seq      engine.Seq      `json:"seq" doc:"The event after which the board looks so."`
	Position engine.Position `json:"position"`
	Turn     engine.Seat     `json:"turn"`
	Roll     engine.Roll     `json:"roll" doc:"The roll to be played."`
}

// Pairing is a seek that was taken, and the game it led to.
type Pairing struct {
	Seek lobby.SeekID  `json:"seek"`
	Game engine.GameID `json:"game"`
}

// Hall is the lobby as one person sees it.
type Hall struct {
	Player   *Player    `json:"player" doc:"Who asks; null without a session."`
	Seeks    []Seek     `json:"seeks" nullable:"false" doc:"The open ones, oldest first."`
	Live     []LiveGame `json:"live" nullable:"false" doc:"Public games being played: those most watched, then the newest."`
	Featured *Featured  `json:"featured" doc:"The most watched of them; null if none is played."`
	Recent   []Summary  `json:"recent" nullable:"false" doc:"Public games that are over, the last to end first."`
	Paired   []Pairing  `json:"paired" nullable:"false" doc:"One's own seeks that were taken and whose games wait for their players."`
}

// goneSeek says that a seek is not open any more.
type goneSeek struct {
	ID    lobby.SeekID    `json:"id"`
	State lobby.SeekState `json:"state"`
	Game  engine.GameID   `json:"game,omitempty"`
}

// hallView is what everyone sees of the lobby at one moment.
type hallView struct {
	seeks    shelf[Seek]
	live     shelf[LiveGame]
	recent   shelf[Summary]
	featured *Featured
	taken    map[lobby.SeekID]engine.GameID // those of the last half minute
}

// shelf is a list whose items are told apart by an id, and compared by how they are shown.
type shelf[T any] struct {
	items []T
	shown map[string]json.RawMessage
}

func newShelf[T any](items []T, id func(*T) string) (shelf[T], error) {
	s := shelf[T]{items: items, shown: make(map[string]json.RawMessage, len(items))}
	for i := range items {
		b, err := json.Marshal(&items[i])
		if err != nil {
			return s, err
		}
		s.shown[id(&items[i])] = b
	}
	return s, nil
}

// shelfChanges is what turns a list into the next: items to set, and ids that are gone.
type shelfChanges[G any] struct {
	Set  []json.RawMessage `json:"set"`
	Gone []G               `json:"gone"`
}

// since lists what is other than before; nothing may be.
func (s shelf[T]) since(before shelf[T]) (set []json.RawMessage, gone []string) {
	set, gone = []json.RawMessage{}, []string{}
	for id, now := range s.shown {
		if string(before.shown[id]) != string(now) {
			set = append(set, now)
		}
	}
	for id := range before.shown {
		if _, still := s.shown[id]; !still {
			gone = append(gone, id)
		}
	}
	return set, gone
}

// readHall reads the lobby anew. watched tells how many spectators games have.
func (s *Server) readHall(ctx context.Context, watched map[engine.GameID]int) (*hallView, error) {
	open, err := s.opt.Lobby.OpenSeeks(ctx)
	if err != nil {
		return nil, err
	}
	taken, err := s.opt.Lobby.TakenSeeks(ctx)
	if err != nil {
		return nil, err
	}
	v := &hallView{taken: map[lobby.SeekID]engine.GameID{}}
	for _, k := range taken {
		v.taken[k.ID] = k.Game
	}
	seeks, err := s.seeks(ctx, open...)
	if err != nil {
		return nil, err
	}
	if v.seeks, err = newShelf(seeks, func(k *Seek) string { return string(k.ID) }); err != nil {
		return nil, err
	}
	rows, err := s.liveGames(ctx, watched)
	if err != nil {
		return nil, err
	}
	live, err := s.liveShown(ctx, rows, watched)
	if err != nil {
		return nil, err
	}
	if v.live, err = newShelf(live, func(g *LiveGame) string { return string(g.ID) }); err != nil {
		return nil, err
	}
	over, err := s.opt.Store.Games(ctx, store.Filter{Status: store.Finished}, store.Page{Limit: recentShown})
	if err != nil {
		return nil, err
	}
	recent, err := s.summaries(ctx, over.Games...)
	if err != nil {
		return nil, err
	}
	if v.recent, err = newShelf(recent, func(g *Summary) string { return string(g.ID) }); err != nil {
		return nil, err
	}
	v.featured, err = s.featured(ctx, rows)
	return v, err
}

// liveGames are the rows of the games the lobby shows, in its order.
func (s *Server) liveGames(ctx context.Context, watched map[engine.GameID]int) ([]room.Summary, error) {
	page, err := s.opt.Store.Games(ctx, store.Filter{Status: store.Live}, store.Page{Limit: liveShown})
	if err != nil {
		return nil, err
	}
	rows := page.Games
	known := make(map[engine.GameID]bool, len(rows))
	for i := range rows {
		known[rows[i].Game] = true
	}
	for _, id := range mostWatched(watched, liveShown) {
		if known[id] {
			continue
		}
		row, err := s.opt.Store.Summary(ctx, id)
		switch {
		case errors.Is(err, room.ErrNoGame): // a hint may be wrong
		case err != nil:
			return nil, err
		case row.Visibility == engine.Public && row.Phase == engine.Playing:
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b room.Summary) int {
		return cmp.Or(cmp.Compare(watched[b.Game], watched[a.Game]), cmp.Compare(b.Game, a.Game))
	})
	return rows[:min(len(rows), liveShown)], nil
}

// mostWatched are the games with the most spectators, at most n.
func mostWatched(watched map[engine.GameID]int, n int) []engine.GameID {
	ids := make([]engine.GameID, 0, len(watched))
	for id := range watched {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b engine.GameID) int {
		return cmp.Or(cmp.Compare(watched[b], watched[a]), cmp.Compare(b, a))
	})
	return ids[:min(len(ids), n)]
}

func (s *Server) liveShown(ctx context.Context, rows []room.Summary, watched map[engine.GameID]int) ([]LiveGame, error) {
	var ids []engine.PlayerID
	for i := range rows {
		ids = append(ids, rows[i].White, rows[i].Black)
	}
	names, err := s.names.look(ctx, ids...)
	if err != nil {
		return nil, err
	}
	live := make([]LiveGame, len(rows))
	for i, r := range rows {
		live[i] = LiveGame{
			ID: r.Game, Ruleset: r.Ruleset, Turn: r.Turn, CreatedAt: r.CreatedAt, Spectators: watched[r.Game],
			Players: Players{White: names.of(r.White), Black: names.of(r.Black)},
		}
	}
	return live, nil
}

// featured is the board of the first of the games that can be read here; it may be over by now.
func (s *Server) featured(ctx context.Context, rows []room.Summary) (*Featured, error) {
	for i := range rows {
		v, err := s.opt.Rooms.View(ctx, rows[i].Game, rows[i].Head)
		if errors.Is(err, room.ErrAnotherNode) || errors.Is(err, room.ErrNoGame) {
			continue
		}
		if err != nil {
			return nil, err
		}
		g := &v.Game
		return &Featured{Game: g.ID, Seq: g.Head, Position: g.Position, Turn: g.Turn, Roll: g.Roll}, nil
	}
	return nil, nil
}
