export type FleetErrorCode =
  /** The store has no fleet, or one of another version. */
  | 'not-set-up'
  | 'newer-schema'
  | 'unreachable'
  /** The role of the database lacks a right: the message says how to grant it. */
  | 'not-granted'
  | 'unknown-role'
  /** A job that can't be added: the message names the field. */
  | 'bad-job'
  | 'cycle'
  | 'unknown-job'
  | 'bad-bundle'
  | 'git'
  /** The branches of needed jobs can't be merged. */
  | 'conflict'
  /** Another attempt has the job by now. */
  | 'lost'
  /** This machine lacks what its jobs need: a line each. */
  | 'not-ready'
  /** The last jobs of an agent failed alike, so it takes no more. */
  | 'suspect'
  /** Another process owns the folder. */
  | 'owned';

/** The only error class of this package. */
export class FleetError extends Error {
  readonly code: FleetErrorCode;

  constructor(code: FleetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FleetError';
    this.code = code;
  }
}

/** The message of an error of any type. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of a system's error or of a FleetError, or the SQLSTATE of a database's; undefined without one. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
