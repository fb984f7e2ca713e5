// Command server measures what this server costs beside bare programs that do one thing and nothing else, all of it
// in one run on one machine:
//
//	go run ./bench/server -measure idle                   the memory of thousands of idle sockets
//	go run ./bench/server -measure fanout                 the time until the last of thousands of spectators has a play
//	go run ./bench/server -measure plays -games 200       plays a second, durable before they are shown
//	go run ./bench/server -measure spectators             players' latency beside spectators that never read
//
// -store postgres measures on a PostgreSQL that is started for the purpose instead of on SQLite, -profile DIR leaves
// profiles of the server's and the bare program's time there. Each server is a process of its own, started by
// this program from itself, and everything stays on the loopback address. The two sides are measured by turns
// and the ratios are what counts: at most 1.3 and 1.2, and at least 0.6.
package main
