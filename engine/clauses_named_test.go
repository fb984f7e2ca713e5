package engine

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEveryClauseHasATest reads docs/rules.md: every clause R1 … S5 has a test named after it, every row of
// the table of rulesets is compared, and no test is named after a clause that is not there.
func TestEveryClauseHasATest(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	clauses := submatches(`(?m)^- \*\*([RBS]\d+)\b`, string(page))
	if len(clauses) != 17+6+5 {
		t.Fatalf("%d clauses are read from the page: %v", len(clauses), clauses)
	}
	var tests strings.Builder
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tests.Write(text)
	}
	named := submatches(`(?m)^func Test([RBS]\d+)_`, tests.String())
	for _, c := range clauses {
		if !slices.Contains(named, c) {
			t.Errorf("no test is named after %s", c)
		}
	}
	for _, c := range named {
		if !slices.Contains(clauses, c) {
			t.Errorf("a test is named after %s, which is no clause", c)
		}
	}
	var compared []string
	for _, row := range rowsOfTable {
		compared = append(compared, row.row)
	}
	_, table, _ := strings.Cut(string(page), "## The rulesets\n")
	table, _, _ = strings.Cut(table, "\n\nA ruleset is data")
	rows := submatches(`(?m)^\| (\w[^|]*?) \|`, table)
	if slices.Sort(rows); len(rows) != 13 {
		t.Fatalf("%d rows are read from the table: %q", len(rows), rows)
	}
	if slices.Sort(compared); !slices.Equal(rows, compared) {
		t.Errorf("the rows of the table are %q, compared are %q", rows, compared)
	}
}

// submatches are the first groups of all matches in a text.
func submatches(pattern, text string) (all []string) {
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}
