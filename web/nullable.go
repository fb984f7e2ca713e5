package web

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// describeNulls has the description say which fields may be null: pointers that are not left out when nil. huma
// says so of plain values alone, and never of what has a schema of its own.
func describeNulls(r huma.Registry) {
	for name, schema := range r.Map() {
		described := r.TypeFromRef("#/components/schemas/" + name)
		if described == nil || described.Kind() != reflect.Struct {
			continue
		}
		for _, f := range reflect.VisibleFields(described) {
			word, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
			field := schema.Properties[word]
			if field != nil && f.Type.Kind() == reflect.Pointer && !strings.Contains(rest, "omitempty") {
				mayBeNull(field)
			}
		}
	}
}

func mayBeNull(s *huma.Schema) {
	switch {
	case s.Ref != "":
		s.AnyOf, s.Ref = []*huma.Schema{{Ref: s.Ref}, {Type: "null"}}, ""
	case s.Enum != nil:
		s.Nullable, s.Enum = true, append(s.Enum, nil)
	default:
		s.Nullable = true
	}
}
