package arrows

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	clauseDefined = regexp.MustCompile(`(?m)^- \*\*([RBS]\d+)\b`)
	clauseCited   = regexp.MustCompile(`\b([RBS]\d{1,2})\b`)
	markdownLink  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
)

// A clause that code or documents cite must stand in the rules.
func TestEveryClauseCitedIsInTheRules(t *testing.T) {
	t.Parallel()
	rules, err := os.ReadFile(filepath.Join(root(t), "docs", "rules.md"))
	if err != nil {
		t.Fatal(err)
	}
	defined := map[string]bool{}
	for _, m := range clauseDefined.FindAllStringSubmatch(string(rules), -1) {
		if defined[m[1]] {
			t.Errorf("docs/rules.md defines %s twice", m[1])
		}
		defined[m[1]] = true
	}
	if len(defined) < 20 {
		t.Fatalf("docs/rules.md defines only %d clauses: is a clause still written as `- **R1 Board.** …`?", len(defined))
	}
	for _, f := range files(t) {
		if !strings.HasPrefix(f.path, "engine/") && f.path != "docs/rules.md" {
			continue
		}
		for i, line := range f.lines() {
			for _, m := range clauseCited.FindAllStringSubmatch(line, -1) {
				if !defined[m[1]] {
					t.Errorf("%s:%d cites %s, which docs/rules.md does not have", f.path, i+1, m[1])
				}
			}
		}
	}
}

// A link from one document to another must lead somewhere.
func TestLinksBetweenDocumentsLeadSomewhere(t *testing.T) {
	t.Parallel()
	for _, f := range files(t) {
		if f.ext() != ".md" {
			continue
		}
		for _, m := range markdownLink.FindAllStringSubmatch(f.text, -1) {
			target, _, _ := strings.Cut(m[1], "#")
			if target == "" || strings.Contains(target, "://") || strings.HasPrefix(target, "/") {
				continue
			}
			full := filepath.Join(root(t), filepath.FromSlash(path.Join(path.Dir(f.path), target)))
			if _, err := os.Stat(full); err != nil {
				t.Errorf("%s links to %s, which is not there", f.path, m[1])
			}
		}
	}
}

// The lock file pins packages by their hash and leaves the place to fetch them from to npm.
func TestTheLockFileNamesNoHost(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root(t), "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), `"resolved"`) || strings.Contains(string(text), "://") && regexp.MustCompile(`https?://[^"]*\.tgz`).Match(text) {
		t.Error("package-lock.json names a host: .npmrc keeps it out, run npm install with it in force")
	}
}
