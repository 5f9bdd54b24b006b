import type { CommandOf } from '../model/command.ts';
import type { EventOf, LoopEvent } from '../model/event.ts';
import { isName } from '../model/names.ts';
import { given } from '../model/plans.ts';
import type { Frame, Run, Task } from '../model/run.ts';
import { planWaves } from '../plan-waves.ts';
import { refuseAttempt } from './contract.ts';
import { accepted, type Decision, rejected } from './decision.ts';
import { refuse, topOf } from './open-frame.ts';

type TaskCommand = CommandOf<'task'>;

/** Manages the run's own tasks. A task has one owner at a time, and its blockers come first. */
export function task(run: Run | undefined, command: TaskCommand): Decision {
  const frame = topOf(run);
  if (!frame) return refuse(run);
  if (command.action === 'add') return add(frame, command);
  if (command.action === 'claim' && command.id === undefined) return claimNext(frame, command);
  const found = frame.tasks.find(({ id }) => id === command.id);
  if (!found) return rejected('unknown-task', { subject: command.id });
  if (changesUsers(found, command)) return refuseChange(found, command);
  return actions[command.action](frame, found, command);
}

/** True if Claude's request removes or changes a task of the user. Adding a first check is allowed. */
function changesUsers({ by, subject, description, metadata }: Task, wanted: TaskCommand): boolean {
  if (by !== 'user' || wanted.by === 'user') return false;
  if (wanted.action === 'remove') return true;
  const isOther = (old: unknown, now: unknown): boolean =>
    now !== undefined && JSON.stringify(now) !== JSON.stringify(old);
  return (
    isOther(subject, wanted.subject) ||
    isOther(description, wanted.description) ||
    ['check', 'paths'].some(
      (key) => metadata['check'] !== undefined && isOther(metadata[key], wanted.metadata?.[key]),
    )
  );
}

function refuseChange({ id, subject }: Task, { at, action, reason = '' }: TaskCommand): Decision {
  const what = action === 'remove' ? 'removed' : 'replaced';
  return refuseAttempt({ at, what, subject: `task ${id}: ${subject}`, reason });
}

const actions: Record<
  Exclude<TaskCommand['action'], 'add'>,
  (frame: Frame, found: Task, command: TaskCommand) => Decision
> = {
  change: (frame, found, command) => {
    const { at, subject, description, activeForm, blockedBy, metadata } = command;
    const wanted = [subject, description, activeForm, blockedBy, metadata];
    if (wanted.every((value) => value === undefined) || subject?.trim() === '') {
      return rejected('nothing-to-change', { subject: found.id });
    }
    if (blockedBy) {
      const problem = dependencyProblem(frame, found.id, blockedBy);
      if (problem) return problem;
    }
    return changed(found, { at, subject, description, activeForm, blockedBy, metadata });
  },

  claim: (frame, found, { at, owner = '', metadata }) => {
    if (found.status === 'completed') return rejected('nothing-to-change', { subject: found.id });
    if (isHeldByOther(found, owner) && !isAbandoned(found, at)) {
      return rejected('task-held', { subject: found.owner });
    }
    const blocker = blockersOf(frame, found)[0];
    if (blocker !== undefined) return rejected('task-blocked', { subject: blocker });
    return changed(found, { at, status: 'in_progress', owner, metadata });
  },

  release: (_frame, found, { at, owner }) => {
    if (found.status !== 'in_progress') return rejected('nothing-to-change', { subject: found.id });
    if (isHeldByOther(found, owner)) return rejected('task-held', { subject: found.owner });
    return changed(found, { at, status: 'pending', owner: '', metadata: withoutLease(found) });
  },

  complete: (frame, found, { at, owner, metadata }) => {
    if (found.status === 'completed') return rejected('nothing-to-change', { subject: found.id });
    if (isHeldByOther(found, owner)) return rejected('task-held', { subject: found.owner });
    const blocker = blockersOf(frame, found)[0];
    if (blocker !== undefined) return rejected('task-blocked', { subject: blocker });
    return changed(found, { at, status: 'completed', metadata: withoutLease(found, metadata) });
  },

  fail: (_frame, found, { at, owner, reason, metadata: more }) => {
    if (found.status === 'completed') return rejected('nothing-to-change', { subject: found.id });
    if (isHeldByOther(found, owner)) return rejected('task-held', { subject: found.owner });
    const subject = `${found.id} ${found.subject}`;
    const failure = given({ stuckCount: stuckCountOf(found) + 1, lastFailure: reason });
    const metadata = withoutLease(found, { ...more, ...failure });
    const { events } = changed(found, { at, status: 'pending', owner: '', metadata });
    const note = { kind: 'ask-panel', subject } as const;
    return accepted([...events, { type: 'noted', at, note }], [{ code: 'ask-panel', subject }]);
  },

  remove: (_frame, found, { at, reason }) =>
    accepted([{ type: 'task-removed', at, id: found.id, reason: reason || undefined }]),
};

