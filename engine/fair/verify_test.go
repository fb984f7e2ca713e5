package fair

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"fallas/engine"
)

const gameID = engine.GameID("01939d5c-8a3e-75bb-9bed-67d45d4c34d5")

// record plays a game of fallas to its end, without choosing well, and returns its events.
func record(t *testing.T, secret engine.Bytes32, chance *rand.Rand) []engine.Event {
	t.Helper()
	const white, black = engine.PlayerID("01939d5c-0000-7000-8000-000000000001"), engine.PlayerID("01939d5c-0000-7000-8000-000000000002")
	var g engine.Game
	var events []engine.Event
	do := func(c engine.Command) {
		t.Helper()
		given := engine.Given{Now: 1_000_000, Secret: secret, Roll: func(w, b engine.Bytes32, n uint32, dice int) engine.Roll {
			return Roll(secret, gameID, w, b, n, dice)
		}}
		more, err := engine.Decide(g, c, given)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range more {
			g = engine.Apply(g, e)
		}
		events = append(events, more...)
	}
	do(engine.Create{Created: engine.Created{Game: gameID, Ruleset: "fallas", Visibility: engine.Public, Creator: white,
		CreatorSeat: engine.White, Scheme: Scheme, Commitment: Commitment(secret), AwayLimit: 120}})
	do(engine.Sit{Seat: engine.White, Player: white, Seed: engine.Bytes32{1}, Commitment: Commitment(secret)})
	do(engine.Sit{Seat: engine.Black, Player: black, Commitment: Commitment(secret)})
	for g.Phase == engine.Playing {
		legal := g.Legal()
		var play engine.Play
		for at := 0; len(legal.Nodes[at]) > 0; {
			step := legal.Nodes[at][chance.IntN(len(legal.Nodes[at]))]
			play, at = append(play, step.Step), step.Next
		}
		do(engine.MakePlay{Seat: g.Turn, Steps: play})
	}
	return events
}

// long is the longest of a few games, so that there are rolls to tamper with.
func long(t *testing.T) []engine.Event {
	t.Helper()
	var longest []engine.Event
	for i := range byte(20) {
		events := record(t, engine.Bytes32{i}, rand.New(rand.NewPCG(uint64(i), 1)))
		if len(events) > len(longest) {
			longest = events
		}
	}
	return longest
}

func TestAnHonestRecordIsRight(t *testing.T) {
	t.Parallel()
	for i := range byte(30) {
		events := record(t, engine.Bytes32{i}, rand.New(rand.NewPCG(uint64(i), 2)))
		report, err := Verify(events)
		if err != nil {
			t.Fatal(err)
		}
		rolls := 0
		for _, e := range events {
			switch e.Body.(type) {
			case engine.Opened, engine.Rolled:
				rolls++
			}
		}
		if report.Rolls != rolls || report.Game != gameID || !report.WhiteSeed || report.BlackSeed {
			t.Errorf("%+v, want %d rolls, white's seed and none of black's", report, rolls)
		}
	}
}

func TestWhatIsNotOverCannotBeChecked(t *testing.T) {
	t.Parallel()
	events := long(t)
	if _, err := Verify(events[:len(events)-3]); !errors.Is(err, ErrNotRevealed) {
		t.Errorf("err = %v, want ErrNotRevealed", err)
	}
}

// A game called off before anyone sat has no rolls, and its commitment can be checked all the same.
func TestAGameWithoutRolls(t *testing.T) {
	t.Parallel()
	events := long(t)
	secret := events[len(events)-1].Body
	report, err := Verify([]engine.Event{events[0], {Seq: 2, Body: engine.Ended{Reason: engine.Aborted}}, {Seq: 3, Body: secret}})
	if err != nil || report.Rolls != 0 {
		t.Errorf("%+v, %v", report, err)
	}
}

// Where the opening dice are the first roll (R2) it repeats them, the higher first.
func TestOpeningDiceAsFirstRoll(t *testing.T) {
	t.Parallel()
	events := long(t)
	white, black := events[1].Body.(engine.Seated), events[2].Body.(engine.Seated)
	revealed := events[len(events)-1].Body.(engine.Revealed)
	opened := Roll(revealed.Secret, gameID, white.Seed, black.Seed, 1, 2)
	high, low := max(opened.Face(0), opened.Face(1)), min(opened.Face(0), opened.Face(1))
	second := Roll(revealed.Secret, gameID, white.Seed, black.Seed, 2, 2)
	with := func(first engine.Roll) []engine.Event {
		return []engine.Event{events[0], events[1], events[2],
			{Seq: 4, Body: engine.Opened{N: 1, Dice: opened}},
			{Seq: 5, Body: engine.Rolled{N: 1, Seat: engine.White, Dice: first}},
			{Seq: 6, Body: engine.Rolled{N: 2, Seat: engine.Black, Dice: second}},
			{Seq: 7, Body: engine.Ended{Reason: engine.Resigned}},
			{Seq: 8, Body: revealed}}
	}
	if report, err := Verify(with(roll(t, high, low))); err != nil || report.Rolls != 2 {
		t.Errorf("%+v, %v", report, err)
	}
	var wrong *WrongRollError
	if _, err := Verify(with(roll(t, high, low%6+1))); !errors.As(err, &wrong) || wrong.N != 1 || wrong.Seq != 5 {
		t.Errorf("%v, want roll 1 named", err)
	}
}

