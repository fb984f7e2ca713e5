package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/talk"
)

// circleOf reads a game and one of its circles.
func circleOf(args []string) (engine.GameID, talk.Circle, error) {
	id, err := uuid.Parse(args[0])
	if err != nil {
		return "", "", fmt.Errorf("a game's id is the long one in its address, not %q", args[0])
	}
	circle := talk.Circle(args[1])
	if talk.IndexOf(circle) < 0 {
		return "", "", fmt.Errorf("a circle is players or spectators, not %q", args[1])
	}
	return engine.GameID(id.String()), circle, nil
}

// talk tells the last lines of a circle, each with its number and who said it.
func (o *office) talk(ctx context.Context, game engine.GameID, c talk.Circle) (string, error) {
	t, err := o.store.Talk(ctx, game, c, 0)
	if err != nil {
		return "", err
	}
	if len(t.Lines) == 0 {
		_, err := o.store.Summary(ctx, game)
		return "Nothing was said.", err
	}
	ids := make([]engine.PlayerID, len(t.Lines))
	for i, l := range t.Lines {
		ids[i] = l.Player
	}
	names, err := o.people.Names(ctx, ids...)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, l := range t.Lines {
		text := strconv.Quote(l.Text)
		if l.Deleted {
			text = "(taken away)"
		}
		fmt.Fprintf(&b, "%4d  %s  %s  %s\n", l.N, l.Player, strconv.Quote(names[l.Player].Name), text)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// deleteLine takes the words of a line away, for everybody.
func (o *office) deleteLine(ctx context.Context, game engine.GameID, c talk.Circle, number string) (string, error) {
	n, err := strconv.ParseUint(number, 10, 31)
	if err != nil || n == 0 {
		return "", fmt.Errorf("the number of a line is 1 or more, not %q", number)
	}
	if err := o.store.DeleteLine(ctx, game, c, uint32(n)); err != nil {
		return "", err
	}
	o.topics.Tell(lobby.OfChat(game))
	return fmt.Sprintf("The words of line %d are gone.", n), nil
}
