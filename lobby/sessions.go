package lobby

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"fallas/engine"
	"fallas/lobby/room"
)

// SessionHash returns what a session's token is kept under; false if it can be no session's token.
func SessionHash(token string) (Hash, bool) { return hashToken(token, sessionBytes) }

// NewRecoveryCode makes a code that moves a player, with seats and games, to another device, once. It
// takes the place of any before; it is not kept and cannot be asked for again.
func (l *Lobby) NewRecoveryCode(ctx context.Context, p Player) (string, error) {
	code, hash := newRecoveryCode()
	if err := l.store.KeepRecovery(ctx, p.ID, hash, l.now()); err != nil {
		return "", fmt.Errorf("lobby: %w", err)
	}
	return code, nil
}

// RecoveryMade says when the player's recovery code was made, 0 if there is none that is good.
func (l *Lobby) RecoveryMade(ctx context.Context, p Player) (engine.Micros, error) {
	at, err := l.store.RecoveryMade(ctx, p.ID)
	if err != nil {
		return 0, fmt.Errorf("lobby: %w", err)
	}
	return at, nil
}

// Recover spends a recovery code: all sessions and tokens of its owner end, and the token of a new session
// is returned. The same code under the same id gives the same session, however often it is sent; id is
// known to the sender alone. It fails with ErrNoRecovery, ErrMistyped or ErrBanned.
func (l *Lobby) Recover(ctx context.Context, id room.CommandID, text string) (Player, string, error) {
	code, ok := readRecoveryCode(text)
	if !ok {
		return Player{}, "", ErrMistyped
	}
	// Made of the code and the id, so that a sender who heard no answer can be given it again.
	mac := hmac.New(sha256.New, code)
	mac.Write([]byte(id))
	token := base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	hash, _ := SessionHash(token)
	p, err := l.store.Recover(ctx, sha256.Sum256(code), hash, l.now())
	if err != nil {
		return Player{}, "", fmt.Errorf("lobby: %w", err)
	}
	l.topics.Tell(OfPlayer(p.ID))
	return p, token, nil
}

// MaxTokens is how many tokens a player may have at once.
const MaxTokens = 20

// maxLabel is how long the label of a token may be, in characters.
const maxLabel = 40

// NewToken makes a session for a program, with a label for its owner. The same id again is the same token
// with another secret, and the first secret is good no longer. It fails with ErrTooManyTokens, ErrLabel, or
// room.ErrCommandReused for an id with another label.
func (l *Lobby) NewToken(ctx context.Context, p Player, id room.CommandID, label string) (Token, string, error) {
	label = strings.TrimSpace(label)
	unseen := strings.ContainsFunc(label, func(r rune) bool { return !unicode.IsGraphic(r) })
	if n := utf8.RuneCountInString(label); n < 1 || n > maxLabel || !utf8.ValidString(label) || unseen {
		return Token{}, "", ErrLabel
	}
	all, err := l.Tokens(ctx, p)
	if err != nil {
		return Token{}, "", err
	}
	known := false
	for _, t := range all {
		known = known || t.ID == string(id)
	}
	t := Token{ID: string(id), Label: label, CreatedAt: l.now()}
	secret, hash := newToken(sessionBytes)
	if err := l.store.AddToken(ctx, p.ID, t, hash); err != nil {
		return Token{}, "", fmt.Errorf("lobby: %w", err)
	}
	if known { // the first secret may be in use
		l.topics.Tell(OfPlayer(p.ID))
	}
	return t, secret, nil
}

// Tokens lists a player's tokens, the oldest first.
func (l *Lobby) Tokens(ctx context.Context, p Player) ([]Token, error) {
	all, err := l.store.Tokens(ctx, p.ID)
	if err != nil {
		return nil, fmt.Errorf("lobby: %w", err)
	}
	return all, nil
}

// EndToken ends a token of the player's. One that is none, or no more, is no error.
func (l *Lobby) EndToken(ctx context.Context, p Player, id room.CommandID) error {
	if err := l.store.EndToken(ctx, p.ID, string(id)); err != nil {
		return fmt.Errorf("lobby: %w", err)
	}
	l.topics.Tell(OfPlayer(p.ID))
	return nil
}

// EndOthers ends the sessions of the player's other browsers, all but that of the token given, and says
// how many there were. Tokens of programs stay.
func (l *Lobby) EndOthers(ctx context.Context, p Player, token string) (int, error) {
	hash, _ := SessionHash(token)
	n, err := l.store.EndSessions(ctx, p.ID, hash)
	if err != nil {
		return 0, fmt.Errorf("lobby: %w", err)
	}
	if n > 0 {
		l.topics.Tell(OfPlayer(p.ID))
	}
	return n, nil
}

// Standing returns those of some sessions that still let somebody act.
func (l *Lobby) Standing(ctx context.Context, sessions []Hash) ([]Hash, error) {
	standing, err := l.store.Standing(ctx, sessions)
	if err != nil {
		return nil, fmt.Errorf("lobby: %w", err)
	}
	return standing, nil
}

// What is refused about sessions, besides what a Store refuses.
var (
	ErrMistyped      = errors.New("lobby: this recovery code is mistyped")
	ErrLabel         = errors.New("lobby: a token has a label of 1 to 40 characters that can be seen")
	ErrTooManyTokens = errors.New("lobby: nobody has more than 20 tokens")
)
