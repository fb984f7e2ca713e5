package main

import (
	"bytes"
	"errors"
	"strconv"
)

var errNothingLegal = errors.New("this tells nothing that is legal")

// firstPlay reads a message about what is legal as far as it must to make a play of it: its seq, and one way through
// its nodes, as the text of the steps. At each node it takes the step in the middle.
func firstPlay(message []byte) (seq int, steps []byte, err error) {
	broken := errNothingLegal
	at := bytes.Index(message, []byte(`"seq":`))
	begin := bytes.Index(message, []byte(`"nodes":[`))
	if at < 0 || begin < 0 {
		return 0, nil, broken
	}
	for _, c := range message[at+len(`"seq":`):] {
		if c < '0' || c > '9' {
			break
		}
		seq = 10*seq + int(c-'0')
	}
	nodes := message[begin+len(`"nodes":[`):]
	steps = append(steps, '[')
	for here, number := nodes, 0; ; {
		if bytes.HasPrefix(here, []byte("[]")) {
			break // a complete play
		}
		node, _, ok := bytes.Cut(here, []byte("]]")) // to the end of its last step
		if !ok {
			return 0, nil, broken
		}
		all := bytes.Split(bytes.TrimLeft(node, "["), []byte("],["))
		step := all[len(all)/2]
		comma := bytes.LastIndexByte(step, ',')
		if comma < 0 {
			return 0, nil, broken
		}
		next, err := strconv.Atoi(string(step[comma+1:]))
		if err != nil || next <= number {
			return 0, nil, broken
		}
		if len(steps) > 1 {
			steps = append(steps, ',')
		}
		steps = append(append(append(steps, '['), step[:comma]...), ']')
		if here, ok = skipNodes(here, next-number); !ok {
			return 0, nil, broken
		}
		number = next
	}
	return seq, append(steps, ']'), nil
}

// skipNodes is what is left after n nodes.
func skipNodes(nodes []byte, n int) ([]byte, bool) {
	for range n {
		if bytes.HasPrefix(nodes, []byte("[],")) {
			nodes = nodes[len("[],"):]
			continue
		}
		_, rest, ok := bytes.Cut(nodes, []byte("]],"))
		if !ok {
			return nil, false
		}
		nodes = rest
	}
	return nodes, true
}
