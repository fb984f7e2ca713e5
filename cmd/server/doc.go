// Command server serves tables games to browsers and programs. It keeps its records in one file, or,
// alone or as one of several servers, in PostgreSQL.
//
//	server [flags]              serve until interrupted
//	server verify FILE.json     check the record of a finished game, offline
//	server check [--rebuild]    read every game in the records, make wrong list rows again
//	server health               ask the server on this computer whether it is ready
//	server migrate status|up    look at the tables, or bring them up to date
//	server admin ACT …          people and what they say, also while a server runs
//	server --help               every flag and its environment variable
//
// It exits with 0 after a clean stop, 1 when something went wrong, and 2 when it was asked for
// something it does not understand.
package main
