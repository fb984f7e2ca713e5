// Package fair is the dice scheme: it makes every roll of a game out of a secret the server committed
// to before anyone sat down and a seed from each player, and checks the rolls of a finished game.
//
// The scheme, version 1:
//
//   - The secret is 32 random bytes. Its SHA-256, the commitment, is in the first event of the game, and
//     the secret itself is the last event.
//   - Each seat brings a 32-byte seed made by the player's own client after it saw the commitment; a
//     client that makes none is given zeros, never a seed of the server's.
//   - Roll n is read from the bytes of
//     HMAC-SHA256(secret, version ‖ game ‖ white seed ‖ black seed ‖ n ‖ block)
//     with the version as one byte, the game's id as its 16 bytes, n and block as four bytes each, highest
//     first. A byte b below 252 is the face b mod 6 + 1, others are skipped, so that each face is equally
//     likely. block counts up from 0 whenever the 32 bytes are used up.
//   - n counts the rolls of a game from 1, opening throws included. Where the opening dice are the first
//     roll (R2), that roll repeats number and dice.
//
// What is not proved: that the operator did not look ahead. testdata/vectors.json fixes the scheme for
// other implementations, such as the one in the browser; it was written by one that shares no code.
package fair
