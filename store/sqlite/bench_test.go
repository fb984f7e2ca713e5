package sqlite

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
)

// BenchmarkAppend writes plays of as many games at once.
func BenchmarkAppend(b *testing.B) {
	for _, games := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("games=%d", games), func(b *testing.B) {
			s, err := Open(b.Context(), filepath.Join(b.TempDir(), "fallas.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			player := engine.PlayerID(uuid.NewString())
			if err := s.CreatePlayer(b.Context(), lobby.Player{ID: player}, lobby.Hash{}); err != nil {
				b.Fatal(err)
			}
			var left atomic.Int64
			left.Store(int64(b.N))
			done := make(chan error, games)
			next := make([]room.Summary, games)
			for i := range next {
				id := engine.GameID(uuid.Must(uuid.NewV7()).String())
				next[i] = room.Summary{Game: id, Ruleset: "fallas", Visibility: engine.Public, Creator: player, Phase: engine.Playing, Head: 1}
				_, err := s.CreateGame(b.Context(), lobby.GameRecord{
					Append:  room.Append{Game: id, First: 1, Last: 1, Command: room.CommandID(uuid.NewString()), Events: []byte("[]"), Summary: next[i]},
					Creator: player, Invitation: lobby.Invitation{Hash: lobby.Hash{byte(i)}, Game: id, Seat: engine.Black, From: player},
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			events := []byte(fmt.Sprintf("[%0400d]", 1))
			b.ResetTimer()
			for i := range games {
				go func() {
					g := next[i]
					for left.Add(-1) >= 0 {
						g.Head++
						a := room.Append{Game: g.Game, First: g.Head, Last: g.Head, Command: room.CommandID(uuid.NewString()), Events: events, Summary: g}
						if err := s.Append(b.Context(), a); err != nil {
							done <- err
							return
						}
					}
					done <- nil
				}()
			}
			for range games {
				if err := <-done; err != nil {
					b.Error(err)
				}
			}
		})
	}
}
