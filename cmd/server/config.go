package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"fallas/web"
)

// config is what a person can set. A flag beats its environment variable, that beats the default; a
// variable that is set but empty counts as not set.
type config struct {
	Addr      string `env:"FALLAS_ADDR"       envDefault:":8080"`
	Database  string `env:"FALLAS_DATABASE"`
	LogFormat string `env:"FALLAS_LOG_FORMAT" envDefault:"text"`
	BaseURL   string `env:"FALLAS_BASE_URL"`
	AwayLimit string `env:"FALLAS_AWAY_LIMIT"` // "" means the lobby's own; see awayLimit

	// DatabaseDirect is the database itself where Database is a pooler before it.
	DatabaseDirect string `env:"FALLAS_DATABASE_DIRECT"`

	// The names that hosts give to Database and DatabaseDirect; ours beat them.
	DatabaseURL       string `env:"DATABASE_URL"`
	DatabaseDirectURL string `env:"DATABASE_DIRECT_URL"`

	limits web.Limits // the zero value means the usual ones; nobody but a test has others
}

// commands are what can be asked for besides serving.
var commands = []string{"verify", "check", "health", "migrate", "admin"}

const defaultDatabase = "fallas.db"

// setting is one flag: where its value goes and what --help says of it.
type setting struct {
	name, value, env, fallback, help string
	into                             *string
}

func (c *config) settings() []setting {
	return []setting{
		{"addr", "HOST:PORT", "FALLAS_ADDR", ":8080",
			"where to listen; without a host on every network interface, with port 0 on a free port", &c.Addr},
		{"database", "FILE|URL", "FALLAS_DATABASE or DATABASE_URL", defaultDatabase,
			"the data file, made if there is none in a directory that exists; or PostgreSQL,\n      " +
				"for one server or several: postgres://user:password@host/name", &c.Database},
		{"database-direct", "URL", "FALLAS_DATABASE_DIRECT or DATABASE_DIRECT_URL", "none",
			"PostgreSQL itself, if --database is a pooler in transaction mode before it", &c.DatabaseDirect},
		{"log-format", "FORMAT", "FALLAS_LOG_FORMAT", "text",
			"text or json; logs go to standard error", &c.LogFormat},
		{"base-url", "URL", "FALLAS_BASE_URL", "none",
			"the address people see when it is not the one listened on, behind a proxy for example", &c.BaseURL},
		{"away-limit", "TIME", "FALLAS_AWAY_LIMIT", "5m",
			"how long a player may be away before the opponent may claim the win, in games made from now on", &c.AwayLimit},
	}
}

// configure reads flags and environment. Its errors name the flag or variable that is wrong and what
// would be right; flag.ErrHelp means that help was asked for.
func configure(args, environ []string) (config, error) {
	var cfg config
	set := make(map[string]string)
	for name, value := range env.ToMap(environ) {
		if value != "" {
			set[name] = value
		}
	}
	if err := env.ParseWithOptions(&cfg, env.Options{Environment: set}); err != nil {
		return config{}, err
	}
	cfg.Database = cmp.Or(cfg.Database, cfg.DatabaseURL, defaultDatabase)
	cfg.DatabaseDirect = cmp.Or(cfg.DatabaseDirect, cfg.DatabaseDirectURL)
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	for _, s := range cfg.settings() {
		flags.StringVar(s.into, s.name, *s.into, s.help)
	}
	if err := flags.Parse(args); err != nil {
		return config{}, err
	}
	if flags.NArg() > 0 && slices.Contains(commands, flags.Arg(0)) {
		return config{}, fmt.Errorf("%q comes first, before the flags", flags.Arg(0))
	}
	if flags.NArg() > 0 {
		return config{}, fmt.Errorf("%q is no command: there are verify, check, health, migrate and admin", flags.Arg(0))
	}
	return cfg, cfg.check()
}

// check judges the values, whichever way they came.
func (c *config) check() error {
	_, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return fmt.Errorf("addr %q is not HOST:PORT, such as :8080 or 127.0.0.1:8080", c.Addr)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("addr %q: the port is a number from 0 to 65535", c.Addr)
	}
	if scheme, _, found := strings.Cut(c.Database, "://"); found && !isPostgres(c.Database) {
		return fmt.Errorf("database: %s addresses are not served, only postgres:// and the name of a file", scheme)
	}
	if c.DatabaseDirect != "" && !(isPostgres(c.DatabaseDirect) && isPostgres(c.Database)) {
		return errors.New("database-direct goes with a --database that is postgres://, and is one itself")
	}
	if c.LogFormat != "text" && c.LogFormat != "json" {
		return fmt.Errorf("log-format %q is neither text nor json", c.LogFormat)
	}
	if c.BaseURL != "" {
		u, err := url.Parse(c.BaseURL)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" ||
			strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			return fmt.Errorf("base-url %q is not an address such as https://fallas.example", c.BaseURL)
		}
		c.BaseURL = u.Scheme + "://" + u.Host
	}
	_, err = c.awayLimit()
	return err
}

// awayLimit is AwayLimit as a time; 0 if it is not set.
func (c *config) awayLimit() (time.Duration, error) {
	if c.AwayLimit == "" {
		return 0, nil
	}
	limit, err := time.ParseDuration(c.AwayLimit)
	if err != nil || limit < time.Second || limit%time.Second != 0 || limit > 24*time.Hour {
		return 0, fmt.Errorf("away-limit %q is no time from 1s to 24h in whole seconds, such as 5m", c.AwayLimit)
	}
	return limit, nil
}

// usage is what --help prints.
func usage() string {
	var b strings.Builder
	b.WriteString(`Serves tables games to browsers and programs.

  server [flags]              serve until interrupted (Ctrl-C)
  server verify FILE.json     check the record of a finished game, as
                              GET /api/v1/games/{id} gives it, or its events
  server check [--rebuild]    read every game in the records; make list rows again
  server health               ask the server on this computer whether it is ready
  server migrate status|up    look at the tables, or bring them up to date
  server admin ACT …          people and what they say, also while a server runs

Flags, each with its environment variable. A flag beats its variable.

`)
	for _, s := range new(config).settings() {
		fmt.Fprintf(&b, "  --%s %s\n      %s\n      %s; default %s\n", s.name, s.value, s.help, s.env, s.fallback)
	}
	return b.String()
}
