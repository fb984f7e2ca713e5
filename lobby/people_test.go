package lobby_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/room/roomtest"
	"fallas/store"
	"fallas/store/sqlite"
)

// openKept is a lobby over a real store, with the topics it tells.
func openKept(t *testing.T) (*lobby.Lobby, store.Store, *told) {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "fallas.db"))
	if err != nil {
		t.Fatal(err)
	}
	now := func() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }
	rooms := room.New(s, &room.LocalHints{}, room.Options{Now: now})
	if err := rooms.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(rooms.Stop(context.WithoutCancel(t.Context())), s.Close()); err != nil {
			t.Error(err)
		}
	})
	topics := &told{}
	l, err := lobby.New(s, rooms, lobby.Options{Now: now, Topics: topics})
	if err != nil {
		t.Fatal(err)
	}
	return l, s, topics
}

// told are topics that keep what they were told.
type told struct {
	lobby.LocalTopics
	topics []lobby.Topic
}

func (t *told) Tell(topic lobby.Topic) { t.topics = append(t.topics, topic) }

// want checks what was told since the last time.
func (t *told) want(tb testing.TB, id engine.PlayerID) {
	tb.Helper()
	if len(t.topics) == 0 || t.topics[0] != lobby.OfPlayer(id) {
		tb.Errorf("told %q", t.topics)
	}
	t.topics = nil
}

func TestARenamedPlayerIsNoGuestAndFoundByName(t *testing.T) {
	t.Parallel()
	l, _, topics := openKept(t)
	p, other := guest(t, l), guest(t, l)
	named, err := l.Rename(t.Context(), p, "  Ana   María ")
	if err != nil || named.Name != "Ana María" || named.Guest || named.ID != p.ID {
		t.Fatalf("%+v, %v", named, err)
	}
	topics.want(t, p.ID)
	for _, who := range []string{"Ana María", "ana-maria", string(p.ID), strings.ToUpper(string(p.ID))} {
		if found, err := l.Find(t.Context(), who); err != nil || found != named {
			t.Errorf("%q finds %+v, %v", who, found, err)
		}
	}
	for _, who := range []string{"", "Anamari", other.Name, uuid.NewString()} {
		if found, err := l.Find(t.Context(), who); !errors.Is(err, lobby.ErrNoPlayer) {
			t.Errorf("%q finds %+v, %v", who, found, err)
		}
	}
	if _, err := l.Rename(t.Context(), other, "ANA MARIA"); !errors.Is(err, lobby.ErrNameTaken) {
		t.Errorf("the same name: %v", err)
	}
	if _, err := l.Rename(t.Context(), other, "Guest 1"); !errors.As(err, new(*lobby.BadName)) {
		t.Errorf("a guest's name: %v", err)
	}
	if len(topics.topics) > 0 {
		t.Errorf("told %q of what was refused", topics.topics)
	}
}

func TestARecoveryCodeIsReadHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	l, _, topics := openKept(t)
	p, first, err := l.NewGuest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	code, err := l.NewRecoveryCode(t.Context(), p)
	if err != nil || len(code) != 29 {
		t.Fatalf("%q, %v", code, err)
	}
	if at, err := l.RecoveryMade(t.Context(), p); err != nil || at == 0 {
		t.Errorf("made at %d, %v", at, err)
	}
	id := roomtest.NewCommandID(t)
	flipped := "0"
	if code[0] == '0' {
		flipped = "1"
	}
	for _, wrong := range []string{"", "x", code[1:], code + "0", flipped + code[1:], code[:28] + "U", strings.Replace(code, "-", "?", 1)} {
		if _, _, err := l.Recover(t.Context(), id, wrong); !errors.Is(err, lobby.ErrMistyped) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	sloppy := strings.NewReplacer("-", " ", "0", "o", "1", "l").Replace(strings.ToLower(code)) + "\n"
	got, second, err := l.Recover(t.Context(), id, sloppy)
	if err != nil || got != p {
		t.Fatalf("%q: %+v, %v", sloppy, got, err)
	}
	topics.want(t, p.ID)
	if again, token, err := l.Recover(t.Context(), id, code); err != nil || again != p || token != second {
		t.Errorf("the same once more: %+v, %q, %v", again, token, err)
	}
	if _, _, err := l.Recover(t.Context(), roomtest.NewCommandID(t), code); !errors.Is(err, lobby.ErrNoRecovery) {
		t.Errorf("on another device: %v", err)
	}
	if _, err := l.BySession(t.Context(), first); !errors.Is(err, lobby.ErrNoSession) {
		t.Errorf("the first session: %v", err)
	}
	if found, err := l.BySession(t.Context(), second); err != nil || found != p {
		t.Errorf("the second session: %+v, %v", found, err)
	}
}

