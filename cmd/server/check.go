package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"fallas/engine"
	"fallas/engine/fair"
	"fallas/lobby/room"
	"fallas/store"
)

const checkUsage = `Usage: server check [--rebuild] [flags]
Reads every game: that its log has no gaps and keeps the rules, that a finished
game's dice are right, and that the list says of it what its log says. With
--rebuild, list rows that are wrong are made again from the log. The flags are the
server's; --database and --database-direct count. A data file must not be in use.
Exit code 0: all is right, or was made right. 1: something is wrong.
`

// check reads all games and tells what is wrong with which.
func check(ctx context.Context, args, env []string, stdout, stderr io.Writer) int {
	if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
		fmt.Fprint(stdout, checkUsage)
		return exitOK
	}
	rebuild := slices.Contains(args, "--rebuild")
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "--rebuild" })
	cfg, err := configure(args, env)
	if err != nil {
		fmt.Fprintf(stderr, "server: %v\n%s", err, checkUsage)
		return exitMisuse
	}
	r, err := openChecked(ctx, cfg)
	if err != nil {
		fmt.Fprintf(stderr, "server: %v\n", err)
		return exitFailed
	}
	c := checking{store: r, rebuild: rebuild, stdout: stdout}
	if err := errors.Join(c.all(ctx), r.Close()); err != nil {
		fmt.Fprintf(stderr, "server: %v\n", err)
		return exitFailed
	}
	fmt.Fprintf(stdout, "%d games, %d events. Wrong: %d games. List rows made again: %d.\n", c.games, c.events, c.wrong, c.rebuilt)
	if c.wrong > 0 {
		return exitFailed
	}
	return exitOK
}

// openChecked opens records that are there, with the tables of this version: whoever looks makes none and changes none.
func openChecked(ctx context.Context, cfg config) (*records, error) {
	all, err := tables(ctx, cfg)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if !m.Applied || m.Name == "" {
			return nil, errors.New("the tables are not those of this version of the server: server migrate status tells more")
		}
	}
	return openRecords(ctx, cfg, slog.New(slog.DiscardHandler))
}

// checking is how far a check has come.
type checking struct {
	store   store.Store
	rebuild bool
	stdout  io.Writer

	games, events, wrong, rebuilt int
}

// checkPage is how many ids are asked for at once.
const checkPage = 500

func (c *checking) all(ctx context.Context) error {
	after := engine.GameID("")
	for {
		ids, err := c.store.GameIDs(ctx, after, checkPage)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			if err := c.game(ctx, id); err != nil {
				return err
			}
		}
		after = ids[len(ids)-1]
	}
}

// game checks one game. The error is that the store does not answer.
func (c *checking) game(ctx context.Context, id engine.GameID) error {
	c.games++
	appends, err := c.store.Tail(ctx, id, 0)
	if err != nil {
		return err
	}
	game, err := c.replay(id, appends)
	if err != nil {
		c.wrong++
		fmt.Fprintf(c.stdout, "game %s: %v\n", id, err)
		return nil
	}
	listed, err := c.store.Summary(ctx, id)
	if err != nil {
		return err
	}
	should := room.Summarize(game)
	switch {
	case listed == should:
	case !c.rebuild:
		c.wrong++
		fmt.Fprintf(c.stdout, "game %s: its list row is not what its log says\n", id)
	default:
		err := c.store.Relist(ctx, should)
		if errors.Is(err, room.ErrHeadTaken) {
			return nil // it is being played, and the next append writes the row
		}
		if err != nil {
			return err
		}
		c.rebuilt++
		fmt.Fprintf(c.stdout, "game %s: its list row was made again\n", id)
	}
	return nil
}

func (c *checking) replay(id engine.GameID, appends []room.Append) (engine.Game, error) {
	var events []engine.Event
	for _, a := range appends {
		var some []engine.Event
		if err := json.Unmarshal(a.Events, &some); err != nil {
			return engine.Game{}, fmt.Errorf("append %d–%d: %w", a.First, a.Last, err)
		}
		if a.First != engine.Seq(len(events))+1 || a.Last != a.First+engine.Seq(len(some))-1 || len(some) == 0 {
			return engine.Game{}, fmt.Errorf("append %d–%d holds %d events and comes after event %d", a.First, a.Last, len(some), len(events))
		}
		events = append(events, some...)
	}
	c.events += len(events)
	game, err := engine.Replay(events)
	if err != nil {
		return engine.Game{}, err
	}
	if game.ID != id {
		return engine.Game{}, fmt.Errorf("its log is that of game %s", game.ID)
	}
	if game.Phase != engine.Over {
		return game, nil
	}
	_, err = fair.Verify(events)
	return game, err
}
