// Package roomtest lets tests play games in rooms without a database: a log in memory that can be told
// to fail, games to sit down at, plays to make, and a check that a log is whole.
package roomtest