func TestATamperedRecordIsWrong(t *testing.T) {
	t.Parallel()
	events := long(t)
	last := len(events) - 1
	at := func(n uint32) int {
		return slices.IndexFunc(events, func(e engine.Event) bool {
			b, ok := e.Body.(engine.Rolled)
			return ok && b.N == n
		})
	}
	rolled := func(n uint32) engine.Rolled { return events[at(n)].Body.(engine.Rolled) }
	other := func(n uint32) engine.Rolled {
		b := rolled(n)
		b.Dice = roll(t, b.Dice.Face(0), b.Dice.Face(1), b.Dice.Face(2)%6+1)
		return b
	}
	n := uint32(1)
	for at(n) < 0 {
		n++ // opening throws come first
	}
	if at(n+1) < 0 {
		t.Fatal("the game is too short to tamper with")
	}
	tests := map[string]struct {
		change func(e []engine.Event) []engine.Event
		roll   uint32 // the roll named, 0 if the fault is elsewhere
	}{
		"a changed die": {func(e []engine.Event) []engine.Event { e[at(n)].Body = other(n); return e }, n},
		"two changed rolls, the first is named": {func(e []engine.Event) []engine.Event {
			e[at(n)].Body, e[at(n+1)].Body = other(n), other(n+1)
			return e
		}, n},
		"the faces in another order": {func(e []engine.Event) []engine.Event {
			for m := n; at(m) >= 0; m++ {
				b := rolled(m)
				if b.Dice.Face(0) == b.Dice.Face(2) {
					continue
				}
				b.Dice = roll(t, b.Dice.Face(2), b.Dice.Face(1), b.Dice.Face(0))
				e[at(m)].Body = b
			}
			return e
		}, firstUneven(events, n)},
		"a die too few": {func(e []engine.Event) []engine.Event {
			b := rolled(n + 1)
			b.Dice = roll(t, b.Dice.Face(0), b.Dice.Face(1))
			e[at(n+1)].Body = b
			return e
		}, n + 1},
		"a skipped number": {func(e []engine.Event) []engine.Event {
			b := rolled(n)
			b.N = n + 1
			e[at(n)].Body = b
			return e
		}, n + 1},
		"an opening throw of three dice": {func(e []engine.Event) []engine.Event {
			e[3].Body = engine.Opened{N: 1, Dice: roll(t, 1, 2, 3)}
			return e
		}, 1},
		"another seed": {func(e []engine.Event) []engine.Event {
			b := e[1].Body.(engine.Seated)
			b.Seed[31] ^= 1
			e[1].Body = b
			return e
		}, 1},
		"another secret": {func(e []engine.Event) []engine.Event { e[last].Body = engine.Revealed{}; return e }, 0},
		"another commitment": {func(e []engine.Event) []engine.Event {
			return created(e, func(c *engine.Created) { c.Commitment[0] ^= 1 })
		}, 0},
		"another scheme": {func(e []engine.Event) []engine.Event { return created(e, func(c *engine.Created) { c.Scheme++ }) }, 0},
		"no game id":     {func(e []engine.Event) []engine.Event { return created(e, func(c *engine.Created) { c.Game = "x" }) }, 0},
		"another commitment shown to a seat": {func(e []engine.Event) []engine.Event {
			b := e[2].Body.(engine.Seated)
			b.Commitment[0] ^= 1
			e[2].Body = b
			return e
		}, 0},
		"a seat taken twice": {func(e []engine.Event) []engine.Event {
			b := e[2].Body.(engine.Seated)
			b.Seat = engine.White
			e[2].Body = b
			return e
		}, 0},
		"an event missing":        {func(e []engine.Event) []engine.Event { return slices.Delete(e, 5, 6) }, 0},
		"no creation":             {func(e []engine.Event) []engine.Event { e[0].Body = engine.Passed{}; return e }, 0},
		"an end without a secret": {func(e []engine.Event) []engine.Event { return e[:last] }, 0},
		"nothing at all":          {func(e []engine.Event) []engine.Event { return nil }, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Verify(test.change(slices.Clone(events)))
			if err == nil || errors.Is(err, ErrNotRevealed) {
				t.Fatalf("err = %v, want a fault named", err)
			}
			var wrong *WrongRollError
			if named := errors.As(err, &wrong); named != (test.roll != 0) {
				t.Fatalf("%v: a roll is named: %t", err, named)
			}
			if wrong != nil && wrong.N != test.roll {
				t.Errorf("%v, want roll %d named", err, test.roll)
			}
		})
	}
}

func created(e []engine.Event, change func(*engine.Created)) []engine.Event {
	b := e[0].Body.(engine.Created)
	change(&b)
	e[0].Body = b
	return e
}

// firstUneven is the first roll from n on whose outer dice differ.
func firstUneven(events []engine.Event, n uint32) uint32 {
	for _, e := range events {
		if b, ok := e.Body.(engine.Rolled); ok && b.N >= n && b.Dice.Face(0) != b.Dice.Face(2) {
			return b.N
		}
	}
	return 0
}

func roll(t *testing.T, faces ...uint8) engine.Roll {
	t.Helper()
	r, err := engine.NewRoll(faces...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
