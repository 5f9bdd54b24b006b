import {
  decide,
  planWaves,
  PLACES,
  sanitizeLine,
  taskName,
  type CommandOf,
  type Task,
} from '@loopwright/core';
import { whyFailed } from '../../answers/why-failed.ts';
import { runChecks } from '../../checks/run-checks.ts';
import { splitPaths } from '../../plan/frame-plan.ts';
import { CliError, usageError } from '../../program/cli-error.ts';
import type { Answer, Handler } from '../../program/context.ts';
import { shortId } from '../../session/run-summary.ts';
import type { verbs } from '../../verbs.ts';
import { briefing } from '../../workflow/briefing.ts';
import { answerTo, type Call, frameOf, onRun, putTask } from '../../workflow/call.ts';
import { taskDetails, taskLines } from '../../workflow/task-lines.ts';
import {
  addedTask,
  checkOfTask,
  completeWords,
  failuresIn,
  findTask,
  type Metadata,
  nameOf,
  type Proof,
  proofOf,
} from '../../workflow/tasks.ts';
import { advise, ask } from './advice.ts';
import { plan } from './plan.ts';
import { shape } from './shape.ts';
import { begin, finish } from './waves.ts';

type TaskCall = Call<'task'>;
type Action = (typeof verbs.task.actions)[number];

/** Plans tasks, assigns them to workers, verifies their results, and takes a workflow through shape, plan and waves. */
export const task: Handler<'task'> = (context, request) =>
  onRun(context, request, (call, action = 'list') => ACTIONS[action as Action](call));

const ACTIONS: Readonly<Record<Action, (call: TaskCall) => Answer | Promise<Answer>>> = {
  list,
  show: (call) => answerTo(call, taskDetails(requireTask(call, 'show'))),
  shape,
  plan,
  add,
  change,
  begin,
  finish,
  claim,
  release,
  verify,
  complete,
  fail: (call) => {
    const { reason = call.words.slice(1).join(' ') } = call.flags;
    return fail(call, requireTask(call, 'fail'), reason);
  },
  ask,
  advise,
  remove,
};

function list(call: TaskCall): Answer {
  const frame = frameOf(call);
  const tasks = frame?.tasks ?? [];
  const { waves } = planWaves(tasks);
  const isDone = (id: string): boolean => tasks.some((one) => one.id === id && one.status === 'completed');
  const waveLines = waves.map(
    (ids, index) =>
      `Wave ${index + 1} (${ids.filter(isDone).length}/${ids.length}): ${ids.map(taskName).join(', ')}`,
  );
  return answerTo(call, [], {
    json: { waves },
    text: (page) =>
      frame && tasks.length > 0
        ? [...taskLines(frame, page, call.opened.run), ...(frame.workflow ? ['', ...waveLines] : [])]
        : ['There are no tasks.'],
  });
}

function add(call: TaskCall): Answer {
  const { id, verify, reason, paths } = call.flags;
  const subject = call.words.join(' ');
  if (verify === undefined && !reason?.trim()) {
    throw new CliError({
      exit: 'usage',
      message: 'What proves the task? --verify with a command, or --reason why no command can.',
      next: {
        words: ['task', 'add', subject, '--verify', PLACES.command],
        when: 'exits with 0 exactly when the task is done',
      },
    });
  }
  const done = putTask(call, {
    action: 'add',
    subject,
    id,
    ...described(call),
    metadata: {
      loopId: shortId(call.opened.run.id),
      stuckCount: 0,
      ...(verify === undefined
        ? { uncheckedBecause: reason ?? '' }
        : { check: verify, verification: 'execution output' }),
      paths: paths && splitPaths(paths),
    },
  });
  const added = addedTask(done.decision);
  return answerTo(call, added ? [`Added ${titleOf(added)}`] : [], done);
}

function change(call: TaskCall): Answer {
  const found = requireTask(call, 'change');
  const subject = call.words.slice(1).join(' ');
  const metadata = { ...changedCheck(found, call.flags), ...noteOf(call.flags) };
  const done = putTask(call, {
    action: 'change',
    id: found.id,
    subject: subject || undefined,
    ...described(call),
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
  });
  return answerTo(call, [`Changed ${taskName(found.id)}.`], done);
}

