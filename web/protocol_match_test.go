package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"fallas/engine"
)

// bindings say which value of this run stands for which value of the page.
type bindings map[string]string

// Values that differ each time, wherever they stand: ids, 32-byte values, moments, tokens, names of
// guests. The same value of the page is the same value of the run.
var bound = regexp.MustCompile(`^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}|\d{4}-\d\d-\d\dT.*Z|[A-Za-z0-9_-]{22}|[A-Za-z0-9_-]{43}|[0-9A-Z]{4}(-[0-9A-Z]{4}){5}|Guest .*)$`)

// chance are the fields that the dice or the moment choose: only their form is compared.
var chance = []string{"dice", "steps", "nodes", "next", "partial", "left", "each_alone", "away_limit", "detail", "clause"}

// asTold replaces what chance lists where the whole message is told as it is.
var asTold = map[string]bool{"detail": true, "clause": true}

// match compares a message of the page with one of the run.
func (b bindings) match(page string, run []byte) error {
	want, err := decoded([]byte(page))
	if err != nil {
		return fmt.Errorf("the page: %w", err)
	}
	got, err := decoded(run)
	if err != nil {
		return fmt.Errorf("%w: %s", err, run)
	}
	free := fmt.Sprint(asMap(want)["ask"]) == "why"
	if err := b.compare("", want, got, free); err != nil {
		return fmt.Errorf("%w in %s", err, run)
	}
	return nil
}

func asMap(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func decoded(b []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

func (b bindings) compare(field string, want, got any, free bool) error {
	if slices.Contains(chance, field) && (free || !asTold[field]) {
		return sameForm(field, want, got)
	}
	differs := fmt.Errorf("%s: the page says %v, the server %v", field, want, got)
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		if !ok {
			return differs
		}
		_, more := want["…"]
		for name := range got {
			if _, ok := want[name]; !ok && !more {
				return fmt.Errorf("%s: the page does not know the field %q", field, name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(want)) {
			value, ok := got[name]
			switch {
			case name == "…":
				continue
			case !ok:
				return fmt.Errorf("%s: the server sent no %q", field, name)
			}
			if err := b.compare(name, want[name], value, free); err != nil {
				return err
			}
		}
		return nil
	case []any:
		got, ok := got.([]any)
		if ok && len(want) > 0 && want[len(want)-1] == "…" && len(got) >= len(want)-1 {
			want = want[:len(want)-1]
			got = got[:len(want)]
		}
		if !ok || len(got) != len(want) {
			return differs
		}
		for i := range want {
			if err := b.compare(fmt.Sprintf("%s[%d]", field, i), want[i], got[i], free); err != nil {
				return err
			}
		}
		return nil
	case string:
		got, ok := got.(string)
		if ok && bound.MatchString(want) {
			// A value of the page that stands for several moments of one append is taken at its word
			// only the first time.
			if known, ok := b[want]; ok && known != got {
				return differs
			}
			b[want] = got
			return nil
		}
		if got != want {
			return differs
		}
		return nil
	}
	if want != got {
		return differs
	}
	return nil
}

// sameForm compares what chance chose: the kind of value, down to the first element of arrays.
func sameForm(field string, want, got any) error {
	w, ok1 := want.([]any)
	g, ok2 := got.([]any)
	switch {
	case ok1 != ok2 || fmt.Sprintf("%T", want) != fmt.Sprintf("%T", got):
		return fmt.Errorf("%s: the page has %v, the server %v", field, want, got)
	case ok1 && len(w) > 0 && len(g) > 0:
		return sameForm(field+"[0]", w[0], g[0])
	case asMap(want) != nil:
		if a, b := slices.Sorted(maps.Keys(asMap(want))), slices.Sorted(maps.Keys(asMap(got))); !slices.Equal(a, b) {
			return fmt.Errorf("%s: the page has the fields %v, the server %v", field, a, b)
		}
	}
	return nil
}

// inPath is a path of the page with the values of the run.
func (b bindings) inPath(page string) string {
	for want, got := range b {
		page = strings.ReplaceAll(page, want, got)
	}
	return page
}

var stepsSent = regexp.MustCompile(`"steps": (\[\[.*\]\])`)

// replaced is a message of the page with the values of the run: those bound, and for a play one that is
// legal with the dice as they fell, written in the page's way.
func (b bindings) replaced(page string, legal engine.Legal) (string, error) {
	for want, got := range b {
		page = strings.ReplaceAll(page, want, got)
	}
	m := stepsSent.FindStringSubmatch(page)
	if m == nil {
		return page, nil
	}
	play, ok := b[m[1]]
	if !ok {
		var steps [][]uint8
		if err := json.Unmarshal([]byte(m[1]), &steps); err != nil {
			return "", err
		}
		written := make([]string, 0, len(steps))
		for node, i := 0, 0; len(legal.Nodes) > 0 && len(legal.Nodes[node]) > 0; i++ {
			s := legal.Nodes[node][0]
			all := []string{fmt.Sprint(s.From), fmt.Sprint(s.To), fmt.Sprint(s.Die), "0"}
			if s.Hit {
				all[3] = "1"
			}
			if i >= len(steps) {
				return "", otherDice{fmt.Errorf("a play of more steps than the page's %s", m[1])}
			}
			written = append(written, "["+strings.Join(all[:len(steps[i])], ",")+"]")
			node = s.Next
		}
		play = "[" + strings.Join(written, ",") + "]"
		b[m[1]] = play
	}
	return strings.Replace(page, m[1], play, 1), nil
}
