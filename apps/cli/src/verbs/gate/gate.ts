import {
  announce,
  type Criterion,
  type Decision,
  type Frame,
  isJudged,
  isMet,
  type Missing,
  missingText,
  openTasks,
  sanitizeLine,
  shipBox,
  taskName,
  isOpen,
} from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { verifyCriteria } from '../../checks/verify-criteria.ts';
import { submit } from '../../session/submit.ts';
import { withRun } from '../../session/with-run.ts';
import type { Answer } from '../../program/answer.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Handler, Request } from '../../program/context.ts';
import { workflowAnswer } from '../../workflow/workflow-answer.ts';
import { addedTask } from '../../workflow/tasks.ts';

type Flags = Request<'gate'>['flags'];

/** Opens the gate once everything is proved; a gate that fails turns what failed into tasks. */
export const gate: Handler<'gate'> = (context, { flags }) =>
  withRun(context, async (opened) => {
    const frame = opened.run.frames.at(-1);
    // Where there is nothing to open, the refusal is the run's own.
    if (!frame?.workflow || !isOpen(opened.run)) return pass(context, opened, flags);
    if (flags.confidence === undefined || flags.confidence > 100) throw unsure();
    const before = notReady(frame);
    if (before.length > 0) return refuse(context, opened, frame, before);
    const notices = await verifyAll(context, opened, frame);
    const failed = (opened.run.frames.at(-1)?.criteria ?? []).filter((one) => !isMet(one));
    return failed.length > 0 ? fail(context, opened, failed, notices) : pass(context, opened, flags, notices);
  });

function unsure(): CliError {
  return new CliError({
    exit: 'usage',
    message:
      'The ship box says how sure you are, in percent: loop gate --confidence 90 --risk "edge cases in validation"',
    next: { words: ['help', 'gate'] },
  });
}

/** The requirements for running the checks: tasks, the thorough review, and ticked criteria. */
function notReady(frame: Frame): Missing[] {
  const thorough = frame.workflow?.thorough;
  return [
    ...openTasks(frame).map(({ id, subject }) => ({ kind: 'task', id, subject }) as const),
    ...(thorough?.passed === true && thorough.blockersRemaining === 0
      ? []
      : [{ kind: 'review', blockers: thorough?.blockersRemaining ?? null } as const]),
    ...frame.criteria
      .filter((one) => !one.check && !isMet(one))
      .map(({ name, tick }) => ({ kind: 'criterion', name, why: tick ? 'assumed' : 'unmet' }) as const),
  ];
}

/** Seed 002: what isn't reviewed goes back to review. Nothing was tried, so no failure is counted. */
function refuse(context: Context, opened: OpenRun, frame: Frame, missing: readonly Missing[]): Answer {
  const isDecomposed = openTasks(frame).length === 0 && frame.workflow?.stage === 'executing';
  if (isDecomposed) submit(opened, { type: 'stage', at: context.now(), stage: 'review' });
  const answer = workflowAnswer(opened, [
    'The gate is not tried yet. Missing:',
    ...missing.slice(0, 20).map((one) => `- ${missingText(one)}`),
  ]);
  return { ...answer, exit: 'unproved', json: { ...answer.json, ok: false, passed: false } };
}

async function verifyAll(context: Context, opened: OpenRun, frame: Frame): Promise<Decision['notices']> {
  const wanted = frame.criteria.flatMap(({ name, check }) => (check ? [{ name, check }] : []));
  if (wanted.length === 0) return [];
  return (await verifyCriteria(context, opened, { wanted, again: { words: ['gate'] } })).notices;
}

function fail(
  context: Context,
  opened: OpenRun,
  failed: readonly Criterion[],
  notices: Decision['notices'],
): Answer {
  const done = submit(opened, { type: 'gate', at: context.now(), passed: false });
  const added = failed.map((one) => remediate(context, opened, one));
  const failures = opened.run.frames.at(-1)?.workflow?.gate?.failures ?? 0;
  const answer = workflowAnswer(
    opened,
    [
      `The gate failed (${failures}×). What failed is a task now:`,
      ...added.map((id, index) => `- ${taskName(id)}: ${sanitizeLine(failed[index]?.name ?? '')}`),
      ...(failures >= 3 ? ['Three times in a row pauses the loop at the end of this turn.'] : []),
    ],
    { decision: done.decision, notices: [...done.notices, ...notices] },
  );
  return { ...answer, exit: 'unproved', json: { ...answer.json, ok: false, passed: false } };
}

function remediate(context: Context, opened: OpenRun, { name, check, evidence }: Criterion): string {
  const { decision } = submit(opened, {
    type: 'task',
    at: context.now(),
    action: 'add',
    subject: `Make it hold: ${sanitizeLine(name, 180)}`,
    metadata: {
      criterion: name,
      stuckCount: 0,
      verification: 'execution output',
      ...(check && !isJudged(check) && typeof check.command === 'string' && { check: check.command }),
      ...(evidence && { evidence: evidence.id }),
    },
  });
  return addedTask(decision)?.id ?? '';
}

function pass(context: Context, opened: OpenRun, flags: Flags, notices: Decision['notices'] = []): Answer {
  const done = submit(opened, { type: 'gate', at: context.now(), passed: true });
  const frame = opened.run.frames.at(-1);
  if (done.decision.rejected || !frame) return workflowAnswer(opened, [], done);
  const box = shipBox({
    frame,
    verified: flags.verified ?? frame.workflow?.verification ?? 'observation',
    confidence: flags.confidence ?? 0,
    reversibility: flags.reversibility ?? 'not said',
    points: flags.points ?? frame.tasks.length,
    alternative: flags.alternative ?? 'none named',
    risk: flags.risk ?? 'none named',
  });
  const block = announce({ kind: 'complete', run: opened.run, box });
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
    next: { advice: 'end the turn with the block above' },
  };
}
