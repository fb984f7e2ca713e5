package web_test

import (
	"path/filepath"
	"testing"

	"fallas/store"
	"fallas/store/sqlite"
)

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
