import {
  completeText,
  type Criterion,
  type Decision,
  type Frame,
  isJudged,
  isMet,
  isOpen,
  type Missing,
  missingText,
  openTasks,
  sanitizeLine,
  shipBox,
  type Task,
  taskName,
  taskState,
  unreviewedWaves,
} from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { whyFailed } from '../../answers/why-failed.ts';
import { isHeadless } from '../../session/is-headless.ts';
import { placeOfCall, readChecks } from '../../session/read-work-tree.ts';
import { submit } from '../../session/submit.ts';
import { withRun } from '../../session/with-run.ts';
import type { Answer, Context, Handler, Request } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';
import { openFindings } from '../../workflow/findings.ts';
import { changedSinceReview } from '../../workflow/reviewed-tree.ts';
import { PLACEHOLDERS, refusePlaceholders } from '../../workflow/placeholders.ts';
import { proofLine } from '../../workflow/task-lines.ts';
import { checkOfTask } from '../../workflow/task-proof.ts';
import { workflowAnswer } from '../../workflow/workflow-answer.ts';
import { addedTask } from '../../workflow/tasks.ts';
import {
  CHANGES_TREE,
  proveCriteria,
  proveLimits,
  proveTasks,
  wholeTree,
  type GateFailure,
} from './gate-checks.ts';

type Flags = Request<'gate'>['flags'];

/** Opens the gate once everything is proved; a gate that fails turns what failed into tasks. */
export const gate: Handler<'gate'> = (context, { flags }) =>
  withRun(context, async (opened) => {
    refusePlaceholders([flags.risk, flags.alternative, flags.reversibility, flags.unreviewed]);
    const frame = opened.run.frames.at(-1);
    // Where there is nothing to open, the refusal is the run's own.
    if (!frame?.workflow || !isOpen(opened.run)) return pass(context, opened, flags);
    if (flags.confidence === undefined || flags.confidence > 100) throw unsure();
    const before = [...notReady(frame).map(missingText), ...unsettled(context, opened)];
    if (before.length > 0) return refuse(context, opened, frame, before);
    const notices = await proveCriteria(context, opened, frame);
    const failed = [
      ...(opened.run.frames.at(-1)?.criteria ?? []).filter((one) => !isMet(one)).map(criterionFailure),
      ...(await proveTasks(context, opened)),
      ...(await proveLimits(context, opened)),
    ];
    if (failed.length > 0) return fail(context, opened, failed, notices);
    const unseen = unreviewed(context, opened, flags);
    if (unseen.length > 0) return refuse(context, opened, frame, unseen);
    return pass(context, opened, flags, notices);
  });

/** The user settles each finding of the thorough review. Without a user, it becomes a follow-up. */
function unsettled(context: Context, opened: OpenRun): string[] {
  const open = openFindings(opened.run.frames.at(-1));
  if (!isHeadless(context.env) && !opened.run.isHeadless) {
    return open.map(
      ({ severity, text }) => `what the user chooses for: ${severity}: ${sanitizeLine(text, 100)}`,
    );
  }
  for (const { text } of open) {
    const reason = 'nobody was there to ask';
    submit(opened, { type: 'settle', at: context.now(), finding: text, choice: 'follow-up', reason });
  }
  return [];
}

/** Asks for a new review of edits after the thorough one, or for a recorded reason, so no edit asks forever. */
function unreviewed(context: Context, opened: OpenRun, flags: Flags): string[] {
  if (flags.unreviewed?.trim()) return [];
  const changed = changedSinceReview(opened, context.env);
  if (changed.length === 0) return [];
  const named = changed.slice(0, 5).map((path) => sanitizeLine(path, 80));
  const more = changed.length > named.length ? ` and ${changed.length - named.length} more` : '';
  return [
    `a look at what changed since the thorough review: ${named.join(', ')}${more}. Review it again, or say why that is not needed: --unreviewed "…"`,
  ];
}

function unsure(): CliError {
  return new CliError({
    exit: 'usage',
    message:
      'The ship box says how sure you are, in percent: loop gate --confidence 90 --risk "edge cases in validation"',
    next: { words: ['help', 'gate'] },
  });
}

/** The requirements for running the checks: tasks with a check or a note, the thorough review, and ticked criteria. */
function notReady(frame: Frame): Missing[] {
  const thorough = frame.workflow?.thorough;
  const open = frame.tasks.filter((one) => one.status !== 'completed' || isUnnoted(one));
  return [
    ...(frame.tasks.length === 0 ? [{ kind: 'task', id: '', subject: 'no task yet' } as const] : []),
    ...open.map(({ id, subject, status }) => {
      const why = status === 'completed' ? ' (neither a check nor a note shows it)' : '';
      return { kind: 'task', id, subject: `${subject}${why}` } as const;
    }),
    ...(thorough?.passed === true && thorough.blockersRemaining === 0
      ? []
      : [{ kind: 'review', blockers: thorough?.blockersRemaining ?? null } as const]),
    ...frame.criteria
      .filter((one) => !one.check && !isMet(one))
      .map(({ name, tick }) => ({ kind: 'criterion', name, why: tick ? 'assumed' : 'unmet' }) as const),
  ];
}

