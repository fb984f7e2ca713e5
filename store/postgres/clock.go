package postgres

import (
	"context"
	"time"

	"fallas/engine"
)

// nowSQL is the database's clock in microseconds, as it is and not as it was when the transaction began:
// servers whose clocks differ agree on it.
const nowSQL = `(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`

// offsetTrust is how long an answer may take for its clock to be trusted.
const offsetTrust = time.Second

// Now is the database's clock, as far as this machine's own can tell it since the last time it was asked.
func (s *Store) Now() engine.Micros {
	return engine.Micros(time.Now().UnixMicro() + s.ahead.Load())
}

// compare learns how far the database's clock is ahead of this machine's, from an answer that was given
// between asked and now.
func (s *Store) compare(clock engine.Micros, asked time.Time) {
	took := time.Since(asked)
	if took < offsetTrust {
		s.ahead.Store(int64(clock) - asked.Add(took/2).UnixMicro())
	}
}

// askTheTime sets the clock.
func (s *Store) askTheTime(ctx context.Context) error {
	var clock engine.Micros
	asked := time.Now()
	if err := s.pool.QueryRow(ctx, `SELECT `+nowSQL).Scan(&clock); err != nil {
		return err
	}
	s.compare(clock, asked)
	return nil
}
