import type { ExitName } from './exit-codes.ts';
import type { Next } from './answer.ts';

/** What goes with a complaint. */
export interface Complaint {
  readonly exit: ExitName;
  readonly message: string;
  /** Facts that help, a line each. */
  readonly details?: readonly string[] | undefined;
  readonly next?: Next | undefined;
  readonly cause?: unknown;
}

/** Why the command can't do what was asked: how it ends, what happened, and what to do. */
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
