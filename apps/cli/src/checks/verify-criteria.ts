import { type Check, isJudged, rejectionText, scopeOf, type Decision } from '@loopwright/core';
import { isWorthAsking, proveChange, type Verification, withSameRuns } from '@loopwright/hooks';
import type { OpenRun } from '@loopwright/store';
import { placeOfCall, readChecks } from '../session/read-work-tree.ts';
import { submit } from '../session/submit.ts';
import { CliError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';
import { runChecks, type ChecksToRun } from './run-checks.ts';

/** The results of criteria's checks, with notices for the user. */
export interface VerifiedCriteria {
  /** With 0 runs the result is the one that was on record. */
  readonly results: readonly Verification[];
  readonly notices: Decision['notices'];
  /** The identity of the work tree after the last check, by scope. */
  readonly identities: ReadonlyMap<string, string | undefined>;
}

/**
 * Runs checks of criteria on the work tree as it is, and puts each result on record as soon as it is there. A judge is
 * not asked again about the same tree, nor after its last round. Throws `CliError` when a criterion is gone meanwhile, or
 * when it is interrupted.
 */
export async function verifyCriteria(
  context: Context,
  opened: OpenRun,
  toRun: Omit<ChecksToRun, 'readTree' | 'record'>,
): Promise<VerifiedCriteria> {
  const place = placeOfCall(context, opened.root);
  const judges = toRun.wanted.flatMap(({ check }) => (isJudged(check) ? [check] : []));
  const { known: trees } = readChecks(place, judges);
  const { criteria = [] } = opened.run.frames.at(-1) ?? {};
  const kept = toRun.wanted.flatMap(({ name, check }): Verification[] => {
    const criterion = criteria.find((one) => one.name === name);
    if (!isJudged(check) || !criterion?.evidence) return [];
    if (isWorthAsking(criterion, trees.get(scopeOf(check)))) return [];
    const { evidence } = criterion;
    return [{ name, check, evidence, changedTree: false, hiddenOutput: undefined, runs: 0 }];
  });
  const notices: Decision['notices'][number][] = [];
  let isRead = false;
  const readTree = (checks: readonly Check[]): readonly (string | undefined)[] => {
    const { known, unreadable } = readChecks(place, checks);
    // Without an identity no evidence could count, so no check runs.
    if (unreadable !== undefined && !isRead)
      throw new CliError({ message: `The work tree can't be read: ${unreadable}` });
    isRead = true;
    return checks.map((check) => known.get(scopeOf(check)));
  };
  const take = (result: Verification): void => void notices.push(...record(opened, result));
  const open = toRun.wanted.filter(({ name }) => !kept.some((one) => one.name === name));
  const wanted = withSameRuns(open, criteria);
  const ran = await runChecks(context, opened, { ...toRun, wanted, readTree, record: take });
  const onStart = await proveChange(
    opened.run,
    ran.results.filter(({ evidence }) => evidence.passed),
    {
      place,
      env: context.env,
      limitMs: RESTORE_MS,
      runAt: (at, passed) => runChecks(context, opened, { ...toRun, readTree, wanted: passed, place: at }),
    },
  );
  const results = ran.results.map((one): Verification => {
    const found = onStart.get(one.name);
    if (!found) return one;
    const looked = { ...one, evidence: { ...one.evidence, onStart: found } };
    take(looked);
    return looked;
  });
  const all: readonly Verification[] = [...kept, ...results];
  return {
    results: toRun.wanted.flatMap(({ name }) => all.find((one) => one.name === name) ?? []),
    notices,
    identities: new Map(
      all.map(({ name, check, runs }) => {
        const scope = scopeOf(check);
        return [scope, runs === 0 ? trees.get(scope) : ran.identities.get(name)] as const;
      }),
    ),
  };
}

/** How long the files of the start may take to be restored. */
const RESTORE_MS = 600_000;

function record(opened: OpenRun, { name, evidence, changedTree }: Verification): Decision['notices'] {
  const { decision, notices } = submit(opened, {
    type: 'verify',
    at: evidence.at,
    results: [{ criterion: name, evidence: changedTree ? { ...evidence, isStale: true } : evidence }],
  });
  if (decision.rejected) {
    throw new CliError({
      message: `While its checks ran, the loop changed: ${rejectionText(decision.rejected)}`,
    });
  }
  return [...notices, ...decision.notices];
}
