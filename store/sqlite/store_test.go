package sqlite

import (
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"fallas/store"
	"fallas/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var _ store.Store = (*Store)(nil)

// openAt opens a store and closes it when the test is over.
func openAt(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) (store.Store, func(string)) {
		s := openAt(t, filepath.Join(t.TempDir(), "fallas.db"))
		return s, func(statement string) { execute(t, s.Path(), statement) }
	})
}
