package arrows

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const longestFile = 500

// forbidden is a pattern that may stand nowhere in the files it is for, and what to do instead.
type forbidden struct {
	name    string
	in      func(file) bool
	pattern *regexp.Regexp
	instead string
}

var rules = []forbidden{
	{
		name:    "sleeping in a test",
		in:      func(f file) bool { return f.isTest() && f.ext() == ".go" },
		pattern: regexp.MustCompile(`\btime\.Sleep\(`),
		instead: "use testing/synctest for clocks and a channel for events",
	},
	{
		name:    "sleeping in a client test",
		in:      func(f file) bool { return strings.HasSuffix(f.path, ".test.js") },
		pattern: regexp.MustCompile(`\bwaitForTimeout\(|setTimeout\(\s*(resolve|r|done)\b`),
		instead: "wait for what the test waits for: a locator, an event, a state",
	},
	{
		name:    "a skipped test",
		in:      file.isTest,
		pattern: regexp.MustCompile(`\b[tb]\.Skip(f|Now)?\(|\b(test|it|describe)\.(skip|todo|only)\(|\b(skip|todo|only): *(true|['"])`),
		instead: "make it pass everywhere, or fail with what is missing",
	},
	{
		name:    "text into the page as markup",
		in:      func(f file) bool { return strings.HasPrefix(f.path, "web/static/") },
		pattern: regexp.MustCompile(`\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML)\b|\bdocument\.write`),
		instead: "text reaches the page as text: a text node, textContent, or a component's child",
	},
	{
		name:    "code made from text",
		in:      func(f file) bool { return strings.HasPrefix(f.path, "web/static/") && f.ext() == ".js" },
		pattern: regexp.MustCompile(`\beval\(|\bnew Function\(`),
		instead: "the page's policy forbids it; write the code",
	},
	{
		name:    "an inline handler, style or script",
		in:      func(f file) bool { return f.ext() == ".html" },
		pattern: regexp.MustCompile(`(?i)<[^>]*\s(on[a-z]+|style)\s*=|<style\b|<script(\s+(type|async|defer)(="[^"]*")?)*\s*>|javascript:`),
		instead: "the page's policy forbids it: listeners belong in a module, looks in a style sheet",
	},
	{
		name:    "something loaded from another host",
		in:      func(f file) bool { return strings.HasPrefix(f.path, "web/static/") },
		pattern: regexp.MustCompile(`(?i)\b(src|srcset)\s*=\s*["'](https?:)?//|<link[^>]*href\s*=\s*["'](https?:)?//|url\(\s*["']?(https?:)?//|\b(from|import)\s*\(?\s*["'](https?:)?//`),
		instead: "keep it in web/static, with its licence, and load it from there",
	},
	{
		name:    "something left open",
		in:      func(f file) bool { return f.ext() != ".md" },
		pattern: regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`),
		instead: "finish it, or say in docs what is not there yet",
	},
}

func TestNothingForbiddenIsWritten(t *testing.T) {
	t.Parallel()
	all := files(t)
	for _, rule := range rules {
		for _, f := range all {
			if !rule.in(f) {
				continue
			}
			for _, at := range rule.pattern.FindAllStringIndex(f.text, -1) {
				found := f.text[at[0]:at[1]]
				t.Errorf("%s:%d: %s: %s\n\t%s", f.path, 1+strings.Count(f.text[:at[0]], "\n"), rule.name, rule.instead, found)
			}
		}
	}
}

func TestAFileIsARoom(t *testing.T) {
	t.Parallel()
	vague := []string{"util", "utils", "common", "helper", "helpers", "misc", "manager"}
	for _, f := range files(t) {
		if n := len(f.lines()); n > longestFile && f.ext() != ".md" {
			t.Errorf("%s has %d lines; more than %d are hardly one subject: split it by subject", f.path, n, longestFile)
		}
		for part := range strings.SplitSeq(f.path, "/") {
			word := strings.TrimSuffix(strings.TrimSuffix(part, path.Ext(part)), "_test")
			if slices.Contains(vague, word) {
				t.Errorf("%s: %q says nothing of what is inside: name the subject", f.path, word)
			}
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		doc, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, "doc.go"), nil, parser.ParseComments|parser.PackageClauseOnly)
		switch {
		case err != nil:
			t.Errorf("%s needs a doc.go that says what it is for, its invariants and what it leaves to others: %v", p.name(), err)
		case doc.Doc.Text() == "":
			t.Errorf("%s/doc.go has no package comment", p.name())
		}
	}
}

func TestGoroutinesAreWatchedForLeaks(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if strings.HasSuffix(p.name(), "test") {
			continue // made for tests: its goroutines are watched where the tests run
		}
		if startsGoroutines(t, p) && !testedWithGoleak(t, p) {
			t.Errorf("%s starts goroutines: give its tests a TestMain with goleak.VerifyTestMain", p.name())
		}
	}
}

func startsGoroutines(t *testing.T, p listed) bool {
	t.Helper()
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			_, is := n.(*ast.GoStmt)
			found = found || is
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

func testedWithGoleak(t *testing.T, p listed) bool {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(p.Dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "goleak.VerifyTestMain(") {
			return true
		}
	}
	return false
}
