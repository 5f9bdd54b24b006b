import type { Verification } from '@loopwright/checks';
import { taskName, type Task } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { whyFailed } from '../../answers/why-failed.ts';
import { runChecks } from '../../checks/run-checks.ts';
import type { Context } from '../../program/context.ts';
import { checkOfTask } from '../../workflow/task-proof.ts';
import { nameOf } from '../../workflow/tasks.ts';

/** The result of a task's check. */
type CheckedTask = Pick<Verification, 'evidence' | 'changedTree'>;

/** Runs the check of a task like any check; undefined when it has none. */
export async function runTaskCheck(
  context: Context,
  opened: OpenRun,
  found: Task,
): Promise<CheckedTask | undefined> {
  const check = checkOfTask(found);
  if (!check) return undefined;
  const { results } = await runChecks(context, {
    root: opened.root,
    run: () => opened.run,
    wanted: [{ name: nameOf(found), check }],
    again: { words: ['task', 'verify', found.id] },
    // Other workers change the tree meanwhile, so only the result counts.
    readTree: () => [''],
    record: () => undefined,
  });
  return results[0];
}

/** Why a task failed whose check did not pass. */
export function failureOf({ evidence }: CheckedTask): string {
  return `its check failed (${whyFailed(evidence)})`;
}

/** Says how a task's check ended, and where its output is. */
export function resultText(found: Task, { evidence }: CheckedTask): string {
  const how = evidence.passed ? 'passed' : `failed (${whyFailed(evidence)})`;
  return `${taskName(found.id)}: its check ${how}; output in .loop/evidence/${evidence.id}.log`;
}
