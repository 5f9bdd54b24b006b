import type { NamedCheck, Verification } from '@loopwright/checks';
import {
  isJudged,
  rejectionText,
  scopeOf,
  type Check,
  type Decision,
  type Evidence,
  type Run,
} from '@loopwright/core';
import { isWorthAsking } from '@loopwright/hooks';
import type { OpenRun, PlaceOfWork } from '@loopwright/store';
import { placeOfCall, readChecks } from '../session/read-work-tree.ts';
import { submit } from '../session/submit.ts';
import { CliError } from '../program/cli-error.ts';
import type { Context } from '../program/context.ts';
import { runChecks, type ChecksToRun } from './run-checks.ts';

/** The result of one criterion's check; with 0 runs the one that was on record. */
export interface VerifiedCriterion extends Omit<Verification<Check>, 'evidence'> {
  readonly evidence: Evidence;
}

/** The results of criteria's checks, with notices for the user. */
export interface VerifiedCriteria {
  readonly results: readonly VerifiedCriterion[];
  readonly notices: Decision['notices'];
  /** The identity of the work tree after the last check, by scope. */
  readonly scopes: ReadonlyMap<string, string | undefined>;
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
  const notices: Decision['notices'][number][] = [];
  let isRead = false;
  const place = placeOfCall(context, opened.root);
  const settled = settledJudgements(place, opened.run, toRun.wanted);
  const wanted = toRun.wanted.filter(({ name }) => !settled.has(name));
  const { results, identities } = await runChecks(context, {
    ...toRun,
    wanted,
    root: opened.root,
    run: () => opened.run,
    readTree: (checks) => {
      const { known, unreadable } = readChecks(place, checks);
      if (unreadable !== undefined && !isRead) throw unreadableError(unreadable);
      isRead = true;
      return checks.map((check) => known.get(scopeOf(check)));
    },
    record: (result) => {
      notices.push(...record(opened, result));
    },
  });
  const scopes = new Map(wanted.map(({ name, check }) => [scopeOf(check), identities.get(name)]));
  for (const { check, tree } of settled.values()) scopes.set(scopeOf(check), tree);
  const all = new Map([...settled.values(), ...results].map((one) => [one.name, one]));
  return { results: toRun.wanted.flatMap(({ name }) => all.get(name) ?? []), notices, scopes };
}

interface Settled extends VerifiedCriterion {
  readonly tree: string | undefined;
}

/** The judgements on record that asking again can't change, by the name of the criterion. */
function settledJudgements(
  place: PlaceOfWork,
  run: Run,
  wanted: readonly NamedCheck<Check>[],
): ReadonlyMap<string, Settled> {
  const judged = wanted.filter(({ check }) => isJudged(check));
  const { known } = readChecks(
    place,
    judged.map(({ check }) => check),
  );
  return new Map(
    judged.flatMap(({ name, check }) => {
      const tree = known.get(scopeOf(check));
      const criterion = run.frames.at(-1)?.criteria.find((one) => one.name === name);
      const evidence = criterion && !isWorthAsking(criterion, tree) ? criterion.evidence : undefined;
      if (!evidence) return [];
      return [[name, { name, check, evidence, changedTree: false, hiddenOutput: undefined, runs: 0, tree }]];
    }),
  );
}

/** Without an identity no evidence could count, so no check runs. */
function unreadableError(reason: string): CliError {
  return new CliError({ exit: 'error', message: `The work tree can't be read: ${reason}` });
}

function record(opened: OpenRun, { name, evidence, changedTree }: VerifiedCriterion): Decision['notices'] {
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
