import { planWaves, sanitizeLine, STAGES, type Frame, type Task } from '@loopwright/core';
import type { TaskReport, WaveReport, WorkflowReport } from './report-model.ts';

const MAX_TASKS = 300;
const MAX_FINDINGS = 100;
const MAX_LISTED = 20;

/** Reports the tasks of a frame by waves, with the results of reviews and gate. Undefined if it has neither. */
export function workflowReport({ workflow, tasks }: Frame): WorkflowReport | undefined {
  if (!workflow && tasks.length === 0) return undefined;
  const shown = tasks.slice(0, MAX_TASKS);
  return {
    stage: workflow?.stage ?? '',
    stages: workflow ? STAGES : [],
    specScore: workflow?.specScore ?? null,
    fitScore: workflow?.fitScore ?? null,
    question: workflow?.question === undefined ? undefined : sanitizeLine(workflow.question, 400),
    recall: (workflow?.recallSurfaced ?? []).slice(0, MAX_LISTED).map((one) => sanitizeLine(one, 300)),
    mustNot: (workflow?.mustNot ?? []).slice(0, MAX_LISTED).map((one) => sanitizeLine(one, 300)),
    verification: workflow?.verification === undefined ? undefined : sanitizeLine(workflow.verification, 400),
    findings: (workflow?.findings ?? []).slice(0, MAX_FINDINGS).map(({ severity, text, wave, mustNot }) => ({
      severity,
      text: sanitizeLine(text, 400),
      wave,
      mustNot,
    })),
    waves: wavesOf(shown, workflow?.waveReviews ?? []),
    tasksDone: tasks.filter(({ status }) => status === 'completed').length,
    tasks: tasks.length,
    tasksLeft: tasks.length - shown.length,
    thorough: workflow?.thorough && {
      passed: workflow.thorough.passed,
      blockers: workflow.thorough.blockersRemaining,
      failures: workflow.thorough.failures ?? 0,
    },
    gate: workflow?.gate,
  };
}

type Review = NonNullable<Frame['workflow']>['waveReviews'][number];

function wavesOf(tasks: readonly Task[], reviews: readonly Review[]): readonly WaveReport[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const reportsOf = (ids: readonly string[]): readonly TaskReport[] =>
    ids.flatMap((id) => {
      const task = byId.get(id);
      return task ? [taskReport(task)] : [];
    });
  const { waves, unreachable } = planWaves(tasks);
  const planned = waves.map((ids, index) => ({
    number: index + 1,
    tasks: reportsOf(ids),
    review: reviews.find(({ wave }) => wave === index + 1),
  }));
  // A wave that was reviewed may have more than the plan of today has.
  const beyond = reviews
    .filter(({ wave }) => wave > waves.length)
    .map((review) => ({ number: review.wave, tasks: [], review }));
  const stuck = unreachable.length > 0 ? [{ number: undefined, tasks: reportsOf(unreachable) }] : [];
  return [...planned, ...beyond, ...stuck];
}

function taskReport({ id, subject, status, owner, blockedBy, metadata }: Task): TaskReport {
  const { stuckCount, lastFailure } = metadata;
  return {
    id: sanitizeLine(id, 40),
    subject: sanitizeLine(subject, 200),
    status,
    owner: owner === undefined ? undefined : sanitizeLine(owner, 60),
    blockedBy: blockedBy.slice(0, 20).map((one) => sanitizeLine(one, 40)),
    failures: typeof stuckCount === 'number' && Number.isFinite(stuckCount) ? stuckCount : 0,
    lastFailure: typeof lastFailure === 'string' ? sanitizeLine(lastFailure, 200) : undefined,
  };
}
