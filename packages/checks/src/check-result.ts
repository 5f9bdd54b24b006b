import { constants } from 'node:os';
import type { Check } from './check.ts';
import type { ProgramEnd } from './run-program.ts';

/** How a check ended. */
export type CheckEnd = Pick<ProgramEnd, 'exitCode' | 'signal' | 'isTimedOut' | 'failure'>;

/** Whether a check passed, and why not when the exit code alone doesn't say. */
export interface CheckResult {
  readonly passed: boolean;
  readonly reason?: string | undefined;
}

/** Judges how a check ended. Only exit code 0 in time passes. `timeLimit` is the limit as people read it. */
export function checkResult(command: Check['command'], timeLimit: string, end: CheckEnd): CheckResult {
  const reason = reasonOf(command, timeLimit, end);
  const passed = end.exitCode === 0 && !end.isTimedOut && end.failure === undefined;
  return { passed, ...(!passed && reason !== undefined && { reason }) };
}

function reasonOf(command: Check['command'], timeLimit: string, end: CheckEnd): string | undefined {
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

function failureReason(command: Check['command'], failure: string): string {
  const program = typeof command === 'string' ? 'the shell' : `"${command[0]}"`;
  if (failure === 'ENOENT') return `command not found: ${program}`;
  if (failure === 'EACCES') return `command can not be run: ${program}; is it executable?`;
  if (failure === 'E2BIG') return 'the command is longer than the system takes';
  return `could not be started: ${failure}`;
}

function signalName(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}
