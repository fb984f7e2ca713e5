package web

import (
	"bytes"
	"net"
	"slices"
	"strings"
	"testing"
	"time"
)

// sink is a connection that keeps each write by itself.
type sink struct {
	net.Conn
	writes []string
}

func (s *sink) Write(b []byte) (int, error) {
	s.writes = append(s.writes, string(b))
	return len(b), nil
}
func (s *sink) SetWriteDeadline(time.Time) error { return nil }

func TestWhatIsHeldGoesOutInOnePieceAndInOrder(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", heldBuffer)
	for _, tt := range []struct {
		name       string
		held, sent []string
	}{
		{"nothing", nil, nil},
		{"one", []string{"a"}, []string{"a"}},
		{"several", []string{"a", "bc", "d"}, []string{"abcd"}},
		{"one that fills it", []string{long}, []string{long}},
		{"one that does not fit", []string{"a", long, "b"}, []string{"a", long, "b"}},
		{"one that is too long", []string{"a", long + "y", "b", "c"}, []string{"a", long + "y", "bc"}},
	} {
		s := &sink{}
		o := newOutlet(s)
		o.hold()
		for _, text := range tt.held {
			if n, err := o.Write([]byte(text)); n != len(text) || err != nil {
				t.Fatalf("%s: %d, %v", tt.name, n, err)
			}
		}
		if err := o.release(); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.writes, tt.sent) {
			t.Errorf("%s: %d writes, want %d", tt.name, len(s.writes), len(tt.sent))
		}
		if _, err := o.Write([]byte("now")); err != nil || s.writes[len(s.writes)-1] != "now" {
			t.Errorf("%s: what comes later is held, %v", tt.name, err)
		}
	}
}

func TestHeldBuffersAreNobodysTwice(t *testing.T) {
	t.Parallel()
	a, b := &sink{}, &sink{}
	oa, ob := newOutlet(a), newOutlet(b)
	for i := range byte(100) {
		oa.hold()
		ob.hold()
		for o, c := range map[*outlet]byte{oa: i, ob: i + 100} {
			if _, err := o.Write(bytes.Repeat([]byte{c}, 50)); err != nil {
				t.Fatal(err)
			}
		}
		if oa.release() != nil || ob.release() != nil {
			t.Fatal("a sink takes everything")
		}
		if a.writes[i] != strings.Repeat(string([]byte{i}), 50) || b.writes[i] != strings.Repeat(string([]byte{i + 100}), 50) {
			t.Fatalf("%q and %q", a.writes[i], b.writes[i])
		}
	}
}