/** Seed 002: what isn't reviewed goes back to review. Nothing was tried, so no failure is counted. */
function isUnnoted(task: Task): boolean {
  return !checkOfTask(task) && taskState(task) === 'open';
}

/** Seed 002: what isn't reviewed goes back to review. Nothing was tried, so no failure is counted. */
function refuse(context: Context, opened: OpenRun, frame: Frame, missing: readonly string[]): Answer {
  const isDecomposed = openTasks(frame).length === 0 && frame.workflow?.stage === 'executing';
  if (isDecomposed) submit(opened, { type: 'stage', at: context.now(), stage: 'review' });
  const answer = workflowAnswer(opened, [
    'The gate is not tried yet. Missing:',
    ...missing.slice(0, 20).map((one) => `- ${one}`),
    ...stateLines(context, opened),
  ]);
  return { ...answer, exit: 'unproved', json: { ...answer.json, ok: false, passed: false } };
}

/** What vouches for each task, why checks changed, and which light reviews were skipped. */
function stateLines(context: Context, { run, root }: OpenRun): string[] {
  const frame = run.frames.at(-1);
  const checks = frame?.tasks.flatMap((one) => checkOfTask(one) ?? []) ?? [];
  const { known } = readChecks(placeOfCall(context, root), checks);
  const skipped = frame?.workflow ? unreviewedWaves(frame.workflow) : [];
  return [
    ...(frame && frame.tasks.length > 0
      ? ['Tasks:', ...frame.tasks.map((one) => proofLine(one, (scope) => known.get(scope)))]
      : []),
    ...(skipped.length > 0 ? [`Light reviews skipped: wave ${skipped.join(', ')}.`] : []),
  ];
}

function fail(
  context: Context,
  opened: OpenRun,
  failed: readonly GateFailure[],
  notices: Decision['notices'],
): Answer {
  const done = submit(opened, { type: 'gate', at: context.now(), passed: false });
  const added = failed.map((one) => remediate(context, opened, one));
  const failures = opened.run.frames.at(-1)?.workflow?.gate?.failures ?? 0;
  const answer = workflowAnswer(
    opened,
    [
      `The gate failed (${failures}×). What failed is a task now:`,
      ...added.map(
        (id, index) =>
          `- ${taskName(id)}: ${sanitizeLine(failed[index]?.subject ?? '')} (${failed[index]?.why ?? ''})`,
      ),
      'The thorough review is to be done again once they are done.',
      ...(failures >= 3 ? ['Three times in a row pauses the loop at the end of this turn.'] : []),
    ],
    { decision: done.decision, notices: [...done.notices, ...notices] },
  );
  return { ...answer, exit: 'unproved', json: { ...answer.json, ok: false, passed: false } };
}

function criterionFailure({ name, check, evidence }: Criterion): GateFailure {
  return {
    subject: `Make it hold: ${sanitizeLine(name, 180)}`,
    why: evidence?.passed === false ? whyFailed(evidence) : CHANGES_TREE,
    check: check && !isJudged(check) && typeof check.command === 'string' ? check.command : undefined,
    evidence: evidence?.id,
    metadata: { criterion: name },
  };
}

function remediate(
  context: Context,
  opened: OpenRun,
  { subject, check, evidence, metadata }: GateFailure,
): string {
  const { decision } = submit(opened, {
    type: 'task',
    at: context.now(),
    action: 'add',
    subject,
    metadata: {
      ...metadata,
      stuckCount: 0,
      verification: 'execution output',
      ...(check !== undefined && { check }),
      ...(evidence !== undefined && { evidence }),
    },
  });
  return addedTask(decision)?.id ?? '';
}

function pass(context: Context, opened: OpenRun, flags: Flags, notices: Decision['notices'] = []): Answer {
  const hasEvidence = opened.run.frames.at(-1)?.tasks.some((one) => taskState(one) === 'verified');
  const fingerprint = hasEvidence ? wholeTree(context, opened.root) : undefined;
  const done = submit(opened, {
    type: 'gate',
    at: context.now(),
    passed: true,
    ...(fingerprint !== undefined && { fingerprint }),
    ...(flags.unreviewed?.trim() && { unreviewed: flags.unreviewed.trim() }),
  });
  const frame = opened.run.frames.at(-1);
  if (done.decision.rejected || !frame) return workflowAnswer(opened, [], done);
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
  const answer = workflowAnswer(opened, [], {
    decision: done.decision,
    notices: [...done.notices, ...notices],
  });
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
      words: ['learn', PLACEHOLDERS.lesson, '--kind', 'discovery', '--scope', 'project'],
      when: 'if this loop taught something; then end the turn with the block above',
    },
  };
}
