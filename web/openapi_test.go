package web_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"

	"fallas/web/playtest"
)

// described is the description that a server hands out of itself, and which of its operations have been seen to
// answer as it says.
type described struct {
	doc  map[string]any
	seen map[string]bool // by operation id
}

func description(t *testing.T, server *playtest.Running) *described {
	t.Helper()
	d := &described{seen: map[string]bool{}}
	if err := server.Visitor().Do(t.Context(), http.MethodGet, "/openapi.json", nil, &d.doc); err != nil {
		t.Fatal(err)
	}
	return d
}

// operation finds what is asked for. A path that is written out goes before one with a {name}.
func (d *described) operation(method, path string) map[string]any {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	var found map[string]any
	for template, item := range asMap(d.doc["paths"]) {
		names, fits := strings.Split(template, "/"), true
		for i, name := range names {
			fits = fits && len(names) == len(parts) && (name == parts[i] || strings.HasPrefix(name, "{"))
		}
		if op := asMap(asMap(item)[strings.ToLower(method)]); fits && op != nil && (found == nil || template == path) {
			found = op
		}
	}
	return found
}

// check compares an answer with what the description says of it.
func (d *described) check(who *playtest.Client, method, path string, status int, kind string, body []byte) error {
	op := d.operation(method, path)
	if op == nil {
		return fmt.Errorf("the description has no %s %s", method, path)
	}
	responses := asMap(op["responses"])
	response := asMap(responses[fmt.Sprint(status)])
	if response == nil && status >= http.StatusBadRequest {
		response = asMap(responses["default"])
	}
	if response == nil {
		return fmt.Errorf("the description has no answer %d of %s %s", status, method, path)
	}
	if open := op["security"] == nil || reflect.DeepEqual(op["security"].([]any)[0], map[string]any{}); who.Token == "" && status < http.StatusBadRequest && !open {
		return fmt.Errorf("%s %s answers %d without a session; the description asks for one", method, path, status)
	}
	if err := d.checkBody(response, kind, body); err != nil {
		return fmt.Errorf("%s %s answers %d: %w in %s", method, path, status, err, body)
	}
	if status < http.StatusBadRequest {
		d.seen[fmt.Sprint(op["operationId"])] = true
	}
	return nil
}

