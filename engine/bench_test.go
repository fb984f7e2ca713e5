package engine

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// cpu is the processor time this thread has used, to the nanosecond, which on a busy machine is a better measure
// than the clock.
func cpu(b *testing.B) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		b.Fatal(err)
	}
	return time.Duration(t.Nano())
}

// per runs a benchmark whose pass does so many of something, and reports the clock's and the processor's
// nanoseconds for each.
func per(b *testing.B, what string, pass func() (done int)) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	pass() // the buffers grow
	b.ReportAllocs()
	done, begun := 0, cpu(b)
	for b.Loop() {
		done += pass()
	}
	used := cpu(b) - begun
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(done), "ns/"+what)
	b.ReportMetric(float64(used.Nanoseconds())/float64(done), "cpu-ns/"+what)
}

// BenchmarkPlaysBackgammon finds all plays of the 21 rolls in the positions of backgammon_counts.csv.
func BenchmarkPlaysBackgammon(b *testing.B) {
	boards, rolls := countedBoards(b)
	var g Generator
	per(b, "play", func() int { return g.countPlays(boards, rolls) })
}

func (g *Generator) countPlays(boards []Board, rolls []Roll) (found int) {
	for i := range boards {
		for _, roll := range rolls {
			_, plays := g.Plays(backgammon, &boards[i], roll)
			found += len(plays)
		}
	}
	return found
}

// BenchmarkBackgammonBoards also unpacks the board after each play.
func BenchmarkBackgammonBoards(b *testing.B) {
	boards, rolls := countedBoards(b)
	var g Generator
	var seen uint64
	per(b, "play", func() (found int) {
		for i := range boards {
			for _, roll := range rolls {
				_, plays := g.Plays(backgammon, &boards[i], roll)
				for j := range plays {
					after := plays[j].Board(backgammon, &boards[i])
					seen ^= after.mover.lo ^ after.waiter.hi
				}
				found += len(plays)
			}
		}
		return found
	})
	if seen == 1 {
		b.Log("the boards are looked at")
	}
}

// BenchmarkBare does the same as BenchmarkPlaysBackgammon with the bare generator.
func BenchmarkBare(b *testing.B) {
	boards, rolls := bareBoards(b)
	var g bare
	per(b, "play", func() int { return g.countPlays(boards, rolls) })
}

func (g *bare) countPlays(boards []bareBoard, rolls []Roll) (found int) {
	for i := range boards {
		for _, roll := range rolls {
			found += len(g.plays(&boards[i], roll))
		}
	}
	return found
}

// BenchmarkBesideBare runs both by turns, a hundred positions at a time, and reports how many times as fast the
// engine is. Of each hundred the best pass counts, by the processor's time: what else the machine does falls on
// both alike, and little of it is left after some passes (-benchtime=20x).
func BenchmarkBesideBare(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	boards, rolls := countedBoards(b)
	bares, _ := bareBoards(b)
	var g Generator
	var yardstick bare
	const some = 100
	engine := make([]time.Duration, len(boards)/some)
	beside, found := slices.Clone(engine), make([]int, len(engine))
	for b.Loop() {
		for i := range engine {
			from, to := i*some, (i+1)*some
			begun := cpu(b)
			found[i] = g.countPlays(boards[from:to], rolls)
			between := cpu(b)
			if n := yardstick.countPlays(bares[from:to], rolls); n != found[i] {
				b.Fatalf("positions %d to %d: %d plays and %d", from, to, found[i], n)
			}
			keepBest(&engine[i], between-begun)
			keepBest(&beside[i], cpu(b)-between)
		}
	}
	plays, fast, slow := 0, time.Duration(0), time.Duration(0)
	for i := range engine {
		plays, fast, slow = plays+found[i], fast+engine[i], slow+beside[i]
	}
	b.ReportMetric(float64(fast.Nanoseconds())/float64(plays), "cpu-ns/play")
	b.ReportMetric(float64(slow.Nanoseconds())/float64(plays), "bare-cpu-ns/play")
	b.ReportMetric(float64(slow)/float64(fast), "times")
}

func keepBest(best *time.Duration, took time.Duration) {
	if *best == 0 || took < *best {
		*best = took
	}
}

