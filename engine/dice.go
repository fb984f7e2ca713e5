package engine

// dice are the dice a roll is played as: up to three distinct faces, highest first, and how often each
// is there. What is left of them during a turn is a left.
type dice struct {
	faces [3]uint8
	kinds int
	all   left
}

// left counts what is still to be played of each face: four bits a kind, the first lowest. 0 is none.
type left uint16

// of returns how many dice of kind k are left.
func (l left) of(k int) int { return int(l>>(4*k)) & 15 }

// without returns what is left after playing one die of kind k.
func (l left) without(k int) left { return l - 1<<(4*k) }

// count is the number of dice left.
func (l left) count() int { return int(l&15 + l>>4&15 + l>>8&15) }

// add puts n dice of a face in; faces come in falling order.
func (d *dice) add(face uint8, n int) {
	if d.kinds == 0 || d.faces[d.kinds-1] != face {
		d.faces[d.kinds] = face
		d.kinds++
	}
	d.all += left(n) << (4 * (d.kinds - 1))
}

// list writes out the faces left, highest first.
func (d *dice) list(l left) []uint8 {
	var faces []uint8
	for k := range d.kinds {
		for range l.of(k) {
			faces = append(faces, d.faces[k])
		}
	}
	return faces
}

// played turns a roll into the dice it is played as (row "dice played").
func (r *Ruleset) played(roll Roll) dice {
	var d dice
	a, b, c := roll.faces[0], roll.faces[1], roll.faces[2]
	if a < b {
		a, b = b, a
	}
	if roll.n == 3 {
		if b < c {
			b, c = c, b
		}
		if a < b {
			a, b = b, a
		}
	}
	switch {
	case roll.n == 0:
		return d
	case r.DicePlayed == LargerOnceSmallerTwice:
		d.add(a, 1)
		d.add(b, 2)
		return d
	case r.DicePlayed == AsRolledDoublesFourTimes && a == b:
		d.add(a, 4)
		return d
	}
	d.add(a, 1)
	d.add(b, 1)
	if roll.n == 3 {
		d.add(c, 1)
	}
	return d
}
