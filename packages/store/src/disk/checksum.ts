/**
 * Detects torn, edited or replaced content, but no forgery: 64 bits as hex, at a fifth of the cost of our SHA-256.
 * For content that can be rebuilt; records and names use `sha256`.
 */
export function checksum(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  const words = new Int32Array((bytes.length + 3) >> 2);
  new Uint8Array(words.buffer).set(bytes);
  // Each step is reversible, so every word counts. The factors are odd, without a pattern in their bits.
  let one = bytes.length ^ 0x3c6ef372;
  let other = 0x5be0cd19;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    one = Math.imul(one ^ word, 0x2c9277b5);
    one ^= one >>> 15;
    other = (Math.imul(other ^ one, 0x5f356495) + word) | 0;
    other ^= other >>> 13;
  }
  return hex(Math.imul(one ^ (other >>> 16), 0x7feb352d)) + hex(other);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
