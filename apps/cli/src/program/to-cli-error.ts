import { CliError } from './cli-error.ts';

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
