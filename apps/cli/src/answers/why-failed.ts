import type { Evidence } from '@loopwright/core';

/** Why a check did not pass: in words where there are any, else by its exit code. */
export function whyFailed({ reason, exitCode }: Evidence): string {
  return reason ?? `exit code ${exitCode}`;
}
