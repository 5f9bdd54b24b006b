import type { EventOf } from '../model/event.ts';
import type { Task } from '../model/run.ts';
import { onTop, onWorkflow, without, withoutRequest } from './change.ts';
import { withProgressIf } from './progress.ts';
import type { ReducersOf } from './reducers.ts';
import { withReviewsReset } from './workflow.ts';

/** The tasks of the run. */
export const tasks: ReducersOf<'task-added' | 'task-changed' | 'task-removed'> = {
  'task-added': (run, event) =>
    onWorkflow(
      onTop(run, (frame) => ({ ...frame, tasks: withTask(frame.tasks, event.task) })),
      withReviewsReset,
    ),

  'task-changed': (run, event) => {
    return onTop(run, (frame) => {
      const found = frame.tasks.find(({ id }) => id === event.id);
      if (!found) return frame;
      const changed = changeTask(found, event);
      const tasks = frame.tasks.map((task) => (task === found ? changed : task));
      const isDone = changed.status === 'completed';
      return {
        ...(isDone ? withoutRequest(frame, `${found.id} ${found.subject}`) : frame),
        tasks: event.blockedBy === undefined ? tasks : withBlocks(tasks),
        breaker: withProgressIf(isDone && found.status !== 'completed', frame.breaker),
      };
    });
  },

  'task-removed': (run, event) =>
    onTop(run, (frame) => ({
      ...frame,
      tasks: withBlocks(
        frame.tasks
          .filter(({ id }) => id !== event.id)
          .map((task) => ({ ...task, blockedBy: task.blockedBy.filter((id) => id !== event.id) })),
      ),
    })),
};

function changeTask(task: Task, event: EventOf<'task-changed'>): Task {
  const { owner } = event;
  const changed: Task = {
    ...task,
    ...(event.status !== undefined && { status: event.status }),
    ...(event.subject !== undefined && { subject: event.subject }),
    ...(event.description !== undefined && { description: event.description }),
    ...(event.activeForm !== undefined && { activeForm: event.activeForm }),
    ...(event.blockedBy !== undefined && { blockedBy: event.blockedBy }),
    metadata: mergeMetadata(task.metadata, event.metadata),
  };
  if (owner === undefined) return changed;
  return owner === '' ? without(changed, 'owner') : { ...changed, owner };
}

/** Appends a task.  Adds a task without recomputing the others: long lists are folded one task at a time. */
function withTask(tasks: readonly Task[], task: Task): Task[] {
  const others = tasks.some(({ id }) => id === task.id) ? tasks.filter(({ id }) => id !== task.id) : tasks;
  if (others !== tasks) return withBlocks([...others, task]);
  const blockers = new Set(task.blockedBy);
  const blocks = others.filter(({ blockedBy }) => blockedBy.includes(task.id)).map(({ id }) => id);
  const known =
    blockers.size === 0
      ? others
      : others.map((one) => (blockers.has(one.id) ? { ...one, blocks: [...one.blocks, task.id] } : one));
  return [...known, { ...task, blocks }];
}

/** `blocks` is `blockedBy` seen from the other side; it is derived, so the two can't disagree. */
function withBlocks(tasks: readonly Task[]): Task[] {
  const blocks = new Map<string, string[]>();
  for (const task of tasks) {
    for (const id of new Set(task.blockedBy)) {
      const list = blocks.get(id);
      if (list) list.push(task.id);
      else blocks.set(id, [task.id]);
    }
  }
  return tasks.map((task) => ({ ...task, blocks: blocks.get(task.id) ?? [] }));
}

/** `null` deletes a key, as in Claude's own task list. */
function mergeMetadata(old: Task['metadata'], changes: Task['metadata'] | undefined): Task['metadata'] {
  if (!changes) return old;
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null));
}
