import { planWaves, PLACES, sanitizeLine, taskName, type CommandOf, type Task } from '@loopwright/core';
import { whyFailed } from '../../answers/why-failed.ts';
import { runChecks } from '../../checks/run-checks.ts';
import { splitPaths } from '../../plan/frame-plan.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Answer, Handler } from '../../program/context.ts';
import { shortId } from '../../session/run-summary.ts';
import { withRun } from '../../session/submit.ts';
import type { verbs } from '../../verbs.ts';
import { briefing } from '../../workflow/briefing.ts';
import { answerTo, type Call, submitTask } from '../../workflow/call.ts';
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
export const task: Handler<'task'> = (context, { words: [action = 'list', ...words], flags }) =>
  withRun(context, (opened) => ACTIONS[action as Action]({ context, opened, words, flags }));

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
    const { owner, reason = call.words.slice(1).join(' ') } = call.flags;
    return fail(call, requireTask(call, 'fail'), { owner, reason: reason || undefined });
  },
  ask,
  advise,
  remove,
};

function list(call: TaskCall): Answer {
  const frame = call.opened.run.frames.at(-1);
  const tasks = frame?.tasks ?? [];
  const { waves } = planWaves(tasks);
  const isDone = (id: string): boolean => tasks.some((one) => one.id === id && one.status === 'completed');
  const waveLines = waves.map(
    (ids, index) =>
      `Wave ${index + 1} (${ids.filter(isDone).length}/${ids.length}): ${ids.map(taskName).join(', ')}`,
  );
  const answer = answerTo(call, []);
  return {
    ...answer,
    json: { ...answer.json, waves },
    text: (page) =>
      frame && tasks.length > 0
        ? [...taskLines(frame, page), ...(frame.workflow ? ['', ...waveLines] : [])]
        : ['There are no tasks.'],
  };
}

function add(call: TaskCall): Answer {
  const { opened, words, flags } = call;
  const { id, verify, reason } = flags;
  const subject = words.join(' ');
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
  const done = submitTask(call, {
    action: 'add',
    subject,
    id,
    ...described(call),
    metadata: {
      loopId: shortId(opened.run.id),
      stuckCount: 0,
      ...(verify === undefined
        ? { uncheckedBecause: reason ?? '' }
        : { check: verify, verification: 'execution output' }),
      paths: flags.paths && splitPaths(flags.paths),
    },
  });
  const added = addedTask(done.decision);
  return answerTo(call, added ? [`Added ${titleOf(added)}`] : [], done);
}