/** Removes a task, and records the reason. */
function remove(call: TaskCall): Answer {
  const { id } = requireTask(call, 'remove');
  const { reason } = call.flags;
  if (!reason?.trim()) {
    throw usageError(`Why is it no longer to be done? loop task remove ${id} --reason "…"`);
  }
  return answerTo(call, ['Removed.'], putTask(call, { action: 'remove', id, reason }));
}

function described(call: TaskCall): Partial<CommandOf<'task'>> {
  const { description, 'active-form': activeForm, 'blocked-by': typed } = call.flags;
  const blockers = typed && splitPaths(typed);
  return {
    description,
    activeForm,
    blockedBy: blockers?.map((id) => findTask(frameOf(call), id)?.id ?? id),
  };
}

/** The note of a task without a check, and how its result was seen. */
function noteOf({ note, basis = 'observation' }: TaskCall['flags']): Metadata {
  return note?.trim() ? { note: note.trim(), verification: basis } : {};
}

/** The most reasons that a task keeps, for its failures and for changes of its check. */
const MAX_REASONS = 20;

/** Removes the result of a check that is no longer the task's own. */
const NO_PROOF: Metadata = { evidence: null, passed: null, checkedAt: null, fingerprint: null };

/** The fields of a changed check. A check that was there changes for a reason only, which stays on record. */
function changedCheck(found: Task, { verify, paths, reason }: TaskCall['flags']): Metadata {
  if (verify === undefined && paths === undefined) return {};
  const { check, checkChanges } = found.metadata;
  const fields = {
    ...(verify !== undefined && { check: verify, verification: 'execution output' }),
    ...(paths && { paths: splitPaths(paths) }),
    ...NO_PROOF,
  };
  if (typeof check !== 'string' && found.status !== 'completed') return fields;
  if (!reason?.trim()) {
    throw usageError(
      `${taskName(found.id)} is proved by: ${sanitizeLine(String(check ?? 'a note'), 200)}`,
      undefined,
      ['To prove it in another way, say why: --reason "…". The gate and the ship box show it.'],
    );
  }
  const before = Array.isArray(checkChanges) ? checkChanges : [];
  return { ...fields, checkChanges: [...before, reason.trim()].slice(-MAX_REASONS) };
}

/** After this silence, a worker counts as dead. */
const DEFAULT_LEASE_MS = 30 * 60_000;

function claim(call: TaskCall): Answer {
  const { owner, lease = DEFAULT_LEASE_MS } = call.flags;
  if (!owner?.trim()) {
    throw usageError('Who claims it? A name that no other worker has: loop task claim --owner worker-1', [
      'task',
      'claim',
      '--owner',
      'worker-1',
    ]);
  }
  const done = putTask(call, {
    action: 'claim',
    owner,
    id: call.words[0] === undefined ? undefined : requireTask(call, 'claim').id,
    metadata: { leaseUntil: call.context.now() + lease },
  });
  const frame = done.run.frames.at(-1);
  const id = done.decision.events.find((event) => event.type === 'task-changed')?.id;
  const claimed = id === undefined ? undefined : findTask(frame, id);
  if (!frame || !claimed) return answerTo(call, [], done);
  const known = briefing(call.opened.root, frame, claimed);
  return answerTo(
    call,
    [`${owner} holds it now.`, '', ...taskDetails(claimed), ...(known.length > 0 ? ['', ...known] : [])],
    {
      ...done,
      json: { task: claimed },
      next: { words: completeWords(claimed, owner), when: 'once it is done' },
    },
  );
}

/** Gives back one task, or all that a worker held who is gone. */
function release(call: TaskCall): Answer {
  const { owner } = call.flags;
  if (call.words[0] !== undefined || owner === undefined) {
    const { id } = requireTask(call, 'release');
    return answerTo(call, [`${taskName(id)} is free.`], putTask(call, { action: 'release', id, owner }));
  }
  const given = (frameOf(call)?.tasks ?? []).filter(
    ({ id, status, owner: holder }) =>
      status === 'in_progress' &&
      holder === owner &&
      !putTask(call, { action: 'release', id, owner }).decision.rejected,
  );
  const names = given.map(({ id }) => taskName(id)).join(', ');
  return answerTo(call, [names === '' ? `${owner} holds nothing.` : `Free again: ${names}.`]);
}

