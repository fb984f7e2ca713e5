package engine

import "fmt"

// CheckPosition judges a position set up by hand, for a ruleset: 15 checkers a side counting bar and off,
// no point with both colours, no checker on the bar where hit ones are placed (R13), and neither side
// done. The error is a *Refusal (RefusedInvalid) that says what is wrong.
func CheckPosition(r *Ruleset, p *Position) error {
	wrong := func(format string, args ...any) error {
		return refuse(RefusedInvalid, "D", fmt.Sprintf(format, args...))
	}
	for _, s := range Seats {
		side := p.Of(s)
		n := int(side.Bar) + int(side.Off)
		for i, c := range side.Points {
			n += int(c)
			if c > 0 && p.Of(s.Opponent()).Points[23-i] > 0 {
				return wrong("checkers of both colours stand on the %s %d", s, i+1)
			}
		}
		switch {
		case n != Checkers:
			return wrong("%s has %d checkers, not %d", s, n, Checkers)
		case side.Off == Checkers:
			return wrong("%s has borne off every checker: the game is over", s)
		case side.Bar > 0 && r.placing():
			return wrong("%s has a checker on the bar, where none ever is in this ruleset", s)
		}
	}
	return nil
}
