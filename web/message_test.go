package web

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fallas/engine"
)

const anID = "0190163d-8694-739b-aea5-966c26f8ad90"

func TestParseMessage(t *testing.T) {
	t.Parallel()
	zeros, ones := strings.Repeat("00", 32), strings.Repeat("11", 32)
	var one engine.Bytes32
	for i := range one {
		one[i] = 0x11
	}
	for _, tt := range []struct {
		in   string
		want clientMessage
	}{
		{`{"type":"ping","id":"a"}`, &pingMessage{ID: "a"}},
		{`{"type":"command","id":"` + anID + `","command":"sit","seed":"` + ones + `","commitment":"` + zeros + `","invitation":"x"}`,
			&commandMessage{ID: anID, Do: engine.Sit{Seed: one}, Invitation: "x"}},
		{`{"type":"command","id":"` + anID + `","command":"sit","commitment":"` + ones + `"}`,
			&commandMessage{ID: anID, Do: engine.Sit{Commitment: one}}},
		{`{"id":"` + anID + `","command":"play","type":"command","expect":12,"steps":[[24,18],[18,13,5],[6,0,6,1]]}`,
			&commandMessage{ID: anID, Expect: 12, Do: engine.MakePlay{Steps: engine.Play{
				{From: 24, To: 18}, {From: 18, To: 13, Die: 5}, {From: 6, To: 0, Die: 6, Hit: true}}}}},
		{`{"type":"command","id":"` + anID + `","command":"play","play":"24/18/13 6/off*"}`,
			&commandMessage{ID: anID, Do: engine.MakePlay{Text: "24/18/13 6/off*"}}},
		{`{"type":"command","id":"` + anID + `","command":"resign"}`, &commandMessage{ID: anID, Do: engine.Resign{Worth: 1}}},
		{`{"type":"command","id":"` + anID + `","command":"answer_resignation","accept":true}`,
			&commandMessage{ID: anID, Do: engine.AnswerResignation{Accept: true}}},
		{`{"type":"command","id":"` + anID + `","command":"withdraw_resignation"}`,
			&commandMessage{ID: anID, Do: engine.WithdrawResignation{}}},
		{`{"type":"command","id":"` + anID + `","command":"abort"}`, &commandMessage{ID: anID, Do: engine.Abort{}}},
		{`{"type":"command","id":"` + anID + `","command":"claim"}`, &commandMessage{ID: anID, Do: engine.Claim{}}},
		{`{"type":"ask","id":"1","ask":"why","steps":[[24,18]],"step":[18,12]}`,
			&askMessage{ID: "1", Ask: askWhy, Steps: engine.Play{{From: 24, To: 18}}, Step: engine.Step{From: 18, To: 12}}},
		{`{"type":"ask","id":"1","ask":"complete"}`, &askMessage{ID: "1", Ask: askComplete}},
		{`{"type":"ask","id":"1","ask":"explain"}`, &askMessage{ID: "1", Ask: askExplain}},
		{`{"type":"ask","id":"1","ask":"explain","seq":12}`, &askMessage{ID: "1", Ask: askExplain, Seq: 12}},
		{`{"type":"ask","id":"1","ask":"position"}`, &askMessage{ID: "1", Ask: askPosition}},
		{`{"type":"ask","id":"1","ask":"odds","seq":7}`, &askMessage{ID: "1", Ask: askOdds, Seq: 7}},
	} {
		got, err := parseMessage([]byte(tt.in))
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.in, d)
		}
	}
}

// inside is what only those know who know this program.
var inside = regexp.MustCompile(`(json|engine|room|store|talk|lobby|web): |Go value`)

