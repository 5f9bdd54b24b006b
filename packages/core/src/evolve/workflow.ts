import { addCounts, given } from '../model/plans.ts';
import { STAGES } from '../model/vocabulary.ts';
import type { Finding, Workflow } from '../model/run.ts';
import { type Reducers, remember, top, topWorkflow, withoutRequest } from './change.ts';
import { withProgress, withProgressIf } from './progress.ts';

/** The workflow of seed 002: stages, waves, reviews, the gate, and the panel. */
export const workflow = {
  'wave-begun': topWorkflow((workflow, { wave }) => ({ workflow: { ...workflow, wave } })),

  'wave-finished': topWorkflow((workflow, { wave }, { checkInDue, shape, breaker }) =>
    wave <= (workflow.finishedWave ?? 0)
      ? {}
      : {
          workflow: { ...workflow, finishedWave: wave },
          checkInDue: checkInDue || shape === 'tool-review',
          breaker: withProgress(breaker),
        },
  ),

  staged: top((frame, { type: _type, at: _at, isByHand: _isByHand, shape, ...staged }) => {
    const { workflow } = frame;
    const next = workflow && { ...workflow, ...given(staged) };
    return {
      // The empty text takes the question back.
      workflow: next && { ...next, question: next.question || undefined },
      shape: shape ?? frame.shape,
      score: staged.specScore ?? frame.score,
      breaker: withProgressIf(isFurther(workflow, staged.stage), frame.breaker),
    };
  }),

  'wave-reviewed': topWorkflow((workflow, { review, findings }) => ({
    workflow: {
      ...workflow,
      waveReviews: [...workflow.waveReviews.filter(({ wave }) => wave !== review.wave), review].sort(
        (one, other) => one.wave - other.wave,
      ),
      findings: nextFindings(workflow, findings, review.wave),
    },
  })),

  'thoroughly-reviewed': topWorkflow((workflow, { review, findings }, { breaker }) => ({
    workflow: {
      ...workflow,
      thorough: { ...review, failures: failuresAfter(workflow.thorough, review) },
      findings: nextFindings(workflow, findings),
    },
    breaker: withProgressIf(review.passed && !workflow.thorough?.passed, breaker),
  })),

  settled: topWorkflow((workflow, { finding, resolution }) => ({
    workflow: {
      ...workflow,
      findings: workflow.findings?.map((one) =>
        one.text === finding && one.wave === undefined ? { ...one, resolution } : one,
      ),
    },
  })),

  gated: topWorkflow((workflow, { type: _type, isByHand: _isByHand, ...gate }, { breaker }) => ({
    workflow: { ...workflow, gate: { ...gate, failures: failuresAfter(workflow.gate, gate) } },
    breaker: withProgressIf(gate.passed && !workflow.gate?.passed, breaker),
  })),

  counselled: top((frame, { at, subject, recommendation }) => {
    const others = (frame.counsel ?? []).filter(
      (one) => one.subject !== subject || one.recommendation !== undefined,
    );
    return {
      notes: withoutRequest(frame, subject),
      counsel: remember(others, { at, subject, recommendation }),
    };
  }),
} satisfies Partial<Reducers>;

/** A new task invalidates the review and the gate before it. */
export function withReviewsReset({ gate, thorough, ...workflow }: Workflow): Workflow {
  return {
    ...workflow,
    gate: gate && { ...gate, passed: false },
    thorough: thorough && { ...thorough, passed: false },
  };
}

/** How often in a row something was not passed. */
function failuresAfter(
  before: { readonly failures?: number | undefined } | undefined,
  { passed }: { readonly passed: boolean },
): number {
  return passed ? 0 : addCounts(before?.failures ?? 0, 1);
}

/** Replaces the findings of the review before. */
function nextFindings(
  { findings = [] }: Workflow,
  found: readonly Finding[] | undefined,
  wave?: number,
): Workflow['findings'] {
  if (!found) return findings;
  return [...findings.filter((one) => one.wave !== wave), ...found.map((one) => ({ ...one, wave }))];
}

/** Going back a stage is no progress; otherwise a gate could fail for ever unnoticed. */
function isFurther(workflow: Workflow | undefined, to: Workflow['stage'] | undefined): boolean {
  return workflow !== undefined && to !== undefined && STAGES.indexOf(to) > STAGES.indexOf(workflow.stage);
}
