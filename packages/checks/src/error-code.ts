/** Returns the code of a system error, such as `ENOENT`; `unknown` for anything else. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
