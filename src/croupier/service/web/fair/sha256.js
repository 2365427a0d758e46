// SHA-256 by the browser, or by this script where plain HTTP leaves no WebCrypto; and bytes.

const K = new Uint32Array(64);
const START = new Uint32Array(8);

// The constants are the fractional parts of roots of the first primes: 32 bits of each, and a number has 49 there.
function prepareConstants() {
	/** @param {number} root */
	const fraction = (root) => Math.floor((root % 1) * 2 ** 32);
	let count = 0;
	for (let candidate = 2; count < 64; candidate++) {
		let prime = true;
		for (let divisor = 2; divisor * divisor <= candidate; divisor++) prime &&= candidate % divisor !== 0;
		if (!prime) continue;
		if (count < 8) START[count] = fraction(Math.sqrt(candidate));
		K[count++] = fraction(Math.cbrt(candidate));
	}
}

/**
 * @param {number} word
 * @param {number} by
 */
const rotate = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array<ArrayBuffer>} bytes */
export function scriptSha256(bytes) {
	if (!K[0]) prepareConstants();
	const length = ((bytes.length + 8) >> 6) + 1;
	const padded = new Uint8Array(length * 64);
	padded.set(bytes);
	padded[bytes.length] = 0x80;
	const view = new DataView(padded.buffer);
	view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
	view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
	const hash = START.slice();
	const words = new Uint32Array(64);
	for (let block = 0; block < length; block++) {
		for (let at = 0; at < 16; at++) words[at] = view.getUint32(block * 64 + at * 4);
		for (let at = 16; at < 64; at++) {
			const [early, late] = [words[at - 15], words[at - 2]];
			const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
			const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
			words[at] = words[at - 16] + first + words[at - 7] + second;
		}
		let [a, b, c, d, e, f, g, h] = hash;
		for (let at = 0; at < 64; at++) {
			const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[at] + words[at]) | 0;
			const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
			[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
		}
		for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) hash[at] += word;
	}
	const out = new Uint8Array(32);
	for (const [at, word] of hash.entries()) new DataView(out.buffer).setUint32(at * 4, word);
	return out;
}

export const browserHashes = () => Boolean(globalThis.crypto?.subtle);

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
	return browserHashes() ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : scriptSha256(bytes);
}

/**
 * HMAC-SHA-256, by RFC 2104; the key is no longer than a block.
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {Uint8Array<ArrayBuffer>} message
 */
export async function hmacSha256(key, message) {
	const padded = new Uint8Array(64);
	padded.set(key);
	/** @param {number} pad */
	const keyed = (pad) => padded.map((it) => it ^ pad);
	return sha256(concat(keyed(0x5c), await sha256(concat(keyed(0x36), message))));
}

// ---- bytes

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
export const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (it) => parseInt(it, 16));
/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);
/** @param {string} text */
export const fromBase64 = (text) => Uint8Array.from(atob(text), (it) => it.charCodeAt(0));

/** @param {...Uint8Array} parts */
export const concat = (...parts) => Uint8Array.from(parts.flatMap((it) => [...it]));
/**
 * @param {number} number
 * @param {number} width
 */
export const bigEndian = (number, width) =>
	new Uint8Array(width).map((_, at) => Math.floor(number / 256 ** (width - 1 - at)) % 256);

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
export const equal = (one, other) => hex(one) === hex(other);
