import {
  type CommandCheck,
  commandText,
  type Criterion,
  isJudged,
  isMet,
  sanitizeLine,
  scopeOf,
  taskName,
} from '@loopwright/core';
import type { Verification } from '@loopwright/hooks';
import { whyFailed } from '../../answers/why-failed.ts';
import { runChecks } from '../../checks/run-checks.ts';
import { verifyCriteria, type VerifiedCriteria } from '../../checks/verify-criteria.ts';
import { placeOfCall, readChecks } from '../../session/read-work-tree.ts';
import { submit } from '../../session/submit.ts';
import type { Call } from '../../workflow/call.ts';
import { checkOfTask, type Metadata, nameOf, type Proof, proofOf } from '../../workflow/tasks.ts';

type GateCall = Call<'gate'>;

/** A failure that the gate found, as the task that fixes it. */
export interface GateFailure {
  readonly subject: string;
  readonly why: string;
  readonly metadata: Metadata;
}

const AGAIN = { words: ['gate'] };

/** Why a check that passed proves nothing. */
const CHANGES_TREE = 'its check changes the work tree';

/** Runs the checks of criteria, tasks and mustNot, and records the results. Gives what failed. */
export async function runAllChecks(
  call: GateCall,
): Promise<{ readonly failed: readonly GateFailure[]; readonly notices: VerifiedCriteria['notices'] }> {
  const { context, opened } = call;
  const wanted = criteriaOf(call).flatMap(({ name, check }) => (check ? [{ name, check }] : []));
  const { notices } =
    wanted.length > 0 ? await verifyCriteria(context, opened, { wanted, again: AGAIN }) : { notices: [] };
  const failed = [
    ...criteriaOf(call)
      .filter((one) => !isMet(one))
      .map(criterionFailure),
    ...(await proveTasks(call)),
    ...(await proveProhibitions(call)),
  ];
  return { failed, notices };
}

function criteriaOf({ opened }: GateCall): readonly Criterion[] {
  return opened.run.frames.at(-1)?.criteria ?? [];
}

function criterionFailure({ name, check, evidence }: Criterion): GateFailure {
  return {
    subject: `Make it hold: ${sanitizeLine(name, 180)}`,
    why: evidence?.passed === false ? whyFailed(evidence) : CHANGES_TREE,
    metadata: {
      criterion: name,
      ...(check && !isJudged(check) && typeof check.command === 'string' && { check: check.command }),
      ...(evidence && { evidence: evidence.id }),
    },
  };
}

/** Runs each check of tasks once, and none that ran for a criterion. */
async function proveTasks(call: GateCall): Promise<readonly GateFailure[]> {
  const { context, opened } = call;
  const tasks = (opened.run.frames.at(-1)?.tasks ?? []).flatMap((task) => {
    const check = checkOfTask(task);
    return check ? [{ task, check, key: keyOf(check) }] : [];
  });
  const firsts = tasks.filter(({ key }, index) => tasks.findIndex((one) => one.key === key) === index);
  const ofCriteria = new Map(
    criteriaOf(call).flatMap(({ check, evidence }): [string, Proof][] =>
      check && !isJudged(check) && !check.folder && evidence
        ? [[keyOf(check), { evidence, changedTree: evidence.isStale === true }]]
        : [],
    ),
  );
  const own = firsts.filter(({ key }) => !ofCriteria.has(key));
  const results = await runOnTree(
    call,
    own.map(({ task, check }) => ({ name: nameOf(task), check })),
  );
  const ofTasks = new Map(own.map(({ task, key }) => [key, results.get(nameOf(task))]));
  for (const { task, key } of tasks) {
    const proof = ofCriteria.get(key) ?? ofTasks.get(key);
    if (!proof) continue;
    const metadata = proofOf(proof);
    submit(opened, { type: 'task', at: context.now(), action: 'change', id: task.id, metadata });
  }
  // A criterion that fails has a task of its own.
  return own.flatMap(({ task, check, key }) => {
    const proof = ofTasks.get(key);
    if (!proof || (proof.evidence.passed && !proof.changedTree)) return [];
    return [
      {
        subject: `Make it hold again: ${taskName(task.id)} ${task.subject}`,
        why: proof.evidence.passed ? CHANGES_TREE : whyFailed(proof.evidence),
        metadata: { check: commandText(check.command), evidence: proof.evidence.id },
      },
    ];
  });
}

/** Runs the checks of the mustNot entries. An entry that no longer holds is a blocker. */
async function proveProhibitions(call: GateCall): Promise<readonly GateFailure[]> {
  const { mustNot = [], mustNotChecks = [] } = call.opened.run.frames.at(-1)?.workflow ?? {};
  const wanted = mustNotChecks.map(({ entry, command }) => ({
    name: `must not ${mustNot[entry - 1] ?? entry}`,
    entry,
    check: { command },
  }));
  const results = await runOnTree(call, wanted);
  return wanted.flatMap(({ name, entry, check: { command } }) => {
    const evidence = results.get(name)?.evidence;
    if (evidence?.passed) return [];
    return [
      {
        subject: `Undo what breaks mustNot ${entry}: ${mustNot[entry - 1] ?? ''}`,
        why: evidence ? whyFailed(evidence) : 'it did not run',
        metadata: {
          severity: 'BLOCKER',
          mustNot: entry,
          ...(typeof command === 'string' && { check: command }),
          ...(evidence && { evidence: evidence.id }),
        },
      },
    ];
  });
}

/** Runs checks on the work tree as it is. Gives the results by name. */
async function runOnTree(
  { context, opened }: GateCall,
  wanted: readonly { readonly name: string; readonly check: CommandCheck }[],
): Promise<ReadonlyMap<string, Verification>> {
  if (wanted.length === 0) return new Map();
  const { results } = await runChecks(context, {
    root: opened.root,
    run: () => opened.run,
    wanted: wanted.map(({ name, check }) => ({ name, check })),
    again: AGAIN,
    readTree: (checks) => {
      const { known } = readChecks(placeOfCall(context, opened.root), checks);
      return checks.map((check) => known.get(scopeOf(check)));
    },
    record: () => undefined,
  });
  return new Map(results.map((result) => [result.name, result]));
}

function keyOf(check: CommandCheck): string {
  return JSON.stringify([check.command, scopeOf(check)]);
}
