import { closeSync, openSync, readSync } from 'node:fs';
import { loadCrypto } from './sha256.ts';

const POOL_BYTES = 256;
const NONCE_BYTES = 9;
const UUID_BYTES = 16;

let pool: Buffer | undefined;
let used = POOL_BYTES;

/** 72 random bits, as twelve characters of base64url. */
export function randomNonce(): string {
  return take(NONCE_BYTES).toString('base64url');
}

/** A random UUID (version 4). */
export function randomId(): string {
  const bytes = take(UUID_BYTES);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Takes the next bytes of the pool; each byte is used once. */
function take(count: number): Buffer {
  if (pool === undefined || used + count > POOL_BYTES) {
    pool = fromKernel() ?? loadCrypto().randomBytes(POOL_BYTES);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

/** The kernel's randomness, where it is a file. It spares a hook `node:crypto`. */
function fromKernel(): Buffer | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const file = openSync('/dev/urandom', 'r');
    try {
      const bytes = Buffer.allocUnsafeSlow(POOL_BYTES);
      return readSync(file, bytes, 0, POOL_BYTES, null) === POOL_BYTES ? bytes : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    // Denied, or no such file.
    return undefined;
  }
}
