import { sanitize, sanitizeLine, type Run } from '@loopwright/core';
import { criteriaMap } from './criteria-map.ts';
import type { DiffOf } from './diffs.ts';
import { endOutcome, outcomeOf } from './headline.ts';
import { keepEnds, keptOf, mapCut } from './keep-ends.ts';
import type { DiffReport, FrameReport, IterationReport, Outcome } from './report-model.ts';
import type { FrameTrace, IterationTrace, RunTrace } from './trace-run.ts';
import { workflowReport } from './workflow-report.ts';

/** Iterations that a page shows: the first and the last. */
const SHOWN_ITERATIONS = [4, 46] as const;
const MAX_SPEC = 20_000;
const MAX_STEPS = 200;
const MAX_FILES = 40;
const MAX_COUNSEL = 30;

/** Reports one frame. */
export function frameReport(trace: FrameTrace, run: RunTrace, diffOf: DiffOf): FrameReport {
  const { frame, iterations } = trace;
  const shown = keepEnds(iterations, ...SHOWN_ITERATIONS);
  const before = new Map(iterations.map((one, index) => [one, iterations[index - 1]]));
  return {
    id: frame.id,
    depth: trace.depth,
    mode: frame.mode,
    shape: frame.shape,
    score: frame.score,
    spec: sanitize(frame.spec, { maxLength: MAX_SPEC, maxLines: 400 }),
    outcome: frameOutcome(trace, run),
    startedAt: trace.startedAt,
    endedAt: trace.endedAt,
    usd: frame.spend.usd,
    budgetUsd: frame.limits.budgetUsd,
    iterationLimit: frame.limits.iterations,
    iterationCount: iterations.length,
    criteria: criteriaMap(iterations, keptOf(shown)),
    iterations: mapCut(shown, (one) => iterationReport(one, before.get(one), run, diffOf(frame.id, one))),
    steps: frame.steps.slice(0, MAX_STEPS).map(({ name, isDone }) => ({ name: sanitizeLine(name), isDone })),
    counsel: (frame.counsel ?? []).slice(-MAX_COUNSEL).map(({ at, subject, recommendation }) => ({
      at,
      subject: sanitizeLine(subject),
      recommendation: recommendation === undefined ? undefined : sanitizeLine(recommendation, 600),
    })),
    workflow: workflowReport(frame),
  };
}

/** A frame that left the stack has an ending of its own; any other shares that of the run. */
function frameOutcome({ id }: FrameTrace, { run, events }: RunTrace): Outcome {
  if (isOnStack(run, id)) return outcomeOf(run);
  for (const { event, frame } of events) {
    if (event.type === 'closed' && frame?.id === id) return endOutcome(event.ending);
  }
  return { kind: 'active' };
}

function isOnStack(run: Run, id: string): boolean {
  return run.frames.some((frame) => frame.id === id);
}

function iterationReport(
  iteration: IterationTrace,
  previous: IterationTrace | undefined,
  { stops }: RunTrace,
  diff: DiffReport,
): IterationReport {
  const { frame, time } = iteration;
  const decision = iteration.stops.at(-1);
  const stop = decision === undefined ? undefined : stops[decision];
  return {
    number: iteration.number,
    startedAt: iteration.startedAt,
    usd: frame.spend.usd,
    spentUsd: Math.max(0, frame.spend.usd - (previous?.frame.spend.usd ?? 0)),
    spentTokens: Math.max(0, frame.spend.tokens - (previous?.frame.spend.tokens ?? 0)),
    budgetUsd: frame.limits.budgetUsd,
    ms: Object.values(time).reduce((sum, ms) => sum + ms, 0) - time.rest,
    tools: frame.breaker.tools,
    files: frame.breaker.edits.slice(0, MAX_FILES).map(({ path }) => sanitizeLine(path, 160)),
    diff,
    rule: stop?.rule,
    verdict: stop?.verdict,
    decision: decision === undefined ? undefined : decision + 1,
  };
}
