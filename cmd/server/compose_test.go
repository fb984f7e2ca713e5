package main

import (
	"bytes"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"fallas/store/postgres/pgtest"
)

// composed is what docker-compose.yml says, as far as it is tried here.
type composed struct {
	Services map[string]struct {
		Build       string
		Image       string
		Profiles    []string
		Environment map[string]string
		ReadOnly    bool `yaml:"read_only"`
		Command     []string
		Healthcheck struct{ Test []string }
	}
}

// TestComposeRunsAsPlainProcesses starts what docker-compose.yml starts, with its environment and its
// health check, without containers: the database is a PostgreSQL of the test's own.
func TestComposeRunsAsPlainProcesses(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	var compose composed
	if err := yaml.Unmarshal(text, &compose); err != nil {
		t.Fatal(err)
	}
	cluster, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	db, err := url.Parse(cluster.Database(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(compose.Services))
	if want := []string{"db", "proxy", "server", "server-2", "server-3"}; !slices.Equal(names, want) {
		t.Fatalf("got services %v", names)
	}
	for _, name := range names {
		service := compose.Services[name]
		if !strings.HasPrefix(name, "server") {
			continue
		}
		if service.Build != "." || !service.ReadOnly || (name == "server") != (len(service.Profiles) == 0) {
			t.Errorf("%s: %+v", name, service)
		}
		address, err := url.Parse(strings.ReplaceAll(service.Environment["DATABASE_URL"], "${POSTGRES_PASSWORD:-fallas}", "fallas"))
		if err != nil || address.Host != "db:5432" {
			t.Fatalf("%s: the database is %v, %v", name, address, err)
		}
		address.Host, address.Path = db.Host, db.Path
		env := []string{"DATABASE_URL=" + address.String()}
		for variable, value := range service.Environment {
			if variable != "DATABASE_URL" && variable != "FALLAS_ADDR" {
				env = append(env, variable+"="+value)
			}
		}
		r := startWith(t, env, "--addr", "127.0.0.1:0")
		check := service.Healthcheck.Test
		if len(check) < 3 || check[0] != "CMD" || check[1] != "/server" {
			t.Fatalf("%s: its health check is %v", name, check)
		}
		healthy := func() int {
			var stdout, stderr bytes.Buffer
			return run(t.Context(), check[2:], []string{"FALLAS_ADDR=" + strings.TrimPrefix(r.url, "http://")}, &stdout, &stderr)
		}
		if code := healthy(); code != exitOK {
			t.Errorf("%s: its health check answers %d while it runs", name, code)
		}
		if name == "server-3" {
			r.stop(t)
			if code := healthy(); code != exitFailed {
				t.Errorf("%s: its health check answers %d when it is gone", name, code)
			}
		}
		if !strings.Contains(strings.Join(compose.Services["proxy"].Command, " "), fmt.Sprintf("--to %s:8080", name)) {
			t.Errorf("the proxy does not know %s", name)
		}
	}
}
