package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// The notation of plays, as players write it and as it stands in refusals, move lists and transcripts:
//
//	play   = [ moves { " " moves } ]
//	moves  = from "/" to { "/" to } [ "(" number ")" ]
//	from   = "bar" | point
//	to     = ( "off" | point ) [ "*" ]
//
// Points are the mover's own, a * follows a point where a blot is hit. The number says how many
// checkers make the same moves one after the other; only the first of them hits, for then the point
// holds no blot any more: 6/4*(2) is 6/4* 6/4.

// MostSteps is the number of steps of the longest play: doubles of backgammon.
const MostSteps = 4

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
// once with their number: bar/21 24/18* 6/off(2). A play without steps is "". The dice are not written;
// ParsePlay reads back the same steps in the same order.
func (p Play) String() string {
	var b strings.Builder
	for i := 0; i < len(p); {
		n := 1
		for i+n < len(p) && p[i+n].From == p[i].From && p[i+n].To == p[i].To && !p[i+n].Hit {
			n++
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p[i].String())
		if n > 1 {
			b.WriteString("(" + strconv.Itoa(n) + ")")
		}
		i += n
	}
	return b.String()
}

// ParsePlay reads a play in notation. What String writes step by step may also be joined, 24/18*/13 for
// 24/18* 18/13, or left uncounted; bar and off may be in capitals, spaces any white space. The steps come
// in the order written, each with Die 0, as MakePlay takes them. Whether they can be made is not judged
// here: a move of several dice at once, such as 24/13, stays the one step that it is not. An error
// is a *Refusal that says what cannot be read.
func ParsePlay(text string) (Play, error) {
	play, r := parsePlay(text)
	return play, refusalError(r)
}

func parsePlay(text string) (Play, *Refusal) {
	var play Play
	for word := range strings.FieldsSeq(text) {
		moves, count, r := parseMoves(word)
		if r != nil {
			return nil, r
		}
		if len(play)+count*len(moves) > MostSteps {
			return nil, misread("R5", "a play has at most %d steps; %s goes beyond", MostSteps, word)
		}
		for range count {
			play = append(play, moves...)
			for i := range moves {
				moves[i].Hit = false
			}
		}
	}
	return play, nil
}

// longestWord is enough for any moves that a play can hold; more is not looked at.
const longestWord = 40

// parseMoves reads the moves of one checker, and how many checkers make them.
func parseMoves(word string) (moves Play, count int, r *Refusal) {
	if len(word) > longestWord {
		return nil, 0, misread("", "%.*q… is too long for the moves of one checker, such as 24/18/13*", longestWord, word)
	}
	path, count, r := cutCount(word)
	if r != nil {
		return nil, 0, r
	}
	first, path, found := strings.Cut(path, "/")
	if !found {
		return nil, 0, misread("", "%q is no move: it is written from/to, such as 13/7*", word)
	}
	from, r := parseFrom(first, word)
	if r != nil {
		return nil, 0, r
	}
	for more := true; more; {
		var stop string
		stop, path, more = strings.Cut(path, "/")
		step, r := parseStep(from, stop, word)
		if r != nil {
			return nil, 0, r
		}
		moves = append(moves, step)
		from = step.To
	}
	return moves, count, nil
}

// cutCount takes the "(2)" off the end of a word.
func cutCount(word string) (path string, count int, r *Refusal) {
	path, inside, found := strings.Cut(word, "(")
	if !found {
		return word, 1, nil
	}
	digit, after, _ := strings.Cut(inside, ")")
	if len(digit) != 1 || digit[0] < '1' || digit[0] > '0'+MostSteps || len(inside) != 2 || after != "" {
		return "", 0, misread("", "%q: the number of checkers stands at the end as (2), (3) or (4)", word)
	}
	return path, int(digit[0] - '0'), nil
}

func parseFrom(text, word string) (uint8, *Refusal) {
	if strings.EqualFold(text, "bar") {
		return BarPoint, nil
	}
	if p, ok := parsePoint(text); ok {
		return p, nil
	}
	return 0, misread("R1", "%q: a move begins on a point from 1 to 24 or on the bar, not on %q", word, text)
}

func parseStep(from uint8, stop, word string) (Step, *Refusal) {
	name, star, hit := strings.Cut(stop, "*")
	s := Step{From: from, Hit: hit}
	ok := star == ""
	switch {
	case strings.EqualFold(name, "off"):
		s.To = OffPoint
	case ok:
		s.To, ok = parsePoint(name)
	}
	switch {
	case !ok:
		return Step{}, misread("R1", "%q: a move ends on a point from 1 to 24, with a * if it hits, or off, not on %q", word, stop)
	case s.From == OffPoint:
		return Step{}, misread("B2", "%q: a checker that is off moves no more", word)
	case s.To == OffPoint && s.Hit:
		return Step{}, misread("R4", "%q: there is nothing to hit where checkers are borne off", word)
	case s.To >= s.From:
		return Step{}, misread("R3", "%q: checkers move from higher points to lower ones, %s does not", word, s)
	}
	return s, nil
}

// parsePoint reads 1 to 24, written without a leading zero.
func parsePoint(text string) (uint8, bool) {
	if len(text) < 1 || len(text) > 2 || text[0] == '0' {
		return 0, false
	}
	n := uint8(0)
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + c - '0'
	}
	return n, n > OffPoint && n < BarPoint
}

func misread(clause, format string, args ...any) *Refusal {
	return &Refusal{Code: RefusedInvalid, Clause: clause, Detail: fmt.Sprintf(format, args...)}
}
