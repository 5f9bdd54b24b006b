/** SHA-256 as hex. Loads `node:crypto` only here: the hook of a session without a loop leaves without it. */
export function sha256(data: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', data, 'hex');
}

/** 72 random bits, as twelve characters of base64url. */
export function randomNonce(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(9).toString('base64url');
}

/** Half of a SHA-256, to tell texts apart. */
export function shortDigest(data: string): string {
  return sha256(data).slice(0, 32);
}
