import {
  type CommandCheck,
  completeText,
  type Decision,
  type Frame,
  isMet,
  isOpen,
  type Missing,
  missingText,
  openFindings,
  openTasks,
  PLACES,
  sanitizeLine,
  scopeOf,
  shipBox,
  taskName,
  taskState,
  unreviewedWaves,
} from '@loopwright/core';
import { CliError } from '../../program/cli-error.ts';
import type { Answer, Handler } from '../../program/context.ts';
import { isHeadless } from '../../session/author.ts';
import { placeOfCall, readChecks } from '../../session/read-work-tree.ts';
import { submit, withRun } from '../../session/submit.ts';
import { answerTo, type Call } from '../../workflow/call.ts';
import { changedSinceReview } from '../../workflow/reviewed-tree.ts';
import { proofLine } from '../../workflow/task-lines.ts';
import { addedTask, checkOfTask } from '../../workflow/tasks.ts';
import { runAllChecks, type GateFailure } from './gate-checks.ts';

type GateCall = Call<'gate'>;

/** Opens the gate once everything is proved; a gate that fails turns what failed into tasks. */
export const gate: Handler<'gate'> = (context, { words, flags }) =>
  withRun(context, async (opened) => {
    const call = { context, opened, words, flags };
    const frame = opened.run.frames.at(-1);
    // Where there is nothing to open, the refusal is the run's own.
    if (!frame?.workflow || !isOpen(opened.run)) return pass(call, []);
    if (flags.confidence === undefined || flags.confidence > 100) {
      throw new CliError({
        exit: 'usage',
        message:
          'The ship box says how sure you are, in percent: loop gate --confidence 90 --risk "edge cases in validation"',
        next: { words: ['help', 'gate'] },
      });
    }
    const before = [...notReady(frame).map(missingText), ...unsettled(call, frame)];
    if (before.length > 0) return refuse(call, before);
    const { failed, notices } = await runAllChecks(call);
    if (failed.length > 0) return fail(call, failed, notices);
    const unseen = unreviewed(call);
    return unseen.length > 0 ? refuse(call, unseen) : pass(call, notices);
  });

/** The requirements for running the checks: tasks with a check or a note, the thorough review, and ticked criteria. */
function notReady({ workflow, tasks, criteria }: Frame): Missing[] {
  const { thorough } = workflow ?? {};
  const isReviewed = thorough?.passed === true && thorough.blockersRemaining === 0;
  return [
    ...(tasks.length === 0 ? [{ kind: 'task', id: '', subject: 'no task yet' } as const] : []),
    ...tasks.flatMap((task): Missing[] => {
      const { id, subject, status } = task;
      if (status !== 'completed') return [{ kind: 'task', id, subject }];
      if (checkOfTask(task) || taskState(task) !== 'open') return [];
      return [{ kind: 'task', id, subject: `${subject} (neither a check nor a note shows it)` }];
    }),
    ...(isReviewed ? [] : [{ kind: 'review', blockers: thorough?.blockersRemaining ?? null } as const]),
    ...criteria
      .filter((one) => !one.check && !isMet(one))
      .map(({ name, tick }) => ({ kind: 'criterion', name, why: tick ? 'assumed' : 'unmet' }) as const),
  ];
}

/** The user settles each finding of the thorough review. Without a user, it becomes a follow-up. */
function unsettled({ context, opened }: GateCall, frame: Frame): string[] {
  const open = openFindings(frame);
  if (!isHeadless(context.env) && !opened.run.isHeadless) {
    return open.map(
      ({ severity, text }) => `what the user chooses for: ${severity}: ${sanitizeLine(text, 100)}`,
    );
  }
  const at = context.now();
  const later = { choice: 'follow-up', reason: 'nobody was there to ask' } as const;
  for (const { text } of open) submit(opened, { type: 'settle', at, finding: text, ...later });
  return [];
}

/** Asks for a new review of edits after the thorough one, or for a recorded reason, so no edit asks forever. */
function unreviewed({ context, opened, flags }: GateCall): string[] {
  if (flags.unreviewed?.trim()) return [];
  const changed = changedSinceReview(opened, context.env);
  if (changed.length === 0) return [];
  const named = changed.slice(0, 5).map((path) => sanitizeLine(path, 80));
  const more = changed.length > named.length ? ` and ${changed.length - named.length} more` : '';
  return [
    `a look at what changed since the thorough review: ${named.join(', ')}${more}. Review it again, or say why that is not needed: --unreviewed "…"`,
  ];
}

