package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"fallas/engine"
	"fallas/lobby/room"
	"fallas/store/groupcommit"
)

// Two groups are under way: the second is gathered and sent while the first waits for the disk.
var limits = groupcommit.Limits{Queue: 4096, Group: 256, AtOnce: 2}

// batchTime is how long a group may take.
const batchTime = statementTimeout + 5*time.Second

// waiting is an append whose caller waits.
type waiting = groupcommit.Waiting[*room.Append]

// committer writes appends in groups that have at most one append of a game.
type committer struct {
	*groupcommit.Committer[*room.Append]
	pool *pgxpool.Pool
}

func startCommitter(pool *pgxpool.Pool) *committer {
	c := &committer{pool: pool}
	c.Committer = groupcommit.Start(limits, c.write)
	return c
}

// write commits a group and tells each caller its outcome. A second append of the same game goes into a
// second group. If a group does not commit, each append is tried by itself, so that one bad row cannot
// hold up the others.
func (c *committer) write(all []waiting) {
	slices.SortStableFunc(all, func(a, b waiting) int {
		return strings.Compare(string(a.Write.Game), string(b.Write.Game))
	})
	for len(all) > 0 {
		var rest []waiting
		group, last := make([]waiting, 0, len(all)), engine.GameID("")
		for _, w := range all {
			switch {
			case w.Context.Err() != nil:
				w.Answer(w.Context.Err())
			case w.Write.Game == last:
				rest = append(rest, w)
			default:
				group = append(group, w)
				last = w.Write.Game
			}
		}
		c.writeGroup(group, false)
		all = rest
	}
}

// writeGroup commits at most one append a game. again says that they were tried before with an outcome
// that is not known: one that is found in the log, to the byte, is then this one.
func (c *committer) writeGroup(group []waiting, again bool) {
	if len(group) == 0 {
		return
	}
	// The callers' contexts end their waiting, not a statement others take part in.
	ctx, cancel := context.WithTimeout(context.Background(), batchTime)
	defer cancel()
	appends := make([]*room.Append, len(group))
	for i, w := range group {
		appends[i] = w.Write
	}
	taken, err := insertAppends(ctx, c.pool, appends)
	if err != nil && len(group) > 1 {
		for i := range group {
			c.writeGroup(group[i:i+1], true)
		}
		return
	}
	for _, w := range group {
		switch {
		case taken[w.Write.Game]:
			w.Answer(nil)
		case err != nil && !isConflict(err):
			w.Answer(err)
		default:
			refusal := whyRefused(ctx, c.pool, w.Write, err)
			if again && errors.Is(refusal, errSame) {
				refusal = nil
			}
			w.Answer(refusal)
		}
	}
}
