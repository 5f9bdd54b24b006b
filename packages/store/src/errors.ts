/** The ways in which the store's contract or the machine below it can break. */
export type StoreErrorCode =
  /** A folder or file isn't what the protocol demands; nothing was written. */
  | 'unsafe-path'
  /** The file system refused; `cause` is its error. */
  | 'io'
  /** An argument that no caller may pass. */
  | 'bad-argument';

/** The one error class of the store: a code, what happened to which file, what to do, and the cause. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The code of a system error (`ENOENT`, `EEXIST`, …), or an empty string for anything else. */
export function errnoOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
