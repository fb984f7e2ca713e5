package groupcommit

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestWhatComesMeanwhileIsWrittenTogether: a lone write goes at once and alone; those that come while it
// is under way make one group, at most as large as is allowed, in the order in which they came.
func TestWhatComesMeanwhileIsWrittenTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		groups := make(chan []int, 10)
		goOn := make(chan struct{})
		c := Start(Limits{Queue: 10, Group: 3, AtOnce: 1}, func(group []Waiting[int]) {
			var numbers []int
			for _, w := range group {
				numbers = append(numbers, w.Write)
			}
			groups <- numbers
			<-goOn
			for _, w := range group {
				w.Answer(nil)
			}
		})
		var callers sync.WaitGroup
		for n := range 5 {
			callers.Go(func() {
				if err := c.Commit(t.Context(), n); err != nil {
					t.Errorf("write %d: %v", n, err)
				}
			})
			synctest.Wait()
		}
		for range 3 {
			goOn <- struct{}{}
		}
		callers.Wait()
		c.Stop()
		close(groups)
		var got [][]int
		for group := range groups {
			got = append(got, group)
		}
		if len(got) != 3 || len(got[0]) != 1 || len(got[1]) != 3 || len(got[2]) != 1 || got[1][0] != 1 || got[1][2] != 3 {
			t.Errorf("written as %v, want [[0] [1 2 3] [4]]", got)
		}
	})
}

// TestAsManyWritersAsAllowed: groups are under way side by side, and no more of them than is allowed.
func TestAsManyWritersAsAllowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := make(chan int, 10)
		goOn := make(chan struct{})
		c := Start(Limits{Queue: 10, Group: 1, AtOnce: 2}, func(group []Waiting[int]) {
			begun <- group[0].Write
			<-goOn
			group[0].Answer(nil)
		})
		var callers sync.WaitGroup
		for n := range 3 {
			callers.Go(func() { c.Commit(t.Context(), n) })
		}
		synctest.Wait()
		if len(begun) != 2 {
			t.Errorf("%d groups under way, want 2", len(begun))
		}
		close(goOn)
		callers.Wait()
		c.Stop()
	})
}

// TestStopAnswersEverythingThatWasLetIn: each gets its outcome, and whoever comes later hears ErrClosed.
func TestStopAnswersEverythingThatWasLetIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := errors.New("refused")
		goOn := make(chan struct{})
		c := Start(Limits{Queue: 10, Group: 2, AtOnce: 1}, func(group []Waiting[bool]) {
			<-goOn
			for _, w := range group {
				if w.Write {
					w.Answer(nil)
				} else {
					w.Answer(refused)
				}
			}
		})
		var callers sync.WaitGroup
		for n := range 7 {
			callers.Go(func() {
				good := n%2 == 0
				if err := c.Commit(t.Context(), good); good && err != nil || !good && !errors.Is(err, refused) {
					t.Errorf("write %d: %v", n, err)
				}
			})
		}
		synctest.Wait()
		stopped := make(chan struct{})
		go func() { c.Stop(); close(stopped) }()
		synctest.Wait()
		if err := c.Commit(t.Context(), true); !errors.Is(err, ErrClosed) {
			t.Errorf("after stop: %v, want ErrClosed", err)
		}
		close(goOn)
		callers.Wait()
		<-stopped
	})
}

// TestAContextEndsWaiting, in the queue and for room in it; the write may still be made.
func TestAContextEndsWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		goOn := make(chan struct{})
		c := Start(Limits{Queue: 1, Group: 1, AtOnce: 1}, func(group []Waiting[int]) {
			<-goOn
			group[0].Answer(nil)
		})
		ctx, cancel := context.WithCancel(t.Context())
		var callers sync.WaitGroup
		for range 3 { // one under way, one in the queue, one before it
			callers.Go(func() {
				if err := c.Commit(ctx, 0); !errors.Is(err, context.Canceled) {
					t.Errorf("%v, want context.Canceled", err)
				}
			})
		}
		synctest.Wait()
		cancel()
		callers.Wait()
		if err := c.Commit(ctx, 0); !errors.Is(err, context.Canceled) {
			t.Errorf("begun with a context that has ended: %v", err)
		}
		close(goOn)
		c.Stop()
	})
}
