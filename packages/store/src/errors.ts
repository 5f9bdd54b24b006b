/** The kinds of broken contracts and of failures of the machine. */
export type StoreErrorCode =
  /** A folder or file breaks the rules of the protocol; nothing was written. */
  | 'unsafe-path'
  /** The file system refused; `cause` is its error. */
  | 'io'
  /** An invalid argument. */
  | 'bad-argument';

/** The one error class of the store: a code, a message that names the file and the remedy, and the cause. */
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

/** An error of the disk. `act` completes "Could not …". */
export function diskError(act: string, cause: unknown): StoreError {
  return new StoreError('io', `Could not ${act}: ${errnoOf(cause) || 'it came out short'}.`, { cause });
}
