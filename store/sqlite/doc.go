// Package sqlite keeps everything in one SQLite file, for one server: the store that needs nothing
// else installed.
//
// One connection writes, a few read. Every commit is synced to the disk before it is seen by anyone
// (write-ahead log, synchronous=FULL), so that neither a killed process nor a lost power supply takes
// back what was shown. Writers queue for the one connection in the order they come.
//
// The file is readable by its owner only when this package makes it: it holds the secrets of running
// games. Beside FILE lie FILE-wal and FILE-shm, which belong to it as long as they exist, and
// FILE.lock, which is empty: its lock, held from Open to Close and let go by the operating system when
// the process dies, is what keeps a second server out. Two servers on one file would not hear of each
// other's events; several servers need a database server.
//
// What a store promises stands in package store.
package sqlite
