/** From here on loading `node:crypto` costs less than doing without it. */
const LARGE = 32 * 1024;
const BLOCK = 64;

/**
 * SHA-256 as hex. Short inputs are digested by hand: `node:crypto` brings streams and keys along and costs a fifth
 * of Node's own start, which every hook of every session would pay. Written for an engine that is cold.
 */
export function sha256(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  return bytes.length < LARGE ? byHand(bytes) : loadCrypto().hash('sha256', bytes, 'hex');
}

/** Gives `node:crypto` to those who can't do without, and leaves it unloaded for everybody else. */
export function loadCrypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}

function byHand(bytes: Uint8Array): string {
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  const whole = bytes.length - (bytes.length % BLOCK);
  for (let at = 0; at < whole; at += BLOCK) digestBlock(state, words, bytes, at);
  const end = padded(bytes.subarray(whole), bytes.length);
  for (let at = 0; at < end.length; at += BLOCK) digestBlock(state, words, end, at);
  let hex = '';
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, '0');
  return hex;
}

/** The rest of the message, a one bit, zeros, and the message length in bits as eight bytes. */
function padded(rest: Uint8Array, length: number): Uint8Array {
  const bytes = new Uint8Array(rest.length < BLOCK - 8 ? BLOCK : 2 * BLOCK);
  bytes.set(rest);
  bytes[rest.length] = 0x80;
  // Large inputs never come here, so the length fits the last four bytes.
  for (let index = 1; index <= 4; index += 1)
    bytes[bytes.length - index] = (length << 3) >>> (8 * (index - 1));
  return bytes;
}

function digestBlock(state: Int32Array, w: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0, from = at; i < 16; i += 1, from += 4) {
    w[i] = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
  }
  for (let i = 16; i < 64; i += 1) {
    const near = w[i - 2]!;
    const far = w[i - 15]!;
    const s1 = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10);
    const s0 = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    c = b;
    b = a;
    a = (first + s0 + majority) | 0;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
  state[5] = state[5]! + f;
  state[6] = state[6]! + g;
  state[7] = state[7]! + h;
}

/** The first 32 bits of the fractions of the square roots of the first eight primes. */
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
/** The same of the cube roots of the first 64; spelled out, because working them out costs more than all the rest. */
const ROUNDS = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);
