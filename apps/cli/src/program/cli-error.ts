import type { Next } from '@loopwright/core';

/** How the command ends. 2 to 5 are those of a headless run; `5` is also a spec that isn't clear enough to start. */
export const exitCodes = {
  ok: { code: 0, meaning: 'Done; every check that was asked for passed' },
  error: { code: 1, meaning: 'Could not be done; the message says why' },
  budget: { code: 2, meaning: 'A headless run used up its budget' },
  iterations: { code: 3, meaning: 'A headless run used up its iterations' },
  breaker: { code: 4, meaning: 'A circuit breaker ended a headless run' },
  unclear: { code: 5, meaning: 'The spec is too unclear; nothing was started' },
  unproved: {
    code: 6,
    meaning:
      'A check failed, a replay differs, or a headless run, or a job of a fleet, ended without proofs that the driver saw',
  },
  'no-loop': { code: 7, meaning: 'There is no loop here, or none that this session may act on' },
  usage: { code: 64, meaning: 'The command was not understood; nothing was done' },
  'rate-limit': {
    code: 75,
    meaning: 'A rate limit ended a headless run; `ending.cause.retryAt` says until when',
  },
  interrupted: { code: 130, meaning: 'Interrupted; running checks were ended' },
} as const;

/** The name of an exit code. */
export type ExitName = keyof typeof exitCodes;

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
    exit: 'error',
    message: isExpected ? message : `Something in loop itself went wrong: ${message}`,
    cause: thrown,
    next: { words: ['doctor'] },
  });
}

/** The code of a system's error, such as `ENOENT`; `unknown` for anything else. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
