// Random things a browser can make on plain http too, where crypto.randomUUID does not exist.

/** @param {number} length in bytes */
function randomHex(length) {
  return toHex(crypto.getRandomValues(new Uint8Array(length)));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The bytes of a hexadecimal text, or null if it is none.
 * @param {string} text
 */
export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** A fresh UUIDv4: names a command, so that sending it twice does it once. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A fresh seed for the dice of one game: 32 bytes as 64 hexadecimal digits. */
export function newSeed() {
  return randomHex(32);
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/**
 * The game that a pasted text names: a bare id, or a link to a game with or without an invitation.
 * Of the link only the id and the fragment are used, so that it leads to this server whatever name
 * the other person knows it by.
 * @param {string} text
 * @returns {{ game: string, path: string } | null}
 */
export function readGameLink(text) {
  const found = text.trim().match(uuid);
  if (!found) return null;
  const game = found[0].toLowerCase();
  const invitation = text.trim().match(/#sit=([\w-]+)$/);
  return { game, path: `/games/${game}${invitation ? `#sit=${invitation[1]}` : ""}` };
}
