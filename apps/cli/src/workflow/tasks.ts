import type { CommandCheck, CommandOf, Decision, Evidence, Frame, Task } from '@loopwright/core';
import { PLACES, sanitizeLine } from '@loopwright/core';
import { parseCommand } from '@loopwright/core/flags';

/** Finds a task of a frame by its id, with or without the `T-` and the zeros that announcements write. */
export function findTask(frame: Frame | undefined, typed: string): Task | undefined {
  const plain = /^T-0*(\d+)$/i.exec(typed)?.[1];
  return frame?.tasks.find(({ id }) => id === typed) ?? frame?.tasks.find(({ id }) => id === plain);
}

/** The task that a decision added; undefined where it added none. */
export function addedTask({ events }: Decision): Task | undefined {
  return events.find((event) => event.type === 'task-added')?.task;
}

/** The wave that a task was begun in; undefined before. */
export function waveOf({ metadata }: Task): number | undefined {
  const wave = metadata['wave'];
  return typeof wave === 'number' ? wave : undefined;
}

/** What blocks a task: the ids of tasks that are not completed. */
export function blockersOf({ tasks }: Frame, { blockedBy }: Task): readonly string[] {
  return blockedBy.filter((id) => tasks.some((one) => one.id === id && one.status !== 'completed'));
}

/** A task as failures and panels call it. */
export function nameOf({ id, subject }: Task): string {
  return sanitizeLine(`${id} ${subject}`);
}

/** Why earlier attempts at a task failed. Old records have only the last reason. */
export function failuresIn({ metadata: { failedWith, lastFailure } }: Task): string[] {
  if (Array.isArray(failedWith)) return failedWith.filter((one) => typeof one === 'string');
  return typeof lastFailure === 'string' ? [lastFailure] : [];
}

/** The check of a task; undefined if it has none. */
export function checkOfTask({ metadata: { check, paths } }: Task): CommandCheck | undefined {
  if (typeof check !== 'string' || check.trim() === '') return undefined;
  return {
    command: parseCommand(check),
    ...(Array.isArray(paths) && { paths: paths.filter((one) => typeof one === 'string') }),
  };
}

/** What is recorded about a task beside its fixed fields. */
export type Metadata = NonNullable<CommandOf<'task'>['metadata']>;

/** What of a check's result counts for its task. */
export interface Proof {
  readonly evidence: Evidence;
  readonly changedTree: boolean;
}

/** The fields of a check's result on its task. Evidence of a check that changed the work tree proves no tree. */
export function proofOf({ evidence, changedTree }: Proof): Metadata {
  const { id, passed, at, fingerprint } = evidence;
  return {
    verification: 'execution output',
    evidence: id,
    passed,
    checkedAt: at,
    fingerprint: changedTree ? '' : fingerprint,
  };
}

/** The command that completes a task; one without a check needs a note. */
export function completeWords({ id, metadata }: Task, owner: string): readonly string[] {
  const note = metadata['check'] ? [] : ['--basis', PLACES.basis, '--note', PLACES.note];
  return ['task', 'complete', id, '--owner', owner, ...note];
}
