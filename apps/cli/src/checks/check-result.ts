import { constants } from 'node:os';
import { type Check, durationText } from '@loopwright/core';

/** How a check ended. */
export interface CheckEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The time was up, so it was ended. */
  readonly isTimedOut: boolean;
  /** It could not even begin: the code of the system's error. */
  readonly failure?: string | undefined;
}

/** What a check's end says: whether it passed, and why not where its exit code alone doesn't tell. */
export interface CheckResult {
  readonly passed: boolean;
  readonly reason?: string | undefined;
}

/** Reads a check's end. Only an exit code of 0, within the time, passes. */
export function checkResult(command: Check['command'], timeoutMs: number, end: CheckEnd): CheckResult {
  const reason = reasonOf(command, timeoutMs, end);
  const passed = end.exitCode === 0 && !end.isTimedOut && end.failure === undefined;
  return { passed, ...(!passed && reason !== undefined && { reason }) };
}

function reasonOf(command: Check['command'], timeoutMs: number, end: CheckEnd): string | undefined {
  const { exitCode, signal, isTimedOut, failure } = end;
  if (failure !== undefined) return failureReason(command, failure);
  if (isTimedOut) return `timed out after ${durationText(timeoutMs)} and was ended`;
  if (signal !== null) return `killed by ${signal}`;
  if (typeof command !== 'string' || exitCode === null) return undefined;
  // What a shell says of the command it was to run.
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
