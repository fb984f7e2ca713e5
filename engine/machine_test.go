package engine

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// genSeat draws a seat, mostly a real one.
var genSeat = rapid.SampledFrom([]Seat{White, Black, White, Black, NoSeat, 3})

var genPlayer = rapid.SampledFrom([]PlayerID{"ada", "bob", "cyd", ""})

var genStep = rapid.Custom(func(t *rapid.T) Step {
	return Step{
		From: uint8(rapid.IntRange(0, 26).Draw(t, "from")),
		To:   uint8(rapid.IntRange(0, 26).Draw(t, "to")),
		Die:  uint8(rapid.IntRange(0, 7).Draw(t, "die")),
		Hit:  rapid.Bool().Draw(t, "hit"),
	}
})

// TestMachine plays games with any commands at any time. Whatever is asked, 15 checkers a side stay, a
// refusal changes nothing, a play takes as many pips from the mover as its steps count, nothing is due after a
// decision, a game that is over takes nothing more, and the log replays to the very same game, out of
// its JSON too.
func TestMachine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(Rulesets()).Draw(t, "ruleset")
		given := Given{Now: 1, Roll: sampleDice(rapid.Uint64().Draw(t, "dice")), Secret: Bytes32{7}}
		var g Game
		var log []Event
		do := func(c Command) {
			given.Now += Micros(rapid.IntRange(-10, 90_000_000).Draw(t, "later"))
			before := g
			events, err := Decide(g, c, given)
			if g != before {
				t.Fatalf("%+v changed the game it judged", c)
			}
			if err != nil {
				if refusal, ok := err.(*Refusal); !ok || refusal.Detail == "" || refusal.Code == "" || len(events) > 0 {
					t.Fatalf("%+v: %#v with %d events", c, err, len(events))
				}
				return
			}
			if before.Phase == Over {
				t.Fatalf("%+v is taken after the end", c)
			}
			for _, e := range events {
				if e.Seq != g.Head+1 || e.At < g.LastAt {
					t.Fatalf("event %+v after %d at %d", e, g.Head, g.LastAt)
				}
				if p, ok := e.Body.(Played); ok {
					checkPips(t, &g, p)
				}
				g = Apply(g, e)
			}
			log = append(log, events...)
			if g.due() != nothingDue {
				t.Fatalf("after %+v something is due still", c)
			}
			for _, s := range Seats {
				side := g.Position.Of(s)
				if n := side.checkers() + int(side.Off); n != Checkers {
					t.Fatalf("after %+v %s has %d checkers", c, s, n)
				}
			}
		}
		play := func(t *rapid.T) {
			for turns := rapid.IntRange(1, 20).Draw(t, "turns"); turns > 0 && g.toPlay(); turns-- {
				do(MakePlay{Seat: g.Turn, Steps: randomPlay(&g, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "step") })})
			}
		}
		do(Create{sampleCreated(r)})
		t.Repeat(map[string]func(*rapid.T){
			"sit": func(t *rapid.T) {
				do(Sit{Seat: genSeat.Draw(t, "seat"), Player: genPlayer.Draw(t, "player"), Commitment: Bytes32{1}})
			},
			"play": play, "playOn": play,
			"playAnything": func(t *rapid.T) {
				do(MakePlay{Seat: genSeat.Draw(t, "seat"), Steps: rapid.SliceOfN(genStep, 0, 5).Draw(t, "steps")})
			},
			"leave":  func(t *rapid.T) { do(NoteLeft{genSeat.Draw(t, "seat")}) },
			"return": func(t *rapid.T) { do(NoteReturned{genSeat.Draw(t, "seat")}) },
			"outage": func(t *rapid.T) {
				from := g.LastAt + Micros(rapid.IntRange(-20_000_000, 20_000_000).Draw(t, "from"))
				do(NoteOutage{from, from + Micros(rapid.IntRange(-1, 20_000_000).Draw(t, "long"))})
			},
			"answer": func(t *rapid.T) {
				do(AnswerResignation{genSeat.Draw(t, "seat"), rapid.IntRange(0, 5).Draw(t, "accept") == 0})
			},
			"withdraw": func(t *rapid.T) { do(WithdrawResignation{genSeat.Draw(t, "seat")}) },
			"claim":    func(t *rapid.T) { do(Claim{genSeat.Draw(t, "seat")}) },
			"resign": func(t *rapid.T) {
				if rapid.IntRange(0, 20).Draw(t, "really") == 0 {
					do(Resign{genSeat.Draw(t, "seat"), uint8(rapid.IntRange(0, 4).Draw(t, "worth"))})
				}
			},
			"abort": func(t *rapid.T) {
				if rapid.IntRange(0, 20).Draw(t, "really") == 0 {
					do(Abort{genPlayer.Draw(t, "player")})
				}
			},
		})
		checkReplay(t, g, log)
	})
}

