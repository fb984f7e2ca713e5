package engine

// Steps unpacks the steps of a play found on a board: an order in which they can be made, with their
// dice and hits.
func (p Reached) Steps(r *Ruleset, b *Board) Play {
	at, steps := b.start(r), Play{}
	for i := 3; i >= 0; i-- {
		one := uint8(p.steps >> (8 * i))
		if one == 0 {
			continue
		}
		from, die := one>>3, one&7
		to := at.target(r, from, die)
		next, hit := at.step(r, from, to)
		steps, at = append(steps, Step{From: from, To: to, Die: die, Hit: hit}), next
	}
	return steps
}

// Board is the board after a play found on b, still seen by the side that made it.
func (p Reached) Board(r *Ruleset, b *Board) Board { return b.reach(r, p.lo, p.hi) }
