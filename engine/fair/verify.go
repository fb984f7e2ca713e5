package fair

import (
	"crypto/hmac"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"fallas/engine"
)

// Report is what Verify found of a record that is right.
type Report struct {
	Game       engine.GameID
	Scheme     uint8
	Commitment engine.Bytes32
	// Rolls is how many rolls were checked, opening throws included.
	Rolls int
	// WhiteSeed and BlackSeed say whether that seat brought a seed of its own.
	WhiteSeed, BlackSeed bool
}

// ErrNotRevealed: the game is not over, so its secret is not in the record and nothing can be checked yet.
var ErrNotRevealed = errors.New("fair: the game is not over, its secret is not revealed yet")

// WrongRollError names the first roll of a record that is wrong.
type WrongRollError struct {
	N      uint32     // the roll's number in the record
	Seq    engine.Seq // the event it stands in
	Is     engine.Roll
	Should engine.Roll // the zero Roll if it is the number that is wrong
	reason string
}

func (e *WrongRollError) Error() string {
	return fmt.Sprintf("fair: roll %d (event %d): %s", e.N, e.Seq, e.reason)
}

// Verify checks the dice of a whole record: the revealed secret against the commitment, the commitment
// that each seat was shown, the numbering of the rolls, and every roll. Whether the plays between them
// are legal is engine.Replay's question.
//
// It fails with ErrNotRevealed, with a *WrongRollError for the first roll that is wrong, or with an
// error that says what else does not fit.
func Verify(events []engine.Event) (Report, error) {
	v, err := open(events)
	if err != nil {
		return Report{}, err
	}
	for _, e := range events {
		switch b := e.Body.(type) {
		case engine.Opened:
			err = v.opened(e.Seq, b)
		case engine.Rolled:
			err = v.rolled(e.Seq, b)
		}
		if err != nil {
			return Report{}, err
		}
	}
	return v.report, nil
}

// verification is a record whose secret is known, and how far its rolls have been counted.
type verification struct {
	report  Report
	game    uuid.UUID
	secret  engine.Bytes32
	seeds   map[engine.Seat]engine.Bytes32
	last    uint32
	dice    int           // of every roll but opening throws; 0 until the first
	opening engine.Opened // the one just before, else the zero Opened
}

// open checks everything but the rolls.
func open(events []engine.Event) (*verification, error) {
	for i, e := range events {
		if e.Seq != engine.Seq(i+1) {
			return nil, fmt.Errorf("fair: event %d is missing or out of its place", i+1)
		}
	}
	if len(events) == 0 {
		return nil, errors.New("fair: the record is empty")
	}
	created, ok := events[0].Body.(engine.Created)
	if !ok {
		return nil, errors.New("fair: the record does not begin with the making of a game")
	}
	if created.Scheme != Scheme {
		return nil, fmt.Errorf("fair: the dice scheme %d is not known here", created.Scheme)
	}
	game, err := rawID(created.Game)
	if err != nil {
		return nil, fmt.Errorf("fair: the game has no proper id: %w", err)
	}
	v := &verification{game: game, seeds: make(map[engine.Seat]engine.Bytes32, 2)}
	v.report = Report{Game: created.Game, Scheme: created.Scheme, Commitment: created.Commitment}
	if err := v.seats(events); err != nil {
		return nil, err
	}
	return v, v.reveal(events)
}

// seats gathers the seeds and compares the commitments the seats were shown.
func (v *verification) seats(events []engine.Event) error {
	for _, e := range events {
		b, ok := e.Body.(engine.Seated)
		if !ok {
			continue
		}
		if _, twice := v.seeds[b.Seat]; twice || b.Seat == engine.NoSeat {
			return fmt.Errorf("fair: event %d: this seat was taken before, or is none", e.Seq)
		}
		if b.Commitment != v.report.Commitment {
			return fmt.Errorf("fair: event %d: the commitment shown to %s is not the game's", e.Seq, b.Seat)
		}
		v.seeds[b.Seat] = b.Seed
	}
	v.report.WhiteSeed = v.seeds[engine.White] != engine.Bytes32{}
	v.report.BlackSeed = v.seeds[engine.Black] != engine.Bytes32{}
	return nil
}

// reveal takes the secret from the last event.
func (v *verification) reveal(events []engine.Event) error {
	last := events[len(events)-1]
	revealed, ok := last.Body.(engine.Revealed)
	if !ok {
		for _, e := range events {
			if _, over := e.Body.(engine.Ended); over {
				return fmt.Errorf("fair: the game ended with event %d, but its secret is not the last event", e.Seq)
			}
		}
		return ErrNotRevealed
	}
	commitment := Commitment(revealed.Secret)
	if !hmac.Equal(commitment[:], v.report.Commitment[:]) {
		return fmt.Errorf("fair: event %d: the revealed secret is not the one the server committed to", last.Seq)
	}
	v.secret = revealed.Secret
	return nil
}

func (v *verification) opened(seq engine.Seq, b engine.Opened) error {
	if b.Dice.Len() != 2 {
		return &WrongRollError{N: b.N, Seq: seq, Is: b.Dice, reason: "an opening throw has two dice"}
	}
	v.opening = b
	return v.next(seq, b.N, b.Dice)
}

func (v *verification) rolled(seq engine.Seq, b engine.Rolled) error {
	opening := v.opening
	v.opening = engine.Opened{}
	if v.dice == 0 {
		v.dice = b.Dice.Len()
	}
	if n := b.Dice.Len(); n < 2 || n != v.dice {
		return &WrongRollError{N: b.N, Seq: seq, Is: b.Dice, reason: fmt.Sprintf("it has %d dice", n)}
	}
	if opening.N == 0 || opening.N != b.N {
		return v.next(seq, b.N, b.Dice)
	}
	first, second := opening.Dice.Face(0), opening.Dice.Face(1)
	repeated, err := engine.NewRoll(max(first, second), min(first, second))
	if err != nil || b.Dice != repeated {
		return &WrongRollError{N: b.N, Seq: seq, Is: b.Dice, Should: repeated, reason: "it does not repeat the opening dice"}
	}
	return nil
}

// next checks the roll that comes after v.last.
func (v *verification) next(seq engine.Seq, n uint32, is engine.Roll) error {
	if len(v.seeds) != 2 {
		return &WrongRollError{N: n, Seq: seq, Is: is, reason: "the dice were rolled before both seats were taken"}
	}
	if n != v.last+1 {
		return &WrongRollError{N: n, Seq: seq, Is: is, reason: fmt.Sprintf("roll %d should be here", v.last+1)}
	}
	should, err := engine.NewRoll(faces(v.secret, v.game, v.seeds[engine.White], v.seeds[engine.Black], n, is.Len())...)
	if err != nil {
		return err
	}
	if is != should {
		return &WrongRollError{N: n, Seq: seq, Is: is, Should: should, reason: fmt.Sprintf("the record says %s, the secret and the seeds say %s", words(is), words(should))}
	}
	v.last = n
	v.report.Rolls++
	return nil
}

// words writes a roll as players do, such as 6-3-1.
func words(r engine.Roll) string {
	text := make([]byte, 0, 5)
	for i := range r.Len() {
		if i > 0 {
			text = append(text, '-')
		}
		text = append(text, '0'+r.Face(i))
	}
	return string(text)
}
