import type { Verification } from '@loopwright/checks';
import { rejectionText, type Check, type Decision } from '@loopwright/core';
import { fingerprintFor, type OpenRun } from '@loopwright/store';
import { submit } from '../session/submit.ts';
import { CliError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';
import { runChecks, type ChecksToRun } from './run-checks.ts';

/** The results of criteria's checks, with notices for the user. */
export interface VerifiedCriteria {
  readonly results: readonly Verification<Check>[];
  readonly notices: Decision['notices'];
}

/**
 * Runs checks of criteria on the work tree as it is, and puts each result on record as soon as it is there. Throws
 * `CliError` when a criterion is gone meanwhile, or when it is interrupted.
 */
export async function verifyCriteria(
  context: Context,
  opened: OpenRun,
  toRun: Omit<ChecksToRun, 'root' | 'fingerprint' | 'record'>,
): Promise<VerifiedCriteria> {
  const notices: Decision['notices'][number][] = [];
  const results = await runChecks(context, {
    ...toRun,
    root: opened.root,
    fingerprint: (check) => fingerprintFor(opened.root, check),
    record: (result) => {
      notices.push(...record(opened, result));
    },
  });
  return { results, notices };
}

function record(opened: OpenRun, { name, evidence, changedTree }: Verification<Check>): Decision['notices'] {
  const { decision, notices } = submit(opened, {
    type: 'verify',
    at: evidence.at,
    results: [{ criterion: name, evidence: changedTree ? { ...evidence, isStale: true } : evidence }],
  });
  if (decision.rejected) {
    throw new CliError({
      exit: 'error',
      message: `While its checks ran, the loop changed: ${rejectionText(decision.rejected)}`,
    });
  }
  return [...notices, ...decision.notices];
}