/** Seed 002: what isn't reviewed goes back to review. Nothing was tried, so no failure is counted. */
function refuse(call: GateCall, missing: readonly string[]): Answer {
  const { context, opened } = call;
  const frame = opened.run.frames.at(-1);
  if (frame?.workflow?.stage === 'executing' && openTasks(frame).length === 0) {
    submit(opened, { type: 'stage', at: context.now(), stage: 'review' });
  }
  return unproved(call, [
    'The gate is not tried yet. Missing:',
    ...missing.slice(0, 20).map((one) => `- ${one}`),
    ...proofLines(call),
  ]);
}

function unproved(call: GateCall, lines: readonly string[], notices: Decision['notices'] = []): Answer {
  const answer = answerTo(call, lines, { notices });
  return { ...answer, exit: 'unproved', json: { ...answer.json, ok: false, passed: false } };
}

/** What vouches for each task, why checks changed, and which light reviews were skipped. */
function proofLines({ context, opened }: GateCall): string[] {
  const { workflow, tasks = [] } = opened.run.frames.at(-1) ?? {};
  const checks = tasks.flatMap((one) => checkOfTask(one) ?? []);
  const { known } = readChecks(placeOfCall(context, opened.root), checks);
  const skipped = workflow ? unreviewedWaves(workflow) : [];
  return [
    ...(tasks.length > 0
      ? ['Tasks:', ...tasks.map((one) => proofLine(one, (scope) => known.get(scope)))]
      : []),
    ...(skipped.length > 0 ? [`Light reviews skipped: wave ${skipped.join(', ')}.`] : []),
  ];
}

function fail(call: GateCall, failed: readonly GateFailure[], notices: Decision['notices']): Answer {
  const { context, opened } = call;
  const at = context.now();
  const done = submit(opened, { type: 'gate', at, passed: false });
  const added = failed.map(({ subject, why, metadata }) => {
    const common = { stuckCount: 0, verification: 'execution output' };
    const { decision } = submit(opened, {
      type: 'task',
      at,
      action: 'add',
      subject,
      metadata: { ...metadata, ...common },
    });
    return `- ${taskName(addedTask(decision)?.id ?? '')}: ${sanitizeLine(subject)} (${why})`;
  });
  const failures = opened.run.frames.at(-1)?.workflow?.gate?.failures ?? 0;
  return unproved(
    call,
    [
      `The gate failed (${failures}×). What failed is a task now:`,
      ...added,
      'The thorough review is to be done again once they are done.',
      ...(failures >= 3 ? ['Three times in a row pauses the loop at the end of this turn.'] : []),
    ],
    [...done.notices, ...done.decision.notices, ...notices],
  );
}

function pass(call: GateCall, notices: Decision['notices']): Answer {
  const { context, opened, flags } = call;
  const hasEvidence = opened.run.frames.at(-1)?.tasks.some((one) => taskState(one) === 'verified');
  const whole: CommandCheck = { command: '' };
  const fingerprint = hasEvidence
    ? readChecks(placeOfCall(context, opened.root), [whole]).known.get(scopeOf(whole))
    : undefined;
  const done = submit(opened, {
    type: 'gate',
    at: context.now(),
    passed: true,
    fingerprint,
    unreviewed: flags.unreviewed?.trim(),
  });
  const frame = opened.run.frames.at(-1);
  if (done.decision.rejected || !frame) return answerTo(call, [], done);
  const box = shipBox({
    frame,
    confidence: flags.confidence ?? 0,
    reversibility: flags.reversibility ?? 'not said',
    points: flags.points ?? frame.tasks.length,
    alternative: flags.alternative ?? 'none named',
    risk: flags.risk ?? 'none named',
    unreviewed: flags.unreviewed,
  });
  const block = completeText(opened.run, box);
  const answer = answerTo(call, [], { ...done, notices: [...done.notices, ...notices] });
  return {
    ...answer,
    json: { ...answer.json, passed: true, block },
    // To be said letter by letter, so no line of it is wrapped.
    text: () => [
      'The gate passed. Say this, outside any code block, and end the turn:',
      '',
      ...block.split('\n'),
    ],
    next: {
      words: ['learn', PLACES.lesson, '--kind', 'discovery', '--scope', 'project'],
      when: 'if this loop taught something; then end the turn with the block above',
    },
  };
}
