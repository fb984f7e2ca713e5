package arrows

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// file is one source file of the project: its path from the root, with slashes, and its text.
type file struct {
	path string
	text string
}

func (f file) ext() string { return path.Ext(f.path) }

func (f file) lines() []string { return strings.Split(strings.TrimSuffix(f.text, "\n"), "\n") }

// isTest tells test code by its place: Go test files and the packages and folders made for testing.
func (f file) isTest() bool {
	return strings.HasSuffix(f.path, "_test.go") || strings.HasSuffix(f.path, ".test.js") ||
		strings.HasPrefix(f.path, "web/test/") || strings.HasPrefix(f.path, "web/e2e/") ||
		strings.HasSuffix(path.Dir(f.path), "test")
}

// root is the directory that holds go.mod.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatalf("no go.mod where the project's root should be: %v", err)
	}
	return dir
}

var (
	sourceExt = regexp.MustCompile(`\.(go|js|mjs|css|html|sql|sh|md)$`)
	// Code of others, data, and what tools leave behind.
	notOurs = regexp.MustCompile(`^(\.git|node_modules|bin)$|(^|/)(vendor|testdata)$`)
)

// files reads every source file of the project that was written for it. Nobody else's code is judged,
// and not this package, which has to name what it forbids.
func files(t *testing.T) []file {
	t.Helper()
	var all []file
	top := root(t)
	err := filepath.WalkDir(top, func(full string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(top, full)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if notOurs.MatchString(rel) || rel == "internal/arrows" {
				return fs.SkipDir
			}
			return nil
		}
		if !sourceExt.MatchString(rel) && !strings.HasPrefix(rel, "scripts/") && rel != "Makefile" {
			return nil
		}
		text, err := os.ReadFile(full)
		if err != nil {
			return err
		}
		all = append(all, file{rel, string(text)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no source file found")
	}
	return all
}
