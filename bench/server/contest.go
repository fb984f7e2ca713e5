package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// player makes one play after the other, each when both sides have been shown the one before.
type player interface{ play() error }

// side is one of those that are measured by turns.
type side struct {
	name    string
	server  *process
	players []player
	ready   func() error // before each turn, outside of its time; nil: nothing to do
	rates   []float64    // of each turn, in plays a second
	times   []time.Duration
	spent   [3]time.Duration // processor time of the server, of PostgreSQL and of this program
}

// processors are the processor times of the server, of PostgreSQL and of this program so far.
func (s *side) processors() (now [3]time.Duration, err error) {
	if now[0], _, err = processor(s.server.pid()); err != nil {
		return now, err
	}
	if now[1], err = grandchildren(); err != nil {
		return now, err
	}
	now[2], _, err = processor(os.Getpid())
	return now, err
}

// prepare does what has to be ready before a turn and takes no time from it.
func (s *side) prepare() error {
	if s.ready == nil {
		return nil
	}
	return s.ready()
}

// turn has all players of a side play for a while, and notes how many plays went through and how long each took.
// The side has to be prepared.
func (s *side) turn(during time.Duration) error {
	before, err := s.processors()
	if err != nil {
		return err
	}
	var over atomic.Bool
	times := make([][]time.Duration, len(s.players))
	errs := make([]error, len(s.players))
	var all sync.WaitGroup
	begin := time.Now()
	for i, p := range s.players {
		all.Go(func() {
			for last := time.Now(); !over.Load(); {
				if errs[i] = p.play(); errs[i] != nil {
					over.Store(true)
					return
				}
				now := time.Now()
				times[i] = append(times[i], now.Sub(last))
				last = now
			}
		})
	}
	for wait := time.After(during); !over.Load(); {
		select {
		case <-wait:
			over.Store(true)
		case <-time.After(50 * time.Millisecond): // somebody may have failed
		}
	}
	all.Wait()
	took := time.Since(begin)
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	after, err := s.processors()
	if err != nil {
		return err
	}
	for i := range s.spent {
		s.spent[i] += after[i] - before[i]
	}
	plays := 0
	for _, t := range times {
		plays += len(t)
		s.times = append(s.times, t...)
	}
	s.rates = append(s.rates, float64(plays)/took.Seconds())
	return nil
}

// forget forgets what was measured so far, for it was to get warm.
func (s *side) forget() { s.rates, s.times, s.spent = nil, nil, [3]time.Duration{} }

// compare prints each side's plays a second, and the ratio to the first: the median of the turns. The processor times are
// of one play, in the server, in PostgreSQL and in this program.
func compare(sides ...*side) {
	for _, s := range sides {
		slices.Sort(s.times)
		ratios := make([]float64, len(s.rates))
		for i := range s.rates {
			ratios[i] = s.rates[i] / sides[0].rates[i]
		}
		each := func(spent time.Duration) int64 { return spent.Microseconds() / int64(len(s.times)) }
		fmt.Printf("%-24s %6.0f a second, p50 %6.2f ms, p99 %6.2f ms, processor %d + %d + %d µs", s.name,
			median(s.rates), ms(s.times, 50), ms(s.times, 99), each(s.spent[0]), each(s.spent[1]), each(s.spent[2]))
		if s != sides[0] {
			fmt.Printf("; %.2f of the first (%.2f to %.2f)", median(ratios), slices.Min(ratios), slices.Max(ratios))
		}
		fmt.Println()
	}
}

func median[T cmp.Ordered](all []T) T {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

// ms is what so many of a hundred sorted times are not longer than.
func ms(sorted []time.Duration, percent int) float64 {
	return float64(sorted[min(len(sorted)-1, len(sorted)*percent/100)].Microseconds()) / 1000
}
