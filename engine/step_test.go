package engine

import (
	"encoding/json"
	"slices"
	"testing"
)

// Numbers read the short way are what encoding/json makes of them.
func FuzzPlainNumbers(f *testing.F) {
	for _, text := range []string{"[24,18]", "[24,18,6,1]", "[0,0]", "[07]", "[1,]", "[]", "[1,2,3,4,5]", "[1 ,2]", "[100]", "[-1]", "[", "1", "[1", "[1,2]]", "[1]x"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got, plain := plainNumbers(nil, b)
		if !plain {
			return
		}
		var want []int
		if err := json.Unmarshal(b, &want); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v, %v", b, got, want, err)
		}
	})
}

func TestStepsAreReadTheShortWay(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"[24,18]", "[25,20,5]", "[6,0,6,1]", "[3,1,2,0]"} {
		if _, plain := plainNumbers(nil, []byte(text)); !plain {
			t.Errorf("%s is read the long way", text)
		}
	}
}