function changed({ id }: Task, changes: Omit<EventOf<'task-changed'>, 'type' | 'id'>): Decision {
  return accepted([{ type: 'task-changed', id, ...changes }]);
}

/** How often a task failed. */
export function stuckCountOf({ metadata }: Task): number {
  const count = metadata['stuckCount'];
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : 0;
}

/** True for a task of another owner. */
function isHeldByOther({ status, owner }: Task, asker: string | undefined): boolean {
  return status === 'in_progress' && asker !== undefined && owner !== undefined && owner !== asker;
}

/** A dead worker doesn't release its task. After the lease, others may take it. */
function isAbandoned({ status, metadata }: Task, at: number): boolean {
  const until = metadata['leaseUntil'];
  return status === 'in_progress' && typeof until === 'number' && until <= at;
}

/** Drops the lease of a task that is no longer claimed. */
function withoutLease({ metadata }: Task, more?: Task['metadata']): Task['metadata'] | undefined {
  return Object.hasOwn(metadata, 'leaseUntil') ? { ...more, leaseUntil: null } : more;
}

function add(frame: Frame, command: TaskCommand): Decision {
  const { at, activeForm, blockedBy = [], metadata = {}, by } = command;
  const subject = command.subject?.trim() ?? '';
  if (subject === '') return rejected('nothing-to-change', { subject: 'subject' });
  const id = command.id ?? nextId(frame.tasks);
  if (!isName(id)) return rejected('bad-name', { subject: id });
  if (frame.tasks.some((one) => one.id === id)) return rejected('nothing-to-change', { subject: id });
  const problem = dependencyProblem(frame, id, blockedBy);
  if (problem) return problem;
  const added: Task = {
    id,
    subject,
    description: command.description ?? subject,
    status: 'pending',
    blocks: [],
    blockedBy,
    metadata,
    ...given({ activeForm, by }),
  };
  // Work that turns up after the gate goes the whole way again.
  const back: LoopEvent[] = frame.workflow?.gate?.passed ? [{ type: 'staged', at, stage: 'executing' }] : [];
  return accepted([{ type: 'task-added', at, task: added }, ...back]);
}

function claimNext(frame: Frame, command: TaskCommand): Decision {
  const isFree = (one: Task): boolean => one.status === 'pending' || isAbandoned(one, command.at);
  const free = frame.tasks.find((one) => isFree(one) && blockersOf(frame, one).length === 0);
  return free ? actions.claim(frame, free, command) : rejected('nothing-free');
}

function blockersOf(frame: Frame, { blockedBy }: Task): string[] {
  return blockedBy.filter((id) => frame.tasks.some((one) => one.id === id && one.status !== 'completed'));
}

function dependencyProblem(frame: Frame, id: string, blockedBy: readonly string[]): Decision | undefined {
  const others = frame.tasks.filter((one) => one.id !== id);
  const plan = planWaves([...others, { id, blockedBy }]);
  const missing = plan.missing.find((one) => one.id === id);
  if (missing) return rejected('unknown-task', { subject: missing.blockedBy });
  return plan.cycles.length > 0
    ? rejected('task-cycle', { subject: plan.cycles[0]?.join(' → ') })
    : undefined;
}

function nextId(tasks: readonly Task[]): string {
  const last = tasks.reduce((most, { id }) => (/^\d{1,9}$/.test(id) ? Math.max(most, Number(id)) : most), 0);
  return String(last + 1);
}
