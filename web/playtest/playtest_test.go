package playtest_test

import (
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"fallas/store"
	"fallas/store/sqlite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// openStore opens a store of the test's own in one file.
func openStore(t testing.TB) store.Store {
	t.Helper()
	st, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "fallas.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return st
}
