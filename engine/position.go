package engine

// Checkers is the number of checkers each side plays with (R1).
const Checkers = 15

// The two places that are no points, in the owner's numbering.
const (
	OffPoint uint8 = 0
	BarPoint uint8 = 25
)

// Side is where one side's checkers are, in that side's own numbering.
type Side struct {
	// Points counts the checkers on each point; index 0 is the side's own point 1.
	Points [24]uint8 `json:"points"`
	Bar    uint8     `json:"bar"`
	Off    uint8     `json:"off"`
}

// Position is where all thirty checkers are. It is a value: copies are independent and == compares.
type Position struct {
	White Side `json:"white"`
	Black Side `json:"black"`
}

// Of returns the side of a seat, which must be White or Black.
func (p *Position) Of(s Seat) *Side {
	if s == Black {
		return &p.Black
	}
	return &p.White
}

// Pips is the pip count of the side: the sum over its checkers of the points still to go, 25 for one
// on the bar.
func (s *Side) Pips() int {
	n := 25 * int(s.Bar)
	for i, c := range s.Points {
		n += (i + 1) * int(c)
	}
	return n
}
