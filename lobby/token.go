package lobby

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// The bytes of chance in what opens a door. They travel as base64url without padding.
const (
	sessionBytes    = 32
	invitationBytes = 16
)

// newToken draws a token of n bytes and returns it with the hash that is kept in its stead.
func newToken(n int) (string, Hash) {
	raw := make([]byte, n)
	rand.Read(raw) // never fails: the program would stop
	token := base64.RawURLEncoding.EncodeToString(raw)
	return token, sha256.Sum256([]byte(token))
}

// hashToken returns the hash a token of n bytes is kept under; false if it can be no such token.
func hashToken(token string, n int) (Hash, bool) {
	if len(token) != base64.RawURLEncoding.EncodedLen(n) {
		return Hash{}, false
	}
	return sha256.Sum256([]byte(token)), true
}
