package engine

import "testing"

// playingTable is a table whose game is played, white to move.
func playingTable(t *testing.T) *table {
	t.Helper()
	tb := newTable(t, fallas, 0)
	tb.given.Roll = rolls(t, []uint8{6, 1}, []uint8{1, 2, 3})
	tb.seatBoth(fallas)
	return tb
}

const second = Micros(1_000_000)

// Whoever was away before, during or after an outage may still be away for the whole of the limit, the outage
// not counted.
func TestS3_AnOutageIsNobodysAbsence(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		left, from, to Micros // after the beginning of play
		claim          Micros // the first moment at which the other may
	}{
		"away before it":        {left: 10, from: 20, to: 50, claim: 10 + 60 + 30},
		"left during it":        {left: 30, from: 20, to: 50, claim: 50 + 60},
		"left at its end":       {left: 50, from: 20, to: 50, claim: 50 + 60},
		"left after it":         {left: 70, from: 20, to: 50, claim: 70 + 60},
		"longer than the limit": {left: 10, from: 11, to: 500, claim: 500 + 59},
		"begun before play":     {left: 10, from: -100, to: 50, claim: 50 + 60},
	} {
		tb := playingTable(t)
		began := tb.game.OutagesAfter()
		tb.given.Now = began + c.left*second
		tb.must(NoteLeft{Seat: Black})
		tb.given.Now = max(tb.given.Now, began+c.to*second)
		tb.must(NoteOutage{From: began + c.from*second, To: began + c.to*second})
		tb.given.Now = began + c.claim*second - 1
		tb.wants(RefusedTooEarly, Claim{Seat: White})
		tb.given.Now++
		tb.must(Claim{Seat: White})
		if replayed, err := Replay(tb.log); err != nil || replayed != tb.game {
			t.Errorf("%s: replay: %v", name, err)
		}
	}
}

func TestOutagesAreToldInAFewWords(t *testing.T) {
	t.Parallel()
	for want, long := range map[string]Micros{
		"0 s": 1, "6 s": 5_500_000, "119 s": 119_499_999, "2 min": 119_500_000, "119 min": 119*60*second + 29*second, "2 h": 2 * 3600 * second, "36 h": 36 * 3600 * second,
	} {
		if got := length(Outage{From: 7, To: 7 + long}); got != want {
			t.Errorf("%d µs are %q, want %q", long, got, want)
		}
	}
}

func TestOutagesAreJudged(t *testing.T) {
	t.Parallel()
	tb := newTable(t, fallas, 0)
	tb.given.Roll = rolls(t, []uint8{6, 1}, []uint8{1, 2, 3})
	tb.must(Create{sampleCreated(fallas)})
	tb.wants(RefusedNotStarted, NoteOutage{From: 1 * second, To: 2 * second})
	tb.must(Sit{Seat: White, Player: "ada", Commitment: Bytes32{1}}, Sit{Seat: Black, Player: "bob", Commitment: Bytes32{1}})
	began := tb.game.OutagesAfter()
	if began != tb.log[len(tb.log)-1].At {
		t.Errorf("outages count from %s on, play began at %s", began, tb.log[len(tb.log)-1].At)
	}
	tb.given.Now = began + 100*second
	tb.wants(RefusedInvalid, NoteOutage{From: began - 9*second, To: began})
	tb.wants(RefusedInvalid, NoteOutage{From: began + 3*second, To: began + 3*second})
	tb.wants(RefusedInvalid, NoteOutage{From: began + 3*second, To: began + 2*second})
	noted := func(c NoteOutage, want Outage) {
		t.Helper()
		tb.must(c)
		e := tb.log[len(tb.log)-1]
		if e.Body != EventBody(want) || e.At < want.To || tb.game.OutagesAfter() != want.To {
			t.Errorf("%+v, outages from %s on, want %+v", e, tb.game.OutagesAfter(), want)
		}
	}
	noted(NoteOutage{From: began - 5*second, To: began + 7*second}, Outage{From: began, To: began + 7*second})
	tb.wants(RefusedInvalid, NoteOutage{From: began - 5*second, To: began + 7*second}) // known
	noted(NoteOutage{From: began + 6*second, To: began + 8*second}, Outage{From: began + 7*second, To: began + 8*second})
	ahead := tb.given.Now + 5*second // by the clock of whoever stored it
	noted(NoteOutage{From: began + 20*second, To: ahead}, Outage{From: began + 20*second, To: ahead})
	if tb.game.Turn != White || tb.game.Roll.Len() != 3 {
		t.Error("an outage has touched the turn")
	}
	if replayed, err := Replay(tb.log); err != nil || replayed != tb.game {
		t.Errorf("replay: %v", err)
	}
	last := len(tb.log) - 1
	for name, wrong := range map[string]Event{
		"it tells of the future":   {Body: Outage{From: began + 20*second, To: ahead + 1}, At: ahead},
		"it overlaps another":      {Body: Outage{From: began + 8*second - 1, To: ahead}, At: ahead},
		"it ends before it begins": {Body: Outage{From: ahead, To: ahead - 1}, At: ahead},
		"it takes no time":         {Body: Outage{From: ahead, To: ahead}, At: ahead},
	} {
		wrong.Seq = tb.log[last].Seq
		if _, err := Replay(append(tb.log[:last:last], wrong)); err == nil {
			t.Errorf("%s: replayed", name)
		}
	}
	tb.must(Resign{Seat: White, Worth: 1})
	tb.wants(RefusedGameOver, NoteOutage{From: ahead, To: ahead + second})
}
