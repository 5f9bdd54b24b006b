import type { Verification } from '@loopwright/checks';
import {
  commandText,
  scopeOf,
  taskName,
  type Check,
  type CommandCheck,
  isJudged,
  type Decision,
  type Frame,
  type Task,
} from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { runChecks } from '../../checks/run-checks.ts';
import { verifyCriteria } from '../../checks/verify-criteria.ts';
import type { Context } from '../../program/context.ts';
import { placeOfCall, readChecks } from '../../session/read-work-tree.ts';
import { submit } from '../../session/submit.ts';
import { whyFailed } from '../../answers/why-failed.ts';
import { checkOfTask, proofOf, type Proof } from '../../workflow/task-proof.ts';
import { nameOf } from '../../workflow/tasks.ts';

/** A failure that the gate found, as the task that fixes it. */
export interface GateFailure {
  readonly subject: string;
  readonly why: string;
  readonly check: string | undefined;
  readonly evidence: string | undefined;
  readonly metadata?: Readonly<Record<string, string | number>>;
}

const AGAIN = { words: ['gate'] };

/** Runs the checks of all criteria, and records their results. */
export async function proveCriteria(
  context: Context,
  opened: OpenRun,
  frame: Frame,
): Promise<Decision['notices']> {
  const wanted = frame.criteria.flatMap(({ name, check }) => (check ? [{ name, check }] : []));
  if (wanted.length === 0) return [];
  return (await verifyCriteria(context, opened, { wanted, again: AGAIN })).notices;
}

/**
 * Runs the checks of all tasks on the current work tree, each command once, and records the evidence. A check that
 * already ran for a criterion isn't run again.
 */
export async function proveTasks(context: Context, opened: OpenRun): Promise<readonly GateFailure[]> {
  const known = evidenceOfCriteria(opened);
  const groups = new Map<string, { readonly check: CommandCheck; readonly tasks: Task[] }>();
  for (const task of opened.run.frames.at(-1)?.tasks ?? []) {
    const check = checkOfTask(task);
    if (!check) continue;
    const group = groups.get(keyOf(check)) ?? { check, tasks: [] };
    group.tasks.push(task);
    groups.set(keyOf(check), group);
  }
  const wanted = [...groups]
    .filter(([key]) => !known.has(key))
    .map(([, { check, tasks }]) => ({ name: tasks[0] ? nameOf(tasks[0]) : '', check }));
  const results = await run(context, opened, wanted);
  return [...groups].flatMap(([key, { check, tasks }]) => {
    const [first] = tasks;
    const result = results.find(({ name }) => first && name === nameOf(first)) ?? known.get(key);
    if (!first || !result) return [];
    for (const task of tasks) record(context, opened, task, result);
    // A criterion that fails has a task of its own.
    if (known.has(key) || (result.evidence.passed && !result.changedTree)) return [];
    return [
      {
        subject: `Make it hold again: ${taskName(first.id)} ${first.subject}`,
        why: result.evidence.passed ? CHANGES_TREE : whyFailed(result.evidence),
        check: commandText(check.command),
        evidence: result.evidence.id,
      },
    ];
  });
}

/** Why a check that passed proves nothing. */
export const CHANGES_TREE = 'its check changes the work tree';

/** Runs the checks of the mustNot entries. An entry that no longer holds is a blocker. */
export async function proveLimits(context: Context, opened: OpenRun): Promise<readonly GateFailure[]> {
  const { mustNot = [], mustNotChecks = [] } = opened.run.frames.at(-1)?.workflow ?? {};
  const wanted = mustNotChecks.map(({ entry, command }) => ({
    name: `must not ${mustNot[entry - 1] ?? entry}`,
    entry,
    check: { command },
  }));
  const results = await run(context, opened, wanted);
  return wanted.flatMap(({ name, entry, check }) => {
    const result = results.find((one) => one.name === name);
    if (result?.evidence.passed) return [];
    return [
      {
        subject: `Undo what breaks mustNot ${entry}: ${mustNot[entry - 1] ?? ''}`,
        why: whyOf(result),
        check: typeof check.command === 'string' ? check.command : undefined,
        evidence: result?.evidence.id,
        metadata: { severity: 'BLOCKER', mustNot: entry },
      },
    ];
  });
}

/** The work tree as a whole, as the gate leaves it; undefined if it can't be read. */
export function wholeTree(context: Context, root: string): string | undefined {
  return readChecks(placeOfCall(context, root), [{ command: '' }]).known.get(scopeOf({}));
}

type Wanted = { readonly name: string; readonly check: CommandCheck };

async function run(
  context: Context,
  opened: OpenRun,
  wanted: readonly Wanted[],
): Promise<readonly Verification<Check>[]> {
  if (wanted.length === 0) return [];
  const { root } = opened;
  const { results } = await runChecks(context, {
    root,
    run: () => opened.run,
    wanted: wanted.map(({ name, check }) => ({ name, check })),
    again: AGAIN,
    readTree: (checks) => {
      const { known } = readChecks(placeOfCall(context, root), checks);
      return checks.map((check) => known.get(scopeOf(check)));
    },
    record: () => undefined,
  });
  return results;
}

function record(context: Context, opened: OpenRun, { id }: Task, result: Proof): void {
  submit(opened, { type: 'task', at: context.now(), action: 'change', id, metadata: proofOf(result) });
}

/** The results of criteria on the current work tree, by their checks. */
function evidenceOfCriteria(opened: OpenRun): ReadonlyMap<string, Proof> {
  return new Map(
    (opened.run.frames.at(-1)?.criteria ?? []).flatMap(({ check, evidence }): [string, Proof][] =>
      check && !isJudged(check) && !check.folder && evidence
        ? [[keyOf(check), { evidence, changedTree: evidence.isStale === true }]]
        : [],
    ),
  );
}

function keyOf(check: CommandCheck): string {
  return JSON.stringify([check.command, scopeOf(check)]);
}

function whyOf(result: Proof | undefined): string {
  return result ? whyFailed(result.evidence) : 'it did not run';
}