func TestTokensHaveALabelAndAnEnd(t *testing.T) {
	t.Parallel()
	l, _, topics := openKept(t)
	p := guest(t, l)
	for _, label := range []string{"", " ", strings.Repeat("x", 41), "bot\u202e", "bot\n2"} {
		if _, _, err := l.NewToken(t.Context(), p, roomtest.NewCommandID(t), label); !errors.Is(err, lobby.ErrLabel) {
			t.Errorf("%q: %v", label, err)
		}
	}
	id := roomtest.NewCommandID(t)
	_, lost, err := l.NewToken(t.Context(), p, id, " bot ")
	if err != nil {
		t.Fatal(err)
	}
	made, token, err := l.NewToken(t.Context(), p, id, "bot")
	if err != nil || made.Label != "bot" {
		t.Fatalf("%+v, %v", made, err)
	}
	topics.want(t, p.ID)
	if _, err := l.BySession(t.Context(), lost); !errors.Is(err, lobby.ErrNoSession) {
		t.Errorf("the secret nobody saw: %v", err)
	}
	if found, err := l.BySession(t.Context(), token); err != nil || found != p {
		t.Errorf("%+v, %v", found, err)
	}
	for range 19 {
		if _, _, err := l.NewToken(t.Context(), p, roomtest.NewCommandID(t), "bot"); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := l.NewToken(t.Context(), p, roomtest.NewCommandID(t), "bot"); !errors.Is(err, lobby.ErrTooManyTokens) {
		t.Errorf("one more: %v", err)
	}
	if _, _, err := l.NewToken(t.Context(), p, id, "bot"); err != nil {
		t.Errorf("the first once more: %v", err)
	}
	topics.topics = nil
	if err := l.EndToken(t.Context(), p, id); err != nil {
		t.Fatal(err)
	}
	topics.want(t, p.ID)
	if all, err := l.Tokens(t.Context(), p); err != nil || len(all) != 19 {
		t.Errorf("%d tokens, %v", len(all), err)
	}
}

func TestSigningOutElsewhereLeavesThisBrowserAndTokens(t *testing.T) {
	t.Parallel()
	l, _, _ := openKept(t)
	p, here, err := l.NewGuest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, program, err := l.NewToken(t.Context(), p, roomtest.NewCommandID(t), "bot")
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []struct {
		token string
		ended int
	}{{here, 0}, {program, 1}} {
		if n, err := l.EndOthers(t.Context(), p, from.token); err != nil || n != from.ended {
			t.Errorf("%d ended, %v", n, err)
		}
	}
	if _, err := l.BySession(t.Context(), program); err != nil {
		t.Error(err)
	}
}

func TestTheBannedCannotAct(t *testing.T) {
	t.Parallel()
	l, _, topics := openKept(t)
	p, token, err := l.NewGuest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, banned := range []bool{true, false} {
		if err := l.Ban(t.Context(), p.ID, banned); err != nil {
			t.Fatal(err)
		}
		topics.want(t, p.ID)
		if _, err := l.BySession(t.Context(), token); errors.Is(err, lobby.ErrBanned) != banned {
			t.Errorf("banned %v: %v", banned, err)
		}
	}
	if err := l.Ban(t.Context(), roomtest.NewPlayer(t), true); !errors.Is(err, lobby.ErrNoPlayer) {
		t.Errorf("nobody: %v", err)
	}
}

// Who goes leaves no game hanging: those not begun are called off, the others resigned.
func TestWhoIsDeletedLeavesTheirGames(t *testing.T) {
	t.Parallel()
	l, s, topics := openKept(t)
	p, token, err := l.NewGuest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	friend := guest(t, l)
	w := wish(t)
	w.Ruleset = "backgammon" // its first roll ends no game
	waiting := create(t, l, p, w)
	var seated []lobby.CreatedGame
	for range 2 {
		w.ID = roomtest.NewCommandID(t)
		made := create(t, l, p, w)
		seated = append(seated, made)
		if _, err := l.Sit(t.Context(), p, sit(t, made, "")); err != nil {
			t.Fatal(err)
		}
	}
	running := seated[0]
	if _, err := l.Sit(t.Context(), friend, sit(t, running, running.Invitation)); err != nil {
		t.Fatal(err)
	}
	over := create(t, l, friend, lobby.NewGame{ID: roomtest.NewCommandID(t), Ruleset: "fallas", Seat: engine.White, Visibility: engine.Public})

	if err := l.Delete(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	topics.want(t, p.ID)
	for game, reasons := range map[engine.GameID][]engine.EndReason{
		waiting.Game: {engine.Aborted}, seated[1].Game: {engine.Aborted}, running.Game: {engine.Resigned, engine.Aborted}, over.Game: {""},
	} {
		row, err := s.Summary(t.Context(), game)
		found := false
		for _, r := range reasons {
			found = found || row.Reason == r
		}
		if err != nil || !found {
			t.Errorf("game %s ended by %q, want one of %q; %v", game, row.Reason, reasons, err)
		}
	}
	if _, err := l.BySession(t.Context(), token); !errors.Is(err, lobby.ErrNoSession) {
		t.Errorf("the session: %v", err)
	}
	left, err := l.Player(t.Context(), p.ID)
	if err != nil || !left.Deleted || left.Name != lobby.DeletedName || left.Guest {
		t.Errorf("left is %+v, %v", left, err)
	}
	if err := l.Delete(t.Context(), p); err != nil {
		t.Errorf("once more: %v", err)
	}
}

// What somebody had begun when they were deleted leaves no game hanging either.
func TestWhatTheDeletedHadBegunEnds(t *testing.T) {
	t.Parallel()
	l, s, _ := openKept(t)
	p, friend := guest(t, l), guest(t, l)
	w := wish(t)
	w.Ruleset = "backgammon" // its first roll ends no game
	made := create(t, l, friend, w)
	if _, err := l.Sit(t.Context(), friend, sit(t, made, "")); err != nil {
		t.Fatal(err)
	}
	seek, err := l.PostSeek(t.Context(), friend, lobby.SeekWish{ID: roomtest.NewCommandID(t), Ruleset: "fallas"})
	if err != nil {
		t.Fatal(err)
	}
	if seek, err = l.AcceptSeek(t.Context(), p, roomtest.NewCommandID(t), seek.ID); err != nil {
		t.Fatal(err)
	}
	if err := l.Delete(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	// These were let in before, and are done now.
	if _, err := l.Sit(t.Context(), p, sit(t, made, made.Invitation)); !errors.Is(err, lobby.ErrNoSession) {
		t.Errorf("sitting down: %v", err)
	}
	w.ID = roomtest.NewCommandID(t)
	if _, err := l.Create(t.Context(), p, w); !errors.Is(err, lobby.ErrNoSession) {
		t.Errorf("making a game: %v", err)
	}
	for _, game := range []engine.GameID{seek.Game, made.Game} {
		if row, err := s.Summary(t.Context(), game); err != nil || row.Phase != engine.Over {
			t.Errorf("game %s is %s, %v", game, row.Phase, err)
		}
	}
	if left, err := s.Unfinished(t.Context(), p.ID); err != nil || len(left) > 0 {
		t.Errorf("unfinished are %q, %v", left, err)
	}
}
