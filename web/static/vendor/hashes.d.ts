// What the client uses of hashes.js, for the type check.

export interface Hash {
  (message: Uint8Array): Uint8Array;
  readonly outputLen: number;
  readonly blockLen: number;
}

/** SHA-256 of a message: 32 bytes. */
export const sha256: Hash;

/** HMAC of a message under a key. */
export function hmac(hash: Hash, key: Uint8Array, message: Uint8Array): Uint8Array;
