import { type Frame, planWaves, sanitizeLine, STAGES, type Task } from '@loopwright/core';

const MAX_TASKS = 300;
const MAX_FINDINGS = 100;
const MAX_LISTED = 20;

export type WorkflowReport = ReturnType<typeof report>;
export type TaskReport = ReturnType<typeof taskReport>;

/** Reports the tasks of a frame by waves, with the results of reviews and gate. Undefined if it has neither. */
export function workflowReport(frame: Frame): WorkflowReport | undefined {
  return frame.workflow || frame.tasks.length > 0 ? report(frame) : undefined;
}

function report({ workflow, tasks }: Frame) {
  return {
    stage: workflow?.stage ?? '',
    stages: workflow ? STAGES : [],
    specScore: workflow?.specScore ?? null,
    fitScore: workflow?.fitScore ?? null,
    question: lineOf(workflow?.question),
    recall: linesOf(workflow?.recallSurfaced),
    mustNot: linesOf(workflow?.mustNot),
    verification: lineOf(workflow?.verification),
    findings: (workflow?.findings ?? []).slice(0, MAX_FINDINGS).map(({ severity, text, wave, mustNot }) => ({
      severity,
      text: sanitizeLine(text, 400),
      /** The wave that was reviewed; undefined for the thorough review. */
      wave,
      /** The must-not that was broken, by its place from 1. */
      mustNot,
    })),
    waves: wavesOf(tasks.slice(0, MAX_TASKS), workflow?.waveReviews ?? []),
    tasksDone: tasks.filter(({ status }) => status === 'completed').length,
    tasks: tasks.length,
    tasksLeft: Math.max(0, tasks.length - MAX_TASKS),
    thorough: workflow?.thorough && {
      passed: workflow.thorough.passed,
      blockers: workflow.thorough.blockersRemaining,
      failures: workflow.thorough.failures ?? 0,
    },
    gate: workflow?.gate,
  };
}

type Review = NonNullable<Frame['workflow']>['waveReviews'][number];

/** A wave without a number has the tasks that no wave can hold, since they wait for each other. */
function wavesOf(tasks: readonly Task[], reviews: readonly Review[]) {
  const { waves, unreachable } = planWaves(tasks);
  // A wave that was reviewed may have more than the plan of today has.
  const count = Math.max(waves.length, ...reviews.map(({ wave }) => wave));
  const reportsOf = (ids: readonly string[]) =>
    ids.flatMap((id) => tasks.filter((task) => task.id === id).map(taskReport));
  const planned = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    tasks: reportsOf(waves[index] ?? []),
    review: reviews.find(({ wave }) => wave === index + 1),
  }));
  const stuck = { number: undefined, tasks: reportsOf(unreachable), review: undefined };
  return [
    ...planned.filter((one) => one.tasks.length > 0 || one.review),
    ...(stuck.tasks.length > 0 ? [stuck] : []),
  ];
}

function taskReport({ id, subject, status, owner, blockedBy, metadata }: Task) {
  const { stuckCount, lastFailure } = metadata;
  return {
    id: sanitizeLine(id, 40),
    subject: sanitizeLine(subject, 200),
    status,
    owner: lineOf(owner, 60),
    blockedBy: blockedBy.slice(0, MAX_LISTED).map((one) => sanitizeLine(one, 40)),
    failures: typeof stuckCount === 'number' && Number.isFinite(stuckCount) ? stuckCount : 0,
    lastFailure: typeof lastFailure === 'string' ? sanitizeLine(lastFailure, 200) : undefined,
  };
}

function lineOf(text: string | undefined, maxLength = 400): string | undefined {
  return text === undefined ? undefined : sanitizeLine(text, maxLength);
}

function linesOf(texts: readonly string[] = []): readonly string[] {
  return texts.slice(0, MAX_LISTED).map((one) => sanitizeLine(one, 300));
}
