import type { Verification } from '@loopwright/checks';
import { rejectionText, scopeOf, type Check, type Decision } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { readChecks } from '../session/read-work-tree.ts';
import { submit } from '../session/submit.ts';
import { CliError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';
import { runChecks, type ChecksToRun } from './run-checks.ts';

/** The results of criteria's checks, with notices for the user. */
export interface VerifiedCriteria {
  readonly results: readonly Verification<Check>[];
  readonly notices: Decision['notices'];
  /** The identity of the work tree after the last check, by scope. */
  readonly scopes: ReadonlyMap<string, string | undefined>;
}

/**
 * Runs checks of criteria on the work tree as it is, and puts each result on record as soon as it is there. Throws
 * `CliError` when a criterion is gone meanwhile, or when it is interrupted.
 */
export async function verifyCriteria(
  context: Context,
  opened: OpenRun,
  toRun: Omit<ChecksToRun, 'root' | 'readTree' | 'record'>,
): Promise<VerifiedCriteria> {
  const notices: Decision['notices'][number][] = [];
  let isRead = false;
  const { results, identities } = await runChecks(context, {
    ...toRun,
    root: opened.root,
    readTree: (checks) => {
      const { known, unreadable } = readChecks(opened.root, checks);
      if (unreadable !== undefined && !isRead) throw unreadableError(unreadable);
      isRead = true;
      return checks.map((check) => known.get(scopeOf(check)));
    },
    record: (result) => {
      notices.push(...record(opened, result));
    },
  });
  const scopes = new Map(toRun.wanted.map(({ name, check }) => [scopeOf(check), identities.get(name)]));
  return { results, notices, scopes };
}

/** Without an identity no evidence could count, so no check runs. */
function unreadableError(reason: string): CliError {
  return new CliError({ exit: 'error', message: `The work tree can't be read: ${reason}` });
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
