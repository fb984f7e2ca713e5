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

// add puts n dice of a face in, keeping the faces in order.
func (d *dice) add(face uint8, n int) {
	k := 0
	for k < d.kinds && d.faces[k] > face {
		k++
	}
	if k == d.kinds || d.faces[k] != face {
		copy(d.faces[k+1:], d.faces[k:d.kinds])
		d.faces[k] = face
		low := left(1)<<(4*k) - 1
		d.all = d.all&low | d.all&^low<<4
		d.kinds++
	}
	d.all += left(n) << (4 * k)
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
	if roll.n == 0 {
		return d
	}
	if r.DicePlayed == LargerOnceSmallerTwice {
		a, b := roll.faces[0], roll.faces[1]
		d.add(max(a, b), 1)
		d.add(min(a, b), 2)
		return d
	}
	n := 1
	if r.DicePlayed == AsRolledDoublesFourTimes && roll.faces[0] == roll.faces[1] {
		n = 2
	}
	for _, face := range roll.faces[:roll.n] {
		d.add(face, n)
	}
	return d
}
