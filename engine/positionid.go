package engine

import "encoding/base64"

// The Position ID of GNU Backgammon: 80 bits, lowest bit of each byte first, in 14 characters of
// base64 without padding. For the side that is not to play and then for the mover, for each of their
// own points from 1 to 24 and the bar, as many ones as there are checkers and a zero; the rest are
// zeros. With 15 checkers a side that never needs more than 80 bits, however they stand. Checkers not
// seen are off.
const (
	positionIDLength = 14
	positionIDBytes  = 10
)

// PositionID writes a position as the Position ID of GNU Backgammon, seen by mover, the seat that is to
// play (White or Black). It holds the position alone: which seat the mover is, the ruleset and the roll are
// not in it, so that two positions that are the same for their movers have the same ID.
func PositionID(p Position, mover Seat) string {
	var key [positionIDBytes]byte
	at := 0
	for _, s := range [2]*Side{p.Of(mover.Opponent()), p.Of(mover)} {
		for point := range BarPoint {
			for range s.on(point + 1) {
				if at < 8*positionIDBytes {
					key[at/8] |= 1 << (at % 8)
				}
				at++
			}
			at++
		}
	}
	return base64.RawStdEncoding.EncodeToString(key[:])
}

// ParsePositionID reads the Position ID of a position in which mover (White or Black) is to play. Each
// position has one ID. Whatever is not the ID of a position with 15 checkers a side, no point with both
// colours and at most one side done is refused with a *Refusal (RefusedInvalid) that says why. Whether a
// ruleset takes the position is not judged here.
func ParsePositionID(id string, mover Seat) (Position, error) {
	if len(id) != positionIDLength {
		return Position{}, misread("", "a position id has %d characters, such as 4HPwATDgc/ABMA, not %d", positionIDLength, len(id))
	}
	key, err := base64.RawStdEncoding.Strict().DecodeString(id)
	if err != nil || len(key) != positionIDBytes {
		return Position{}, misread("", "%q is no position id: it is 80 bits written with A to Z, a to z, 0 to 9, + and /", id)
	}
	var p Position
	at := 0
	for _, s := range [2]*Side{p.Of(mover.Opponent()), p.Of(mover)} {
		left := uint8(Checkers)
		for point := range BarPoint {
			for key[at/8]>>(at%8)&1 == 1 {
				if left == 0 {
					return Position{}, misread("D", "position id %q has more than %d checkers on one side", id, Checkers)
				}
				left--
				s.put(point + 1)
				at++
			}
			at++
		}
		s.Off = left
	}
	for ; at < 8*positionIDBytes; at++ {
		if key[at/8]>>(at%8)&1 == 1 {
			return Position{}, misread("D", "position id %q goes on behind its last checker", id)
		}
	}
	for i := range p.White.Points {
		if p.White.Points[i] > 0 && p.Black.Points[23-i] > 0 {
			return Position{}, misread("D", "position id %q has both colours on one point", id)
		}
	}
	if p.White.Off == Checkers && p.Black.Off == Checkers {
		return Position{}, misread("D", "position id %q has no checker on the board", id)
	}
	return p, nil
}

// on counts the checkers on a point or the bar.
func (s *Side) on(p uint8) uint8 {
	if p == BarPoint {
		return s.Bar
	}
	return s.Points[p-1]
}

// put adds a checker to a point or the bar.
func (s *Side) put(p uint8) {
	if p == BarPoint {
		s.Bar++
	} else {
		s.Points[p-1]++
	}
}
