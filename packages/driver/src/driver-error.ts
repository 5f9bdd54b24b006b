import type { Decision, Run } from '@loopwright/core';

/** Why a drive ended without an outcome. */
export type DriverErrorCode =
  /** Another session or driver took the run over, or its journal is gone. */
  | 'lost'
  /** Another living driver works on the run, and `takeOver` was not asked for. */
  | 'driven'
  /** The journal could not be written. */
  | 'unrecorded'
  /** The run refused the command that resumes it. */
  | 'rejected';

/** The only error class of this package: a code for programs, a message for people, and the run as last read. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
  readonly code: DriverErrorCode;
  readonly run: Run;
  /** Why the run refused the command; only with the code `rejected`. */
  readonly rejected: Decision['rejected'];

  constructor(code: DriverErrorCode, message: string, run: Run, rejected?: Decision['rejected']) {
    super(message);
    this.code = code;
    this.run = run;
    this.rejected = rejected;
  }
}
