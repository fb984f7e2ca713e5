package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
)

// object is one JSON object on its way into a message: fields are taken out of it by name, and what is
// left at the end is an error. Names are matched exactly, and none may come twice; encoding/json alone
// would let both pass. The first error sticks, so that a message is read in one go and asked once.
type object struct {
	fields map[string]json.RawMessage
	err    error
}

func readObject(data []byte) *object {
	o := &object{fields: map[string]json.RawMessage{}}
	o.err = o.read(json.NewDecoder(bytes.NewReader(data)))
	return o
}

func (o *object) read(dec *json.Decoder) error {
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return errors.New("a message is a JSON object")
	}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return errors.New("the JSON is broken")
		}
		name, _ := t.(string)
		if _, twice := o.fields[name]; twice {
			return fmt.Errorf("%q comes twice", name)
		}
		var v json.RawMessage
		if err := dec.Decode(&v); err != nil {
			return errors.New("the JSON is broken")
		}
		o.fields[name] = v
	}
	if _, err := dec.Token(); err != nil {
		return errors.New("the JSON is broken")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object")
	}
	return nil
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
		o.err = fmt.Errorf("%q is null; leave it out instead", name)
	default:
		o.flaw(name, json.Unmarshal(raw, v))
	}
}

// packageName is how errors of the layers below begin; whoever sent the field does not know them.
var packageName = regexp.MustCompile(`^(json|engine|room): `)

// flaw notes what is wrong with a field, if anything is.
func (o *object) flaw(name string, err error) {
	if o.err == nil && err != nil {
		o.err = fmt.Errorf("%q: %s", name, packageName.ReplaceAllString(err.Error(), ""))
	}
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
