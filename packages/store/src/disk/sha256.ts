/**
 * SHA-256 as hex, by hand: `node:crypto` brings streams and keys along and costs a fifth of Node's own start,
 * which every hook of every session would pay to learn that it has no loop. For short inputs only.
 */
export function sha256(text: string): string {
  const state = Uint32Array.from(START);
  const bytes = padded(new TextEncoder().encode(text));
  const words = new DataView(bytes.buffer);
  const schedule = new Uint32Array(64);
  for (let block = 0; block < bytes.length; block += 64) {
    for (let index = 0; index < 16; index += 1) schedule[index] = words.getUint32(block + index * 4);
    for (let index = 16; index < 64; index += 1) {
      const [near, far] = [schedule[index - 2] ?? 0, schedule[index - 15] ?? 0];
      const s1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
      const s0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
      schedule[index] = (schedule[index - 16] ?? 0) + s0 + (schedule[index - 7] ?? 0) + s1;
    }
    compress(state, schedule);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

function compress(state: Uint32Array, schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + s1 + choice + (ROUNDS[round] ?? 0) + (schedule[round] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + s0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The message, a one bit, zeros, and the length in bits as eight bytes. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(bytes.length - 4, message.length << 3);
  return bytes;
}

const PRIMES = firstPrimes(64);
/** The first 32 bits of the fractions of the square roots of the first eight primes. */
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)));
/** The same of the cube roots of the first 64. */
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

function fraction(root: number): number {
  return Math.floor((root % 1) * 0x100000000);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
