import { sanitizeLine, taskName, type CommandOf, type Frame, type Task } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { authorOf } from '../../session/author.ts';
import { submit, type Done } from '../../session/submit.ts';
import { withRun } from '../../session/with-run.ts';
import { splitPaths } from '../../plan/frame-plan.ts';
import type { Answer, Context, Handler, Request } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';
import { failureOf, resultText, runTaskCheck } from './task-check.ts';
import { needsCheck, needsNote, noteOf, changedCheck } from './task-claims.ts';
import { briefing, failuresIn } from '../../workflow/briefing.ts';
import { taskDetails, taskLines } from '../../workflow/task-lines.ts';
import { workflowAnswer } from '../../workflow/workflow-answer.ts';
import { addedTask, findTask } from '../../workflow/tasks.ts';
import { completeWords, refusePlaceholders } from '../../workflow/placeholders.ts';
import { proofOf } from '../../workflow/task-proof.ts';
import { shortId } from '../../session/short-id.ts';

type Flags = Request<'task'>['flags'];

/** After this silence, a worker counts as dead. */
const DEFAULT_LEASE_MS = 30 * 60_000;

/** The most reasons of failures that a task keeps. */
const MAX_FAILURES = 20;

/** Plans tasks, assigns them to workers, and verifies their results. */
export const task: Handler<'task'> = (context, { words, flags }) => {
  const [action = 'list', ...rest] = words;
  refusePlaceholders([...rest, flags.verify, flags.note, flags.reason, flags.description]);
  return withRun(context, (opened) => act(context, opened, action, rest, flags));
};

async function act(
  context: Context,
  opened: OpenRun,
  action: string,
  rest: readonly string[],
  flags: Flags,
): Promise<Answer> {
  switch (action) {
    case 'list':
      return list(opened);
    case 'show':
      return workflowAnswer(opened, taskDetails(requireTask(opened, rest[0])));
    case 'add':
      return add(context, opened, rest.join(' '), flags);
    case 'change':
      return change(context, opened, rest, flags);
    case 'claim':
      return claim(context, opened, rest[0], flags);
    case 'release':
      return release(context, opened, rest[0], flags);
    case 'verify':
      return verify(context, opened, requireTask(opened, rest[0]));
    case 'complete':
      return complete(context, opened, requireTask(opened, rest[0]), flags);
    case 'fail':
      return fail(context, opened, requireTask(opened, rest[0]), {
        owner: flags.owner,
        reason: (flags.reason ?? rest.slice(1).join(' ')) || undefined,
      });
    default:
      return remove(context, opened, requireTask(opened, rest[0]), flags);
  }
}

function list(opened: OpenRun): Answer {
  const frame = opened.run.frames.at(-1);
  const answer = workflowAnswer(opened, []);
  return {
    ...answer,
    text: (page) => (frame && frame.tasks.length > 0 ? taskLines(frame, page) : ['There are no tasks.']),
  };
}

type TaskCommand = Omit<CommandOf<'task'>, 'type' | 'at'>;

function put(context: Context, opened: OpenRun, command: TaskCommand): Done {
  const by = authorOf(context.env, { root: opened.root, sessionId: opened.run.session });
  const isUsers = by === 'user';
  return submit(opened, { type: 'task', at: context.now(), ...command, ...(isUsers && { by }) });
}

function plain(context: Context, opened: OpenRun, command: TaskCommand, said: string): Answer {
  return workflowAnswer(opened, [said], put(context, opened, command));
}

function add(context: Context, opened: OpenRun, subject: string, flags: Flags): Answer {
  if (flags.verify === undefined && !flags.reason?.trim()) throw needsCheck(subject);
  const done = put(context, opened, {
    action: 'add',
    subject,
    ...(flags.id !== undefined && { id: flags.id }),
    ...described(opened, flags),
    metadata: {
      loopId: shortId(opened.run.id),
      stuckCount: 0,
      ...(flags.verify === undefined
        ? { uncheckedBecause: flags.reason ?? '' }
        : { check: flags.verify, verification: 'execution output' }),
      ...(flags.paths && { paths: splitPaths(flags.paths) }),
    },
  });
  const added = addedTask(done.decision);
  return workflowAnswer(opened, added ? [`Added ${titleOf(added)}`] : [], done);
}

