package engine

// make makes steps that Decide has judged and says whether they can be made at all: whether there is a
// checker to move and no made point in the way, and whether hits are told truly. The count of
// checkers of either side never changes.
func (p Position) make(r *Ruleset, mover Seat, steps Play) (Position, bool) {
	m, o := p.Of(mover), p.Of(mover.Opponent())
	for _, s := range steps {
		switch {
		case s.From == BarPoint && m.Bar > 0:
			m.Bar--
		case s.From >= 1 && s.From < BarPoint && m.Points[s.From-1] > 0:
			m.Points[s.From-1]--
		default:
			return p, false
		}
		if s.To >= BarPoint {
			return p, false
		}
		if s.To == OffPoint {
			if s.Hit {
				return p, false
			}
			m.Off++
			continue
		}
		facing := &o.Points[24-s.To]
		if *facing > 1 || s.Hit != (*facing == 1) {
			return p, false
		}
		if s.Hit {
			*facing = 0
			if r.placing() {
				o.Points[r.HitGoesTo-1]++
			} else {
				o.Bar++
			}
		}
		m.Points[s.To-1]++
	}
	return p, true
}
