package lobby

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
)

// A recovery code is 23 symbols of chance, 115 bits, and one that checks them, in six groups of four. The
// symbols are Crockford's base 32: no letter is taken for a digit, and it can be read aloud.
const (
	recoverySymbols = 24
	recoveryGroup   = 4
	crockford       = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
)

// newRecoveryCode draws a code and returns it as people see it, and the hash that is kept in its stead.
func newRecoveryCode() (string, Hash) {
	raw := make([]byte, recoverySymbols-1)
	rand.Read(raw) // never fails: the program would stop
	code := make([]byte, 0, recoverySymbols)
	check := byte(0)
	for _, b := range raw {
		b &= 31
		check = checkSymbol(check, b)
		code = append(code, crockford[b])
	}
	code = append(code, crockford[checkSymbol(check, 0)])
	var shown strings.Builder
	for i := 0; i < len(code); i += recoveryGroup {
		if i > 0 {
			shown.WriteByte('-')
		}
		shown.Write(code[i : i+recoveryGroup])
	}
	return shown.String(), sha256.Sum256(code)
}

// checkSymbol goes on with a check: Horner's rule in the field of 32 elements (x⁵ = x² + 1), which finds
// every wrong symbol and every two that changed places.
func checkSymbol(check, symbol byte) byte {
	check ^= symbol
	check <<= 1
	if check&32 != 0 {
		check ^= 0b100101
	}
	return check
}

// readRecoveryCode reads a code however it was written down: small letters, O for 0, I and L for 1, groups
// set apart anyhow. ok is false if a symbol is missing, wrong, or in another's place.
func readRecoveryCode(text string) (code []byte, ok bool) {
	code = make([]byte, 0, recoverySymbols)
	check := byte(0)
	for _, r := range strings.ToUpper(text) {
		switch r {
		case ' ', '-', '–', '.', '\t', '\n', '\r', '\u00a0':
			continue
		case 'O':
			r = '0'
		case 'I', 'L':
			r = '1'
		}
		symbol := strings.IndexRune(crockford, r)
		if symbol < 0 || len(code) == recoverySymbols {
			return nil, false
		}
		code = append(code, byte(r))
		if len(code) < recoverySymbols {
			check = checkSymbol(check, byte(symbol))
		} else if check = checkSymbol(check, 0); check != byte(symbol) {
			return nil, false
		}
	}
	return code, len(code) == recoverySymbols
}
