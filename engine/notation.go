package engine

import (
	"strconv"
	"strings"
)

// String writes the step in notation: 24/18, bar/21, 5/off, with * after a hit.
func (s Step) String() string {
	b := make([]byte, 0, 8)
	if s.From == BarPoint {
		b = append(b, "bar/"...)
	} else {
		b = append(strconv.AppendUint(b, uint64(s.From), 10), '/')
	}
	if s.To == OffPoint {
		b = append(b, "off"...)
	} else {
		b = strconv.AppendUint(b, uint64(s.To), 10)
	}
	if s.Hit {
		b = append(b, '*')
	}
	return string(b)
}

// String writes the play in notation, every step by itself in the order made, equal steps in a row
// once with their number: bar/21 24/18* 6/off(2). A play without steps is "".
func (p Play) String() string {
	var b strings.Builder
	for i := 0; i < len(p); {
		text, n := p[i].String(), 1
		for i+n < len(p) && p[i+n].String() == text {
			n++
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		if n > 1 {
			b.WriteString("(" + strconv.Itoa(n) + ")")
		}
		i += n
	}
	return b.String()
}
