import type { CommandOf } from '../model/command.ts';
import type { EventOf, LoopEvent } from '../model/event.ts';
import { isName } from '../model/names.ts';
import { given } from '../model/plans.ts';
import type { Frame, Task } from '../model/run.ts';
import { planWaves } from '../plan-waves.ts';
import { refuseAttempt } from './contract.ts';
import { askPanelEvent } from './work.ts';
import { accepted, type Decision, rejected } from './decision.ts';

type TaskCommand = CommandOf<'task'>;

/** Manages the run's own tasks. A task has one owner at a time, and its blockers come first. */
export function task(frame: Frame, command: TaskCommand): Decision {
  const { action, at, reason = '' } = command;
  if (action === 'add') return add(frame, command);
  if (action === 'claim' && command.id === undefined) return claimNext(frame, command);
  const found = frame.tasks.find(({ id }) => id === command.id);
  if (!found) return rejected('unknown-task', { subject: command.id });
  const { id, subject } = found;
  if (changesUsers(found, command)) {
    const what = action === 'remove' ? 'removed' : 'replaced';
    return refuseAttempt({ at, what, subject: `task ${id}: ${subject}`, reason });
  }
  if (action === 'change') return change(frame, found, command);
  if (action !== 'remove') return move(frame, found, action, command);
  return accepted([{ type: 'task-removed', at, id, reason: reason || undefined }]);
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

function change(frame: Frame, { id }: Task, command: TaskCommand): Decision {
  const { at, subject, description, activeForm, blockedBy, metadata } = command;
  const wanted = [subject, description, activeForm, blockedBy, metadata];
  if (wanted.every((value) => value === undefined) || subject?.trim() === '') {
    return rejected('nothing-to-change', { subject: id });
  }
  const problem = blockedBy && dependencyProblem(frame, id, blockedBy);
  const changes = { subject, description, activeForm, blockedBy, metadata };
  return problem ?? accepted([{ type: 'task-changed', at, id, ...changes }]);
}

type Changes = Omit<EventOf<'task-changed'>, 'type' | 'at' | 'id'>;

/** What moves a task on: from which states, whether its blockers come first, and what changes. */
interface Move {
  readonly from: readonly Task['status'][];
  readonly isBlockable: boolean;
  readonly changes: (found: Task, command: TaskCommand) => Changes;
}

const OPEN = ['pending', 'in_progress'] as const;

const moves: Record<'claim' | 'release' | 'complete' | 'fail', Move> = {
  claim: {
    from: OPEN,
    isBlockable: true,
    changes: (_found, { owner = '', metadata }) => ({ status: 'in_progress', owner, metadata }),
  },
  release: {
    from: ['in_progress'],
    isBlockable: false,
    changes: (found) => ({ status: 'pending', owner: '', metadata: withoutLease(found) }),
  },
  complete: {
    from: OPEN,
    isBlockable: true,
    changes: (found, { metadata }) => ({ status: 'completed', metadata: withoutLease(found, metadata) }),
  },
  fail: {
    from: OPEN,
    isBlockable: false,
    changes: (found, { reason: lastFailure, metadata }) => {
      const failure = { stuckCount: stuckCountOf(found) + 1, ...given({ lastFailure }) };
      return { status: 'pending', owner: '', metadata: withoutLease(found, { ...metadata, ...failure }) };
    },
  },
};

function move(frame: Frame, found: Task, action: keyof typeof moves, command: TaskCommand): Decision {
  const { at, owner = action === 'claim' ? '' : undefined } = command;
  const { from, isBlockable, changes } = moves[action];
  if (!from.includes(found.status)) return rejected('nothing-to-change', { subject: found.id });
  const isFree = action === 'claim' && isAbandoned(found, at);
  if (isHeldByOther(found, owner) && !isFree) return rejected('task-held', { subject: found.owner });
  const blocker = isBlockable ? blockersOf(frame, found)[0] : undefined;
  if (blocker !== undefined) return rejected('task-blocked', { subject: blocker });
  const moved: LoopEvent = { type: 'task-changed', at, id: found.id, ...changes(found, command) };
  if (action !== 'fail') return accepted([moved]);
  const subject = `${found.id} ${found.subject}`;
  return accepted([moved, askPanelEvent(at, subject)], [{ code: 'ask-panel', subject }]);
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
export function withoutLease({ metadata }: Task, more?: Task['metadata']): Task['metadata'] | undefined {
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
    activeForm,
    by,
  };
  return accepted([{ type: 'task-added', at, task: added }, ...reopened(frame, at)]);
}

/** Work that turns up after the gate goes the whole way again. */
export function reopened({ workflow }: Frame, at: number): LoopEvent[] {
  return workflow?.gate?.passed ? [{ type: 'staged', at, stage: 'executing' }] : [];
}

function claimNext(frame: Frame, command: TaskCommand): Decision {
  const isFree = (one: Task): boolean => one.status === 'pending' || isAbandoned(one, command.at);
  const free = frame.tasks.find((one) => isFree(one) && blockersOf(frame, one).length === 0);
  return free ? move(frame, free, 'claim', command) : rejected('nothing-free');
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

/** The number after the highest one. */
export function nextId(tasks: readonly Pick<Task, 'id'>[]): string {
  const last = tasks.reduce((most, { id }) => (/^\d{1,9}$/.test(id) ? Math.max(most, Number(id)) : most), 0);
  return String(last + 1);
}
