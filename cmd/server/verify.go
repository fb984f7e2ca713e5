package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"fallas/engine"
	"fallas/engine/fair"
)

// record is what verify reads of a game: its events, and what the record says beside them.
type record struct {
	ID      engine.GameID    `json:"id"`
	Ruleset engine.RulesetID `json:"ruleset"`
	Players *players         `json:"players"`
	Result  *result          `json:"result"`
	Events  []engine.Event   `json:"events"`
}

type players struct {
	White player `json:"white"`
	Black player `json:"black"`
}

type player struct {
	ID engine.PlayerID `json:"id"`
}

type result struct {
	Reason engine.EndReason `json:"reason"`
	Winner engine.Seat      `json:"winner"`
	Worth  uint8            `json:"worth"`
}

const verifyUsage = `Usage: server verify FILE.json
Checks a finished game, offline: that its dice are those the server committed to
before the players gave their seeds, and that the game keeps the rules. The file
holds the record, as GET /api/v1/games/{id} gives it, or an array of its events.
Exit code 0: right. 1: wrong. 2: cannot be read, or not over yet.
`

// verify checks the record of a finished game and says in plain words what it checked. It answers
// exitFailed if the record is wrong, exitMisuse if it cannot be read or checked.
func verify(args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		fmt.Fprint(stdout, verifyUsage)
		return exitOK
	}
	if len(args) != 1 {
		fmt.Fprint(stderr, verifyUsage)
		return exitMisuse
	}
	r, err := readRecord(args[0])
	if err != nil {
		fmt.Fprintf(stderr, "server: cannot read %s: %v\n", args[0], err)
		return exitMisuse
	}
	if n := len(r.Events); n == 0 {
		fmt.Fprintf(stderr, "server: %s has no events\n", args[0])
		return exitMisuse
	} else if _, finished := r.Events[n-1].Body.(engine.Revealed); !finished {
		fmt.Fprintf(stderr, "server: %s cannot be checked: its last event does not reveal the secret, which happens when the game is over\n", args[0])
		return exitMisuse
	}
	return r.judge(stdout)
}

// recordMax is how long a file verify reads: far more than the longest game.
const recordMax = 64 << 20

// readRecord reads a record, or an array of events.
func readRecord(path string) (record, error) {
	file, err := os.Open(path)
	if err != nil {
		return record{}, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, recordMax+1))
	if err != nil {
		return record{}, err
	}
	if len(text) > recordMax {
		return record{}, errors.New("it is too long for the record of one game")
	}
	var r record
	if text = bytes.TrimSpace(text); bytes.HasPrefix(text, []byte("[")) {
		err = json.Unmarshal(text, &r.Events)
	} else {
		err = json.Unmarshal(text, &r)
	}
	if errors.Is(err, engine.ErrVersion) {
		err = fmt.Errorf("%w: a newer server wrote it", err)
	}
	return r, err
}

// judge checks a finished game and tells each result.
func (r record) judge(stdout io.Writer) int {
	dice, err := fair.Verify(r.Events)
	if err != nil {
		return wrong(stdout, "The dice are not right", err)
	}
	fmt.Fprintf(stdout, "Game %s, %d events.\n\n", dice.Game, len(r.Events))
	fmt.Fprintf(stdout, "ok  The secret revealed at the end is the one committed to in event 1:\n    its SHA-256 is %x.\n", dice.Commitment)
	fmt.Fprintln(stdout, "ok  Whoever sat down was shown this commitment before.")
	for _, seat := range []struct {
		name string
		own  bool
	}{{"White", dice.WhiteSeed}, {"Black", dice.BlackSeed}} {
		if !seat.own {
			fmt.Fprintf(stdout, "--  %s brought no seed of their own.\n", seat.name)
		}
	}
	fmt.Fprintf(stdout, "ok  Each roll, %d in all, is what the secret and the seeds give.\n", dice.Rolls)
	game, err := engine.Replay(r.Events)
	if err != nil {
		return wrong(stdout, "The dice are right, the game is not", err)
	}
	fmt.Fprintln(stdout, "ok  Every event follows from those before it by the rules.")
	if err := r.contradiction(&game); err != nil {
		return wrong(stdout, "The events are right, what the record says of them is not", err)
	}
	fmt.Fprintf(stdout, "\nThe record is right. %s\n", outcome(game.Result))
	return exitOK
}

func wrong(stdout io.Writer, what string, err error) int {
	fmt.Fprintf(stdout, "WRONG  %s: %v\n", what, err)
	return exitFailed
}

// contradiction compares what the record says beside its events. What it leaves out is not wrong.
func (r record) contradiction(game *engine.Game) error {
	is := result{game.Result.Reason, game.Result.Winner, game.Result.Worth}
	switch {
	case r.ID != "" && r.ID != game.ID:
		return fmt.Errorf("it says that this is game %s", r.ID)
	case r.Ruleset != "" && r.Ruleset != game.Ruleset.ID:
		return fmt.Errorf("it says that the ruleset is %s, event 1 says %s", r.Ruleset, game.Ruleset.ID)
	case r.Players != nil && (r.Players.White.ID != game.Player(engine.White) || r.Players.Black.ID != game.Player(engine.Black)):
		return errors.New("it names other players than those who sat down")
	case r.Result != nil && *r.Result != is:
		return fmt.Errorf("it says that %s, the events say that %s", *r.Result, is)
	}
	return nil
}

func (r result) String() string {
	if r.Winner == engine.NoSeat {
		return fmt.Sprintf("nobody won (%s)", r.Reason)
	}
	return fmt.Sprintf("%s won %d (%s)", r.Winner, r.Worth, r.Reason)
}

func outcome(r engine.Result) string {
	s := result{r.Reason, r.Winner, r.Worth}.String()
	return string(bytes.ToUpper([]byte(s[:1]))) + s[1:] + "."
}
