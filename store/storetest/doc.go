// Package storetest is what every store is tested with: Run holds a store to the contract of package
// store, room.Log and lobby.Store. A store's own tests need only what is particular to it.
package storetest
