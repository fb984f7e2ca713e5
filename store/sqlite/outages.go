package sqlite

import (
	"context"
	"fmt"
	"time"

	"fallas/engine"
	"fallas/lobby/room"
)

const (
	insertOutageSQL = `
		INSERT INTO outages (began, ended)
		SELECT at, ?1 FROM (SELECT max(at) AS at FROM alive) WHERE ?1 - at > ?2`

	aliveSQL = `INSERT INTO alive (node, at) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET at = ?2`

	restSQL = `DELETE FROM alive WHERE node = ?1 OR at < ?2`

	latestOutageSQL = `SELECT coalesce(max(began), 0), coalesce(max(ended), 0) FROM outages`

	outagesSQL = `SELECT began, ended FROM outages WHERE ended > ? ORDER BY began`
)

// Now is the clock of this machine: nobody else writes to the file.
func (s *Store) Now() engine.Micros { return now() }

// Alive implements room.Pulse.
func (s *Store) Alive(ctx context.Context, node string, hole time.Duration) (room.Outage, error) {
	var latest room.Outage
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		now := s.Now()
		if _, err := t.exec(ctx, insertOutageSQL, now, hole.Microseconds()); err != nil {
			return err
		}
		if _, err := t.exec(ctx, aliveSQL, node, now); err != nil {
			return err
		}
		return t.queryRow(ctx, latestOutageSQL).Scan(&latest.From, &latest.To)
	})
	if err != nil {
		return room.Outage{}, fmt.Errorf("say that node %s is alive: %w", node, err)
	}
	return latest, nil
}

// Rest implements room.Pulse.
func (s *Store) Rest(ctx context.Context, node string, hole time.Duration) error {
	err := s.commit(ctx, func(ctx context.Context, t tx) error {
		_, err := t.exec(ctx, restSQL, node, s.Now()-engine.Micros(hole.Microseconds()))
		return err
	})
	if err != nil {
		return fmt.Errorf("let node %s rest: %w", node, err)
	}
	return nil
}

// Outages implements room.Pulse.
func (s *Store) Outages(ctx context.Context, after engine.Micros) ([]room.Outage, error) {
	outages, err := s.outages(ctx, after)
	if err != nil {
		return nil, fmt.Errorf("look up outages: %w", err)
	}
	return outages, nil
}

func (s *Store) outages(ctx context.Context, after engine.Micros) ([]room.Outage, error) {
	rows, err := s.reads[outagesSQL].QueryContext(ctx, after)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var outages []room.Outage
	for rows.Next() {
		var o room.Outage
		if err := rows.Scan(&o.From, &o.To); err != nil {
			return nil, err
		}
		outages = append(outages, o)
	}
	return outages, rows.Err()
}
