import type { CommandOf } from '../model/command.ts';
import type { EventOf, LoopEvent } from '../model/event.ts';
import { given } from '../model/plans.ts';
import type { Run, Task } from '../model/run.ts';
import { isFields } from '../views/json.ts';
import { accepted, type Decision, refuse, topOf } from './decision.ts';
import { nextId, reopened, stuckCountOf, withoutLease } from './tasks.ts';

type Listed = CommandOf<'listed'>;
type ListedTask = Listed['tasks'][number];

/**
 * Takes over what changed in Claude's own task list: the source of truth for its tasks (seed 002). A change that was
 * made by `loop task` stays until the list changes again. Nothing in the list proves a task.
 */
export function listed(run: Run | undefined, command: Listed): Decision {
  const frame = topOf(run);
  if (!run || !frame) return refuse(run);
  const { at, list, ids } = command;
  const known = new Map<string, Task>();
  // Each loop on the stack has its own tasks; those of an outer one wait with it.
  const outer = new Set(
    run.frames.slice(0, -1).flatMap(({ tasks }) => tasks.flatMap((one) => idIn(list, one) ?? [])),
  );
  for (const task of frame.tasks) {
    const id = idIn(list, task);
    if (id !== undefined) known.set(id, task);
  }
  const own = command.tasks.filter(({ id }) => !outer.has(id));
  const added = own.filter(({ id }) => !known.has(id));
  const named = new Map([...known].map(([id, task]) => [id, task.id]));
  const taken = frame.tasks.map(({ id }) => ({ id }));
  for (const { id } of added) {
    const name = taken.some((one) => one.id === id) ? nextId(taken) : id;
    named.set(id, name);
    taken.push({ id: name });
  }
  const blockersOf = ({ blockedBy }: ListedTask): string[] => blockedBy.flatMap((id) => named.get(id) ?? []);
  const gone = [...known].filter(([id]) => !ids.includes(id)).map(([, task]) => task);
  return accepted([
    ...added.map((one): LoopEvent => ({
      type: 'task-added',
      at,
      task: {
        id: named.get(one.id) ?? one.id,
        subject: one.subject,
        description: one.description,
        activeForm: one.activeForm,
        status: one.status,
        owner: one.owner,
        blocks: [],
        blockedBy: blockersOf(one),
        metadata: { stuckCount: one.stuckCount ?? 0, listed: { list, id: one.id, status: one.status } },
      },
    })),
    ...(added.length > 0 ? reopened(frame, at) : []),
    ...own.flatMap((one) => {
      const task = known.get(one.id);
      return task ? changeOf(task, one, blockersOf(one), command) : [];
    }),
    ...gone.filter(({ status }) => status !== 'completed').map((task) => goneEvent(task, command)),
  ]);
}

/** The number of a task in this list; undefined for a task that is not from it. */
function idIn(list: string, { metadata: { listed: from } }: Task): string | undefined {
  return isFields(from) && from['list'] === list && typeof from['id'] === 'string' ? from['id'] : undefined;
}

/** What changed in the list since it was read last. Its status counts only then, its words always. */
function changeOf(task: Task, one: ListedTask, blockedBy: string[], { at, list }: Listed): LoopEvent[] {
  const { listed: from } = task.metadata;
  const isMoved = isFields(from) && from['status'] !== one.status;
  const { subject, description, activeForm, owner, status } = one;
  const stuckCount =
    one.stuckCount !== undefined && one.stuckCount > stuckCountOf(task) ? one.stuckCount : undefined;
  const changes: Omit<EventOf<'task-changed'>, 'type' | 'at' | 'id' | 'metadata'> = given({
    subject: subject === task.subject ? undefined : subject,
    description: description === task.description ? undefined : description,
    activeForm: activeForm === task.activeForm ? undefined : activeForm,
    owner: isMoved && owner !== task.owner ? (owner ?? '') : undefined,
    status: isMoved ? status : undefined,
    blockedBy: blockedBy.length > 0 && blockedBy.join() !== task.blockedBy.join() ? blockedBy : undefined,
  });
  if (Object.keys(changes).length === 0 && stuckCount === undefined) return [];
  const metadata = { ...given({ stuckCount }), listed: { list, id: one.id, status } };
  const isOver = isMoved && status === 'completed';
  return [
    {
      type: 'task-changed',
      at,
      id: task.id,
      ...changes,
      metadata: (isOver ? withoutLease(task, metadata) : undefined) ?? metadata,
    },
  ];
}

/** The client empties a list whose tasks are all completed; a task that went alone was deleted. */
function goneEvent({ id }: Task, { at, ids }: Listed): LoopEvent {
  return ids.length === 0
    ? { type: 'task-changed', at, id, status: 'completed' }
    : { type: 'task-removed', at, id, reason: "deleted in Claude's task list" };
}