func (d *described) checkBody(response map[string]any, kind string, body []byte) error {
	if response["content"] == nil {
		if len(body) > 0 {
			return fmt.Errorf("it has a body")
		}
		return nil
	}
	kind, _, err := mime.ParseMediaType(kind)
	if err != nil {
		return err
	}
	content := asMap(asMap(response["content"])[kind])
	if content == nil {
		return fmt.Errorf("it is %s", kind)
	}
	texts := []string{string(body)}
	switch kind {
	case "application/x-ndjson":
		texts = strings.Split(strings.TrimSpace(string(body)), "\n")
	case "text/plain":
		texts[0] = fmt.Sprintf("%q", body)
	}
	for _, text := range texts {
		value, err := decoded([]byte(text))
		if err == nil {
			err = d.valid(asMap(content["schema"]), value, "it")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// annotations are the words of JSON Schema that say nothing about a value.
var annotations = []string{"description", "title", "default", "examples", "format", "contentEncoding", "contentMediaType"}

// valid judges a value by a schema. It knows the words of JSON Schema that the description uses, and no others.
func (d *described) valid(schema map[string]any, value any, at string) error {
	for _, word := range slices.Sorted(maps.Keys(schema)) {
		if slices.Contains(annotations, word) {
			continue
		}
		var err error
		switch rule := schema[word]; word {
		case "$ref":
			err = d.valid(d.referred(rule.(string)), value, at)
		case "type":
			err = ofType(rule, value, at)
		case "anyOf", "oneOf":
			err = d.ofSome(word, rule.([]any), value, at)
		case "enum":
			if !slices.ContainsFunc(rule.([]any), func(one any) bool { return reflect.DeepEqual(one, value) }) {
				err = fmt.Errorf("%s is %v, none of %v", at, value, rule)
			}
		case "pattern":
			if s, ok := value.(string); ok && !regexp.MustCompile(rule.(string)).MatchString(s) {
				err = fmt.Errorf("%s is %q, not %s", at, s, rule)
			}
		case "properties", "required", "additionalProperties", "items":
			err = d.inside(word, schema, value, at)
		case "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum":
			err = withinBound(word, rule, value, at)
		default:
			err = fmt.Errorf("%s: the test does not know %q", at, word)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *described) referred(ref string) map[string]any {
	at := d.doc
	for name := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		at = asMap(at[name])
	}
	return at
}

func ofType(rule, value any, at string) error {
	types, several := rule.([]any)
	if !several {
		types = []any{rule}
	}
	is := ""
	switch value := value.(type) {
	case nil:
		is = "null"
	case bool:
		is = "boolean"
	case string:
		is = "string"
	case []any:
		is = "array"
	case map[string]any:
		is = "object"
	case json.Number:
		if is = "number"; !strings.ContainsAny(value.String(), ".eE") && !slices.Contains(types, any("number")) {
			is = "integer"
		}
	}
	if !slices.Contains(types, any(is)) {
		return fmt.Errorf("%s is %s, not %v", at, is, rule)
	}
	return nil
}

func (d *described) ofSome(word string, rules []any, value any, at string) error {
	var errs []string
	for _, rule := range rules {
		if err := d.valid(asMap(rule), value, at); err != nil {
			errs = append(errs, err.Error())
		}
	}
	if fits := len(rules) - len(errs); fits == 0 || word == "oneOf" && fits > 1 {
		return fmt.Errorf("%s fits %d of %d: %s", at, fits, len(rules), strings.Join(errs, "; "))
	}
	return nil
}

// inside judges the fields of an object, or the items of an array.
func (d *described) inside(word string, schema map[string]any, value any, at string) error {
	if items, ok := value.([]any); ok && word == "items" {
		for i, item := range items {
			if err := d.valid(asMap(schema["items"]), item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil
	}
	fields := asMap(schema["properties"])
	switch word {
	case "properties":
		for name, rule := range fields {
			if field, there := object[name]; there {
				if err := d.valid(asMap(rule), field, at+"."+name); err != nil {
					return err
				}
			}
		}
	case "required":
		for _, name := range schema["required"].([]any) {
			if _, there := object[name.(string)]; !there {
				return fmt.Errorf("%s has no %s", at, name)
			}
		}
	case "additionalProperties":
		for name := range object {
			if _, known := fields[name]; !known && schema[word] == false {
				return fmt.Errorf("%s has %s", at, name)
			}
		}
	}
	return nil
}

func withinBound(word string, rule, value any, at string) error {
	var size json.Number
	switch value := value.(type) {
	case []any:
		size = json.Number(fmt.Sprint(len(value)))
	case string:
		size = json.Number(fmt.Sprint(utf8.RuneCountInString(value)))
	case json.Number:
		size = value
	default:
		return nil
	}
	is, err := size.Float64()
	if err != nil {
		return err
	}
	if bound := rule.(float64); strings.HasPrefix(word, "min") && is < bound || strings.HasPrefix(word, "max") && is > bound {
		return fmt.Errorf("%s is %v, beyond the %s of %v", at, value, word, rule)
	}
	return nil
}

// askTheRest asks what the conversation of PROTOCOL.md leaves out, so that every operation has answered.
func (d *described) askTheRest(t *testing.T, server *playtest.Running) {
	t.Helper()
	m := newSeated(t, server)
	white, black := m.players[0], m.players[1]
	game := "/games/" + m.game
	made, err := white.Create(t.Context(), playtest.NewGame{})
	if err != nil {
		t.Fatal(err)
	}
	seek, err := black.PostSeek(t.Context(), playtest.Wish{})
	if err != nil {
		t.Fatal(err)
	}
	id := uuid.NewString
	for _, r := range []struct {
		who          *playtest.Client
		method, path string
		body         any
	}{
		{white, "GET", game + "/legal", nil}, {black, "GET", game + "/legal", nil},
		{black, "GET", game + "/position", nil}, {black, "GET", game + "/odds", nil}, {black, "GET", game + "/transcript", nil},
		{black, "POST", game + "/ask", map[string]any{"id": "1", "ask": "position"}}, {server.Visitor(), "POST", game + "/ask", map[string]any{"id": "1", "ask": "position"}},
		{black, "GET", game + "/rematch", nil}, {black, "GET", game, nil},
		{black, "POST", game + "/chat", map[string]any{"id": id(), "text": "x"}}, {black, "GET", game + "/chat", nil},
		{black, "PUT", game + "/chat/closed", map[string]any{"circle": "players", "closed": true}},
		{black, "PUT", "/session/muted/" + string(white.Self.ID), nil}, {black, "GET", "/session/muted", nil},
		{black, "DELETE", "/session/muted/" + string(white.Self.ID), nil},
		{white, "POST", "/games/" + string(made.Game.ID) + "/invitations", nil}, {server.Visitor(), "GET", "/games/" + string(made.Game.ID), nil},
		{white, "POST", "/session", nil}, {white, "GET", "/session/games", nil}, {white, "GET", "/lobby", nil}, {server.Visitor(), "GET", "/lobby", nil}, {white, "GET", "/session/recovery", nil},
		{white, "DELETE", "/session/tokens/" + id(), nil},
		{black, "DELETE", "/seeks/" + string(seek.ID) + "?id=" + id(), nil},
		{black, "POST", game + "/commands", map[string]any{"id": id(), "command": "resign"}},
		{black, "POST", game + "/rematch", map[string]any{"id": id()}}, {black, "DELETE", game + "/rematch?id=" + id(), nil},
		{black, "POST", "/games", map[string]any{"seat": 7}},
	} {
		res, err := r.who.Send(t.Context(), r.method, "/api/v1"+r.path, r.body)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		if err := errors.Join(err, res.Body.Close()); err != nil {
			t.Fatal(err)
		}
		if err := d.check(r.who, r.method, "/api/v1"+r.path, res.StatusCode, res.Header.Get("Content-Type"), body); err != nil {
			t.Error(err)
		}
	}
	for _, item := range asMap(d.doc["paths"]) {
		for _, op := range asMap(item) {
			if id := fmt.Sprint(asMap(op)["operationId"]); !d.seen[id] {
				t.Errorf("nobody has seen an answer of %s", id)
			}
		}
	}
}
