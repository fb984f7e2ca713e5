// Command sockets measures what sockets cost here beside a bare coder/websocket server, both in one run on
// one machine: the memory of thousands of idle ones, the time until the last of thousands of spectators
// has a play, and how many plays a second go through.
//
//	go run ./bench/sockets -measure idle
//	go run ./bench/sockets -measure fanout
//	go run ./bench/sockets -measure plays -games 200
//
// Each server is a process of its own, started by this program from itself, and everything stays on the
// loopback address. The ratios are what counts; the targets are at most 1.3 and 1.2, and at least 0.6.
package main
