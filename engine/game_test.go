package engine

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
)

// sampleDice is a pure look-up of rolls for tests: the same arguments always give the same roll.
func sampleDice(seed uint64) func(white, black Bytes32, n uint32, dice int) Roll {
	return func(_, _ Bytes32, n uint32, dice int) Roll {
		src := rand.New(rand.NewPCG(seed, uint64(n)))
		r := Roll{n: uint8(dice)}
		for i := range dice {
			r.faces[i] = uint8(src.IntN(6) + 1)
		}
		return r
	}
}

func sampleCreated(r *Ruleset) Created {
	return Created{
		Game: "g", Ruleset: r.ID, Visibility: Public, Creator: "ada", CreatorSeat: White,
		Scheme: 1, Commitment: Bytes32{1}, AwayLimit: 60,
	}
}

// table is a game in the making: it decides commands and keeps the log.
type table struct {
	t     testing.TB
	game  Game
	log   []Event
	given Given
}

func newTable(t testing.TB, r *Ruleset, seed uint64) *table {
	return &table{t: t, given: Given{Now: 1_000_000, Roll: sampleDice(seed), Secret: Bytes32{9}}}
}

func (tb *table) do(c Command) error {
	tb.t.Helper()
	events, err := Decide(tb.game, c, tb.given)
	if err != nil {
		var refusal *Refusal
		if !errors.As(err, &refusal) {
			tb.t.Fatalf("%T: %v is no refusal", c, err)
		}
		if len(events) > 0 {
			tb.t.Fatalf("%T: refused with events", c)
		}
		return err
	}
	for _, e := range events {
		tb.game = Apply(tb.game, e)
		tb.log = append(tb.log, e)
	}
	tb.given.Now += 1_000_000
	return nil
}

func (tb *table) must(commands ...Command) {
	tb.t.Helper()
	for _, c := range commands {
		if err := tb.do(c); err != nil {
			tb.t.Fatalf("%T refused: %v", c, err)
		}
	}
}

func (tb *table) seatBoth(r *Ruleset) {
	tb.t.Helper()
	tb.must(Create{sampleCreated(r)},
		Sit{Seat: White, Player: "ada", Commitment: Bytes32{1}},
		Sit{Seat: Black, Player: "bob", Commitment: Bytes32{1}, Seed: Bytes32{2}})
}

// randomPlay walks the legal graph of the seat on turn.
func randomPlay(g *Game, intN func(int) int) Play {
	legal, play := g.Legal(), Play{}
	for n := 0; len(legal.Nodes) > 0 && len(legal.Nodes[n]) > 0; {
		s := legal.Nodes[n][intN(len(legal.Nodes[n]))]
		play, n = append(play, s.Step), s.Next
	}
	return play
}

func TestWholeGames(t *testing.T) {
	t.Parallel()
	for _, r := range Rulesets() {
		for seed := range uint64(25) {
			src := rand.New(rand.NewPCG(seed, 1))
			tb := newTable(t, r, seed)
			tb.seatBoth(r)
			for turns := 0; tb.game.Phase == Playing; turns++ {
				if turns > 5000 {
					t.Fatalf("%s, seed %d: no end in sight", r.ID, seed)
				}
				tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, src.IntN)})
				if p := &tb.game.Position; p.White.Bar > 0 && p.Black.Bar > 0 && pack(&p.White).shut() && pack(&p.Black).shut() {
					t.Fatalf("%s, seed %d: mutual closure (R12) has arisen: %s", r.ID, seed, describe(*p))
				}
			}
			if _, ok := tb.log[len(tb.log)-1].Body.(Revealed); !ok {
				t.Fatalf("%s, seed %d: the last event is %+v", r.ID, seed, tb.log[len(tb.log)-1])
			}
			b, err := json.Marshal(tb.log)
			if err != nil {
				t.Fatal(err)
			}
			var read []Event
			if err := json.Unmarshal(b, &read); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(read, tb.log) {
				t.Fatalf("%s, seed %d: the log does not survive JSON", r.ID, seed)
			}
			again, err := Replay(read)
			if err != nil || again != tb.game {
				t.Fatalf("%s, seed %d: replay: %v\n%+v\n%+v", r.ID, seed, err, again, tb.game)
			}
			if tb.game.Result.Reason == Falla && tb.game.Explain() == nil {
				t.Fatalf("%s, seed %d: a falla without explanation", r.ID, seed)
			}
		}
	}
}
