package main

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
)

// localURL is where a browser on this computer finds a server that listens on addr.
func localURL(addr netip.AddrPort) string {
	if addr.Addr().IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d", addr.Port())
	}
	return "http://" + addr.String()
}

// lanURLs is where other computers of the local network find it: one address for each of this
// computer's own, if it listens on all of them; none if it listens on the loopback alone.
func lanURLs(addr netip.AddrPort, own []netip.Addr) []string {
	switch {
	case addr.Addr().IsLoopback():
		return nil
	case !addr.Addr().IsUnspecified():
		return []string{"http://" + addr.String()}
	}
	var urls []string
	for _, ip := range own {
		urls = append(urls, "http://"+netip.AddrPortFrom(ip, addr.Port()).String())
	}
	return urls
}

// ownAddresses returns the addresses of this computer's network interfaces that others can use, IPv4
// first: they are the ones people can type. Link-local IPv6 addresses need a zone and are left out.
func ownAddresses() []netip.Addr {
	interfaces, err := net.InterfaceAddrs()
	if err != nil {
		return nil // only a courtesy: the server works without knowing them
	}
	var own []netip.Addr
	for _, a := range interfaces {
		prefix, err := netip.ParsePrefix(a.String())
		if err != nil {
			continue
		}
		ip := prefix.Addr().Unmap()
		if ip.IsLoopback() || ip.IsLinkLocalUnicast() || !ip.IsValid() {
			continue
		}
		own = append(own, ip)
	}
	slices.SortStableFunc(own, func(a, b netip.Addr) int { return a.BitLen() - b.BitLen() })
	return own
}
