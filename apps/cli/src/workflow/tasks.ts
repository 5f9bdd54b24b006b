import { sanitizeLine, type Decision, type Frame, type Task } from '@loopwright/core';

/** Finds a task of a frame by its id, with or without the `T-` and the zeros that announcements write. */
export function findTask(frame: Frame | undefined, typed: string): Task | undefined {
  const plain = /^T-0*(\d+)$/i.exec(typed)?.[1];
  return frame?.tasks.find(({ id }) => id === typed) ?? frame?.tasks.find(({ id }) => id === plain);
}

/** The task that a decision added; undefined where it added none. */
export function addedTask({ events }: Decision): Task | undefined {
  const added = events.find((event) => event.type === 'task-added');
  return added?.task;
}

/** The wave that a task was begun in; undefined before. */
export function waveOf({ metadata }: Task): number | undefined {
  const wave = metadata['wave'];
  return typeof wave === 'number' ? wave : undefined;
}

/** A task as failures and panels call it. */
export function nameOf({ id, subject }: Task): string {
  return sanitizeLine(`${id} ${subject}`);
}

/** How often a task has failed. */
export function failuresOf({ metadata }: Task): number {
  const count = metadata['stuckCount'];
  return typeof count === 'number' ? count : 0;
}
