import type { CheckEnd } from './check-result.ts';
import { type ProgramCall, runProgram } from './run-program.ts';

/** Every process that a check starts inherits this variable, so we can find them all. */
export const CHECK_MARK = 'LOOP_CHECK';

/** One run of a check. */
export interface CheckCall extends Pick<ProgramCall, 'command' | 'cwd' | 'env'> {
  readonly timeoutMs: number;
  /** Unique value of the `CHECK_MARK` variable for this run. */
  readonly mark: string;
  /** Aborting it ends the check. */
  readonly signal: AbortSignal;
  readonly onStart: (group: number) => void;
  readonly onOutput: (chunk: Uint8Array) => void;
}

/**
 * Runs a check without a terminal and without input, in a process group of its own, and resolves when it and all that
 * it started have ended. Never rejects: `failure` has the reason.
 */
export async function runCheck({ mark, onOutput, ...call }: CheckCall): Promise<CheckEnd> {
  const marked = { ...call, mark: { variable: CHECK_MARK, value: mark } };
  return runProgram({ ...marked, onStdout: onOutput, onStderr: onOutput });
}
