package main

import "syscall"

// smallWindow gives a socket the smallest buffer for what comes in.
func smallWindow(_, _ string, c syscall.RawConn) error {
	var err error
	if controlled := c.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 1)
	}); controlled != nil {
		return controlled
	}
	return err
}
