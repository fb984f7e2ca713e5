package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/talk"
	"fallas/store"
	"fallas/store/postgres"
	"fallas/store/sqlite"
)

const adminUsage = `Usage: server admin ACT ARGUMENTS [flags]

%s
PLAYER is an id, as in /players/ID, or the name somebody has taken; GAME is an id, as in
/games/ID, CIRCLE is players or spectators, and N is a line's number. The flags are the
server's; --database and --database-direct count. Servers may run meanwhile: they show
and heed what was done at once on PostgreSQL, within 15 seconds on a data file.
`

// adminAct is something an operator can do.
type adminAct struct {
	name, arguments, help string
	// do does it and says what was done.
	do func(context.Context, *office, []string) (string, error)
}

var adminActs = []adminAct{
	{"rename", "PLAYER NAME", "give a player another name", func(ctx context.Context, o *office, args []string) (string, error) {
		p, err := o.people.Find(ctx, args[0])
		if err != nil {
			return "", err
		}
		renamed, err := o.people.Rename(ctx, p, args[1])
		return fmt.Sprintf("Player %s, %q until now, is called %q.", p.ID, p.Name, renamed.Name), err
	}},
	{"ban", "PLAYER", "let a player act no more, until unbanned", func(ctx context.Context, o *office, args []string) (string, error) {
		return o.ban(ctx, args[0], true)
	}},
	{"unban", "PLAYER", "let a player act again", func(ctx context.Context, o *office, args []string) (string, error) {
		return o.ban(ctx, args[0], false)
	}},
	{"talk", "GAME CIRCLE", "show the last lines said beside a game", func(ctx context.Context, o *office, args []string) (string, error) {
		game, circle, err := circleOf(args)
		if err != nil {
			return "", err
		}
		return o.talk(ctx, game, circle)
	}},
	{"delete-line", "GAME CIRCLE N", "take the words of a line away", func(ctx context.Context, o *office, args []string) (string, error) {
		game, circle, err := circleOf(args)
		if err != nil {
			return "", err
		}
		return o.deleteLine(ctx, game, circle, args[2])
	}},
}

// office is where an operator acts.
type office struct {
	store  store.Store
	people *lobby.Lobby
	topics lobby.Topics
}

func (o *office) ban(ctx context.Context, who string, banned bool) (string, error) {
	p, err := o.people.Find(ctx, who)
	if err != nil {
		return "", err
	}
	if err := o.people.Ban(ctx, p.ID, banned); err != nil {
		return "", err
	}
	if banned {
		return fmt.Sprintf("Player %s, %q, is banned.", p.ID, p.Name), nil
	}
	return fmt.Sprintf("Player %s, %q, may act.", p.ID, p.Name), nil
}

// adminTimeout is how long an operator waits.
const adminTimeout = 20 * time.Second

// admin does one thing for an operator, beside the servers that run.
func admin(ctx context.Context, args, env []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		fmt.Fprint(stdout, adminHelp())
		return exitOK
	}
	act, given := findAct(args)
	if act == nil {
		fmt.Fprint(stderr, adminHelp())
		return exitMisuse
	}
	flags := args[1+len(given):]
	if len(flags) > 0 && !isFlag(flags[0]) {
		fmt.Fprintf(stderr, "server: admin %s takes %s; what has spaces in it stands in quotation marks\n", act.name, act.arguments)
		return exitMisuse
	}
	cfg, err := configure(flags, env)
	if err != nil {
		fmt.Fprintf(stderr, "server: %v\n%s", err, adminHelp())
		return exitMisuse
	}
	ctx, cancel := context.WithTimeout(ctx, adminTimeout)
	defer cancel()
	done, err := administer(ctx, cfg, act, given)
	if err != nil {
		fmt.Fprintf(stderr, "server: %s\n", adminWords(err))
		return exitFailed
	}
	fmt.Fprintln(stdout, done)
	return exitOK
}

// findAct finds an act and its arguments; nil if there is none, or arguments are missing.
func findAct(args []string) (*adminAct, []string) {
	for i := range adminActs {
		a := &adminActs[i]
		n := len(strings.Fields(a.arguments))
		if len(args) <= n || args[0] != a.name {
			continue
		}
		given := args[1 : 1+n]
		if !slices.ContainsFunc(given, isFlag) {
			return a, given
		}
	}
	return nil, nil
}

// isFlag tells a flag from an argument, none of which begins like one.
func isFlag(arg string) bool { return strings.HasPrefix(arg, "-") }

func adminHelp() string {
	var acts strings.Builder
	for _, a := range adminActs {
		fmt.Fprintf(&acts, "  %-26s %s\n", a.name+" "+a.arguments, a.help)
	}
	return fmt.Sprintf(adminUsage, acts.String())
}

// adminWords says what went wrong as an operator is told it.
func adminWords(err error) string {
	var name *lobby.BadName
	switch {
	case errors.As(err, &name):
		return name.Detail
	case errors.Is(err, lobby.ErrNoPlayer):
		return "there is no such player; guests and those whose name is odd are named by their id"
	case errors.Is(err, room.ErrNoGame):
		return "there is no such game"
	case errors.Is(err, talk.ErrNoLine):
		return "there is no such line; `server admin talk GAME CIRCLE` shows the lines and their numbers"
	case errors.Is(err, lobby.ErrNameTaken):
		return "somebody has this name, or one that looks like it"
	}
	return err.Error()
}

func administer(ctx context.Context, cfg config, act *adminAct, given []string) (done string, err error) {
	o := &office{topics: new(lobby.LocalTopics)}
	if isPostgres(cfg.Database) {
		s, err := postgres.OpenBeside(ctx, postgres.Options{URL: cfg.Database, DirectURL: cfg.DatabaseDirect})
		if err != nil {
			return "", err
		}
		o.store, o.topics = s, tellingNow{ctx, s}
	} else {
		s, err := sqlite.OpenBeside(ctx, cfg.Database)
		if err != nil {
			return "", err
		}
		o.store = s
	}
	defer func() { err = errors.Join(err, o.store.Close()) }()
	if o.people, err = lobby.New(o.store, nil, lobby.Options{Now: machineNow, Topics: o.topics}); err != nil {
		return "", err
	}
	return act.do(ctx, o, given)
}

// machineNow is this machine's clock: when a ban began is for reading only.
func machineNow() engine.Micros { return engine.Micros(time.Now().UnixMicro()) }

// tellingNow are topics of a program that ends right after it has told something.
type tellingNow struct {
	ctx   context.Context
	store *postgres.Store
}

// Tell sends word; if that fails the servers find out by themselves a little later.
func (t tellingNow) Tell(topic lobby.Topic) { _ = t.store.TellNow(t.ctx, topic) }

// Listen hears nothing.
func (tellingNow) Listen(func(lobby.Topic)) (cancel func()) { return func() {} }
