package engine

// ReadPlay reads a whole legal play of the seat on turn from notation, in whatever order its moves are
// written, and returns its steps in an order in which they can be made, with dice and hits. A move may
// take several dice at once, but then nothing is hit on the way unless it is written: 24/18*/13. The
// error is a *Refusal.
func (g *Game) ReadPlay(text string) (Play, error) {
	play, r := g.readPlay(text)
	return play, refusalError(r)
}

func (g *Game) readPlay(text string) (Play, *Refusal) {
	moves, r := parsePlay(text)
	if r != nil {
		return nil, r
	}
	if !g.toPlay() {
		return nil, refuse(RefusedNotStarted, "", "there is no roll to play")
	}
	t := g.turn()
	if t.outcome == MustPlayRoll && len(moves) <= t.dice.all.count() {
		if play, ok := t.arrange(t.start, t.dice.all, moves); ok {
			return play, nil
		}
	}
	return nil, t.refusePlay(moves)
}

// arrange makes moves in some order until none is left and the play is complete.
func (t *turn) arrange(b board, l left, moves Play) (Play, bool) {
	if len(moves) == 0 {
		return Play{}, t.complete(&b, l)
	}
	var found Play
	t.each(b, l, func(next board, rest left, s Step) bool {
		for i, m := range moves {
			after := append(append(Play{}, moves[:i]...), moves[i+1:]...)
			switch {
			case m.From != s.From || m.To == s.To && m.Hit && !s.Hit:
				continue
			case m.To < s.To && !s.Hit: // the first die of several
				after = append(after, Step{From: s.To, To: m.To, Hit: m.Hit})
			case m.To != s.To:
				continue
			}
			if steps, ok := t.arrange(next, rest, after); ok {
				found = append(Play{s}, steps...)
				return true
			}
		}
		return false
	})
	return found, found != nil
}
