import {
  type CommandCheck,
  commandText,
  type Criterion,
  type Decision,
  type Evidence,
  isJudged,
  isMet,
  sanitizeLine,
  scopeOf,
  taskName,
} from '@loopwright/core';
import type { Verification } from '@loopwright/hooks';
import { whyFailed } from '../../answers/why-failed.ts';
import { runChecks } from '../../checks/run-checks.ts';
import { verifyCriteria } from '../../checks/verify-criteria.ts';
import { type Call, frameOf, put } from '../../workflow/call.ts';
import { checkOfTask, type Metadata, nameOf, type Proof, proofOf } from '../../workflow/tasks.ts';

type GateCall = Call<'gate'>;

/** A failure that the gate found, as the task that fixes it. */
export interface GateFailure {
  readonly subject: string;
  readonly why: string;
  readonly metadata: Metadata;
}

const AGAIN = { words: ['gate'] };

/** Runs the checks of criteria, tasks and mustNot, and records the results. Gives what failed. */
export async function runAllChecks(
  call: GateCall,
): Promise<{ readonly failed: readonly GateFailure[]; readonly notices: Decision['notices'] }> {
  const wanted = criteriaOf(call).flatMap(({ name, check }) => (check ? [{ name, check }] : []));
  const { notices } =
    wanted.length > 0
      ? await verifyCriteria(call.context, call.opened, { wanted, again: AGAIN })
      : { notices: [] };
  const unmet = criteriaOf(call).filter((one) => !isMet(one));
  return {
    failed: [...unmet.map(criterionFailure), ...(await proveTasks(call)), ...(await proveMustNot(call))],
    notices,
  };
}

function criteriaOf(call: GateCall): readonly Criterion[] {
  return frameOf(call)?.criteria ?? [];
}

function criterionFailure({ name, check, evidence }: Criterion): GateFailure {
  const command = isJudged(check) ? undefined : check?.command;
  return failureOf(`Make it hold: ${sanitizeLine(name, 180)}`, evidence, {
    criterion: name,
    ...(typeof command === 'string' && { check: command }),
  });
}

/** A check proves nothing if it failed, did not run, or passed on a tree that it changed. */
function failureOf(subject: string, evidence: Evidence | undefined, metadata: Metadata): GateFailure {
  if (!evidence) return { subject, why: 'it did not run', metadata };
  const why = evidence.passed ? 'its check changes the work tree' : whyFailed(evidence);
  return { subject, why, metadata: { ...metadata, evidence: evidence.id } };
}

/** Runs each check of tasks once, and none that ran for a criterion. */
async function proveTasks(call: GateCall): Promise<readonly GateFailure[]> {
  const tasks = (frameOf(call)?.tasks ?? []).flatMap((task) => {
    const check = checkOfTask(task);
    return check ? [{ task, check, key: keyOf(check) }] : [];
  });
  const proofs = new Map<string, Proof>(
    criteriaOf(call).flatMap(({ check, evidence }) =>
      check && !isJudged(check) && !check.folder && evidence
        ? [[keyOf(check), { evidence, changedTree: evidence.isStale === true }]]
        : [],
    ),
  );
  const own = tasks.filter(
    ({ key }, index) => !proofs.has(key) && tasks.findIndex((one) => one.key === key) === index,
  );
  const wanted = own.map(({ task, check }) => ({ name: nameOf(task), check }));
  for (const [index, proof] of (await runOnTree(call, wanted)).entries()) {
    proofs.set(own[index]?.key ?? '', proof);
  }
  for (const { task, key } of tasks) {
    const proof = proofs.get(key);
    if (proof) put(call, { type: 'task', action: 'change', id: task.id, metadata: proofOf(proof) });
  }
  // A criterion that fails has a task of its own.
  return own.flatMap(({ task, check, key }) => {
    const proof = proofs.get(key);
    if (!proof || (proof.evidence.passed && !proof.changedTree)) return [];
    const subject = `Make it hold again: ${taskName(task.id)} ${task.subject}`;
    return [failureOf(subject, proof.evidence, { check: commandText(check.command) })];
  });
}

/** Runs the checks of the mustNot entries. An entry that no longer holds is a blocker. */
async function proveMustNot(call: GateCall): Promise<readonly GateFailure[]> {
  const { mustNot = [], mustNotChecks = [] } = frameOf(call)?.workflow ?? {};
  const wanted = mustNotChecks.map(({ entry, command }) => ({
    name: `must not ${mustNot[entry - 1] ?? entry}`,
    check: { command },
  }));
  const results = await runOnTree(call, wanted);
  return mustNotChecks.flatMap(({ entry, command }, index) => {
    const evidence = results[index]?.evidence;
    if (evidence?.passed) return [];
    const check = typeof command === 'string' && { check: command };
    const subject = `Undo what breaks mustNot ${entry}: ${mustNot[entry - 1] ?? ''}`;
    return [failureOf(subject, evidence, { severity: 'BLOCKER', mustNot: entry, ...check })];
  });
}

/** Runs checks on the work tree as it is. Gives the results in the same order. */
async function runOnTree(
  { context, opened }: GateCall,
  wanted: readonly { readonly name: string; readonly check: CommandCheck }[],
): Promise<readonly Verification[]> {
  if (wanted.length === 0) return [];
  return (await runChecks(context, opened, { wanted, again: AGAIN })).results;
}

function keyOf(check: CommandCheck): string {
  return JSON.stringify([check.command, scopeOf(check)]);
}
