import { constants } from 'node:os';
import { type ProgramCall, type ProgramEnd, runProgram } from './run-program.ts';

/** Every process that a check starts inherits this variable, so we can find them all. */
export const CHECK_MARK = 'LOOP_CHECK';

/** The place, the time and the consumers of one run of a check. */
export interface RunCall extends Pick<ProgramCall, 'cwd' | 'env'> {
  readonly timeoutMs: number;
  /** Unique value of the `CHECK_MARK` variable for this run. */
  readonly mark: string;
  /** Aborting it ends the check. */
  readonly signal: AbortSignal;
  readonly onStart: (group: number) => void;
  readonly onOutput: (chunk: Uint8Array) => void;
}

/** One run of a check: a command that proves something when it exits with 0. */
interface CheckCall extends RunCall, Pick<ProgramCall, 'command'> {}

/**
 * Runs a check without a terminal and without input, in a process group of its own, and resolves when it and all that
 * it started have ended. Never rejects: `failure` has the reason.
 */
export async function runCheck({ mark, onOutput, ...call }: CheckCall): Promise<CheckEnd> {
  const marked = { ...call, mark: { variable: CHECK_MARK, value: mark } };
  return runProgram({ ...marked, onStdout: onOutput, onStderr: onOutput });
}

/** How a check ended. */
export type CheckEnd = Pick<ProgramEnd, 'exitCode' | 'signal' | 'isTimedOut' | 'failure'>;

/** Whether a check passed, and why not when the exit code alone doesn't say. */
export interface CheckResult {
  readonly passed: boolean;
  readonly reason?: string | undefined;
}

/** Judges how a check ended. Only exit code 0 in time passes. `timeLimit` is the limit as people read it. */
export function checkResult(command: ProgramCall['command'], timeLimit: string, end: CheckEnd): CheckResult {
  const reason = reasonOf(command, timeLimit, end);
  const passed = end.exitCode === 0 && !end.isTimedOut && end.failure === undefined;
  return { passed, ...(!passed && reason !== undefined && { reason }) };
}

function reasonOf(command: ProgramCall['command'], timeLimit: string, end: CheckEnd): string | undefined {
  const { exitCode, signal, isTimedOut, failure } = end;
  if (failure !== undefined) return failureReason(command, failure);
  if (isTimedOut) return `timed out after ${timeLimit} and was ended`;
  if (signal !== null) return `killed by ${signal}`;
  if (typeof command !== 'string' || exitCode === null) return undefined;
  // The shell's own exit codes.
  if (exitCode === 127) return 'command not found (exit code 127)';
  if (exitCode === 126) return 'command can not be run (exit code 126)';
  const name = signalName(exitCode - 128);
  return name === undefined ? undefined : `killed by ${name} (exit code ${exitCode})`;
}

function failureReason(command: ProgramCall['command'], failure: string): string {
  const program = typeof command === 'string' ? 'the shell' : `"${command[0]}"`;
  if (failure === 'ENOENT') return `command not found: ${program}`;
  if (failure === 'EACCES') return `command can not be run: ${program}; is it executable?`;
  if (failure === 'E2BIG') return 'the command is longer than the system takes';
  return `could not be started: ${failure}`;
}

function signalName(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}