async function verify(call: TaskCall): Promise<Answer> {
  const found = requireTask(call, 'verify');
  const result = await runCheck(call, found);
  if (!result) {
    throw new CliError({
      message: `${taskName(found.id)} has no check.`,
      next: { words: ['task', 'change', found.id, '--verify', 'npm test'], when: 'for example' },
    });
  }
  const done = putTask(call, { action: 'change', id: found.id, metadata: proofOf(result) });
  return answerTo(call, [resultText(found, result)], {
    ...done,
    exit: result.evidence.passed ? 'ok' : 'unproved',
  });
}

async function complete(call: TaskCall): Promise<Answer> {
  const found = requireTask(call, 'complete');
  const { id } = found;
  const { owner, note } = call.flags;
  const command = { type: 'task', at: call.context.now(), action: 'complete', id, owner } as const;
  // What will be refused needs neither a check nor a note.
  const isRefused = decide(call.opened.run, command).rejected !== undefined;
  const result = isRefused ? undefined : await runCheck(call, found);
  if (!isRefused && !result && !note?.trim()) {
    throw usageError(`${taskName(id)} has no check, so a note says what shows that it is done.`, [
      'task',
      'complete',
      id,
      '--basis',
      PLACES.basis,
      '--note',
      PLACES.note,
    ]);
  }
  if (result && !result.evidence.passed) {
    const reason = `its check failed (${whyFailed(result.evidence)})`;
    return { ...fail(call, found, reason, proofOf(result)), exit: 'unproved' };
  }
  const metadata = result ? proofOf(result) : noteOf(call.flags);
  const done = putTask(call, { action: 'complete', id, owner, metadata });
  const tasks = done.run.frames.at(-1)?.tasks ?? [];
  const progress = `${tasks.filter(({ status }) => status === 'completed').length}/${tasks.length}`;
  const line = `[LOOP] ✓ ${titleOf(found)} complete | Progress: ${progress}`;
  return answerTo(call, [line, ...(result ? [resultText(found, result)] : [])], done);
}

/** Runs the check of a task like any check; undefined when it has none. */
async function runCheck({ context, opened }: TaskCall, found: Task): Promise<Proof | undefined> {
  const check = checkOfTask(found);
  if (!check) return undefined;
  const { results } = await runChecks(context, opened, {
    wanted: [{ name: nameOf(found), check }],
    again: { words: ['task', 'verify', found.id] },
    // Other workers change the tree meanwhile, so only the result counts.
    readTree: () => [''],
  });
  return results[0];
}

/** Says how a task's check ended, and where its output is. */
function resultText({ id }: Task, { evidence }: Proof): string {
  const how = evidence.passed ? 'passed' : `failed (${whyFailed(evidence)})`;
  return `${taskName(id)}: its check ${how}; output in .loop/evidence/${evidence.id}.log`;
}

function fail(call: TaskCall, found: Task, said: string, proof?: Metadata): Answer {
  const reason = said || undefined;
  const done = putTask(call, {
    action: 'fail',
    id: found.id,
    owner: call.flags.owner,
    reason,
    metadata: { ...proof, failedWith: reason && [...failuresIn(found), reason].slice(-MAX_REASONS) },
  });
  const why = reason === undefined ? '' : `: ${sanitizeLine(reason)}`;
  return answerTo(call, [`${titleOf(found)} failed${why}. It is free again.`], {
    ...done,
    next: { words: ['task', 'ask', found.id], when: 'before it is tried again' },
  });
}

function titleOf({ id, subject }: Task): string {
  return `${taskName(id)}: ${sanitizeLine(subject)}`;
}

/** Finds the task that the first word names. Throws `CliError` if there is none. */
function requireTask(call: TaskCall, action: Action): Task {
  const [typed] = call.words;
  const list = ['task', 'list'];
  if (typed === undefined) throw usageError(`Which task? loop task ${action} 3`, list);
  const found = findTask(frameOf(call), typed);
  if (found) return found;
  throw new CliError({
    message: `There is no task "${sanitizeLine(typed, 40)}".`,
    details: frameOf(call)?.tasks.slice(0, 20).map(titleOf),
    next: { words: list },
  });
}
