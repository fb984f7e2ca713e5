package engine

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// wants checks that a command is refused with a code.
func (tb *table) wants(code RefusalCode, c Command) {
	tb.t.Helper()
	before := tb.game
	var refusal *Refusal
	if err := tb.do(c); !errors.As(err, &refusal) || refusal.Code != code {
		tb.t.Errorf("%+v: %v, want %s", c, err, code)
	}
	if tb.game != before {
		tb.t.Errorf("%+v: refused, and the game has changed", c)
	}
}

// ended is how the log ends: with Ended and then Revealed.
func (tb *table) ended() (Ended, bool) {
	if len(tb.log) < 2 {
		return Ended{}, false
	}
	_, revealed := tb.log[len(tb.log)-1].Body.(Revealed)
	e, ok := tb.log[len(tb.log)-2].Body.(Ended)
	return e, ok && revealed
}

func (tb *table) wantsEnd(want Ended) {
	tb.t.Helper()
	if got, ok := tb.ended(); !ok || got != want {
		tb.t.Errorf("ended %+v, want %+v and the secret", got, want)
	}
	if want := (Result{want.Reason, want.Winner, want.Worth, tb.game.LastAt}); tb.game.Result != want || tb.game.Phase != Over {
		tb.t.Errorf("%s, result %+v, want %+v", tb.game.Phase, tb.game.Result, want)
	}
}

// rolls looks up the given rolls in turn, then 1-2-3 for ever.
func rolls(t testing.TB, faces ...[]uint8) func(_, _ Bytes32, n uint32, dice int) Roll {
	return func(_, _ Bytes32, n uint32, dice int) Roll {
		if int(n) <= len(faces) {
			return mustRoll(t, faces[n-1]...)
		}
		return mustRoll(t, []uint8{1, 2, 3}[:dice]...)
	}
}

func TestR2_OpeningThrowDecidesWhoBegins(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		throws [][]uint8
		turn   Seat
		rolls  uint32
	}{
		{[][]uint8{{6, 1}, {1, 2, 3}}, White, 2},
		{[][]uint8{{1, 2}, {1, 2, 3}}, Black, 2},
		{[][]uint8{{3, 3}, {6, 6}, {1, 1}, {2, 5}, {3, 2, 1}}, Black, 5},
	} {
		tb := newTable(t, fallas, 0)
		tb.given.Roll = rolls(t, c.throws...)
		tb.seatBoth(fallas)
		if tb.game.Turn != c.turn || tb.game.Rolls != c.rolls || tb.game.Roll != mustRoll(t, c.throws[c.rolls-1]...) {
			t.Errorf("%v: %s to play %v, roll %d", c.throws, tb.game.Turn, tb.game.Roll, tb.game.Rolls)
		}
	}
}

func TestR9_FallaIsDeclaredWithTheRoll(t *testing.T) {
	t.Parallel()
	tb := newTable(t, fallas, 0)
	tb.given.Roll = rolls(t, []uint8{6, 1}, []uint8{5, 5, 5})
	tb.seatBoth(fallas)
	tb.wantsEnd(Ended{Reason: Falla, Winner: Black, Worth: 1})
	tb.wants(RefusedGameOver, MakePlay{Seat: White, Steps: Play{{From: 6, To: 1}}})
	e := tb.game.Explain()
	if e == nil || len(e.Partial) != 0 || e.EachAlone || e.Position != tb.game.Position || len(e.Left) != 1 || e.Left[0].Die != 5 || e.Left[0].Count != 3 {
		t.Fatalf("explanation %+v", e)
	}
	want := []Obstacle{
		{From: 24, To: 19, Why: Blocked, Clause: "R3", Detail: "the opponent holds 19 with 13 checkers"},
		{From: 6, To: 1, Why: Blocked, Clause: "R3", Detail: "the opponent holds 1 with 2 checkers"},
	}
	for i, o := range e.Left[0].Checkers {
		if o != want[i] {
			t.Errorf("%+v, want %+v", o, want[i])
		}
	}
}

