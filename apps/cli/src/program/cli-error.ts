import { type Next } from '@loopwright/core';
import type { ExitName } from './exit-codes.ts';

/** Parts of an error message. */
export interface Complaint {
  readonly exit: ExitName;
  readonly message: string;
  /** Facts that help, a line each. */
  readonly details?: readonly string[] | undefined;
  readonly next?: Next | undefined;
  readonly cause?: unknown;
}

/** The reason why a command failed: exit code, message, next step. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitName;
  readonly details: readonly string[];
  readonly next: Next | undefined;

  constructor({ exit, message, details = [], next, cause }: Complaint) {
    super(message, cause === undefined ? undefined : { cause });
    this.exit = exit;
    this.details = details;
    this.next = next;
  }
}

/** Turns any thrown value into an error message without a stack. */
export function toCliError(thrown: unknown): CliError {
  if (thrown instanceof CliError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // By name, since loading the store for its class would cost every start of the command.
  const isExpected = thrown instanceof Error && thrown.name === 'StoreError';
  return new CliError({
    exit: 'error',
    message: isExpected ? message : `Something in loop itself went wrong: ${message}`,
    cause: thrown,
    next: { words: ['doctor'] },
  });
}
