import { exitCodes, type ExitName, type Next } from '@loopwright/core';

export { exitCodes, type ExitName };

/** Parts of an error message. */
interface Complaint {
  /** `error` if left out. */
  readonly exit?: ExitName | undefined;
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

  constructor({ exit = 'error', message, details = [], next, cause }: Complaint) {
    super(message, cause === undefined ? undefined : { cause });
    this.exit = exit;
    this.details = details;
    this.next = next;
  }
}

/** The error for a command that can't be understood, with the words of the command that helps. */
export function usageError(
  message: string,
  words?: readonly string[],
  details: readonly string[] = [],
): CliError {
  return new CliError({ exit: 'usage', message, details, next: words && { words } });
}

/** Turns any thrown value into an error message without a stack. */
export function toCliError(thrown: unknown): CliError {
  if (thrown instanceof CliError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // By name, since loading the store for its class would cost every start of the command.
  const isExpected = thrown instanceof Error && thrown.name === 'StoreError';
  return new CliError({
    message: isExpected ? message : `Something in loop itself went wrong: ${message}`,
    cause: thrown,
    next: { words: ['doctor'] },
  });
}

/** The code of a system's error, such as `ENOENT`; `unknown` for anything else. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
