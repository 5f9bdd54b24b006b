import type { Decision, Frame, Run, Task } from '@loopwright/core';

/** The part of a run that only workflows have, as data, with tasks in the fields of Claude's own list. */
export function workflowJson(run: Run): Readonly<Record<string, unknown>> {
  const frame = run.frames.at(-1);
  return {
    workflow: frame?.workflow ? { ...frame.workflow, shape: frame.shape } : null,
    tasks: frame?.tasks ?? [],
    counsel: frame?.counsel ?? [],
  };
}

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
