package main

import (
	"errors"
	"testing"
)

func TestAPlayIsFoundInWhatIsLegal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		message, steps string
		seq            int
	}{
		{`{"type":"legal","seq":12,"seat":"white","nodes":[[[24,18,6,0,1]],[[18,13,5,0,2]],[]]}`, `[[24,18,6,0],[18,13,5,0]]`, 12},
		{`{"type":"legal","seq":7,"seat":"black","nodes":[[[24,18,6,0,1],[13,7,6,1,2]],[],[[25,20,5,0,3]],[]]}`, `[[13,7,6,1],[25,20,5,0]]`, 7},
		{`{"type":"legal","seq":7,"seat":"black","nodes":[[[24,18,6,0,2]],[[1,0,1,0,3]],[[18,13,5,0,4]],[[2,1,1,0,4]],[]]}`, `[[24,18,6,0],[18,13,5,0]]`, 7},
	} {
		seq, steps, err := firstPlay([]byte(tt.message))
		if err != nil || seq != tt.seq || string(steps) != tt.steps {
			t.Errorf("%s: %d %s %v", tt.message, seq, steps, err)
		}
	}
	for _, message := range []string{``, `{"type":"legal","seq":7}`, `{"seq":7,"nodes":[[[24,18,6,0,1]]`, `{"seq":7,"nodes":[[[24,18,6,0,0]],[]]}`, `{"seq":7,"nodes":[[[24,18,6,0,9]],[]]}`, `{"seq":7,"nodes":[[[1]],[]]}`} {
		if _, steps, err := firstPlay([]byte(message)); !errors.Is(err, errNothingLegal) {
			t.Errorf("%s: %s %v", message, steps, err)
		}
	}
}
