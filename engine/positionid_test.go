package engine

import (
	"encoding/csv"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// counted is one row of testdata/backgammon_counts.csv.
type counted struct {
	id       int
	position Position // White is the mover
	gnubgID  string
	plays    []int // of countedRolls
}

// readCounted reads the positions that GNU Backgammon has counted.
func readCounted(tb testing.TB) []counted {
	tb.Helper()
	f, err := os.Open("testdata/backgammon_counts.csv")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	var all []counted
	for _, row := range rows[1:] {
		id, err := strconv.Atoi(row[0])
		if err != nil {
			tb.Fatal(err)
		}
		c := counted{id: id, gnubgID: row[2]}
		white, black := &c.position.White, &c.position.Black
		white.Off, black.Off = Checkers, Checkers
		for p, text := range strings.Fields(row[1]) {
			n, err := strconv.Atoi(text)
			if err != nil {
				tb.Fatal(err)
			}
			for range max(n, 0) {
				white.put(uint8(p))
				white.Off--
			}
			for range max(-n, 0) {
				black.put(uint8(25 - p))
				black.Off--
			}
		}
		for _, text := range row[3:] {
			n, err := strconv.Atoi(text)
			if err != nil {
				tb.Fatal(err)
			}
			c.plays = append(c.plays, n)
		}
		all = append(all, c)
	}
	return all
}

func TestPositionIDsOfGNUBackgammon(t *testing.T) {
	t.Parallel()
	all := readCounted(t)
	if len(all) != 2000 {
		t.Fatalf("read %d positions, want 2000", len(all))
	}
	for _, c := range all {
		if got := PositionID(c.position, White); got != c.gnubgID {
			t.Errorf("position %d: id %s, want %s", c.id, got, c.gnubgID)
		}
		if got, err := ParsePositionID(c.gnubgID, White); err != nil || got != c.position {
			t.Errorf("ParsePositionID(%s) = %v, %v, want %v", c.gnubgID, got, err, c.position)
		}
	}
}

func TestPositionIDIsSeenByTheMover(t *testing.T) {
	t.Parallel()
	for _, c := range readCounted(t) {
		changed := Position{White: c.position.Black, Black: c.position.White}
		if got := PositionID(changed, Black); got != c.gnubgID {
			t.Errorf("position %d with the seats changed: id %s, want %s", c.id, got, c.gnubgID)
		}
		if got, err := ParsePositionID(c.gnubgID, Black); err != nil || got != changed {
			t.Errorf("ParsePositionID(%s, black) = %v, %v, want %v", c.gnubgID, got, err, changed)
		}
	}
}

func TestPositionIDsOfExtremes(t *testing.T) {
	t.Parallel()
	side := func(point, n uint8, bar uint8) Side {
		s := Side{Bar: bar, Off: Checkers - n - bar}
		if n > 0 {
			s.Points[point-1] = n
		}
		return s
	}
	fallas := side(6, 13, 0)
	fallas.Points[24-1], fallas.Off = 2, 0
	for name, p := range map[string]Position{
		"R1 start of Fallas":    {White: fallas, Black: fallas},
		"all on one point":      {White: side(24, 15, 0), Black: side(24, 15, 0)},
		"all on the bar":        {White: side(1, 0, 15), Black: side(1, 0, 15)},
		"one side done":         {White: side(1, 0, 0), Black: side(24, 15, 0)},
		"the other side done":   {White: side(1, 1, 0), Black: side(1, 0, 0)},
		"most bits at the end":  {White: side(1, 0, 15), Black: side(24, 0, 0)},
		"most bits in the half": {White: side(1, 0, 1), Black: side(1, 0, 15)},
	} {
		for _, mover := range Seats {
			id := PositionID(p, mover)
			if got, err := ParsePositionID(id, mover); err != nil || got != p || len(id) != 14 {
				t.Errorf("%s: %s is read as %v, %v, want %v", name, id, got, err, p)
			}
		}
	}
}

func TestBadPositionIDsAreRefused(t *testing.T) {
	t.Parallel()
	for id, says := range map[string]string{
		"":                     "14 characters",
		"4HPwATDgc/ABM":        "14 characters",
		"4HPwATDgc/ABMAA":      "14 characters",
		"4HPwATDgc/ABMA==":     "14 characters",
		"4HPwATDgc/ABM=":       "A to Z",
		"4HPwATDgc_ABMA":       "A to Z",
		"4HPwATDgc/ABM\n":      "A to Z",
		"4HPwATDgc/ABM\xff":    "A to Z",
		"4HPw ATDgc/ABA":       "A to Z",
		"4HPwATDgc/ABMB":       "A to Z", // bits that belong to no byte
		"//8AAAAAAAAAAA":       "more than 15",
		"////////////AA":       "more than 15",
		"/////////////w":       "more than 15",
		"AQAAAAAAAgAAAA":       "both colours",
		"AAAAAAAAAAAAAA":       "no checker",
		"4HPwATDgc/ABMIA":      "14 characters",
		"4HPwATDgc/ABcA":       "more than 15",
		"4HPwATDgcwAAAg":       "goes on behind",
		"AAAAAAAAAAAAAQ":       "goes on behind",
		"AAAAAAAAAAAAgA":       "goes on behind",
		"AAAAAAAAAAAAgQ":       "goes on behind",
		strings.Repeat("A", 9): "14 characters",
	} {
		p, err := ParsePositionID(id, White)
		var refusal *Refusal
		if !errors.As(err, &refusal) {
			t.Errorf("ParsePositionID(%q) = %v, %v, want a refusal", id, p, err)
			continue
		}
		if refusal.Code != RefusedInvalid || !strings.Contains(refusal.Detail, says) {
			t.Errorf("ParsePositionID(%q): %s %q, want invalid, saying %q", id, refusal.Code, refusal.Detail, says)
		}
	}
}

// drawPosition draws any position of 15 checkers a side without a point held by both.
func drawPosition(t *rapid.T) Position {
	p := Position{White: Side{Off: Checkers}, Black: Side{Off: Checkers}}
	for _, seat := range Seats {
		s, facing := p.Of(seat), p.Of(seat.Opponent())
		places := rapid.SliceOfNDistinct(rapid.Uint8Range(1, BarPoint), 1, 12, rapid.ID).Draw(t, seat.String()+" places")
		for range rapid.IntRange(0, Checkers).Draw(t, seat.String()+" checkers not off") {
			at := places[rapid.IntRange(0, len(places)-1).Draw(t, "at")]
			if at != BarPoint && facing.Points[24-at] > 0 {
				at = BarPoint
			}
			s.put(at)
			s.Off--
		}
	}
	if p.White.Off == Checkers && p.Black.Off == Checkers {
		p.White.Bar, p.White.Off = 1, Checkers-1
	}
	return p
}

func TestPositionIDRoundTripIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		mover := rapid.SampledFrom(Seats[:]).Draw(t, "mover")
		id := PositionID(p, mover)
		if got, err := ParsePositionID(id, mover); err != nil || got != p {
			t.Fatalf("%s is read as %v, %v, want %v", id, got, err, p)
		}
	})
}