// checkPips compares a play with the pips it takes from the mover: as many as its steps count.
func checkPips(t *rapid.T, g *Game, p Played) {
	after, ok := g.Position.make(g.Ruleset, p.Seat, p.Steps)
	if !ok {
		t.Fatalf("%s cannot be made", p.Steps)
	}
	gone := 0
	for _, s := range p.Steps {
		gone += int(s.From - s.To)
	}
	if before, now := g.Position.Of(p.Seat).Pips(), after.Of(p.Seat).Pips(); before-now != gone || gone == 0 {
		t.Fatalf("%s takes %d pips, from %d to %d", p.Steps, gone, before, now)
	}
	if g.Position.Of(p.Seat.Opponent()).Pips() > after.Of(p.Seat.Opponent()).Pips() {
		t.Fatalf("%s brings the opponent forward", p.Steps)
	}
}

func checkReplay(t *rapid.T, g Game, log []Event) {
	b, err := json.Marshal(log)
	if err != nil {
		t.Fatal(err)
	}
	var read []Event
	if err := json.Unmarshal(b, &read); err != nil || !reflect.DeepEqual(read, log) {
		t.Fatalf("the log does not survive JSON: %v", err)
	}
	if again, err := Replay(read); err != nil || again != g {
		t.Fatalf("replay: %v\n%+v\n%+v", err, again, g)
	}
	muddled := slices.Clone(log)
	for range rapid.IntRange(1, 3).Draw(t, "swaps") {
		i, j := rapid.IntRange(0, len(log)-1).Draw(t, "one"), rapid.IntRange(0, len(log)-1).Draw(t, "other")
		muddled[i].Body, muddled[j].Body = muddled[j].Body, muddled[i].Body
	}
	_, _ = Replay(muddled) // mostly refused; it must not panic
	missing := rapid.IntRange(0, max(len(log)-2, 0)).Draw(t, "missing")
	if _, err := Replay(slices.Delete(read, missing, missing+1)); err == nil && len(read) > 1 {
		t.Fatalf("replay does not miss event %d", missing+1)
	}
}

// genBody draws any event body at all.
var genBody = rapid.Custom(func(t *rapid.T) EventBody {
	seat := genSeat.Draw(t, "seat")
	roll := rapid.SampledFrom([]Roll{{}, {2, [3]uint8{1, 2}}, {2, [3]uint8{3, 3}}, {3, [3]uint8{1, 2, 6}}, {3, [3]uint8{5, 5, 5}}}).Draw(t, "roll")
	steps := rapid.SliceOfN(genStep, 0, 5).Draw(t, "steps")
	n := rapid.Uint32Range(0, 9).Draw(t, "n")
	switch rapid.IntRange(0, 14).Draw(t, "body") {
	case 0:
		c := sampleCreated(fallas)
		c.Ruleset = rapid.SampledFrom([]RulesetID{"fallas", "faylys", "fayles", "backgammon", "chess", ""}).Draw(t, "ruleset")
		return c
	case 1, 2:
		return Seated{Seat: seat, Player: genPlayer.Draw(t, "player")}
	case 3:
		return Opened{N: n, Dice: roll}
	case 4:
		return Rolled{N: n, Seat: seat, Dice: roll}
	case 5:
		return Played{Seat: seat, Steps: steps}
	case 6:
		return Passed{Seat: seat}
	case 7:
		return Left{Seat: seat}
	case 8:
		return Returned{Seat: seat}
	case 10:
		return ResignationOffered{Seat: seat, Worth: uint8(n)}
	case 11:
		return ResignationDeclined{Seat: seat}
	case 12:
		return ResignationWithdrawn{Seat: seat}
	case 13:
		return Outage{From: Micros(rapid.Int64().Draw(t, "from")), To: Micros(rapid.Int64().Draw(t, "to"))}
	case 9:
		return Ended{Reason: rapid.SampledFrom([]EndReason{BorneOff, Falla, Aborted, "x"}).Draw(t, "reason"), Winner: seat, Worth: uint8(n)}
	}
	return rapid.SampledFrom([]EventBody{nil, Revealed{}}).Draw(t, "other")
})

// TestApplyIsTotal folds any events in any order: no panic, 15 checkers a side, and the head follows.
func TestApplyIsTotal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var g Game
		start := rapid.Bool().Draw(t, "started")
		bodies := rapid.SliceOfN(genBody, 0, 40).Draw(t, "bodies")
		if start {
			bodies = append([]EventBody{
				sampleCreated(fallas), Seated{Seat: White, Player: "ada"}, Seated{Seat: Black, Player: "bob"}, Opened{N: 1, Dice: Roll{2, [3]uint8{1, 2}}},
			}, bodies...)
		}
		for i, b := range bodies {
			e := Event{Seq: Seq(rapid.Uint32().Draw(t, "seq")), At: Micros(rapid.Int64().Draw(t, "at")), Body: b}
			before := g
			g = Apply(g, e)
			if g.Head != e.Seq || g.LastAt != e.At {
				t.Fatalf("event %d: head %d at %d", i, g.Head, g.LastAt)
			}
			if _, fits := before.apply(e); !fits {
				before.Head, before.LastAt = e.Seq, e.At
				if g != before {
					t.Fatalf("event %d (%+v) does not fit and changes the game", i, b)
				}
			}
			for _, s := range Seats {
				side := g.Position.Of(s)
				if n := side.checkers() + int(side.Off); g.Phase != "" && n != Checkers {
					t.Fatalf("event %d (%+v) leaves %s %d checkers", i, b, s, n)
				}
			}
			g.Legal()
			g.Explain()
			g.Why(nil, Step{From: 6, To: 5})
		}
	})
}
