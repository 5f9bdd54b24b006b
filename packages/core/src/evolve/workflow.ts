import { addCounts } from '../model/add-counts.ts';
import { STAGES } from '../model/vocabulary.ts';
import type { Finding, Workflow } from '../model/run.ts';
import { onTop, onWorkflow, remember, without, withoutRequest } from './change.ts';
import { withProgress, withProgressIf } from './progress.ts';
import type { ReducersOf } from './reducers.ts';

/** The workflow of seed 002: stages, waves, reviews, the gate, and the panel. */
export const workflow: ReducersOf<
  | 'wave-begun'
  | 'wave-finished'
  | 'staged'
  | 'wave-reviewed'
  | 'thoroughly-reviewed'
  | 'settled'
  | 'gated'
  | 'counselled'
> = {
  'wave-begun': (run, event) => onWorkflow(run, (workflow) => ({ ...workflow, wave: event.wave })),

  'wave-finished': (run, event) =>
    onTop(run, (frame) => {
      const { workflow } = frame;
      if (!workflow || event.wave <= (workflow.finishedWave ?? 0)) return frame;
      return {
        ...frame,
        workflow: { ...workflow, finishedWave: event.wave },
        checkInDue: frame.checkInDue || frame.shape === 'tool-review',
        breaker: withProgress(frame.breaker),
      };
    }),

  staged: (run, event) => {
    const staged = onWorkflow(run, (workflow) => {
      const next: Workflow = {
        ...workflow,
        ...(event.stage !== undefined && { stage: event.stage }),
        ...(event.specScore !== undefined && { specScore: event.specScore }),
        ...(event.fitScore !== undefined && { fitScore: event.fitScore }),
        ...(event.recallSurfaced !== undefined && { recallSurfaced: event.recallSurfaced }),
        ...(event.mustNot !== undefined && { mustNot: event.mustNot }),
        ...(event.mustNotChecks !== undefined && { mustNotChecks: event.mustNotChecks }),
        ...(event.verification !== undefined && { verification: event.verification }),
      };
      if (event.question === undefined) return next;
      return event.question === '' ? without(next, 'question') : { ...next, question: event.question };
    });
    return onTop(staged, (frame) => ({
      ...frame,
      shape: event.shape ?? frame.shape,
      score: event.specScore ?? frame.score,
      breaker: withProgressIf(isFurther(run.frames.at(-1)?.workflow, event.stage), frame.breaker),
    }));
  },

  'wave-reviewed': (run, event) =>
    onWorkflow(run, (workflow) => ({
      ...workflow,
      waveReviews: [
        ...workflow.waveReviews.filter(({ wave }) => wave !== event.review.wave),
        event.review,
      ].sort((one, other) => one.wave - other.wave),
      ...withFindings(workflow, event.findings, event.review.wave),
    })),

  'thoroughly-reviewed': (run, event) =>
    onTop(run, (frame) => {
      const { workflow, breaker } = frame;
      if (!workflow) return frame;
      const { passed } = event.review;
      const failures = passed ? 0 : addCounts(workflow.thorough?.failures ?? 0, 1);
      return {
        ...frame,
        workflow: {
          ...workflow,
          thorough: { ...event.review, failures },
          ...withFindings(workflow, event.findings),
        },
        breaker: withProgressIf(passed && !workflow.thorough?.passed, breaker),
      };
    }),

  settled: (run, { finding, resolution }) =>
    onWorkflow(run, ({ findings = [], ...workflow }) => ({
      ...workflow,
      findings: findings.map((one) =>
        one.text === finding && one.wave === undefined ? { ...one, resolution } : one,
      ),
    })),

  gated: (run, event) =>
    onTop(run, (frame) => {
      const { workflow, breaker } = frame;
      if (!workflow) return frame;
      const { type: _type, passed, at, ...seen } = event;
      const failures = passed ? 0 : addCounts(workflow.gate?.failures ?? 0, 1);
      return {
        ...frame,
        workflow: { ...workflow, gate: { passed, at, failures, ...seen } },
        breaker: withProgressIf(passed && !workflow.gate?.passed, breaker),
      };
    }),

  counselled: (run, { at, subject, recommendation }) =>
    onTop(run, (frame) => ({
      ...withoutRequest(frame, subject),
      counsel: remember(
        (frame.counsel ?? []).filter((one) => one.subject !== subject || one.recommendation !== undefined),
        { at, subject, ...(recommendation !== undefined && { recommendation }) },
      ),
    })),
};

/** A new task invalidates the review and the gate before it. */
export function withReviewsReset({ gate, thorough, ...workflow }: Workflow): Workflow {
  return {
    ...workflow,
    ...(gate && { gate: { ...gate, passed: false } }),
    ...(thorough && { thorough: { ...thorough, passed: false } }),
  };
}

/** Replaces the findings of the review before. */
function withFindings(
  { findings = [] }: Workflow,
  found: readonly Finding[] | undefined,
  wave?: number,
): Pick<Workflow, 'findings'> {
  if (!found) return {};
  const others = findings.filter((one) => one.wave !== wave);
  return { findings: [...others, ...found.map((one) => ({ ...one, ...(wave !== undefined && { wave }) }))] };
}

/** Going back a stage is no progress; otherwise a gate could fail for ever unnoticed. */
function isFurther(workflow: Workflow | undefined, to: Workflow['stage'] | undefined): boolean {
  return workflow !== undefined && to !== undefined && STAGES.indexOf(to) > STAGES.indexOf(workflow.stage);
}