func TestR9_ExplanationSaysThatEachDieAloneCouldBePlayed(t *testing.T) {
	t.Parallel()
	p := Position{White: side(t, "24:1"), Black: side(t, "10:2 11:2 12:2 13:2 8:2 9:2")}
	turn := newTurn(fallas, &p, White, mustRoll(t, 4, 6, 5))
	e := turn.explain(White)
	if turn.outcome != RollIsFalla || !e.EachAlone || len(e.Partial) != 1 || len(e.Left) != 2 {
		t.Errorf("outcome %d, %+v", turn.outcome, e)
	}
	for _, l := range e.Left {
		if len(l.Checkers) != 1 || l.Checkers[0].Why != Blocked {
			t.Errorf("the %d: %+v", l.Die, l.Checkers)
		}
	}
}

func TestR8_RefusalsSayWhatWouldWork(t *testing.T) {
	t.Parallel()
	tb := tableAt(t, fallas, atStart, atStart, 5, 2, 1)
	for _, c := range []struct {
		steps, detail string
		code          RefusalCode
		clause        string
	}{
		{"6/4 6/5", "6/4 6/5 would leave the 5 unplayable; 6/4 24/23 23/18 plays all three", RefusedStrands, "R8"},
		{"24/22 22/17", "the 1 is still to be played, for instance 24/23", RefusedIncomplete, "R8"},
		{"24/19", "the opponent holds 19 with 13 checkers", RefusedStep, "R3"},
		{"24/20", "the 5, the 2 and the 1 are left: none of them takes a checker from 24 to 20 in one step", RefusedStep, "R3"},
		{"8/7", "no checker of yours is on 8", RefusedStep, "R3"},
	} {
		var refusal *Refusal
		err := tb.do(MakePlay{Seat: White, Steps: parsed(t, c.steps)})
		if !errors.As(err, &refusal) || refusal.Code != c.code || refusal.Clause != c.clause || refusal.Detail != c.detail {
			t.Errorf("%s: %+v, want %s %s %q", c.steps, refusal, c.code, c.clause, c.detail)
		}
	}
	if r := tb.game.Why(parsed(t, "24/22"), Step{From: 22, To: 17}); r != nil {
		t.Errorf("a legal step is refused: %v", r)
	}
	if r := tb.game.Why(parsed(t, "6/4"), Step{From: 6, To: 5}); r == nil || r.Code != RefusedStrands {
		t.Errorf("Why: %v", r)
	}
	if play, ok := tb.game.Complete(parsed(t, "6/5")); !ok || play[0] != (Step{From: 6, To: 5, Die: 1}) || len(play) != 3 {
		t.Errorf("Complete: %v %t", play, ok)
	}
	if play, ok := tb.game.Complete(parsed(t, "6/4 6/5")); ok {
		t.Errorf("Complete goes on from what is refused: %v", play)
	}
}

func TestR15_TurnsAlternateAndOnlyTheSeatOnTurnPlays(t *testing.T) {
	t.Parallel()
	tb := newTable(t, fallas, 0)
	tb.given.Roll = rolls(t, []uint8{6, 1}, []uint8{1, 2, 3})
	tb.wants(RefusedNotStarted, MakePlay{Seat: White})
	tb.must(Create{sampleCreated(fallas)})
	tb.wants(RefusedNotStarted, MakePlay{Seat: White})
	tb = newTable(t, fallas, 0)
	tb.given.Roll = rolls(t, []uint8{6, 1}, []uint8{1, 2, 3})
	tb.seatBoth(fallas)
	tb.wants(RefusedNotYourTurn, MakePlay{Seat: Black, Steps: parsed(t, "6/5 6/4 6/3")})
	tb.wants(RefusedNotSeated, MakePlay{Steps: parsed(t, "6/5 6/4 6/3")})
	tb.must(MakePlay{Seat: White, Steps: parsed(t, "6/5 6/4 6/3")})
	if tb.game.Turn != Black || tb.game.Roll.Len() != 3 {
		t.Errorf("%s is to play %v", tb.game.Turn, tb.game.Roll)
	}
}