function change(
  context: Context,
  opened: OpenRun,
  [typed, ...words]: readonly string[],
  flags: Flags,
): Answer {
  const found = requireTask(opened, typed);
  const { id } = found;
  const subject = words.join(' ');
  const metadata = { ...changedCheck(found, flags), ...noteOf(flags) };
  return plain(
    context,
    opened,
    {
      action: 'change',
      id,
      ...(subject !== '' && { subject }),
      ...described(opened, flags),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
    `Changed ${taskName(id)}.`,
  );
}

/** Removes a task, and records the reason. */
function remove(context: Context, opened: OpenRun, { id }: Task, { reason }: Flags): Answer {
  if (!reason?.trim()) {
    throw new CliError({
      exit: 'usage',
      message: `Why is it no longer to be done? loop task remove ${id} --reason "…"`,
    });
  }
  return plain(context, opened, { action: 'remove', id, reason }, 'Removed.');
}

function described(opened: OpenRun, flags: Flags): Partial<TaskCommand> {
  const { description } = flags;
  const blockers = flags['blocked-by']
    ?.flatMap((ids) => ids.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');
  return {
    ...(description !== undefined && { description }),
    ...(flags['active-form'] !== undefined && { activeForm: flags['active-form'] }),
    ...(blockers && { blockedBy: blockers.map((id) => findTask(opened.run.frames.at(-1), id)?.id ?? id) }),
  };
}

function claim(context: Context, opened: OpenRun, typed: string | undefined, flags: Flags): Answer {
  const { owner } = flags;
  if (owner === undefined || owner.trim() === '') {
    throw new CliError({
      exit: 'usage',
      message: 'Who claims it? A name that no other worker has: loop task claim --owner worker-1',
      next: { words: ['task', 'claim', '--owner', 'worker-1'] },
    });
  }
  const done = put(context, opened, {
    action: 'claim',
    owner,
    ...(typed !== undefined && { id: requireTask(opened, typed).id }),
    metadata: { leaseUntil: context.now() + (flags.lease ?? DEFAULT_LEASE_MS) },
  });
  const id = done.decision.events.flatMap((event) => (event.type === 'task-changed' ? [event.id] : []))[0];
  const frame = done.run.frames.at(-1);
  const claimed = findTask(frame, id ?? '');
  const answer = workflowAnswer(
    opened,
    claimed && frame
      ? [`${owner} holds it now.`, '', ...taskDetails(claimed), ...known(opened.root, frame, claimed)]
      : [],
    done,
  );
  if (!claimed) return answer;
  return {
    ...answer,
    json: { ...answer.json, task: claimed },
    next: { words: completeWords(claimed, owner), when: 'once it is done' },
  };
}

function known(root: string, frame: Frame, claimed: Task): string[] {
  const lines = briefing(root, frame, claimed);
  return lines.length > 0 ? ['', ...lines] : [];
}

/** Gives back one task, or all that a worker held who is gone. */
function release(context: Context, opened: OpenRun, typed: string | undefined, flags: Flags): Answer {
  const { owner } = flags;
  if (typed !== undefined) {
    const { id } = requireTask(opened, typed);
    return plain(
      context,
      opened,
      { action: 'release', id, ...(owner !== undefined && { owner }) },
      `${taskName(id)} is free.`,
    );
  }
  if (owner === undefined) throw whichTask('release');
  const held = (opened.run.frames.at(-1)?.tasks ?? []).filter(
    (one) => one.status === 'in_progress' && one.owner === owner,
  );
  const given = held.filter(
    ({ id }) => !put(context, opened, { action: 'release', id, owner }).decision.rejected,
  );
  return workflowAnswer(opened, [
    given.length === 0
      ? `${owner} holds nothing.`
      : `Free again: ${given.map(({ id }) => taskName(id)).join(', ')}.`,
  ]);
}

async function verify(context: Context, opened: OpenRun, found: Task): Promise<Answer> {
  const result = await runTaskCheck(context, opened, found);
  if (!result) {
    throw new CliError({
      exit: 'error',
      message: `${taskName(found.id)} has no check.`,
      next: { words: ['task', 'change', found.id, '--verify', 'npm test'], when: 'for example' },
    });
  }
  const done = put(context, opened, { action: 'change', id: found.id, metadata: proofOf(result) });
  const answer = workflowAnswer(opened, [resultText(found, result)], done);
  return result.evidence.passed ? answer : { ...answer, exit: 'unproved' };
}

async function complete(context: Context, opened: OpenRun, found: Task, flags: Flags): Promise<Answer> {
  const { owner } = flags;
  const isOver = isRefused(found, owner);
  const result = isOver ? undefined : await runTaskCheck(context, opened, found);
  if (!isOver && !result && !flags.note?.trim()) throw needsNote(found);
  if (result && !result.evidence.passed) {
    const answer = fail(context, opened, found, { owner, reason: failureOf(result), proof: proofOf(result) });
    return { ...answer, exit: 'unproved' };
  }
  const done = put(context, opened, {
    action: 'complete',
    id: found.id,
    ...(owner !== undefined && { owner }),
    metadata: result ? proofOf(result) : noteOf(flags),
  });
  return workflowAnswer(
    opened,
    [
      `[LOOP] ✓ ${titleOf(found)} complete | Progress: ${progressOf(opened)}`,
      ...(result ? [resultText(found, result)] : []),
    ],
    done,
  );
}

/** True if the task can't be completed, even if its check passes. */
function isRefused(found: Task, owner: string | undefined): boolean {
  const isHeld = found.status === 'in_progress' && owner !== undefined && found.owner !== owner;
  return found.status === 'completed' || isHeld;
}

interface Failure {
  readonly owner: string | undefined;
  readonly reason: string | undefined;
  readonly proof?: TaskCommand['metadata'];
}

function fail(context: Context, opened: OpenRun, found: Task, { owner, reason, proof }: Failure): Answer {
  const done = put(context, opened, {
    action: 'fail',
    id: found.id,
    ...(owner !== undefined && { owner }),
    ...(reason !== undefined && { reason }),
    metadata: {
      ...proof,
      ...(reason !== undefined && { failedWith: [...failuresIn(found), reason].slice(-MAX_FAILURES) }),
    },
  });
  const answer = workflowAnswer(
    opened,
    [`${titleOf(found)} failed${reason === undefined ? '' : `: ${sanitizeLine(reason)}`}. It is free again.`],
    done,
  );
  return done.decision.rejected
    ? answer
    : { ...answer, next: { words: ['panel', found.id], when: 'before it is tried again' } };
}

function titleOf({ id, subject }: Task): string {
  return `${taskName(id)}: ${sanitizeLine(subject)}`;
}

function progressOf({ run }: OpenRun): string {
  const tasks = run.frames.at(-1)?.tasks ?? [];
  return `${tasks.filter(({ status }) => status === 'completed').length}/${tasks.length}`;
}

function requireTask(opened: OpenRun, typed: string | undefined): Task {
  if (typed === undefined) throw whichTask('show');
  const found = findTask(opened.run.frames.at(-1), typed);
  if (found) return found;
  throw new CliError({
    exit: 'error',
    message: `There is no task "${sanitizeLine(typed, 40)}".`,
    details: (opened.run.frames.at(-1)?.tasks ?? []).slice(0, 20).map(titleOf),
    next: { words: ['task', 'list'] },
  });
}

function whichTask(action: string): CliError {
  return new CliError({
    exit: 'usage',
    message: `Which task? loop task ${action} 3`,
    next: { words: ['task', 'list'] },
  });
}
