package main

import (
	"net/netip"
	"slices"
	"testing"
)

func TestWhereItCanBeReached(t *testing.T) {
	t.Parallel()
	own := []netip.Addr{netip.MustParseAddr("192.168.1.5"), netip.MustParseAddr("fd00::5")}
	for _, c := range []struct {
		addr, local string
		lan         []string
	}{
		{"[::]:8080", "http://localhost:8080", []string{"http://192.168.1.5:8080", "http://[fd00::5]:8080"}},
		{"0.0.0.0:80", "http://localhost:80", []string{"http://192.168.1.5:80", "http://[fd00::5]:80"}},
		{"127.0.0.1:8080", "http://127.0.0.1:8080", nil},
		{"[::1]:8080", "http://[::1]:8080", nil},
		{"192.168.1.5:8080", "http://192.168.1.5:8080", []string{"http://192.168.1.5:8080"}},
	} {
		addr := netip.MustParseAddrPort(c.addr)
		if got := localURL(addr); got != c.local {
			t.Errorf("%s: on this computer %s, want %s", c.addr, got, c.local)
		}
		if got := lanURLs(addr, own); !slices.Equal(got, c.lan) {
			t.Errorf("%s: on the network %v, want %v", c.addr, got, c.lan)
		}
	}
}

func TestOwnAddressesAreForOthers(t *testing.T) {
	t.Parallel()
	for _, ip := range ownAddresses() {
		if ip.IsLoopback() || ip.IsLinkLocalUnicast() || ip.Is4In6() {
			t.Errorf("%s is of no use to others", ip)
		}
	}
}
