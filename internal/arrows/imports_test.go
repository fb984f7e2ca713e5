package arrows

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "fallas"

// mayImport says, for each package, which packages of this module its non-test files may import.
// A name ending in /… stands for the package and everything below it. Test files are free: a room
// is tested on a real store.
var mayImport = map[string][]string{
	"engine":            {},
	"engine/fair":       {"engine"},
	"engine/clock":      {"engine"},
	"engine/bot":        {"engine"},
	"lobby/room":        {"engine/…"},
	"lobby":             {"engine/…", "lobby/room"},
	"lobby/talk":        {"engine/…", "lobby/room"},
	"migrations":        {},
	"store":             {"engine/…", "lobby/…"},
	"store/storetest":   {"engine/…", "lobby/…", "store"},
	"store/sqlite":      {"engine/…", "lobby/…", "store", "store/groupcommit", "migrations"},
	"store/postgres":    {"engine/…", "lobby/…", "store", "store/groupcommit", "migrations"},
	"store/groupcommit": {},
	"web":               {"engine/…", "lobby/…", "store"},
	"web/playtest":      {"engine/…", "lobby/…", "store", "web"},
	"cmd/server":        {"engine/…", "lobby/…", "store", "store/sqlite", "store/postgres", "migrations", "web/…"},
	"bench/server":      {"engine/…", "lobby/…", "store", "store/sqlite", "store/postgres/…", "web/…"},
	"internal/arrows":   {},

	// For tests.
	"lobby/room/roomtest":   {"engine/…", "lobby/room"},
	"store/postgres/pgtest": {},
	"lobby/lobbytest":       {"engine/…", "lobby/…"},
}

// The engine knows nothing of time, files or the network: its direct imports are these and no others.
var pure = []string{
	"bytes", "cmp", "encoding/base64", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "iter", "maps",
	"math", "math/bits", "slices", "sort", "strconv", "strings", "unicode/utf8", "unsafe",
}

// knows lists what else a package of the engine's house may import, and why it is harmless there.
var knows = map[string][]string{
	// NewSecret alone is random; everything else is arithmetic on its arguments.
	"engine/fair": {"crypto/hmac", "crypto/rand", "crypto/sha256", "crypto/subtle", "github.com/google/uuid"},
}

func TestImportsRunOneWay(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		allowed, known := mayImport[p.name()]
		if !known {
			t.Errorf("package %s is new: give it a row in mayImport (internal/arrows/imports_test.go) and its room in docs/architecture.md", p.name())
			continue
		}
		for _, path := range p.Imports {
			imported, ours := strings.CutPrefix(path, module+"/")
			if ours && !covers(allowed, imported) {
				t.Errorf("%s imports %s, against the arrows: engine ← lobby/room ← lobby ← store ← {store/*, web} ← cmd/server. "+
					"Declare the interface you need in %s and let cmd/server wire it", p.name(), imported, p.name())
			}
		}
	}
}

func TestTheEngineIsPure(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		if p.name() != "engine" && !strings.HasPrefix(p.name(), "engine/") {
			continue
		}
		for _, path := range p.Imports {
			if strings.HasPrefix(path, module+"/") || slices.Contains(pure, path) || slices.Contains(knows[p.name()], path) {
				continue
			}
			t.Errorf("%s imports %q: the engine has no clock, no I/O and no randomness. Hand what you need in as Given; "+
				"a harmless package goes on the list in internal/arrows/imports_test.go", p.name(), path)
		}
	}
}

// listed is what `go list -json` tells of a package. Imports are those of its non-test files.
type listed struct {
	ImportPath string
	Dir        string
	Imports    []string
	GoFiles    []string
}

func (p listed) name() string { return strings.TrimPrefix(p.ImportPath, module+"/") }

func packages(t *testing.T) []listed {
	t.Helper()
	list := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,Imports,GoFiles", "./...")
	list.Dir = root(t)
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		t.Fatal("go list found no package")
	}
	return all
}

func covers(allowed []string, imported string) bool {
	for _, a := range allowed {
		tree, isTree := strings.CutSuffix(a, "/…")
		if imported == a || isTree && (imported == tree || strings.HasPrefix(imported, tree+"/")) {
			return true
		}
	}
	return false
}
