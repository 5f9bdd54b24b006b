import type { EventOf } from '../model/event.ts';
import { given } from '../model/plans.ts';
import type { Task } from '../model/run.ts';
import { type Reducers, top, withoutRequest } from './change.ts';
import { withProgressIf } from './progress.ts';
import { withReviewsReset } from './workflow.ts';

/** The tasks of the run. */
export const tasks = {
  'task-added': top(({ tasks, workflow }, { task }) => ({
    tasks: withTask(tasks, task),
    workflow: workflow && withReviewsReset(workflow),
  })),

  'task-changed': top((frame, event) => {
    const found = frame.tasks.find(({ id }) => id === event.id);
    if (!found) return {};
    const changed = changeTask(found, event);
    const tasks = frame.tasks.map((task) => (task === found ? changed : task));
    const isDone = changed.status === 'completed';
    return {
      notes: isDone ? withoutRequest(frame, `${found.id} ${found.subject}`) : frame.notes,
      tasks: event.blockedBy === undefined ? tasks : withBlocks(tasks),
      breaker: withProgressIf(isDone && found.status !== 'completed', frame.breaker),
    };
  }),

  'task-removed': top(({ tasks }, { id }) => {
    const others = tasks.filter((task) => task.id !== id);
    return {
      tasks: withBlocks(
        others.map((task) => ({ ...task, blockedBy: task.blockedBy.filter((blocker) => blocker !== id) })),
      ),
    };
  }),
} satisfies Partial<Reducers>;

function changeTask(
  task: Task,
  { type: _type, at: _at, isByHand: _isByHand, metadata, ...changes }: EventOf<'task-changed'>,
): Task {
  const changed = { ...task, ...given(changes), metadata: mergeMetadata(task.metadata, metadata) };
  return { ...changed, owner: changed.owner || undefined };
}

/** Adds a task without recomputing the others: long lists are folded one task at a time. */
function withTask(tasks: readonly Task[], task: Task): Task[] {
  const others = tasks.filter(({ id }) => id !== task.id);
  if (others.length < tasks.length) return withBlocks([...others, task]);
  const blockers = new Set(task.blockedBy);
  const blocks = others.filter(({ blockedBy }) => blockedBy.includes(task.id)).map(({ id }) => id);
  const known = others.map((one) =>
    blockers.has(one.id) ? { ...one, blocks: [...one.blocks, task.id] } : one,
  );
  return [...known, { ...task, blocks }];
}

/** `blocks` is `blockedBy` seen from the other side; it is derived, so the two can't disagree. */
function withBlocks(tasks: readonly Task[]): Task[] {
  const blocks = new Map<string, string[]>(tasks.map(({ id }) => [id, []]));
  for (const task of tasks) for (const id of new Set(task.blockedBy)) blocks.get(id)?.push(task.id);
  return tasks.map((task) => ({ ...task, blocks: blocks.get(task.id) ?? [] }));
}

/** `null` deletes a key, as in Claude's own task list. */
function mergeMetadata(old: Task['metadata'], changes: Task['metadata'] | undefined): Task['metadata'] {
  if (!changes) return old;
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null));
}
