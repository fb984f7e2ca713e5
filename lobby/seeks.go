package lobby

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby/room"
)

// MaxSeeks is how many open seeks one person has at most.
const MaxSeeks = 5

// SeekWish is a wish for a game with anybody.
type SeekWish struct {
	// ID is made by whoever asks; asking again with the same ID makes no second seek, and says that the
	// asker is still here.
	ID      room.CommandID
	Ruleset engine.RulesetID
	Seat    engine.Seat // NoSeat leaves it to a draw, or to whoever is met
	// Odds says whether the players see the odds of a falla while they play. nil: play now meets either,
	// and what is posted is without.
	Odds *bool
}

func (w SeekWish) digest(word string) [32]byte {
	odds := "any"
	if w.Odds != nil {
		odds = strconv.FormatBool(*w.Odds)
	}
	return room.Digest(word, string(w.Ruleset), w.Seat.String(), odds)
}

// seek is what is posted for a wish.
func (w SeekWish) seek(owner engine.PlayerID) (Seek, error) {
	if _, ok := engine.LookUp(w.Ruleset); !ok {
		return Seek{}, &engine.Refusal{Code: engine.RefusedInvalid, Detail: fmt.Sprintf("there is no ruleset %q", w.Ruleset)}
	}
	id, err := newSeekID()
	return Seek{
		ID: id, Owner: owner, Ruleset: w.Ruleset, Seat: w.Seat, Odds: w.Odds != nil && *w.Odds, State: SeekOpen,
	}, err
}

func newSeekID() (SeekID, error) {
	id, err := uuid.NewV7()
	return SeekID(id.String()), err
}

// PostSeek offers a game to anybody. It fails with ErrManySeeks, room.ErrCommandReused, or a
// *engine.Refusal for a ruleset that does not exist. The seek comes back as it is by now.
func (l *Lobby) PostSeek(ctx context.Context, p Player, w SeekWish) (Seek, error) {
	seek, err := w.seek(p.ID)
	if err != nil {
		return Seek{}, err
	}
	return l.deal(ctx, "post a seek", Act{p.ID, w.ID, w.digest("seek")}, func(d *dealing) (SeekID, error) {
		return seek.ID, d.post(seek)
	})
}

// AcceptSeek takes somebody's seek, which makes the game: the first to accept has it. It fails with
// ErrNoSeek, ErrOwnSeek, ErrSeekTaken, ErrSeekGone or room.ErrCommandReused.
func (l *Lobby) AcceptSeek(ctx context.Context, p Player, command room.CommandID, id SeekID) (Seek, error) {
	act := Act{p.ID, command, room.Digest("accept", string(id))}
	return l.deal(ctx, "accept a seek", act, func(d *dealing) (SeekID, error) {
		seek, err := d.Seek(id)
		switch {
		case err != nil:
			return "", err
		case seek.After != "": // a rematch is offered to one person, by other means
			return "", ErrNoSeek
		case seek.Owner == p.ID:
			return "", ErrOwnSeek
		case seek.State == SeekTaken:
			return "", ErrSeekTaken
		case seek.State != SeekOpen:
			return "", ErrSeekGone
		}
		return id, d.pair(seek, act, engine.Public)
	})
}

// WithdrawSeek takes one's own seek back. It fails with ErrNoSeek, ErrNotOwner, ErrSeekTaken or
// room.ErrCommandReused; a seek that is not open for another reason is as good as withdrawn.
func (l *Lobby) WithdrawSeek(ctx context.Context, p Player, command room.CommandID, id SeekID) (Seek, error) {
	act := Act{p.ID, command, room.Digest("withdraw", string(id))}
	return l.deal(ctx, "withdraw a seek", act, func(d *dealing) (SeekID, error) {
		seek, err := d.Seek(id)
		switch {
		case err != nil:
			return "", err
		case seek.After != "":
			return "", ErrNoSeek
		case seek.Owner != p.ID:
			return "", ErrNotOwner
		case seek.State == SeekTaken:
			return "", ErrSeekTaken
		case seek.State != SeekOpen:
			return id, nil
		}
		return id, d.withdraw(seek)
	})
}

// PlayNow takes the oldest seek of somebody else that fits the wish, or posts one. Of two people who ask
// at the same moment for what fits, one takes the other's. Who asks once more, under whatever id, while a
// seek like that of theirs is open, gets that one. Errors are those of PostSeek.
func (l *Lobby) PlayNow(ctx context.Context, p Player, w SeekWish) (Seek, error) {
	own, err := w.seek(p.ID)
	if err != nil {
		return Seek{}, err
	}
	act := Act{p.ID, w.ID, w.digest("play")}
	return l.deal(ctx, "play now", act, func(d *dealing) (SeekID, error) {
		seek, found, err := d.Oldest(Fits{Player: p.ID, Ruleset: w.Ruleset, Seat: w.Seat, Odds: w.Odds})
		if err != nil {
			return "", err
		}
		if found {
			return seek.ID, d.pair(seek, act, engine.Public)
		}
		open, err := d.OpenOf(p.ID)
		if err != nil {
			return "", err
		}
		for _, s := range open {
			if s.After == "" && s.Ruleset == own.Ruleset && s.Seat == own.Seat && s.Odds == own.Odds {
				return s.ID, nil
			}
		}
		return own.ID, d.post(own)
	})
}

