package lobby

import (
	"context"
	"errors"

	"fallas/engine"
)

// Player is a person as others see them.
type Player struct {
	ID   engine.PlayerID
	Name string
	// Guest says that nobody vouches for the name.
	Guest     bool
	CreatedAt engine.Micros
	// Banned people cannot act; Deleted ones have no session and the name DeletedName.
	Banned, Deleted bool
}

// Token is a session that a person has made for a program. What opens it is its secret, of which only
// the hash is kept.
type Token struct {
	ID        string // a UUID of the person's own client
	Label     string
	CreatedAt engine.Micros
}

// Results are what came of a player's finished public games of one ruleset. Games that were called off
// count nowhere.
type Results struct {
	Ruleset               engine.RulesetID
	Won, Lost             int
	PointsWon, PointsLost int // what the games won and lost were worth
}

// People is what is kept of people. What is said of Store holds for it.
type People interface {
	// CreatePlayer adds a guest with a first session.
	CreatePlayer(ctx context.Context, p Player, session Hash) error
	// PlayerBySession returns whose session it is, banned people too; ErrNoSession if nobody's.
	PlayerBySession(ctx context.Context, session Hash) (Player, error)
	// Players returns those of the ids that exist, in any order.
	Players(ctx context.Context, ids []engine.PlayerID) ([]Player, error)
	// PlayerByName finds who has a name of their own, by its folded form: ErrNoPlayer if nobody has.
	PlayerByName(ctx context.Context, folded string) (Player, error)
	// Rename gives a person a name of their own. ErrNameTaken if somebody else has it, ErrNoPlayer for
	// somebody who does not exist or has been deleted.
	Rename(ctx context.Context, id engine.PlayerID, name Name) error

	// KeepRecovery keeps a recovery code in the place of any before; ErrNoPlayer as for Rename.
	KeepRecovery(ctx context.Context, id engine.PlayerID, code Hash, at engine.Micros) error
	// RecoveryMade returns when the code that is kept was made, 0 if there is none.
	RecoveryMade(ctx context.Context, id engine.PlayerID) (engine.Micros, error)
	// Recover spends a recovery code: all the sessions of its owner end, tokens too, and the one given
	// begins. If that session exists already, the same was done before, and its owner is the answer.
	// ErrNoRecovery for a code that is none (any more), ErrBanned if its owner is banned: then nothing
	// is spent.
	Recover(ctx context.Context, code, session Hash, at engine.Micros) (Player, error)

	// AddToken adds a program's session. The same id again gives the token another secret in the place
	// of the first; room.ErrCommandReused if the label differs or the id is somebody else's, ErrTooManyTokens if
	// the person has MaxTokens others, ErrNoPlayer as for Rename.
	AddToken(ctx context.Context, owner engine.PlayerID, t Token, secret Hash) error
	// Tokens returns the tokens of a person, in the order of their ids.
	Tokens(ctx context.Context, owner engine.PlayerID) ([]Token, error)
	// EndToken ends a token, if it is one of that person's.
	EndToken(ctx context.Context, owner engine.PlayerID, id string) error
	// EndSessions ends the sessions of a person's browsers but for one, and returns how many. Tokens
	// stay.
	EndSessions(ctx context.Context, owner engine.PlayerID, but Hash) (int, error)
	// Standing returns which of the sessions exist and are not those of banned people.
	Standing(ctx context.Context, sessions []Hash) ([]Hash, error)

	// Ban bans a person or ends the ban; ErrNoPlayer as for Rename. Who is banned offers nothing any more:
	// their open seeks are withdrawn, and returned.
	Ban(ctx context.Context, id engine.PlayerID, banned bool, at engine.Micros) ([]Seek, error)
	// DeletePlayer leaves of a person the id and the name given: sessions, tokens, the recovery code and
	// the invitations they gave are gone, and their open seeks withdrawn, which are returned. Done again it
	// changes nothing.
	DeletePlayer(ctx context.Context, id engine.PlayerID, name string, at engine.Micros) ([]Seek, error)
	// Unfinished returns the games that are not over which a person made, sits in, or has a seat kept in for having
	// taken a seek.
	Unfinished(ctx context.Context, id engine.PlayerID) ([]engine.GameID, error)
	// Results returns a player's results, in the order of the rulesets' ids.
	Results(ctx context.Context, id engine.PlayerID) ([]Results, error)
}

// What a Store says of people.
var (
	ErrNoSession  = errors.New("lobby: no such session")
	ErrNoPlayer   = errors.New("lobby: no such player")
	ErrNoRecovery = errors.New("lobby: no such recovery code")
	ErrBanned     = errors.New("lobby: this player is banned")
)
