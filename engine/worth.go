package engine

// worth is what a win by the last checker borne off counts (S1).
func (g *Game) worth(winner Seat) uint8 {
	if g.Ruleset.Worth == AlwaysOne {
		return 1
	}
	loser := g.Position.Of(winner.Opponent())
	if loser.Off > 0 {
		return 1
	}
	if loser.Bar > 0 {
		return 3
	}
	for _, n := range loser.Points[24-homeTop:] { // the winner's home board
		if n > 0 {
			return 3
		}
	}
	return 2
}

// worthUnplayed is what a win counts in a game that is not played to its end (S2).
func (g *Game) worthUnplayed(winner Seat) uint8 {
	if side := g.Position.Of(winner); side.allHome() {
		return g.worth(winner)
	}
	return 1
}

// allHome says whether all checkers are in the home board or off (B1).
func (s *Side) allHome() bool {
	if s.Bar > 0 {
		return false
	}
	for _, n := range s.Points[homeTop:] {
		if n > 0 {
			return false
		}
	}
	return true
}
