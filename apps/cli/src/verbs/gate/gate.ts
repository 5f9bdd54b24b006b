import {
  type CommandCheck,
  completeText,
  type Decision,
  type Frame,
  isOpen,
  listed,
  type Missing,
  missingProofs,
  missingText,
  openFindings,
  openTasks,
  PLACES,
  sanitizeLine,
  scopeOf,
  shipBox,
  taskState,
  unreviewedWaves,
} from '@loopwright/core';
import { usageError } from '../../program/cli-error.ts';
import type { Answer, Handler } from '../../program/context.ts';
import { isHeadless } from '../../session/author.ts';
import { placeOfCall, readChecks } from '../../session/read-work-tree.ts';
import { addFix, answerTo, type Call, frameOf, onRun, put } from '../../workflow/call.ts';
import { changedSinceReview } from '../../workflow/reviewed-tree.ts';
import { proofLine } from '../../workflow/task-lines.ts';
import { checkOfTask } from '../../workflow/tasks.ts';
import { runAllChecks, type GateFailure } from './gate-checks.ts';

type GateCall = Call<'gate'>;

/** Opens the gate once everything is proved; a gate that fails turns what failed into tasks. */
export const gate: Handler<'gate'> = (context, request) =>
  onRun(context, request, async (call) => {
    const { confidence } = call.flags;
    const frame = frameOf(call);
    // Where there is nothing to open, the refusal is the run's own.
    if (!frame?.workflow || !isOpen(call.opened.run)) return pass(call, []);
    if (confidence === undefined || confidence > 100) {
      throw usageError(
        'The ship box says how sure you are, in percent: loop gate --confidence 90 --risk "edge cases in validation"',
        ['help', 'gate'],
      );
    }
    const before = [...notReady(frame).map(missingText), ...unsettled(call, frame)];
    if (before.length > 0) return refuse(call, before);
    const { failed, notices } = await runAllChecks(call);
    if (failed.length > 0) return fail(call, failed, notices);
    const unseen = unreviewed(call);
    return unseen.length > 0 ? refuse(call, unseen) : pass(call, notices);
  });

/** The requirements for running the checks: tasks with a check or a note, the thorough review, and ticked criteria. */
function notReady(frame: Frame): Missing[] {
  // The gate runs the checks itself.
  const tasks = frame.tasks.filter((one) => one.status !== 'completed' || !checkOfTask(one));
  const criteria = frame.criteria.filter(({ check }) => !check);
  const missing = missingProofs({ ...frame, tasks, criteria }, {});
  return [
    ...(frame.tasks.length === 0 ? [{ kind: 'task', id: '', subject: 'no task yet' } as const] : []),
    ...missing.filter(({ kind }) => kind === 'task' || kind === 'review'),
    ...missing.filter(({ kind }) => kind === 'criterion'),
  ];
}

/** The user settles each finding of the thorough review. Without a user, it becomes a follow-up. */
function unsettled(call: GateCall, frame: Frame): string[] {
  const open = openFindings(frame);
  if (!isHeadless(call.context.env) && !call.opened.run.isHeadless) {
    return open.map(
      ({ severity, text }) => `what the user chooses for: ${severity}: ${sanitizeLine(text, 100)}`,
    );
  }
  const later = { choice: 'follow-up', reason: 'nobody was there to ask' } as const;
  for (const { text } of open) put(call, { type: 'settle', finding: text, ...later });
  return [];
}

/** Asks for a new review of edits after the thorough one, or for a recorded reason, so no edit asks forever. */
function unreviewed({ context, opened, flags }: GateCall): string[] {
  if (flags.unreviewed?.trim()) return [];
  const changed = changedSinceReview(opened, context.env);
  if (changed.length === 0) return [];
  const paths = changed.map((path) => sanitizeLine(path, 80));
  return [
    `a look at what changed since the thorough review: ${listed(paths, 5)}. Review it again, or say why that is not needed: --unreviewed "…"`,
  ];
}

/** Seed 002: what isn't reviewed goes back to review. Nothing was tried, so no failure is counted. */
function refuse(call: GateCall, missing: readonly string[]): Answer {
  const frame = frameOf(call);
  if (frame?.workflow?.stage === 'executing' && openTasks(frame).length === 0) {
    put(call, { type: 'stage', stage: 'review' });
  }
  return unproved(call, [
    'The gate is not tried yet. Missing:',
    ...missing.slice(0, 20).map((one) => `- ${one}`),
    ...proofLines(call),
  ]);
}

function unproved(call: GateCall, lines: readonly string[], notices: Decision['notices'] = []): Answer {
  return answerTo(call, lines, { notices, exit: 'unproved', json: { ok: false, passed: false } });
}

/** What vouches for each task, why checks changed, and which light reviews were skipped. */
function proofLines(call: GateCall): string[] {
  const { workflow, tasks = [] } = frameOf(call) ?? {};
  const checks = tasks.flatMap((one) => checkOfTask(one) ?? []);
  const { known } = readTree(call, checks);
  const skipped = workflow ? unreviewedWaves(workflow) : [];
  return [
    ...(tasks.length > 0
      ? ['Tasks:', ...tasks.map((one) => proofLine(one, (scope) => known.get(scope)))]
      : []),
    ...(skipped.length > 0 ? [`Light reviews skipped: wave ${skipped.join(', ')}.`] : []),
  ];
}

function readTree({ context, opened }: GateCall, checks: readonly CommandCheck[]) {
  return readChecks(placeOfCall(context, opened.root), checks);
}

function fail(call: GateCall, failed: readonly GateFailure[], notices: Decision['notices']): Answer {
  const done = put(call, { type: 'gate', passed: false });
  const added = failed.map(({ subject, why, metadata }) => {
    const name = addFix(call, { subject, metadata: { ...metadata, verification: 'execution output' } });
    return `- ${name}: ${sanitizeLine(subject)} (${why})`;
  });
  const failures = frameOf(call)?.workflow?.gate?.failures ?? 0;
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

const WHOLE_TREE: CommandCheck = { command: '' };

function pass(call: GateCall, notices: Decision['notices']): Answer {
  const {
    confidence = 0,
    reversibility = 'not said',
    alternative = 'none named',
    risk = 'none named',
  } = call.flags;
  const { unreviewed: why } = call.flags;
  const hasEvidence = frameOf(call)?.tasks.some((one) => taskState(one) === 'verified');
  const fingerprint = hasEvidence ? readTree(call, [WHOLE_TREE]).known.get(scopeOf(WHOLE_TREE)) : undefined;
  const done = put(call, { type: 'gate', passed: true, fingerprint, unreviewed: why?.trim() });
  const frame = frameOf(call);
  if (done.decision.rejected || !frame) return answerTo(call, [], done);
  const { points = frame.tasks.length } = call.flags;
  const box = { frame, confidence, reversibility, points, alternative, risk, unreviewed: why };
  const block = completeText(call.opened.run, shipBox(box));
  return answerTo(call, [], {
    ...done,
    notices: [...done.notices, ...notices],
    json: { passed: true, block },
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
  });
}