func TestR17_Seats(t *testing.T) {
	t.Parallel()
	tb := newTable(t, fallas, 0)
	tb.must(Create{sampleCreated(fallas)})
	sit := func(s Seat, p PlayerID) Sit { return Sit{Seat: s, Player: p, Commitment: Bytes32{1}} }
	tb.wants(RefusedInvalid, Create{sampleCreated(fallas)})
	tb.wants(RefusedSeatKept, sit(White, "bob"))
	tb.wants(RefusedSeatKept, sit(Black, "ada"))
	tb.wants(RefusedInvalid, sit(NoSeat, "bob"))
	tb.wants(RefusedInvalid, sit(7, "bob"))
	tb.wants(RefusedInvalid, sit(Black, ""))
	tb.wants(RefusedCommitment, Sit{Seat: Black, Player: "bob", Commitment: Bytes32{2}})
	tb.must(sit(Black, "bob"))
	tb.wants(RefusedSeatTaken, sit(Black, "cyd"))
	tb.wants(RefusedAlreadySeated, sit(Black, "bob"))
	tb.must(sit(White, "ada"))
	tb.wants(RefusedSeatTaken, sit(White, "cyd"))
	if tb.game.SeatOf("bob") != Black || tb.game.SeatOf("cyd") != NoSeat || tb.game.SeatOf("") != NoSeat || tb.game.Player(White) != "ada" {
		t.Errorf("seats: %+v", tb.game.seats)
	}
}

func TestR17_SeatKeptForTheOpponentAgreedOn(t *testing.T) {
	t.Parallel()
	made := func() *table {
		c := sampleCreated(fallas)
		c.Opponent = "bob"
		tb := newTable(t, fallas, 0)
		tb.must(Create{c})
		return tb
	}
	tb := made()
	tb.wants(RefusedSeatKept, Sit{Seat: Black, Player: "cyd", Commitment: Bytes32{1}})
	tb.wants(RefusedSeatKept, Sit{Seat: White, Player: "bob", Commitment: Bytes32{1}})
	tb.wants(RefusedNotSeated, Abort{Player: "cyd"})
	tb.must(Sit{Seat: Black, Player: "bob", Commitment: Bytes32{1}})

	tb = made()
	tb.must(Abort{Player: "bob"})
	tb.wantsEnd(Ended{Reason: Aborted})
}

func TestCreated_SeriesAndOddsAreKept(t *testing.T) {
	t.Parallel()
	tb := newTable(t, fallas, 0)
	tb.must(Create{sampleCreated(fallas)})
	if tb.game.Series != "g" || tb.game.Odds {
		t.Errorf("a first game: series %q, odds %v", tb.game.Series, tb.game.Odds)
	}
	if b := mustJSON(t, tb.log[0]); strings.Contains(b, "series") || strings.Contains(b, "opponent") || strings.Contains(b, "odds") {
		t.Errorf("a game without them: %s", b)
	}
	c := sampleCreated(fallas)
	c.Series, c.Odds, c.Opponent = "f", true, "bob"
	tb = newTable(t, fallas, 0)
	tb.must(Create{c})
	var back Event
	if err := json.Unmarshal([]byte(mustJSON(t, tb.log[0])), &back); err != nil || back != tb.log[0] {
		t.Errorf("read back %+v (%v), want %+v", back, err, tb.log[0])
	}
	if tb.game.Series != "f" || !tb.game.Odds || tb.game.Opponent != "bob" {
		t.Errorf("a rematch: %+v", tb.game)
	}
}

func mustJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestCreateIsJudged(t *testing.T) {
	t.Parallel()
	for _, change := range []func(*Created){
		func(c *Created) { c.Game = "" },
		func(c *Created) { c.Creator = "" },
		func(c *Created) { c.Ruleset = "chess" },
		func(c *Created) { c.Visibility = "secret" },
		func(c *Created) { c.CreatorSeat = NoSeat },
		func(c *Created) { c.Opponent = c.Creator },
		func(c *Created) { c.Series = c.Game },
	} {
		c := sampleCreated(fallas)
		change(&c)
		newTable(t, fallas, 0).wants(RefusedInvalid, Create{c})
	}
}

func TestS3_Abort(t *testing.T) {
	t.Parallel()
	begun := func() *table {
		tb := newTable(t, fallas, 0)
		tb.given.Roll = rolls(t, []uint8{6, 1}, []uint8{1, 2, 3})
		tb.seatBoth(fallas)
		return tb
	}
	tb := begun()
	tb.wants(RefusedTooLate, Abort{Player: "ada"})
	tb.wants(RefusedNotSeated, Abort{Player: "cyd"})
	tb.must(Abort{Player: "bob"})
	tb.wantsEnd(Ended{Reason: Aborted})
	tb = begun()
	tb.must(MakePlay{Seat: White, Steps: parsed(t, "6/5 6/4 6/3")})
	tb.wants(RefusedTooLate, Abort{Player: "bob"})

	tb = newTable(t, fallas, 0)
	tb.must(Create{sampleCreated(fallas)})
	tb.wants(RefusedNotSeated, Abort{Player: "bob"})
	tb.wants(RefusedNotSeated, Abort{})
	tb.must(Abort{Player: "ada"})
	tb.wantsEnd(Ended{Reason: Aborted})
	tb.wants(RefusedGameOver, Sit{Seat: White, Player: "ada", Commitment: Bytes32{1}})
}

