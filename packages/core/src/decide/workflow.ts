import type { CommandOf } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import { addCounts } from '../model/add-counts.ts';
import { given } from '../model/plans.ts';
import { STAGES } from '../model/vocabulary.ts';
import type { Frame, Run, Workflow } from '../model/run.ts';
import { accepted, type Decision, type Missing, rejected } from './decision.ts';
import { badScore } from './lifecycle.ts';
import { refuse, topOf } from './open-frame.ts';
import { isMet, isPassed, openTasks, taskState } from '../proofs.ts';

type WorkflowFrame = Frame & { readonly workflow: Workflow };

/**
 * Changes the stage: one step forward at a time, or any number back. Records scores, a question and recalled
 * learnings.
 */
export function stage(run: Run | undefined, { type: _type, at, ...wanted }: CommandOf<'stage'>): Decision {
  const frame = workflowOf(run);
  if (!frame) return withoutWorkflow(run);
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
export function wave(run: Run | undefined, { at, action }: CommandOf<'wave'>): Decision {
  const frame = workflowOf(run);
  if (!frame) return withoutWorkflow(run);
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
export function review(run: Run | undefined, command: CommandOf<'review'>): Decision {
  const frame = workflowOf(run);
  if (!frame) return withoutWorkflow(run);
  const { at, wave: ofWave, score = 0, issues = 0, blockers, findings, fingerprint } = command;
  const { reviewers, looked } = command;
  const by = given({ reviewers, looked });
  if (ofWave !== undefined) {
    const light = { wave: ofWave, score, issues, blockers, ...by };
    return accepted([{ type: 'wave-reviewed', at, review: light, findings }]);
  }
  const open = openTasks(frame);
  if (open.length > 0) return rejected('open-tasks', { missing: open.map(missingTask) });
  // A review must name its reviewers and the files they read.
  if (!reviewers?.length || !looked?.length) return rejected('unnamed-review');
  const tree = given({ fingerprint: fingerprint || undefined });
  const thorough = { passed: blockers === 0, blockersRemaining: blockers, ...by, ...tree };
  return accepted([{ type: 'thoroughly-reviewed', at, review: thorough, findings }]);
}

/** Records what becomes of a finding of the thorough review. */
export function settle(run: Run | undefined, command: CommandOf<'settle'>): Decision {
  const frame = workflowOf(run);
  if (!frame) return withoutWorkflow(run);
  const { at, finding, choice, reason } = command;
  const found = frame.workflow.findings?.find(({ text, wave: of }) => text === finding && of === undefined);
  if (!found) return rejected('nothing-to-change', { subject: finding });
  if (choice === 'accept' && !reason?.trim()) return rejected('nothing-to-change', { subject: finding });
  return accepted([
    { type: 'settled', at, finding, resolution: { choice, ...given({ reason: reason || undefined }) } },
  ]);
}

/** Opens the gate when tasks, thorough review and criteria hold. A failed gate returns to the executing stage. */
export function gate(
  run: Run | undefined,
  { at, passed, fingerprint, unreviewed }: CommandOf<'gate'>,
): Decision {
  const frame = workflowOf(run);
  if (!frame) return withoutWorkflow(run);
  if (!passed) {
    const back: LoopEvent[] =
      frame.workflow.stage === 'executing' ? [] : [{ type: 'staged', at, stage: 'executing' }];
    return accepted([{ type: 'gated', at, passed }, ...back]);
  }
  const missing = missingAfter(frame, 'review').filter(({ kind }) => kind !== 'gate');
  if (missing.length > 0) return rejected('unproved', { missing });
  const on: LoopEvent[] =
    frame.workflow.stage === 'complete' ? [] : [{ type: 'staged', at, stage: 'complete' }];
  const tree = { fingerprint: fingerprint || undefined, unreviewed: unreviewed || undefined };
  return accepted([{ type: 'gated', at, passed, ...tree }, ...on]);
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
    case 'complete': {
      const { thorough, gate } = frame.workflow;
      return [
        ...frame.tasks.filter((one) => taskState(one) === 'open').map(missingTask),
        ...(isPassed(thorough)
          ? []
          : [{ kind: 'review', blockers: thorough?.blockersRemaining ?? null } as const]),
        ...frame.criteria
          .filter((one) => !isMet(one))
          .map(({ name }) => ({ kind: 'criterion', name, why: 'unmet' }) as const),
        ...(gate?.passed ? [] : [{ kind: 'gate' } as const]),
      ];
    }
  }
}

function missingTask({ id, subject }: { readonly id: string; readonly subject: string }): Missing {
  return { kind: 'task', id, subject };
}

function workflowOf(run: Run | undefined): WorkflowFrame | undefined {
  const frame = topOf(run);
  return frame?.workflow ? (frame as WorkflowFrame) : undefined;
}

function withoutWorkflow(run: Run | undefined): Decision {
  return topOf(run) ? rejected('no-workflow') : refuse(run);
}
