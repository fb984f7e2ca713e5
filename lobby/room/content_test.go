package room

import (
	"encoding/json"
	"testing"

	"fallas/engine"
)

// The digests of commands lie in logs: a play's text is for ever what encoding/json made of it first.
func TestThePlayInADigestIsWrittenAsEver(t *testing.T) {
	t.Parallel()
	for _, steps := range []engine.Play{
		{{From: 24, To: 18}},
		{{From: 24, To: 18, Die: 6}, {From: 18, To: 13, Die: 5, Hit: true}, {From: 25, To: 20, Die: 5}, {From: 6, To: 0, Die: 6}},
	} {
		want, err := json.Marshal(steps)
		if err != nil {
			t.Fatal(err)
		}
		if got := playText(engine.MakePlay{Steps: steps}); got != string(want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
