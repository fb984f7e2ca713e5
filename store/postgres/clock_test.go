package postgres

import (
	"testing"
	"time"

	"fallas/engine"
)

// A machine whose clock is an hour behind the database's tells the database's time.
func TestTheDatabasesClockCounts(t *testing.T) {
	t.Parallel()
	s := new(Store)
	const hour, second = 3_600_000_000, 1_000_000
	wants := func(ahead engine.Micros) {
		t.Helper()
		if d := s.Now() - engine.Micros(time.Now().UnixMicro()) - ahead; d < -60*second || d > 60*second {
			t.Errorf("it tells a time that is %d µs off", d)
		}
	}
	wants(0)
	s.compare(engine.Micros(time.Now().UnixMicro())+hour, time.Now())
	wants(hour)
	s.compare(engine.Micros(time.Now().UnixMicro()), time.Now().Add(-2*offsetTrust)) // nobody knows when that was true
	wants(hour)
}
