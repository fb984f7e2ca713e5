// Package groupcommit gathers writes that come from many goroutines, so that a store makes them durable
// together: a commit costs a sync of the disk, whatever is in it. A lone write goes at once; whatever
// comes while the writers are busy makes the next groups.
//
// Every write that is let in is answered once, also when the committer is being stopped. A caller that
// stops waiting takes nothing away from the others of its group.
//
// What a group is written with, and what becomes of one that fails as a whole, is left to the store.
package groupcommit