// SeeksByID returns those of some seeks that exist and are offered to everybody, as they are now.
func (l *Lobby) SeeksByID(ctx context.Context, ids ...SeekID) ([]Seek, error) {
	seeks, err := l.store.SeeksByID(ctx, ids)
	return slices.DeleteFunc(seeks, func(s Seek) bool { return s.After != "" }), err
}

// Seek returns a seek as it is now, ErrNoSeek if there is none that is offered to everybody.
func (l *Lobby) Seek(ctx context.Context, id SeekID) (Seek, error) {
	s, err := l.store.Seek(ctx, id)
	if err == nil && s.After != "" {
		return Seek{}, ErrNoSeek
	}
	return s, err
}

// maxSeeksShown is how many open seeks are listed at most, the oldest.
const maxSeeksShown = 200

// OpenSeeks returns the open offers to anybody, oldest first, at most 200.
func (l *Lobby) OpenSeeks(ctx context.Context) ([]Seek, error) {
	return l.store.OpenSeeks(ctx, maxSeeksShown)
}

// takenShown is for how long it is told that a seek was taken: far longer than word of it takes.
const takenShown = 30 * time.Second

// TakenSeeks returns the offers to anybody that were taken in the last half minute.
func (l *Lobby) TakenSeeks(ctx context.Context) ([]Seek, error) {
	return l.store.TakenSeeks(ctx, takenShown)
}

// PairedSeeks returns the seeks of a player that were taken and whose games wait for their players.
func (l *Lobby) PairedSeeks(ctx context.Context, p Player) ([]Seek, error) {
	return l.store.PairedSeeks(ctx, p.ID)
}

// dealing is a deal with whom to tell of it.
type dealing struct {
	Deal
	l    *Lobby
	tell map[Topic]bool
}

// deal does an act, tells of it, and returns the seek it was about.
func (l *Lobby) deal(ctx context.Context, doing string, act Act, do func(*dealing) (SeekID, error)) (Seek, error) {
	var tell map[Topic]bool
	id, err := l.store.Deal(ctx, act, func(d Deal) (SeekID, error) {
		tell = map[Topic]bool{}
		return do(&dealing{d, l, tell})
	})
	if err != nil {
		return Seek{}, fmt.Errorf("lobby: %s: %w", doing, err)
	}
	for topic := range tell {
		l.topics.Tell(topic)
	}
	if id == "" {
		return Seek{}, nil
	}
	seek, err := l.store.Seek(ctx, id)
	if err != nil {
		return Seek{}, fmt.Errorf("lobby: %s: %w", doing, err)
	}
	return seek, nil
}

// topic is where a seek is shown.
func (s *Seek) topic() Topic {
	if s.After != "" {
		return OfRematch(s.After)
	}
	return Hall
}

func (d *dealing) post(s Seek) error {
	open, err := d.OpenOf(s.Owner)
	if err != nil {
		return err
	}
	if len(open) >= MaxSeeks {
		return ErrManySeeks
	}
	d.tell[s.topic()] = true
	return d.Post(s)
}

func (d *dealing) withdraw(s Seek) error {
	d.tell[s.topic()] = true
	return d.Withdraw(s.ID)
}

// pair makes the game between the owner of an open seek and the one whose act takes it. Both are at the
// board then: nothing else they have offered stays open.
func (d *dealing) pair(s Seek, act Act, visibility engine.Visibility) error {
	record, _, err := d.l.newRecord(engine.Created{
		Ruleset: s.Ruleset, Visibility: visibility, Creator: s.Owner, CreatorSeat: s.Seat,
		Opponent: act.Player, Series: s.Series, Odds: s.Odds,
	}, act.Command, act.Digest)
	if err != nil {
		return err
	}
	for _, p := range []engine.PlayerID{s.Owner, act.Player} {
		open, err := d.OpenOf(p)
		if err != nil {
			return err
		}
		for _, other := range open {
			if other.ID == s.ID {
				continue
			}
			if err := d.withdraw(other); err != nil {
				return err
			}
		}
	}
	d.tell[s.topic()], d.tell[Hall] = true, true
	return d.Pair(s.ID, record)
}

// KeepSeeks says who is connected to this server, and closes the seeks of those who have been connected
// to none for SeekKept. Every server calls it every few seconds.
func (l *Lobby) KeepSeeks(ctx context.Context, present map[engine.PlayerID]bool) error {
	owners, err := l.store.SeekOwners(ctx)
	if err != nil {
		return fmt.Errorf("lobby: keep seeks: %w", err)
	}
	if len(owners) == 0 {
		return nil
	}
	var here []engine.PlayerID
	for _, p := range owners {
		if present[p] {
			here = append(here, p)
		}
	}
	if len(here) > 0 {
		if err := l.store.SeeOwners(ctx, here); err != nil {
			return fmt.Errorf("lobby: keep seeks: %w", err)
		}
	}
	expired, err := l.store.ExpireSeeks(ctx, SeekKept)
	if err != nil {
		return fmt.Errorf("lobby: keep seeks: %w", err)
	}
	l.tellOf(expired)
	return nil
}

// tellOf tells that these seeks have changed, wherever they are shown.
func (l *Lobby) tellOf(seeks []Seek) {
	tell := map[Topic]bool{}
	for i := range seeks {
		tell[seeks[i].topic()] = true
	}
	for topic := range tell {
		l.topics.Tell(topic)
	}
}
