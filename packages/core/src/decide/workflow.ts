import type { CommandOf } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import { addCounts } from '../model/plans.ts';
import { STAGES } from '../model/vocabulary.ts';
import type { Frame, Workflow } from '../model/run.ts';
import { accepted, type Decision, type Missing, onFrame, rejected } from './decision.ts';
import { badScore } from './lifecycle.ts';
import { missingProofs, missingTask, openTasks } from '../proofs.ts';
import { isName } from '../model/names.ts';

type WorkflowFrame = Frame & { readonly workflow: Workflow };

/** Decides about the top frame, if it has a workflow. */
// @__NO_SIDE_EFFECTS__
export function onWorkflow<C>(
  decideFrame: (frame: WorkflowFrame, command: C) => Decision,
): ReturnType<typeof onFrame<C>> {
  return onFrame((frame, command) =>
    frame.workflow ? decideFrame(frame as WorkflowFrame, command) : rejected('no-workflow'),
  );
}

/** Changes the stage: one step forward at a time, or any number back. Records what the stage found. */
export function stage(frame: WorkflowFrame, { type: _type, at, ...wanted }: CommandOf<'stage'>): Decision {
  const from = STAGES.indexOf(frame.workflow.stage);
  const to = wanted.stage === undefined ? from : STAGES.indexOf(wanted.stage);
  if (to > from + 1) return rejected('wrong-stage', { subject: frame.workflow.stage });
  if (to > from) {
    const missing = missingAfter(frame, frame.workflow.stage);
    if (missing.length > 0) return rejected('unproved', { subject: frame.workflow.stage, missing });
  }
  const score = badScore(wanted.specScore, wanted.fitScore);
  if (score !== undefined) return rejected('bad-score', { subject: score });
  if (Object.values(wanted).every((value) => value === undefined)) return rejected('nothing-to-change');
  return accepted([{ type: 'staged', at, ...wanted }]);
}

/** Begins and finishes waves of tasks. */
export function wave(frame: WorkflowFrame, { at, action }: CommandOf<'wave'>): Decision {
  if (frame.workflow.stage !== 'executing') return rejected('wrong-stage', { subject: frame.workflow.stage });
  const { wave: current, finishedWave = 0 } = frame.workflow;
  const isUnderway = current > finishedWave;
  const running = openTasks(frame).filter(({ status }) => status === 'in_progress');
  if (action === 'finish') {
    if (running.length > 0) return rejected('open-tasks', { missing: running.map(missingTask) });
    if (!isUnderway) return rejected('nothing-to-change', { subject: `wave ${current}` });
    return accepted([{ type: 'wave-finished', at, wave: current }]);
  }
  if (isUnderway) return rejected('nothing-to-change', { subject: `wave ${current}` });
  return accepted([{ type: 'wave-begun', at, wave: addCounts(current, 1) }]);
}

/** Records a light review of a wave, or the thorough review that the gate needs. */
export function review(frame: WorkflowFrame, command: CommandOf<'review'>): Decision {
  const { at, wave: ofWave, score = 0, issues = 0, blockers, findings, fingerprint } = command;
  const { reviewers, looked } = command;
  if (ofWave !== undefined) {
    const light = { wave: ofWave, score, issues, blockers, reviewers, looked };
    return accepted([{ type: 'wave-reviewed', at, review: light, findings }]);
  }
  const open = openTasks(frame);
  if (open.length > 0) return rejected('open-tasks', { missing: open.map(missingTask) });
  const { stage: current } = frame.workflow;
  if (STAGES.indexOf(current) < STAGES.indexOf('executing'))
    return rejected('wrong-stage', { subject: current });
  if (!reviewers?.length) return rejected('unnamed-review');
  const by = { reviewers, looked, fingerprint: fingerprint || undefined };
  const thorough = { passed: blockers === 0, blockersRemaining: blockers, ...by };
  return accepted([{ type: 'thoroughly-reviewed', at, review: thorough, findings }]);
}

/** Records what becomes of a finding of the thorough review. */
export function settle(frame: WorkflowFrame, command: CommandOf<'settle'>): Decision {
  const { at, finding, choice, reason } = command;
  const found = frame.workflow.findings?.find(({ text, wave: of }) => text === finding && of === undefined);
  if (!found) return rejected('nothing-to-change', { subject: finding });
  if (choice === 'accept' && !reason?.trim()) return rejected('nothing-to-change', { subject: finding });
  return accepted([{ type: 'settled', at, finding, resolution: { choice, reason: reason || undefined } }]);
}

/** Opens the gate when tasks, thorough review and criteria hold. A failed gate returns to the executing stage. */
export function gate(
  frame: WorkflowFrame,
  { at, passed, fingerprint, unreviewed }: CommandOf<'gate'>,
): Decision {
  const missing = passed ? missingAfter(frame, 'review').filter(({ kind }) => kind !== 'gate') : [];
  if (missing.length > 0) return rejected('unproved', { missing });
  const stage = passed ? 'complete' : 'executing';
  const moved: LoopEvent[] = frame.workflow.stage === stage ? [] : [{ type: 'staged', at, stage }];
  const tree = passed && { fingerprint: fingerprint || undefined, unreviewed: unreviewed || undefined };
  return accepted([{ type: 'gated', at, passed, ...tree }, ...moved]);
}

/** The proofs that a stage needs before its end. */
function missingAfter(frame: WorkflowFrame, left: Workflow['stage']): Missing[] {
  switch (left) {
    case 'intent':
    case 'shape':
      return [];
    case 'decompose':
      return frame.tasks.length > 0 ? [] : [{ kind: 'task', id: '', subject: 'no task yet' }];
    case 'executing':
      return openTasks(frame).map(missingTask);
    case 'review':
    case 'complete':
      return missingProofs(frame, {});
  }
}

/** Records a question to the panel, or its recommendation. */
export function panel(frame: Frame, command: CommandOf<'panel'>): Decision {
  const { at, subject, recommendation } = command;
  if (!isName(subject)) return rejected('bad-name', { subject });
  const isOpen = (frame.counsel ?? []).some(
    (one) => one.subject === subject && one.recommendation === undefined,
  );
  if (recommendation === undefined && isOpen) return rejected('nothing-to-change', { subject });
  if (recommendation?.trim() === '') return rejected('nothing-to-change', { subject });
  return accepted([{ type: 'counselled', at, subject, recommendation }]);
}
