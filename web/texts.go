package web

import (
	"errors"
	"io"
	"sync"
)

// texts are buffers for what is read from a socket or written to it, on loan for one message.
var texts = sync.Pool{New: func() any { b := make([]byte, 0, 1024); return &b }}

// longText is too long to be kept: few messages are like that.
const longText = 16 << 10

// giveBack ends the loan of a buffer. Nothing may point into it any more.
func giveBack(text *[]byte) {
	if cap(*text) <= longText {
		texts.Put(text)
	}
}

// readUpTo appends what r has to b, and stops when b is longer than most.
func readUpTo(b []byte, r io.Reader, most int64) ([]byte, error) {
	for int64(len(b)) <= most {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
	return b, nil
}