func FuzzParsePositionID(f *testing.F) {
	for _, seed := range []string{
		"", "4HPwATDgc/ABMA", "wnPwQRCUZ/ABMA", "AAAAAAAAAAAAAA", "/////////////w", "//8AAAAAAAAAAA", "4HPwATDgc/ABMB",
		"4HPwATDgc/ABM\n", "4HPwATDgc/ABsA", "AQAAAAAAAgAAAA", "4HPwATDgc_ABM=",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, id string) {
		for _, mover := range Seats {
			p, err := ParsePositionID(id, mover)
			if err != nil {
				var refusal *Refusal
				if !errors.As(err, &refusal) || refusal.Detail == "" || p != (Position{}) {
					t.Fatalf("ParsePositionID(%q) = %v, %#v: no refusal with a reason", id, p, err)
				}
				continue
			}
			if again := PositionID(p, mover); again != id {
				t.Fatalf("%q is %v, whose id is %q", id, p, again)
			}
			for _, s := range []Side{p.White, p.Black} {
				n := s.Off + s.Bar
				for _, c := range s.Points {
					n += c
				}
				if n != Checkers {
					t.Fatalf("%q gives a side with %d checkers: %v", id, n, s)
				}
			}
		}
	})
}

func TestPositionIDsOfGamesOfEveryRuleset(t *testing.T) {
	t.Parallel()
	for _, r := range Rulesets() {
		src := rand.New(rand.NewPCG(80, 14))
		for seed := range uint64(5) {
			tb := newTable(t, r, seed)
			tb.seatBoth(r)
			for turns := 0; turns < 400 && tb.game.Phase == Playing; turns++ {
				for _, mover := range Seats {
					id := PositionID(tb.game.Position, mover)
					if p, err := ParsePositionID(id, mover); err != nil || p != tb.game.Position {
						t.Fatalf("%s: %s is read as %v, %v, want %v", r.ID, id, p, err, tb.game.Position)
					}
				}
				tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, src.IntN)})
			}
			if id := PositionID(tb.game.Position, White); tb.game.Result.Reason == BorneOff {
				if p, err := ParsePositionID(id, White); err != nil || p != tb.game.Position {
					t.Fatalf("%s, at the end: %s is read as %v, %v", r.ID, id, p, err)
				}
			}
		}
	}
}
