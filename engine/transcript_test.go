package engine

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// scripted is a table where the dice fall as written, "2-5 5-3-1", and plays are given in notation.
func scripted(t *testing.T, r *Ruleset, rolls string, plays ...string) *table {
	t.Helper()
	var thrown []Roll
	for text := range strings.FieldsSeq(rolls) {
		var faces []uint8
		for face := range strings.SplitSeq(text, "-") {
			faces = append(faces, face[0]-'0')
		}
		thrown = append(thrown, mustRoll(t, faces...))
	}
	tb := newTable(t, r, 0)
	tb.given.Roll = func(_, _ Bytes32, n uint32, _ int) Roll { return thrown[n-1] }
	tb.seatBoth(r)
	for _, text := range plays {
		play, err := tb.game.ReadPlay(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		tb.must(MakePlay{Seat: tb.game.Turn, Steps: play})
	}
	return tb
}

func TestTranscriptOfFallas(t *testing.T) {
	t.Parallel()
	tb := scripted(t, rulesetNamed(t, "fallas"), "4-4 2-5 4-3-2 5-5-5", "6/2 6/3 6/4")
	want := `Fallas, after Académie des jeux oubliés

Game   g
White  Ana
Black  Bernat d'Òlt
Begun  1970-01-01T00:00:03.000000Z
Ended  1970-01-01T00:00:04.000000Z

      White throws 4, Black 4: they throw again
      White throws 2, Black 5: Black begins
   1  Black  4-3-2  6/2 6/3 6/4
   2  White  5-5-5  falla

Bernat d'Òlt wins 1 point: White cannot play 5-5-5, a falla.
`
	if diff := cmp.Diff(want, Transcript(tb.log, Names{White: " Ana\n", Black: "Bernat\r\x1b\u2028d'Òlt"})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTranscriptTellsOffersOfResignation(t *testing.T) {
	t.Parallel()
	tb := scripted(t, rulesetNamed(t, "backgammon"), "6-1 5-5 3-3 2-1", "13/7 8/7", "13/8(2) 8/3(2)")
	at := tb.game.LastAt
	for _, b := range []EventBody{
		ResignationOffered{Seat: White, Worth: 1}, ResignationDeclined{Seat: Black},
		ResignationOffered{Seat: White, Worth: 2}, ResignationWithdrawn{Seat: White},
		Left{Seat: White}, Outage{From: at, To: at + 12_400_000}, Returned{Seat: White},
		Ended{Reason: Resigned, Winner: Black, Worth: 3},
	} {
		tb.log = append(tb.log, Event{Seq: tb.log[len(tb.log)-1].Seq + 1, At: at, Body: b})
	}
	want := `Backgammon, after standard rules, and an anonymous Spanish leaflet

Game   g
White  White
Black  Black
Begun  1970-01-01T00:00:03.000000Z
Ended  1970-01-01T00:00:05.000000Z

      White throws 6, Black 1: White begins
   1  White  6-1  13/7 8/7
   2  Black  5-5  13/8(2) 8/3(2)
      White offers to resign for 1 point
      Black declines
      White offers to resign for 2 points
      White takes the offer back
      The server was away for 12 s: nobody's time
   3  White  3-3  not played

Black wins 3 points: White resigned.
`
	if diff := cmp.Diff(want, Transcript(tb.log, Names{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTranscriptSaysHowAGameStands(t *testing.T) {
	t.Parallel()
	r := rulesetNamed(t, "backgammon")
	endings := func(reason EndReason, worth uint8) Game {
		return Game{Ruleset: r, Phase: Over, Result: Result{Reason: reason, Winner: White, Worth: worth}}
	}
	aborted := endings(Aborted, 0)
	aborted.Result.Winner = NoSeat
	for want, g := range map[string]Game{
		"\nAna wins 1 point: all checkers are off.\n":                endings(BorneOff, 1),
		"\nAna wins 2 points: all checkers are off, a gammon.\n":     endings(BorneOff, 2),
		"\nAna wins 3 points: all checkers are off, a backgammon.\n": endings(BorneOff, 3),
		"\nAna wins 2 points: Black resigned.\n":                     endings(Resigned, 2),
		"\nAna wins 1 point: Black stayed away.\n":                   endings(Abandoned, 1),
		"\nThe game was called off.\n":                               aborted,
		"\nBob has 6-5 to play.\n":                                   {Ruleset: r, Phase: Playing, Turn: Black, Roll: mustRoll(t, 6, 5)},
		"The game has not begun.\n":                                  {Ruleset: r, Phase: Waiting},
	} {
		w := transcript{game: g}
		if got := w.end(Names{White: "Ana", Black: "Bob"}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := Transcript(nil, Names{}); got != "" {
		t.Errorf("a game without events is %q", got)
	}
}

var writtenTurn = regexp.MustCompile(`(?m)^ *(\d+)  (White|Black)  ([1-6-]+)  (.*)$`)

// TestTranscriptsTellWholeGames plays games of every ruleset again from what their transcripts say.
func TestTranscriptsTellWholeGames(t *testing.T) {
	t.Parallel()
	for _, r := range Rulesets() {
		for seed := range uint64(8) {
			src := rand.New(rand.NewPCG(seed, 7))
			tb := newTable(t, r, seed)
			tb.seatBoth(r)
			for turns := 0; tb.game.Phase == Playing; turns++ {
				tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, src.IntN)})
			}
			text := Transcript(tb.log, Names{White: "Ana", Black: "Bernat"})
			again := newTable(t, r, seed)
			again.seatBoth(r)
			for i, m := range writtenTurn.FindAllStringSubmatch(text, -1) {
				if m[1] != strconv.Itoa(i+1) {
					t.Fatalf("%s, seed %d: turn %d is numbered %s", r.ID, seed, i+1, m[1])
				}
				if m[4] == "passes" || m[4] == "falla" {
					continue
				}
				if seatNames[again.game.Turn] != m[2] || again.game.Roll.String() != m[3] {
					t.Fatalf("%s, seed %d: %s has %s where the transcript says %q", r.ID, seed, again.game.Turn, again.game.Roll, m[0])
				}
				play, err := ParsePlay(m[4])
				if err != nil {
					t.Fatal(err)
				}
				again.must(MakePlay{Seat: again.game.Turn, Steps: play})
			}
			if again.game.Position != tb.game.Position || again.game.Result != tb.game.Result {
				t.Errorf("%s, seed %d: the transcript leads to another end:\n%s", r.ID, seed, text)
			}
			for _, hidden := range []string{"ada", "bob", hexOf(Bytes32{9}), hexOf(Bytes32{2})} {
				if strings.Contains(text, hidden) {
					t.Errorf("%s: the transcript holds %s", r.ID, hidden)
				}
			}
		}
	}
}

func hexOf(b Bytes32) string { return hex.EncodeToString(b[:]) }

func FuzzTranscript(f *testing.F) {
	for seed, r := range rulesets {
		tb := newTable(f, r, uint64(seed))
		tb.seatBoth(r)
		for range 6 {
			if tb.game.toPlay() {
				tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, func(n int) int { return n - 1 })})
			}
		}
		if tb.game.Phase == Playing {
			tb.must(Resign{Seat: White, Worth: 1})
		}
		b, err := json.Marshal(tb.log)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, "Ana", "Bernat: 1, 2")
	}
	f.Add([]byte(`[{"seq":1,"at":"2026-11-30T06:11:44.000123Z","v":1,"type":"opened","n":1,"dice":[]}]`), "\n", "\xff")
	f.Fuzz(func(t *testing.T, data []byte, white, black string) {
		var events []Event
		if json.Unmarshal(data, &events) != nil {
			return
		}
		names := Names{White: white, Black: black}
		text := Transcript(events, names)
		mat, err := Mat(events, names)
		var refusal *Refusal
		if (err == nil) != (mat != "") || err != nil && !errors.As(err, &refusal) {
			t.Fatalf("%q, %v", mat, err)
		}
		if name := names.inMat(White); len(name) > matName || name == "" || strings.ContainsAny(name, ":,\n\r") {
			t.Fatalf("%q is written %q", white, name)
		}
		if !utf8.ValidString(mat) || text == "" && mat != "" {
			t.Fatalf("%q, %q", text, mat)
		}
	})
}
