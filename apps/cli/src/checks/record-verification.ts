import { rejectionText, type Decision } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { submit } from '../place/submit.ts';
import { CliError } from '../program/cli-error.ts';
import type { Verification } from './verify-checks.ts';

/** Puts what a criterion's check gave on record. Throws `CliError` when the criterion is gone meanwhile. */
export function recordVerification(
  opened: OpenRun,
  { criterion, evidence }: Verification,
): Decision['notices'] {
  const { decision, notices } = submit(opened, {
    type: 'verify',
    at: evidence.at,
    results: [{ criterion, evidence }],
  });
  if (decision.rejected) {
    throw new CliError({
      exit: 'error',
      message: `While its checks ran, the loop changed: ${rejectionText(decision.rejected)}`,
    });
  }
  return [...notices, ...decision.notices];
}
