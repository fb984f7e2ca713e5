package engine

import (
	"fmt"
	"strings"
)

// Names are what the players of a game are called where it is shown; events hold ids alone. A player
// without a name is called after the seat.
type Names struct{ White, Black string }

// of is a name as it is written: on one line, without control characters.
func (n Names) of(s Seat) string {
	name := n.White
	if s == Black {
		name = n.Black
	}
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "\ufffd"))
	if name = strings.Join(strings.Fields(name), " "); name == "" {
		return seatNames[s]
	}
	return name
}

// seatNames are the seats as they begin a sentence, both equally wide.
var seatNames = [...]string{White: "White", Black: "Black"}

// Transcript writes a game, or the beginning of one, for people to read: the ruleset, the players, each
// turn with its number, its roll as thrown and its play in notation, and why the game ended. Nothing of
// seeds, secret and the ids of players is in the text. Events are trusted as Apply trusts them; one that
// does not fit is not told.
func Transcript(events []Event, names Names) string {
	var w transcript
	for _, e := range events {
		if after, fits := w.game.apply(e); fits {
			before := w.game
			w.game = after
			w.tell(e, &before)
		}
	}
	if w.game.Ruleset == nil {
		return ""
	}
	return w.head(names) + w.body.String() + w.end(names)
}

type transcript struct {
	game  Game
	begun Micros
	turns int
	body  strings.Builder
}

func (w *transcript) head(names Names) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, after %s\n\n", w.game.Ruleset.Name, w.game.Ruleset.Source)
	fmt.Fprintf(&b, "Game   %s\n", w.game.ID)
	for _, s := range Seats {
		if w.game.seatTaken(s) {
			fmt.Fprintf(&b, "%s  %s\n", seatNames[s], names.of(s))
		}
	}
	if w.begun != 0 {
		fmt.Fprintf(&b, "Begun  %s\n", w.begun)
	}
	if w.game.Phase == Over {
		fmt.Fprintf(&b, "Ended  %s\n", w.game.Result.At)
	}
	return b.String() + "\n"
}

// tell writes what an event adds to the game as it stood before.
func (w *transcript) tell(e Event, before *Game) {
	switch b := e.Body.(type) {
	case Seated:
		if w.game.Phase == Playing {
			w.begun = e.At
		}
	case Opened:
		then := "they throw again"
		if w.game.Turn != NoSeat {
			then = seatNames[w.game.Turn] + " begins"
		}
		fmt.Fprintf(&w.body, "      White throws %d, Black %d: %s\n", b.Dice.Face(0), b.Dice.Face(1), then)
	case Played:
		w.turn(before, b.Steps.String())
	case Passed:
		w.turn(before, "passes")
	case Outage:
		w.aside("The server was away for %s: nobody's time", length(b))
	case ResignationOffered:
		w.aside("%s offers to resign for %s", seatNames[b.Seat], points(b.Worth))
	case ResignationDeclined:
		w.aside("%s declines", seatNames[b.Seat])
	case ResignationWithdrawn:
		w.aside("%s takes the offer back", seatNames[b.Seat])
	case Ended:
		if before.toPlay() {
			what := "not played"
			if b.Reason == Falla {
				what = "falla"
			}
			w.turn(before, what)
		}
	}
}

// turn writes the turn that a roll has begun, as "  12  White  5-3-1  24/19 6/5(2)".
func (w *transcript) turn(before *Game, text string) {
	w.turns++
	fmt.Fprintf(&w.body, "%4d  %s  %s  %s\n", w.turns, seatNames[before.Turn], before.Roll, text)
}

func (w *transcript) aside(format string, args ...any) {
	fmt.Fprintf(&w.body, "      "+format+"\n", args...)
}

// end says how the game ended, or what it waits for.
func (w *transcript) end(names Names) string {
	g := &w.game
	switch {
	case g.Phase == Over && g.Result.Winner == NoSeat:
		return "\nThe game was called off.\n"
	case g.Phase == Over:
		return fmt.Sprintf("\n%s wins %s: %s.\n", names.of(g.Result.Winner), points(g.Result.Worth), w.why())
	case g.toPlay():
		return fmt.Sprintf("\n%s has %s to play.\n", names.of(g.Turn), g.Roll)
	}
	return "The game has not begun.\n"
}

// why is the reason of a win in words (S1, S3).
func (w *transcript) why() string {
	result := &w.game.Result
	loser := seatNames[result.Winner.Opponent()]
	switch result.Reason {
	case BorneOff:
		return "all checkers are off" + [...]string{"", "", ", a gammon", ", a backgammon"}[result.Worth&3]
	case Falla:
		return fmt.Sprintf("%s cannot play %s, a falla", loser, w.game.Roll)
	case Resigned:
		return loser + " resigned"
	case Abandoned:
		return loser + " stayed away"
	}
	return strings.ReplaceAll(string(result.Reason), "_", " ")
}

// length is how long an outage was, in the unit a person would take.
func length(o Outage) string {
	seconds := (o.To - o.From + 500_000) / 1_000_000
	if seconds < 120 {
		return fmt.Sprintf("%d s", seconds)
	}
	minutes := (seconds + 30) / 60
	if minutes < 120 {
		return fmt.Sprintf("%d min", minutes)
	}
	return fmt.Sprintf("%d h", (minutes+30)/60)
}

func points(worth uint8) string {
	if worth == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", worth)
}