func TestS3_ClaimAfterTheStatedLimit(t *testing.T) {
	t.Parallel()
	tb := newTable(t, fallas, 0)
	tb.given.Roll = rolls(t, []uint8{6, 1}, []uint8{1, 2, 3})
	tb.must(Create{sampleCreated(fallas)})
	tb.wants(RefusedNotSeated, NoteLeft{Seat: White})
	tb.must(Sit{Seat: White, Player: "ada", Commitment: Bytes32{1}}, NoteLeft{Seat: White})
	tb.given.Now += 1_000_000_000
	tb.must(Sit{Seat: Black, Player: "bob", Commitment: Bytes32{1}})
	tb.wants(RefusedTooEarly, Claim{Seat: Black}) // what lay before the game does not count
	tb.wants(RefusedTooEarly, Claim{Seat: White}) // black is not away
	tb.must(NoteReturned{Seat: White})
	tb.wants(RefusedInvalid, NoteReturned{Seat: White})
	tb.must(NoteLeft{Seat: White})
	left := tb.game.LastAt
	tb.wants(RefusedInvalid, NoteLeft{Seat: White})
	tb.given.Now = left + 59_999_999
	tb.wants(RefusedTooEarly, Claim{Seat: Black})
	tb.given.Now = left + 60_000_000
	early := tb.game
	tb.must(Claim{Seat: Black})
	tb.wantsEnd(Ended{Reason: Abandoned, Winner: Black, Worth: 1})

	tb = &table{t: t, game: early, given: tb.given} // the absent seat acts: it has returned
	tb.must(MakePlay{Seat: White, Steps: parsed(t, "6/5 6/4 6/3")})
	if tb.game.AwaySince(White) != 0 || tb.log[0].Body != (Returned{Seat: White}) {
		t.Errorf("away since %d, first event %+v", tb.game.AwaySince(White), tb.log[0].Body)
	}
}

func TestS4_Resign(t *testing.T) {
	t.Parallel()
	tb := newTable(t, fallas, 0)
	tb.given.Roll = rolls(t, []uint8{6, 1}, []uint8{1, 2, 3})
	tb.must(Create{sampleCreated(fallas)})
	tb.wants(RefusedNotStarted, Resign{Seat: White, Worth: 1})
	tb = newTable(t, fallas, 0)
	tb.given.Roll = rolls(t, []uint8{6, 1}, []uint8{1, 2, 3})
	tb.seatBoth(fallas)
	tb.wants(RefusedWorth, Resign{Seat: Black, Worth: 2})
	tb.wants(RefusedWorth, Resign{Seat: Black})
	tb.wants(RefusedNotSeated, Resign{Worth: 1})
	tb.must(Resign{Seat: Black, Worth: 1}) // out of turn
	tb.wantsEnd(Ended{Reason: Resigned, Winner: White, Worth: 1})
	tb.wants(RefusedGameOver, Resign{Seat: White, Worth: 1})
}

func TestS1_FallasIsAlwaysWorthOne(t *testing.T) {
	t.Parallel()
	tb := tableAt(t, fallas, "1:2", "24:15", 1, 1, 6)
	tb.must(MakePlay{Seat: White, Steps: parsed(t, "1/off(2)")})
	tb.wantsEnd(Ended{Reason: BorneOff, Winner: White, Worth: 1})
}

// TestTimeNeverRunsBackwards judges with a clock that does.
func TestTimeNeverRunsBackwards(t *testing.T) {
	t.Parallel()
	tb := newTable(t, fallas, 0)
	tb.must(Create{sampleCreated(fallas)})
	tb.given.Now = 5
	tb.must(Sit{Seat: White, Player: "ada", Commitment: Bytes32{1}})
	if tb.log[1].At != tb.log[0].At {
		t.Errorf("%d after %d", tb.log[1].At, tb.log[0].At)
	}
}
