package fair

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/google/uuid"

	"fallas/engine"
)

// Scheme is the version of the scheme written today.
const Scheme = 1

// fairBytes is how many of the 256 values of a byte make faces: the largest multiple of six.
const fairBytes = 252

// NewSecret draws a secret from the operating system's generator.
func NewSecret() (engine.Bytes32, error) {
	var secret engine.Bytes32
	_, err := rand.Read(secret[:])
	return secret, err
}

// Commitment is the SHA-256 of a secret.
func Commitment(secret engine.Bytes32) engine.Bytes32 { return sha256.Sum256(secret[:]) }

// Roll is roll n of a game, of two or three dice. It is a pure function of its arguments. It returns no
// roll, the zero Roll, for another number of dice or if game is not a UUID.
func Roll(secret engine.Bytes32, game engine.GameID, white, black engine.Bytes32, n uint32, dice int) engine.Roll {
	id, err := rawID(game)
	if err != nil || dice < 2 || dice > 3 {
		return engine.Roll{}
	}
	roll, err := engine.NewRoll(faces(secret, id, white, black, n, dice)...)
	if err != nil {
		return engine.Roll{}
	}
	return roll
}

// faces reads as many faces as it is asked for.
func faces(secret engine.Bytes32, game uuid.UUID, white, black engine.Bytes32, n uint32, dice int) []uint8 {
	message := make([]byte, 0, 1+16+32+32+4+4)
	message = append(message, Scheme)
	message = append(message, game[:]...)
	message = append(message, white[:]...)
	message = append(message, black[:]...)
	message = binary.BigEndian.AppendUint32(message, n)
	read := make([]uint8, 0, dice)
	for block := uint32(0); len(read) < dice; block++ {
		mac := hmac.New(sha256.New, secret[:])
		mac.Write(binary.BigEndian.AppendUint32(message, block))
		for _, b := range mac.Sum(nil) {
			if b < fairBytes && len(read) < dice {
				read = append(read, b%6+1)
			}
		}
	}
	return read
}

// rawID returns the 16 bytes of a game's id, which must be in its canonical form.
func rawID(game engine.GameID) (uuid.UUID, error) {
	id, err := uuid.Parse(string(game))
	if err == nil && id.String() != string(game) {
		err = fmt.Errorf("fair: %q is not a UUID in its canonical form", game)
	}
	return id, err
}
