package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"unicode/utf8"
)

// object is one JSON object on its way into a message: fields are taken out of it by name, and what is
// left at the end is an error. Names are matched exactly, and none may come twice; encoding/json alone
// would let both pass. The first error sticks, so that a message is read in one go and asked once.
type object struct {
	fields map[string]json.RawMessage
	err    error
}

func readObject(data []byte) *object {
	o := &object{fields: make(map[string]json.RawMessage, 8)}
	o.err = o.read(data)
	return o
}

// read finds the fields. Once it is known that all is JSON, strings and brackets are all there is to look for.
func (o *object) read(data []byte) error {
	data = bytes.TrimLeft(data, space)
	if len(data) == 0 || data[0] != '{' {
		return errors.New("a message is a JSON object")
	}
	if !json.Valid(data) {
		var first json.RawMessage
		if json.NewDecoder(bytes.NewReader(data)).Decode(&first) == nil {
			return errors.New("something follows the object")
		}
		return errors.New("the JSON is broken")
	}
	for rest := data[1:]; ; {
		rest = bytes.TrimLeft(rest, space+",")
		if rest[0] == '}' {
			return nil
		}
		n := valueLength(rest)
		name, err := unquote(rest[:n])
		if err != nil {
			return err
		}
		rest = bytes.TrimLeft(rest[n:], space+":")
		if _, twice := o.fields[name]; twice {
			return fmt.Errorf("%q comes twice", name)
		}
		n = valueLength(rest)
		o.fields[name] = json.RawMessage(rest[:n])
		rest = rest[n:]
	}
}

// space is what JSON allows between its parts.
const space = " \t\r\n"

// unquote reads a JSON string.
func unquote(text []byte) (string, error) {
	inner := text[1 : len(text)-1]
	if !bytes.ContainsFunc(inner, func(r rune) bool { return r == '\\' || r >= utf8.RuneSelf }) {
		return string(inner), nil
	}
	var s string
	err := json.Unmarshal(text, &s)
	return s, err
}

// valueLength is how long the value is that valid JSON begins with.
func valueLength(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth == 0 {
				return i // the end of what holds a number or a word
			}
			depth--
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
			continue
		default:
			continue
		}
		if depth == 0 {
			return i + 1
		}
	}
	return len(text)
}

// take reads a field into v and removes it; a missing one is an error unless optional.
func (o *object) take(name string, v any, optional bool) {
	if o.err != nil {
		return
	}
	raw, ok := o.fields[name]
	delete(o.fields, name)
	switch {
	case !ok && optional:
	case !ok:
		o.err = fmt.Errorf("%q is missing", name)
	case string(raw) == "null":
		o.err = errNull(name)
	default:
		if into, text := v.(*string); text && raw[0] == '"' {
			var err error
			*into, err = unquote(raw)
			o.flaw(name, err)
			return
		}
		o.flaw(name, json.Unmarshal(raw, v))
	}
}

// packageName is how errors of the layers below begin.
var packageName = regexp.MustCompile(`^(json|engine|room|store|talk): `)

// plain is an error of the layers below in words for somebody who knows neither the packages nor the types of
// this program.
func plain(err error) string {
	if other, ok := err.(*json.UnmarshalTypeError); ok { //nolint:errorlint // one that is wrapped has better words around it
		return "it cannot be " + other.Value
	}
	return packageName.ReplaceAllString(err.Error(), "")
}

// flaw notes what is wrong with a field, if anything is.
func (o *object) flaw(name string, err error) {
	if o.err == nil && err != nil {
		o.err = fmt.Errorf("%q: %s", name, plain(err))
	}
}

// errNull says that a field is null, which none ever is.
func errNull(name string) error { return fmt.Errorf("%q is null; leave it out instead", name) }

// noNulls finds a field that is null.
func (o *object) noNulls() error {
	for name, raw := range o.fields {
		if string(raw) == "null" {
			return errNull(name)
		}
	}
	return nil
}

func (o *object) need(name string, v any)  { o.take(name, v, false) }
func (o *object) allow(name string, v any) { o.take(name, v, true) }

// done returns the first error, or one for a field nobody took.
func (o *object) done() error {
	if o.err == nil && len(o.fields) > 0 {
		o.err = fmt.Errorf("there is no field %q here", slices.Sorted(maps.Keys(o.fields))[0])
	}
	return o.err
}
