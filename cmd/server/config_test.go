package main

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"
)

func TestFlagBeatsEnvironmentBeatsDefault(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args, env []string
		want      config
	}{
		"defaults": {nil, nil, config{Addr: ":8080", Database: "fallas.db", LogFormat: "text"}},
		"environment": {nil,
			[]string{"FALLAS_ADDR=127.0.0.1:81", "FALLAS_DATABASE=a.db", "FALLAS_LOG_FORMAT=json", "FALLAS_BASE_URL=https://fallas.example/"},
			config{Addr: "127.0.0.1:81", Database: "a.db", LogFormat: "json", BaseURL: "https://fallas.example"}},
		"flags": {[]string{"--addr", ":0", "-database=b.db", "--log-format", "text", "--base-url=http://[::1]:90"},
			[]string{"FALLAS_ADDR=127.0.0.1:81", "FALLAS_DATABASE=a.db", "FALLAS_LOG_FORMAT=json", "FALLAS_BASE_URL=https://fallas.example"},
			config{Addr: ":0", Database: "b.db", LogFormat: "text", BaseURL: "http://[::1]:90"}},
		"away limit": {[]string{"--away-limit", "90s"}, []string{"FALLAS_AWAY_LIMIT=10m"},
			config{Addr: ":8080", Database: "fallas.db", LogFormat: "text", AwayLimit: "90s"}},
		"a flag beats a variable that is wrong": {[]string{"--log-format", "json"}, []string{"FALLAS_LOG_FORMAT=xml"},
			config{Addr: ":8080", Database: "fallas.db", LogFormat: "json"}},
		"empty variables are not set": {nil, []string{"FALLAS_ADDR=", "FALLAS_DATABASE="},
			config{Addr: ":8080", Database: "fallas.db", LogFormat: "text"}},
		"the host's name for the database": {nil, []string{"DATABASE_URL=c.db"},
			config{Addr: ":8080", Database: "c.db", LogFormat: "text"}},
		"PostgreSQL behind a pooler": {nil, []string{"DATABASE_URL=postgres://a@b/c", "DATABASE_DIRECT_URL=postgres://a@d/c"},
			config{Addr: ":8080", Database: "postgres://a@b/c", DatabaseDirect: "postgres://a@d/c", LogFormat: "text"}},
		"our own name for it comes first": {nil, []string{"DATABASE_URL=c.db", "FALLAS_DATABASE=a.db"},
			config{Addr: ":8080", Database: "a.db", LogFormat: "text"}},
	} {
		got, err := configure(c.args, c.env)
		got.DatabaseURL, got.DatabaseDirectURL = "", ""
		if err != nil || got != c.want {
			t.Errorf("%s: got %+v, %v; want %+v", name, got, err, c.want)
		}
	}
}

func TestWrongValuesAreClearErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args, env []string
		want      string
	}{
		{[]string{"--addr", "8080"}, nil, `addr "8080" is not HOST:PORT, such as :8080`},
		{[]string{"--addr", ":http"}, nil, "number from 0 to 65535"},
		{[]string{"--addr", ":65536"}, nil, "number from 0 to 65535"},
		{[]string{"--addr", ":-1"}, nil, "number from 0 to 65535"},
		{nil, []string{"FALLAS_ADDR=localhost"}, `addr "localhost" is not HOST:PORT`},
		{[]string{"--log-format", "xml"}, nil, `log-format "xml" is neither text nor json`},
		{[]string{"--database", "mysql://user:hunter2@host/db"}, nil, "mysql addresses are not served"},
		{[]string{"--database-direct", "postgres://user:hunter2@host/db"}, nil, "goes with a --database"},
		{[]string{"--base-url", "fallas.example"}, nil, "is not an address such as https://fallas.example"},
		{[]string{"--base-url", "https://fallas.example/games?x"}, nil, "is not an address"},
		{[]string{"--away-limit", "5"}, nil, `away-limit "5" is no time`},
		{[]string{"--away-limit", "1500ms"}, nil, "in whole seconds"},
		{nil, []string{"FALLAS_AWAY_LIMIT=0s"}, "from 1s to 24h"},
		{[]string{"--bse-url", "x"}, nil, "-bse-url"},
		{[]string{"--addr"}, nil, "addr"},
		{[]string{"serve"}, nil, `"serve" is no command`},
		{[]string{"--database", "x", "check"}, nil, `"check" comes first`},
	} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), c.args, c.env, &stdout, &stderr)
		if code != exitMisuse || stdout.Len() > 0 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%v %v: exit code %d; want %q in %s", c.args, c.env, code, c.want, stderr.String())
		}
		if strings.Contains(stderr.String(), "hunter2") {
			t.Errorf("%v: the error tells a password", c.args)
		}
	}
}

func TestHelpExplainsEachFlag(t *testing.T) {
	t.Parallel()
	for _, arg := range []string{"--help", "-h"} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), []string{arg}, nil, &stdout, &stderr); code != exitOK || stderr.Len() > 0 {
			t.Errorf("%s: exit code %d, %s", arg, code, stderr.String())
		}
		for _, want := range []string{
			"--addr", "FALLAS_ADDR", ":8080", "--database", "FALLAS_DATABASE", "DATABASE_URL", "fallas.db",
			"--log-format", "FALLAS_LOG_FORMAT", "json", "--base-url", "FALLAS_BASE_URL", "--away-limit", "FALLAS_AWAY_LIMIT", "5m", "verify FILE.json",
		} {
			if !strings.Contains(stdout.String(), want) {
				t.Errorf("%s does not explain %s", arg, want)
			}
		}
	}
	if _, err := configure([]string{"--help"}, []string{"FALLAS_ADDR=wrong"}); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("help is refused while a variable is wrong: %v", err)
	}
}
