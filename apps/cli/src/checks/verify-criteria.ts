import { isJudged, rejectionText, scopeOf, type Decision, type Run } from '@loopwright/core';
import { isWorthAsking, type NamedCheck, type Verification } from '@loopwright/hooks';
import type { OpenRun, PlaceOfWork } from '@loopwright/store';
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
 * not asked again about the same tree, nor after its last round. Throws `CliError` when a criterion is gone meanwhile, or when it is interrupted.
 */
export async function verifyCriteria(
  context: Context,
  opened: OpenRun,
  toRun: Omit<ChecksToRun, 'root' | 'run' | 'readTree' | 'record'>,
): Promise<VerifiedCriteria> {
  const place = placeOfCall(context, opened.root);
  const { judgements, trees } = judgedBefore(place, opened.run, toRun.wanted);
  const wanted = toRun.wanted.filter(({ name }) => !judgements.has(name));
  const notices: Decision['notices'][number][] = [];
  let isRead = false;
  const { results, identities } = await runChecks(context, {
    ...toRun,
    wanted,
    root: opened.root,
    run: () => opened.run,
    readTree: (checks) => {
      const { known, unreadable } = readChecks(place, checks);
      // Without an identity no evidence could count, so no check runs.
      if (unreadable !== undefined && !isRead)
        throw new CliError({ exit: 'error', message: `The work tree can't be read: ${unreadable}` });
      isRead = true;
      return checks.map((check) => known.get(scopeOf(check)));
    },
    record: (result) => {
      notices.push(...record(opened, result));
    },
  });
  const all = new Map([...judgements, ...results.map((one) => [one.name, one] as const)]);
  return {
    results: toRun.wanted.flatMap(({ name }) => all.get(name) ?? []),
    notices,
    identities: new Map([
      ...wanted.map(({ name, check }) => [scopeOf(check), identities.get(name)] as const),
      ...trees,
    ]),
  };
}

/** The judgements on record that asking again can't change, by the name of the criterion, and their trees by scope. */
function judgedBefore(
  place: PlaceOfWork,
  run: Run,
  wanted: readonly NamedCheck[],
): {
  readonly judgements: ReadonlyMap<string, Verification>;
  readonly trees: ReadonlyMap<string, string | undefined>;
} {
  const judged = wanted.filter(({ check }) => isJudged(check));
  const { known } = readChecks(
    place,
    judged.map(({ check }) => check),
  );
  const kept = judged.flatMap(({ name, check }): Verification[] => {
    const criterion = run.frames.at(-1)?.criteria.find((one) => one.name === name);
    if (!criterion?.evidence || isWorthAsking(criterion, known.get(scopeOf(check)))) return [];
    return [
      { name, check, evidence: criterion.evidence, changedTree: false, hiddenOutput: undefined, runs: 0 },
    ];
  });
  const scopes = kept.map(({ check }) => scopeOf(check));
  return {
    judgements: new Map(kept.map((one) => [one.name, one])),
    trees: new Map(scopes.map((scope) => [scope, known.get(scope)])),
  };
}

function record(opened: OpenRun, { name, evidence, changedTree }: Verification): Decision['notices'] {
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
