package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSocketsAreOpenedAndGone(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(echo))
	defer server.Close()
	all, err := dial([]string{"ws" + strings.TrimPrefix(server.URL, "http")}, 40, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 40 {
		t.Fatalf("%d sockets", len(all))
	}
	for _, k := range all {
		if err := k.CloseNow(); err != nil {
			t.Error(err)
		}
	}
}

func TestResidentMemoryCanBeRead(t *testing.T) {
	t.Parallel()
	if kB, err := resident(os.Getpid()); err != nil || kB < 1000 {
		t.Errorf("%v kB, %v", kB, err)
	}
}

func TestProcessorTimeCanBeRead(t *testing.T) {
	t.Parallel()
	if _, parent, err := processor(os.Getpid()); err != nil || parent != os.Getppid() {
		t.Error(err)
	}
}
