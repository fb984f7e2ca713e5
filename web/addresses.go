package web

import "sync"

// addresses counts the sockets and streams that are open from each address.
type addresses struct {
	most int

	mu   sync.Mutex
	open map[string]int
}

func newAddresses(most int) *addresses { return &addresses{most: most, open: map[string]int{}} }

// tooMany are the words for an address that has as much open as it may.
const tooMany = "as many sockets as one address may have are open from this one; close some, or wait a minute"

// enter notes one more; false if there are too many already. Whoever enters must leave.
func (a *addresses) enter(address string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open[address] >= a.most {
		return false
	}
	a.open[address]++
	return true
}

func (a *addresses) leave(address string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open[address]--; a.open[address] == 0 {
		delete(a.open, address)
	}
}
