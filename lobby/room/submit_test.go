package room_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
)

func TestRandomGamesReplayAsTheyWerePlayed(t *testing.T) {
	t.Parallel()
	for i := range uint64(10) {
		log := &roomtest.Log{}
		rooms := open(t, log, nil, room.Options{})
		g := log.NewGame(t)
		w, before, err := rooms.Watch(t.Context(), g.ID, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		shown, state := before.Events, before.Game
		followed := make(chan struct{})
		go func() {
			defer close(followed)
			defer w.Close()
			for u := range w.C() {
				if u.Batch == nil {
					continue
				}
				events, _, err := room.Append{First: u.Batch.First, Last: u.Batch.Last, Events: u.Batch.Events}.Decode()
				if err != nil {
					t.Error(err)
				}
				shown, state = append(shown, events...), u.Game
				if u.Game.Phase == engine.Over {
					return
				}
			}
		}()
		g.Seat(t, rooms)
		played := g.PlayOut(t, chance(i), func(engine.Seat) *room.Rooms { return rooms })
		<-followed
		if logged := log.Check(t, g.ID); logged != played || logged != state {
			t.Error("the log, the room and the watcher hold three different games")
		}
		if diff := cmp.Diff(view(t, rooms, g.ID).Events, shown, cmpopts.EquateComparable(engine.Roll{})); diff != "" {
			t.Errorf("the watcher was shown other events than the view has: %s", diff)
		}
	}
}

func TestACommandSentAgainGetsItsFirstAnswer(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g := begun(t, log, rooms)
	play := g.Next(t, view(t, rooms, g.ID).Game, chance(1))
	first, err := rooms.Submit(t.Context(), play)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rooms.Submit(t.Context(), room.Command{ID: roomtest.NewCommandID(t), Game: g.ID, Player: g.White, Do: engine.Resign{Worth: 1}}); err != nil && refusal(t, err) != engine.RefusedGameOver {
		t.Fatal(err)
	}
	for range 3 { // although the seq it expected is long past, and the game over
		again, err := rooms.Submit(t.Context(), play)
		if err != nil || again != first {
			t.Fatalf("%+v, %v, want %+v", again, err, first)
		}
	}
	log.Check(t, g.ID)
}

func TestAnIDWithOtherContentIsRefused(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g := log.NewGame(t)
	sit := g.Sit(t, g.White)
	if _, err := rooms.Submit(t.Context(), sit); err != nil {
		t.Fatal(err)
	}
	other := map[string]room.Command{
		"another seed":   {ID: sit.ID, Game: g.ID, Player: g.White, Do: engine.Sit{Seed: engine.Bytes32{9}, Commitment: g.Commitment}},
		"another player": {ID: sit.ID, Game: g.ID, Player: g.Black, Do: sit.Do},
		"another kind":   {ID: sit.ID, Game: g.ID, Player: g.White, Do: engine.Abort{}},
	}
	for name, c := range other {
		if _, err := rooms.Submit(t.Context(), c); !errors.Is(err, room.ErrCommandReused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestARefusalIsNotRemembered(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g := log.NewGame(t)
	early := room.Command{ID: roomtest.NewCommandID(t), Game: g.ID, Player: g.White, Do: engine.Resign{Worth: 1}}
	if _, err := rooms.Submit(t.Context(), early); refusal(t, err) != engine.RefusedNotSeated {
		t.Fatal(err)
	}
	g.Seat(t, rooms)
	if _, err := rooms.Submit(t.Context(), early); err != nil {
		t.Errorf("the same id, judged anew: %v", err)
	}
}

func TestAStaleCommandHearsTheHead(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g := begun(t, log, rooms)
	now := view(t, rooms, g.ID).Game
	for _, expect := range []engine.Seq{1, now.Head - 1, now.Head + 1, now.Head + 100} {
		c := g.Next(t, now, chance(1))
		c.Expect = expect
		var stale *room.StaleError
		if _, err := rooms.Submit(t.Context(), c); !errors.As(err, &stale) || stale.Head != now.Head {
			t.Errorf("expect %d at head %d: %v", expect, now.Head, err)
		}
	}
	c := g.Next(t, now, chance(1))
	c.Expect = 0
	if _, err := rooms.Submit(t.Context(), c); err != nil {
		t.Errorf("without a seq: %v", err)
	}
}

func TestWhoMayAskWhat(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g := begun(t, log, rooms)
	now := view(t, rooms, g.ID).Game
	loaded := rooms.Loaded()
	turn, other := g.Player(now.Turn), g.Player(now.Turn.Opponent())
	play := engine.MakePlay{Seat: now.Turn, Steps: roomtest.Play(now, chance(1))}
	tests := map[string]struct {
		player engine.PlayerID
		do     engine.Command
		code   engine.RefusalCode
	}{
		"a spectator plays":                 {roomtest.NewPlayer(t), play, engine.RefusedNotSeated},
		"nobody plays":                      {"", play, engine.RefusedNotSeated},
		"a spectator resigns":               {roomtest.NewPlayer(t), engine.Resign{Worth: 1}, engine.RefusedNotSeated},
		"the opponent plays, naming a seat": {other, play, engine.RefusedNotYourTurn},
		"a third sits":                      {roomtest.NewPlayer(t), engine.Sit{Commitment: g.Commitment}, engine.RefusedSeatTaken},
		"a player claims":                   {turn, engine.Claim{}, engine.RefusedTooEarly},
		"a player notes an absence":         {turn, engine.NoteLeft{Seat: now.Turn.Opponent()}, engine.RefusedInvalid},
		"a player notes a return":           {turn, engine.NoteReturned{Seat: now.Turn}, engine.RefusedInvalid},
		"a player makes the game again":     {turn, engine.Create{}, engine.RefusedInvalid},
		"a player asks for nothing":         {turn, nil, engine.RefusedInvalid},
		"steps that are none":               {turn, engine.MakePlay{Steps: engine.Play{{From: 24, To: 24}}}, engine.RefusedStep},
	}
	for name, test := range tests {
		_, err := rooms.Submit(t.Context(), room.Command{ID: roomtest.NewCommandID(t), Game: g.ID, Player: test.player, Do: test.do})
		if code := refusal(t, err); code != test.code {
			t.Errorf("%s: %s, want %s", name, code, test.code)
		}
	}
	for _, id := range []room.CommandID{"", "x", "01939D5C-8A3E-75BB-9BED-67D45D4C34D5", "01939d5c-8a3e-85bb-9bed-67d45d4c34d5"} {
		_, err := rooms.Submit(t.Context(), room.Command{ID: id, Game: g.ID, Player: turn, Do: play})
		if refusal(t, err) != engine.RefusedInvalid {
			t.Errorf("command id %q: %v", id, err)
		}
	}
	if _, err := rooms.Submit(t.Context(), room.Command{ID: roomtest.NewCommandID(t), Game: "01939d5c-8a3e-75bb-9bed-67d45d4c34d5", Player: turn, Do: play}); !errors.Is(err, room.ErrNoGame) {
		t.Errorf("no game: %v", err)
	}
	if n := rooms.Loaded(); n != loaded {
		t.Errorf("%d rooms are loaded after %d: one for a game that is not", n, loaded)
	}
	if head := log.Check(t, g.ID).Head; head != now.Head {
		t.Errorf("refusals moved the game from %d to %d", now.Head, head)
	}
}

// Fifty people hold the same invitation: one sits, 49 hear that the seat is taken.
func TestOneOfFiftySits(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	hints := &room.LocalHints{}
	nodes := []*room.Rooms{open(t, log, hints, room.Options{}), open(t, log, hints, room.Options{})}
	g := log.NewGame(t)
	var sat, taken int
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range 50 {
		c := g.Sit(t, roomtest.NewPlayer(t))
		all.Go(func() {
			_, err := roomtest.Insist(t.Context(), nodes[i%2], c)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				sat++
			} else if refusal(t, err) == engine.RefusedSeatTaken {
				taken++
			}
		})
	}
	all.Wait()
	if sat != 1 || taken != 49 {
		t.Errorf("%d sit, %d heard that the seat is taken", sat, taken)
	}
	log.Check(t, g.ID)
}

// Whoever closes the browser too early has played all the same.
func TestAClosingBrowserCancelsNothing(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{})
	g := begun(t, log, rooms)
	play := g.Next(t, view(t, rooms, g.ID).Game, chance(1))
	judged, carryOn := make(chan struct{}), make(chan struct{})
	log.Fail(roomtest.Faults{Before: func(room.Append) error { close(judged); <-carryOn; return nil }})
	ctx, cancel := context.WithCancel(t.Context())
	heard := make(chan error)
	go func() {
		_, err := rooms.Submit(ctx, play)
		heard <- err
	}()
	<-judged
	cancel()
	if err := <-heard; !errors.Is(err, room.ErrAgain) || !errors.Is(err, context.Canceled) {
		t.Errorf("the sender heard %v", err)
	}
	log.Fail(roomtest.Faults{})
	close(carryOn)
	if _, err := roomtest.Insist(t.Context(), rooms, play); err != nil {
		t.Error(err)
	}
	log.Check(t, g.ID)
}

// While the log is slow a game can be looked at, as it was; commands wait up to the mailbox's size.
func TestASlowLogKeepsNobodyFromLooking(t *testing.T) {
	t.Parallel()
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{Mailbox: 2})
	g := begun(t, log, rooms)
	before := view(t, rooms, g.ID).Game
	judged, carryOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	log.Fail(roomtest.Faults{Before: func(room.Append) error { once.Do(func() { close(judged) }); <-carryOn; return nil }})
	played := make(chan error)
	go func() {
		_, err := rooms.Submit(t.Context(), g.Next(t, before, chance(1)))
		played <- err
	}()
	<-judged
	if now := view(t, rooms, g.ID).Game; now != before {
		t.Errorf("event %d was shown before the log had it", now.Head)
	}
	// The mailbox takes two, whose senders leave again; then it is full.
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for full := false; !full; {
		_, err := rooms.Submit(gone, g.Sit(t, g.White))
		if !errors.Is(err, room.ErrAgain) {
			t.Fatalf("%v, want ErrAgain", err)
		}
		full = !errors.Is(err, context.Canceled)
	}
	close(carryOn)
	if err := <-played; err != nil {
		t.Error(err)
	}
}

func TestTheSecretIsNeverLogged(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	log := &roomtest.Log{}
	rooms := open(t, log, nil, room.Options{Logger: slog.New(slog.NewJSONHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	g := log.NewGame(t)
	n := 0
	log.Fail(roomtest.Faults{
		Before: func(room.Append) error {
			if n++; n%3 == 0 {
				return errDisk
			}
			return nil
		},
	})
	g.Seat(t, rooms)
	g.PlayOut(t, chance(3), func(engine.Seat) *room.Rooms { return rooms })
	stop(t, rooms)
	secret, _ := log.Secret(t.Context(), g.ID)
	hidden, _ := secret.MarshalText()
	if text.Len() == 0 || bytes.Contains(text.Bytes(), hidden) {
		t.Errorf("%d bytes were logged; the secret must not be among them", text.Len())
	}
}
