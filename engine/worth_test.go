package engine

import "testing"

func TestR2_OpeningDiceAreTheFirstRollInBackgammon(t *testing.T) {
	t.Parallel()
	tb := newTable(t, backgammon, 0)
	tb.given.Roll = rolls(t, []uint8{4, 4}, []uint8{2, 5}, []uint8{6, 6})
	tb.seatBoth(backgammon)
	if tb.game.Turn != Black || tb.game.Roll != mustRoll(t, 5, 2) || tb.game.Rolls != 2 {
		t.Errorf("%s is to play %v, roll %d", tb.game.Turn, tb.game.Roll, tb.game.Rolls)
	}
	if got := tb.log[len(tb.log)-1].Body; got != (Rolled{N: 2, Seat: Black, Dice: mustRoll(t, 5, 2)}) {
		t.Errorf("last event %+v", got)
	}
	tb.must(MakePlay{Seat: Black, Steps: parsed(t, "13/8 13/11")})
	if tb.game.Turn != White || tb.game.Roll != mustRoll(t, 6, 6) || tb.game.Rolls != 3 {
		t.Errorf("%s is to play %v, roll %d", tb.game.Turn, tb.game.Roll, tb.game.Rolls)
	}
	if _, err := Replay(tb.log); err != nil {
		t.Error(err)
	}
}

func TestS1_GammonAndBackgammon(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		loser string
		worth uint8
	}{
		{"13:14", 1},          // one is off
		{"13:15", 2},          // none is
		{"24:1 6:14", 3},      // and one stands in the winner's home board
		{"19:1 6:14", 3},      // at its edge
		{"18:1 6:14", 2},      // just outside
		{"bar:1 6:14", 3},     // or on the bar
		{"bar:1 24:1 6:9", 1}, // but not if any is off
	} {
		tb := tableAt(t, backgammon, "2:1", c.loser, 6, 2)
		tb.must(MakePlay{Seat: White, Steps: parsed(t, "2/off")})
		tb.wantsEnd(Ended{Reason: BorneOff, Winner: White, Worth: c.worth})
	}
}

func TestS2_LeavingNeverSavesAGammon(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		winner, loser string
		worth         uint8
	}{
		{"7:1 6:14", "24:15", 1}, // the winner is not home yet
		{"6:15", "13:15", 2},
		{"6:2", "24:15", 3},
		{"6:2", "24:14", 1},
		{"bar:1 6:14", "24:15", 1},
	} {
		tb := tableAt(t, backgammon, c.winner, c.loser, 1, 2)
		if got := tb.game.Standing().Worth; got != (Worths{White: c.worth, Black: 1}) {
			t.Errorf("%s against %s: worth %+v", c.winner, c.loser, got)
		}
		tb.must(NoteLeft{Seat: Black})
		tb.given.Now += 100_000_000
		tb.must(Claim{Seat: White})
		tb.wantsEnd(Ended{Reason: Abandoned, Winner: White, Worth: c.worth})
	}
}

func TestS4_ResignationsWithAWorth(t *testing.T) {
	t.Parallel()
	gammonish := func() *table { return tableAt(t, backgammon, "6:10 1:5", "13:15", 1, 2) }
	tb := gammonish()
	tb.wants(RefusedWorth, Resign{Seat: Black, Worth: 0})
	tb.wants(RefusedWorth, Resign{Seat: Black, Worth: 4})
	tb.wants(RefusedNoOffer, AnswerResignation{Seat: White, Accept: true})
	tb.wants(RefusedNoOffer, WithdrawResignation{Seat: Black})
	tb.must(Resign{Seat: Black, Worth: 2})
	tb.wantsEnd(Ended{Reason: Resigned, Winner: White, Worth: 2})
	tb = gammonish()
	tb.must(Resign{Seat: Black, Worth: 3})
	tb.wantsEnd(Ended{Reason: Resigned, Winner: White, Worth: 3})

	tb = gammonish()
	tb.must(Resign{Seat: Black, Worth: 1}) // less than S2's: an offer
	if tb.game.Phase != Playing || tb.game.OfferedWorth(Black) != 1 || tb.game.OfferedWorth(White) != 0 {
		t.Fatalf("%s, black offers %d", tb.game.Phase, tb.game.OfferedWorth(Black))
	}
	tb.wants(RefusedNoOffer, AnswerResignation{Seat: Black, Accept: true})
	tb.must(AnswerResignation{Seat: White})
	tb.wants(RefusedNoOffer, AnswerResignation{Seat: White, Accept: true})
	tb.must(Resign{Seat: Black, Worth: 1}, WithdrawResignation{Seat: Black})
	tb.wants(RefusedNoOffer, AnswerResignation{Seat: White, Accept: true})
	tb.must(Resign{Seat: Black, Worth: 1}, MakePlay{Seat: White, Steps: parsed(t, "6/5 6/4")})
	if tb.game.OfferedWorth(Black) != 1 {
		t.Error("the opponent's play overtakes an offer")
	}
	again := tb.game
	play, _ := tb.game.Complete(nil)
	tb.must(MakePlay{Seat: Black, Steps: play}) // the resigner's own does
	tb.wants(RefusedNoOffer, AnswerResignation{Seat: White, Accept: true})
	tb.game = again
	tb.must(AnswerResignation{Seat: White, Accept: true})
	tb.wantsEnd(Ended{Reason: Resigned, Winner: White, Worth: 1})
}
