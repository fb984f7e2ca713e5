package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"fallas/engine"
	"fallas/lobby/room"
)

const (
	// aliveSQL locks one sign of life, the node's own.
	aliveSQL = `
		WITH clock AS (
			SELECT ` + nowSQL + ` AS now
		), stored AS (
			INSERT INTO outages (began, ended)
			SELECT last.at, clock.now FROM clock, (SELECT max(at) AS at FROM alive) AS last
			WHERE clock.now - last.at > $2
			ON CONFLICT DO NOTHING
			RETURNING began, ended
		), said AS (
			INSERT INTO alive (node, at) SELECT $1, now FROM clock
			ON CONFLICT (node) DO UPDATE SET at = excluded.at
		), latest AS (
			SELECT began, ended FROM outages UNION ALL SELECT began, ended FROM stored
			ORDER BY began DESC LIMIT 1
		)
		SELECT clock.now, coalesce(latest.began, 0), coalesce(latest.ended, 0)
		FROM clock LEFT JOIN latest ON true`

	// restSQL locks in the order of the nodes, so that two of them never wait for each other.
	restSQL = `
		DELETE FROM alive
		WHERE node IN (SELECT node FROM alive WHERE node = $1 OR at < ` + nowSQL + ` - $2 ORDER BY node FOR UPDATE)`

	outagesSQL = `SELECT began, ended FROM outages WHERE ended > $1 ORDER BY began`
)

// Alive implements room.Pulse. Every answer sets the clock, too.
func (s *Store) Alive(ctx context.Context, node string, hole time.Duration) (room.Outage, error) {
	var clock engine.Micros
	var latest room.Outage
	asked := time.Now()
	err := s.pool.QueryRow(ctx, aliveSQL, node, hole.Microseconds()).Scan(&clock, &latest.From, &latest.To)
	if err != nil {
		return room.Outage{}, fmt.Errorf("say that node %s is alive: %w", node, err)
	}
	s.compare(clock, asked)
	return latest, nil
}

// Rest implements room.Pulse.
func (s *Store) Rest(ctx context.Context, node string, hole time.Duration) error {
	if _, err := s.pool.Exec(ctx, restSQL, node, hole.Microseconds()); err != nil {
		return fmt.Errorf("let node %s rest: %w", node, err)
	}
	return nil
}

// Outages implements room.Pulse.
func (s *Store) Outages(ctx context.Context, after engine.Micros) ([]room.Outage, error) {
	rows, err := s.pool.Query(ctx, outagesSQL, int64(after))
	if err != nil {
		return nil, fmt.Errorf("look up outages: %w", err)
	}
	outages, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o room.Outage, err error) {
		err = row.Scan(&o.From, &o.To)
		return o, err
	})
	if err != nil {
		return nil, fmt.Errorf("look up outages: %w", err)
	}
	return outages, nil
}
