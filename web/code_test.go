package web

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"strconv"
	"testing"
)

// Every code of this package and every refusal of the engine has its row in the one table, and no two
// constants share a word.
func TestEveryCodeIsInTheTable(t *testing.T) {
	t.Parallel()
	words := append(constants(t, "code.go", "Code"), constants(t, "../engine/refusal.go", "RefusalCode")...)
	if len(words) < 30 {
		t.Fatalf("found only %d codes", len(words))
	}
	seen := map[string]bool{}
	for _, w := range words {
		if seen[w] {
			t.Errorf("%s is a code twice", w)
		}
		seen[w] = true
		o, ok := outcomes[Code(w)]
		if !ok {
			t.Errorf("%s has no row", w)
			continue
		}
		if http.StatusText(o.status) == "" || o.status < 400 {
			t.Errorf("%s has status %d", w, o.status)
		}
	}
	if len(outcomes) != len(words) {
		t.Errorf("%d rows for %d codes", len(outcomes), len(words))
	}
}

// constants are the values of a file's string constants of a type.
func constants(t *testing.T, file, kind string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if id, ok := spec.Type.(*ast.Ident); !ok || id.Name != kind {
			return true
		}
		for _, v := range spec.Values {
			if lit, ok := v.(*ast.BasicLit); ok {
				w, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, w)
			}
		}
		return true
	})
	return all
}