func TestParseMessageRefuses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		``:                                  "a message is a JSON object",
		`garbage`:                           "a message is a JSON object",
		`[1]`:                               "a message is a JSON object",
		`{"type":"ping"`:                    "broken",
		`{"type":"ping","id":"1"}x`:         "something follows",
		`{"type":"ping","id":"1"}{}`:        "something follows",
		`{"type":"dance"}`:                  `no message of type "dance"`,
		`{"Type":"ping","id":"1"}`:          `"type" is missing`,
		`{"type":7}`:                        `"type":`,
		`{"type":"ping","id":"1","id":"2"}`: `"id" comes twice`,
		`{"type":"ping","id":"1","more":1}`: `no field "more"`,
		`{"type":"ping","id":""}`:           "1 to 64 characters",
		`{"type":"ping","id":"` + strings.Repeat("x", 65) + `"}`:                                 "1 to 64 characters",
		`{"type":"ping","id":null}`:                                                              "null",
		`{"type":"command","id":"7","command":"claim"}`:                                          "is a UUID in lower case",
		`{"type":"command","id":"` + strings.ToUpper(anID) + `","command":"claim"}`:              "is a UUID in lower case",
		`{"type":"command","id":"` + anID + `","command":"roll"}`:                                `no command "roll"`,
		`{"type":"command","id":"` + anID + `","command":"note_left"}`:                           `no command "note_left"`,
		`{"type":"command","id":"` + anID + `","command":"play"}`:                                `"steps" is missing`,
		`{"type":"command","id":"` + anID + `","command":"play","play":""}`:                      `"play": a play in notation`,
		`{"type":"command","id":"` + anID + `","command":"play","play":"6/5","steps":[]}`:        `"play": a play in notation`,
		`{"type":"command","id":"` + anID + `","command":"play","play":7}`:                       `"play":`,
		`{"type":"command","id":"` + anID + `","command":"play","steps":[[99,1]]}`:               `"steps":`,
		`{"type":"command","id":"` + anID + `","command":"play","steps":["24/18"]}`:              `a step is [from, to, die, hit]`,
		`{"type":"command","id":"` + anID + `","command":"play","steps":"24/18"}`:                `"steps": it cannot be string`,
		`{"type":"command","id":"` + anID + `","command":"play","steps":[],"seat":"white"}`:      `no field "seat"`,
		`{"type":"command","id":"` + anID + `","command":"play","expect":-1,"steps":[]}`:         `"expect":`,
		`{"type":"command","id":"` + anID + `","command":"sit","commitment":"ab"}`:               `"commitment":`,
		`{"type":"command","id":"` + anID + `","command":"claim","expect":99999999999999999999}`: `"expect":`,
		`{"type":"ask","id":"1","ask":"weather"}`:                                                `no question "weather"`,
		`{"type":"ask","id":"1","ask":"why"}`:                                                    `"step" is missing`,
		`{"type":"ask","id":"1","ask":"explain","steps":[]}`:                                     `no field "steps"`,
	} {
		_, err := parseMessage([]byte(in))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", in, err, want)
		} else if inside.MatchString(err.Error()) {
			t.Errorf("%s: %v tells of the inside of this program", in, err)
		}
	}
}

func FuzzParseMessage(f *testing.F) {
	f.Add([]byte(`{"type":"ping","id":"a"}`))
	f.Add([]byte(`{"type":"command","id":"` + anID + `","command":"play","expect":12,"steps":[[24,18]]}`))
	f.Add([]byte(`{"type":"ask","id":"1","ask":"why","step":[18,12]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := parseMessage(b)
		if err == nil && m == nil {
			t.Fatalf("%q: neither a message nor an error", b)
		}
	})
}

func TestReadObject(t *testing.T) {
	t.Parallel()
	o := readObject([]byte("\n { \"a\" : 1 ,\"b\":\t\"x,}]\\\"\" , \"c\":[ {\"a\":[1,2]}, \"]\" ] ,\"\\u0064\":{\"e\":{}},\"f\":true,\"g\":-1.5e3}  "))
	want := map[string]json.RawMessage{
		"a": json.RawMessage(`1`), "b": json.RawMessage(`"x,}]\""`), "c": json.RawMessage(`[ {"a":[1,2]}, "]" ]`),
		"d": json.RawMessage(`{"e":{}}`), "f": json.RawMessage(`true`), "g": json.RawMessage(`-1.5e3`),
	}
	if d := cmp.Diff(want, o.fields); d != "" || o.err != nil {
		t.Errorf("%v (-want +got)\n%s", o.err, d)
	}
	if o := readObject([]byte(`{}`)); o.err != nil || len(o.fields) != 0 {
		t.Errorf("%v, %v", o.fields, o.err)
	}
}

// What encoding/json makes of an object is what is found in it.
func FuzzReadObject(f *testing.F) {
	f.Add([]byte(`{"a":1,"b":[{"c":"\"}"}],"":null}`))
	f.Add([]byte(`{"a" : "\\", "\u00e9":{}, "b":[]}x`))
	f.Fuzz(func(t *testing.T, b []byte) {
		o := readObject(b)
		var want map[string]json.RawMessage
		err := json.Unmarshal(b, &want)
		if err != nil || want == nil {
			if o.err == nil {
				t.Fatalf("%q is no object: %v", b, err)
			}
			return
		}
		if o.err != nil {
			if !strings.HasSuffix(o.err.Error(), "comes twice") {
				t.Fatalf("%q: %v", b, o.err)
			}
			return
		}
		if d := cmp.Diff(want, o.fields); d != "" {
			t.Fatalf("%q: (-want +got)\n%s", b, d)
		}
	})
}
