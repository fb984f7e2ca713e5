package web

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadUpTo(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 15, 16, 17, 1000} {
		for _, r := range []io.Reader{strings.NewReader(strings.Repeat("x", n)), iotest.OneByteReader(strings.NewReader(strings.Repeat("x", n))),
			iotest.DataErrReader(strings.NewReader(strings.Repeat("x", n)))} {
			b, err := readUpTo(make([]byte, 0, 4), r, 16)
			if err != nil || n <= 16 && len(b) != n || n > 16 && len(b) <= 16 {
				t.Errorf("%d bytes of %d, %v", len(b), n, err)
			}
		}
	}
	broken := errors.New("broken")
	if _, err := readUpTo(nil, iotest.ErrReader(broken), 16); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}
