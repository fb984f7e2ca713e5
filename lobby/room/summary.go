package room

import "fallas/engine"

// Summary is what lists say of a game: the row a store keeps beside the log. It holds nothing that
// could not be made again from the game's events.
type Summary struct {
	Game       engine.GameID
	Ruleset    engine.RulesetID
	Visibility engine.Visibility
	Creator    engine.PlayerID
	// White and Black are "" while the seat is free.
	White, Black engine.PlayerID
	Phase        engine.Phase
	Turn         engine.Seat
	Head         engine.Seq
	CreatedAt    engine.Micros
	LastAt       engine.Micros
	// EndedAt is 0, Reason "" and Winner NoSeat until the game is over.
	EndedAt engine.Micros
	Reason  engine.EndReason
	Winner  engine.Seat
	Worth   uint8
}

// Summarize is the list row of a game.
func Summarize(g engine.Game) Summary {
	return Summary{
		Game:       g.ID,
		Ruleset:    rulesetID(g),
		Visibility: g.Visibility,
		Creator:    g.Creator,
		White:      g.Player(engine.White),
		Black:      g.Player(engine.Black),
		Phase:      g.Phase,
		Turn:       g.Turn,
		Head:       g.Head,
		CreatedAt:  g.CreatedAt,
		LastAt:     g.LastAt,
		EndedAt:    g.Result.At,
		Reason:     g.Result.Reason,
		Winner:     g.Result.Winner,
		Worth:      g.Result.Worth,
	}
}

func rulesetID(g engine.Game) engine.RulesetID {
	if g.Ruleset == nil {
		return ""
	}
	return g.Ruleset.ID
}