func countedBoards(b *testing.B) (boards []Board, rolls []Roll) {
	for _, c := range readCounted(b) {
		boards = append(boards, NewBoard(&c.position, White))
	}
	return boards, countedRolls(b)
}

func bareBoards(b *testing.B) (boards []bareBoard, rolls []Roll) {
	for _, c := range readCounted(b) {
		boards = append(boards, bareOf(&c.position))
	}
	return boards, countedRolls(b)
}

// playedBoards are boards of random games.
func playedBoards(r *Ruleset, n int) []Board {
	var g Generator
	src := rand.New(rand.NewPCG(12, 83))
	var boards []Board
	for len(boards) < n {
		p := r.Start.position()
		for b := NewBoard(&p, White); len(boards) < n; {
			boards = append(boards, b)
			roll, _ := NewRoll(randomRoll(r, src)...)
			outcome, plays := g.Plays(r, &b, roll)
			if outcome != MustPlayRoll {
				break
			}
			after := plays[src.IntN(len(plays))].Board(r, &b)
			if after.mover == (packed{}) {
				break
			}
			b = after.Turned()
		}
	}
	return boards
}

// BenchmarkPlaysFallas finds all plays of the 56 rolls in positions of random games.
func BenchmarkPlaysFallas(b *testing.B) {
	boards := playedBoards(fallas, 500)
	var g Generator
	per(b, "play", func() (found int) {
		for i := range boards {
			for _, roll := range distinctRolls[3] {
				_, plays := g.Plays(fallas, &boards[i], roll.Dice)
				found += len(plays)
			}
		}
		return found
	})
}

// BenchmarkJudgeFallas asks of the 56 rolls whether they can be played.
func BenchmarkJudgeFallas(b *testing.B) {
	boards := playedBoards(fallas, 500)
	per(b, "roll", func() (asked int) {
		for i := range boards {
			for _, roll := range distinctRolls[3] {
				Judge(fallas, &boards[i], roll.Dice)
				asked++
			}
		}
		return asked
	})
}

// BenchmarkFallaOddsFallas takes the odds over the 56 rolls.
func BenchmarkFallaOddsFallas(b *testing.B) {
	boards := playedBoards(fallas, 500)
	per(b, "position", func() int {
		for i := range boards {
			FallaOdds(boards[i], fallas)
		}
		return len(boards)
	})
}

// BenchmarkLegal makes the legal graph of a roll as it is sent to the seat on turn, in positions of random
// games.
func BenchmarkLegal(b *testing.B) {
	boards := playedBoards(fallas, 100)
	per(b, "graph", func() (made int) {
		for i := range boards {
			for _, roll := range distinctRolls[3] {
				t := newTurnOn(fallas, boards[i], roll.Dice)
				if _, err := t.legal().MarshalJSON(); err != nil {
					b.Fatal(err)
				}
				made++
			}
		}
		return made
	})
}

// BenchmarkLegalWriter writes the same with buffers that are kept.
func BenchmarkLegalWriter(b *testing.B) {
	var games []Game
	src := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(10) {
		tb := newTable(b, backgammon, seed)
		tb.seatBoth(backgammon)
		for tb.game.Phase == Playing && len(games) < 500 {
			games = append(games, tb.game)
			tb.must(MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, src.IntN)})
		}
	}
	var w LegalWriter
	var text []byte
	per(b, "graph", func() int {
		for i := range games {
			text = w.Append(text[:0], &games[i])
		}
		return len(games)
	})
}

// BenchmarkDecide plays whole games through Decide and Apply.
func BenchmarkDecide(b *testing.B) {
	type move struct {
		game Game
		do   MakePlay
	}
	var moves []move
	src := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(10) {
		tb := newTable(b, fallas, seed)
		tb.seatBoth(fallas)
		for tb.game.Phase == Playing {
			do := MakePlay{Seat: tb.game.Turn, Steps: randomPlay(&tb.game, src.IntN)}
			moves = append(moves, move{tb.game, do})
			tb.must(do)
		}
	}
	given := Given{Now: 1 << 50, Roll: sampleDice(1)}
	per(b, "command", func() int {
		for _, m := range moves {
			events, err := Decide(m.game, m.do, given)
			if err != nil {
				b.Fatal(err)
			}
			for _, e := range events {
				m.game = Apply(m.game, e)
			}
		}
		return len(moves)
	})
}