function change(call: TaskCall): Answer {
  const found = requireTask(call, 'change');
  const subject = call.words.slice(1).join(' ');
  const metadata = { ...changedCheck(found, call.flags), ...noteOf(call.flags) };
  const done = submitTask(call, {
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
    throw new CliError({
      exit: 'usage',
      message: `Why is it no longer to be done? loop task remove ${id} --reason "…"`,
    });
  }
  return answerTo(call, ['Removed.'], submitTask(call, { action: 'remove', id, reason }));
}

function described({ opened, flags }: TaskCall): Partial<CommandOf<'task'>> {
  const blockers = flags['blocked-by'] && splitPaths(flags['blocked-by']);
  return {
    description: flags.description,
    activeForm: flags['active-form'],
    blockedBy: blockers?.map((id) => findTask(opened.run.frames.at(-1), id)?.id ?? id),
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
    throw new CliError({
      exit: 'usage',
      message: `${taskName(found.id)} is proved by: ${sanitizeLine(String(check ?? 'a note'), 200)}`,
      details: ['To prove it in another way, say why: --reason "…". The gate and the ship box show it.'],
    });
  }
  const before = Array.isArray(checkChanges) ? checkChanges : [];
  return { ...fields, checkChanges: [...before, reason.trim()].slice(-MAX_REASONS) };
}

/** After this silence, a worker counts as dead. */
const DEFAULT_LEASE_MS = 30 * 60_000;

function claim(call: TaskCall): Answer {
  const { context, opened, words, flags } = call;
  const { owner, lease = DEFAULT_LEASE_MS } = flags;
  if (!owner?.trim()) {
    throw new CliError({
      exit: 'usage',
      message: 'Who claims it? A name that no other worker has: loop task claim --owner worker-1',
      next: { words: ['task', 'claim', '--owner', 'worker-1'] },
    });
  }
  const done = submitTask(call, {
    action: 'claim',
    owner,
    id: words[0] === undefined ? undefined : requireTask(call, 'claim').id,
    metadata: { leaseUntil: context.now() + lease },
  });
  const frame = done.run.frames.at(-1);
  const id = done.decision.events.find((event) => event.type === 'task-changed')?.id;
  const claimed = id === undefined ? undefined : findTask(frame, id);
  if (!frame || !claimed) return answerTo(call, [], done);
  const known = briefing(opened.root, frame, claimed);
  const answer = answerTo(
    call,
    [`${owner} holds it now.`, '', ...taskDetails(claimed), ...(known.length > 0 ? ['', ...known] : [])],
    done,
  );
  return {
    ...answer,
    json: { ...answer.json, task: claimed },
    next: { words: completeWords(claimed, owner), when: 'once it is done' },
  };
}

/** Gives back one task, or all that a worker held who is gone. */
function release(call: TaskCall): Answer {
  const { owner } = call.flags;
  if (call.words[0] !== undefined || owner === undefined) {
    const { id } = requireTask(call, 'release');
    const done = submitTask(call, { action: 'release', id, owner });
    return answerTo(call, [`${taskName(id)} is free.`], done);
  }
  const held = (call.opened.run.frames.at(-1)?.tasks ?? []).filter(
    (one) => one.status === 'in_progress' && one.owner === owner,
  );
  const given = held.filter(
    ({ id }) => !submitTask(call, { action: 'release', id, owner }).decision.rejected,
  );
  const ids = given.map(({ id }) => taskName(id)).join(', ');
  return answerTo(call, [ids === '' ? `${owner} holds nothing.` : `Free again: ${ids}.`]);
}

async function verify(call: TaskCall): Promise<Answer> {
  const found = requireTask(call, 'verify');
  const result = await runCheck(call, found);
  if (!result) {
    throw new CliError({
      exit: 'error',
      message: `${taskName(found.id)} has no check.`,
      next: { words: ['task', 'change', found.id, '--verify', 'npm test'], when: 'for example' },
    });
  }
  const done = submitTask(call, { action: 'change', id: found.id, metadata: proofOf(result) });
  const answer = answerTo(call, [resultText(found, result)], done);
  return result.evidence.passed ? answer : { ...answer, exit: 'unproved' };
}

async function complete(call: TaskCall): Promise<Answer> {
  const found = requireTask(call, 'complete');
  const { id } = found;
  const { owner, note } = call.flags;
  const isHeld = found.status === 'in_progress' && owner !== undefined && found.owner !== owner;
  // What will be refused needs neither a check nor a note.
  const isRefused = found.status === 'completed' || isHeld;
  const result = isRefused ? undefined : await runCheck(call, found);
  if (!isRefused && !result && !note?.trim()) {
    throw new CliError({
      exit: 'usage',
      message: `${taskName(id)} has no check, so a note says what shows that it is done.`,
      next: { words: ['task', 'complete', id, '--basis', PLACES.basis, '--note', PLACES.note] },
    });
  }
  if (result && !result.evidence.passed) {
    const reason = `its check failed (${whyFailed(result.evidence)})`;
    return { ...fail(call, found, { owner, reason, proof: proofOf(result) }), exit: 'unproved' };
  }
  const done = submitTask(call, {
    action: 'complete',
    id,
    owner,
    metadata: result ? proofOf(result) : noteOf(call.flags),
  });
  const tasks = done.run.frames.at(-1)?.tasks ?? [];
  const progress = `${tasks.filter(({ status }) => status === 'completed').length}/${tasks.length}`;
  return answerTo(
    call,
    [
      `[LOOP] ✓ ${titleOf(found)} complete | Progress: ${progress}`,
      ...(result ? [resultText(found, result)] : []),
    ],
    done,
  );
}

/** Runs the check of a task like any check; undefined when it has none. */
async function runCheck({ context, opened }: TaskCall, found: Task): Promise<Proof | undefined> {
  const check = checkOfTask(found);
  if (!check) return undefined;
  const { results } = await runChecks(context, {
    root: opened.root,
    run: () => opened.run,
    wanted: [{ name: nameOf(found), check }],
    again: { words: ['task', 'verify', found.id] },
    // Other workers change the tree meanwhile, so only the result counts.
    readTree: () => [''],
    record: () => undefined,
  });
  return results[0];
}

/** Says how a task's check ended, and where its output is. */
function resultText({ id }: Task, { evidence }: Proof): string {
  const how = evidence.passed ? 'passed' : `failed (${whyFailed(evidence)})`;
  return `${taskName(id)}: its check ${how}; output in .loop/evidence/${evidence.id}.log`;
}

interface Failure {
  readonly owner: string | undefined;
  readonly reason: string | undefined;
  readonly proof?: Metadata;
}

function fail(call: TaskCall, found: Task, { owner, reason, proof }: Failure): Answer {
  const done = submitTask(call, {
    action: 'fail',
    id: found.id,
    owner,
    reason,
    metadata: { ...proof, failedWith: reason && [...failuresIn(found), reason].slice(-MAX_REASONS) },
  });
  const why = reason === undefined ? '' : `: ${sanitizeLine(reason)}`;
  const answer = answerTo(call, [`${titleOf(found)} failed${why}. It is free again.`], done);
  if (done.decision.rejected) return answer;
  return { ...answer, next: { words: ['task', 'ask', found.id], when: 'before it is tried again' } };
}

function titleOf({ id, subject }: Task): string {
  return `${taskName(id)}: ${sanitizeLine(subject)}`;
}

/** Finds the task that the first word names. Throws `CliError` if there is none. */
function requireTask({ opened, words: [typed] }: TaskCall, action: Action): Task {
  const tasks = opened.run.frames.at(-1)?.tasks ?? [];
  const found = typed === undefined ? undefined : findTask(opened.run.frames.at(-1), typed);
  if (found) return found;
  throw new CliError({
    exit: typed === undefined ? 'usage' : 'error',
    message:
      typed === undefined
        ? `Which task? loop task ${action} 3`
        : `There is no task "${sanitizeLine(typed, 40)}".`,
    details: typed === undefined ? [] : tasks.slice(0, 20).map(titleOf),
    next: { words: ['task', 'list'] },
  });
}
