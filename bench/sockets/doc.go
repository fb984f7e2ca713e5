// Command sockets measures what an idle socket costs: the memory of this server with thousands of
// spectators, beside a bare coder/websocket server with as many connections, in one run on one machine.
//
//	go run ./bench/sockets -n 5000
//
// Each server is a process of its own, started by this program from itself, and everything stays on the
// loopback address. The ratio is what counts; the target is at most 1.3.
package main
