import {
  checkText,
  type Criterion,
  criterionState,
  type CriterionState,
  type Run,
  sanitize,
  sanitizeLine,
  askedBy,
  trustSummary,
  type TrustPart,
  vouchParts,
} from '@loopwright/core';
import { changeReport, type CommitOf } from './changes.ts';
import { outcomeOf } from './headline.ts';
import type { RunHistory } from './history.ts';
import { type Cut, keepEnds, keptOf, mapCut } from './keep-ends.ts';
import type { FrameTrace, IterationTrace, RunTrace } from './walk-journal.ts';
import { workflowReport } from './workflow-report.ts';

/** A page shows so many of the first and of the last frames and iterations, and counts the others. */
const SHOWN_FRAMES = [4, 26] as const;
const SHOWN_ITERATIONS = [4, 46] as const;
const MAX_CRITERIA = 100;
const MAX_STEPS = 200;
const MAX_COUNSEL = 30;
const SPEC = { maxLength: 20_000, maxLines: 400 } as const;

export type FrameReport = ReturnType<typeof frameReport>;
export type CriterionRow = FrameReport['criteria']['rows'][number];
export type IterationReport = ReturnType<typeof iterationReport>;

/** `absent`: it was not a criterion at that time. */
export type CellState = CriterionState | 'absent';

/** Reports the frames of a run, the outermost first, the others as they were pushed. */
export function frameReports(
  { run, frames }: RunTrace,
  commitOf: CommitOf,
  roots: RunHistory['roots'],
): Cut<FrameReport> {
  return mapCut(keepEnds([...frames.values()], ...SHOWN_FRAMES), (trace) =>
    frameReport(trace, run, (one) => changeReport(one, commitOf(one), roots)),
  );
}

function frameReport(
  trace: FrameTrace,
  run: Run,
  changesOf: (iteration: IterationTrace) => ReturnType<typeof changeReport>,
) {
  const { frame, depth, startedAt, endedAt, ending } = trace;
  const iterations = [...trace.iterations.values()];
  const shown = keepEnds(iterations, ...SHOWN_ITERATIONS);
  const before = new Map(iterations.map((one, index) => [one, iterations[index - 1]]));
  return {
    id: frame.id,
    depth,
    mode: frame.mode,
    shape: frame.shape,
    score: frame.score,
    spec: sanitize(frame.spec, SPEC),
    /** A frame that left the stack has an ending of its own; any other shares that of the run. */
    outcome: ending ? outcomeOf({ status: 'active', ending, agent: run.agent }) : outcomeOf(run),
    startedAt,
    endedAt,
    usd: frame.spend.usd,
    isUnpriced: frame.spend.isUnpriced,
    budgetUsd: frame.limits.budgetUsd,
    iterationLimit: frame.limits.iterations,
    iterationCount: iterations.length,
    criteria: criteriaOf(trace, run, keptOf(shown), before),
    iterations: mapCut(shown, (one) => iterationReport(one, before.get(one), changesOf(one))),
    steps: frame.steps.slice(0, MAX_STEPS).map(({ name, isDone }) => ({ name: sanitizeLine(name), isDone })),
    counsel: (frame.counsel ?? []).slice(-MAX_COUNSEL).map(({ at, subject, recommendation }) => ({
      at,
      subject: sanitizeLine(subject),
      recommendation: recommendation === undefined ? undefined : sanitizeLine(recommendation, 600),
    })),
    workflow: workflowReport(frame),
  };
}

type Earlier = ReadonlyMap<IterationTrace, IterationTrace | undefined>;

/** The criteria over the iterations: how each stood when the iteration ended. */
function criteriaOf(trace: FrameTrace, run: Run, shown: readonly IterationTrace[], before: Earlier) {
  const iterations = [...trace.iterations.values()];
  const names = new Set(iterations.flatMap(({ frame }) => frame.criteria.map(({ name }) => name)));
  const { criteria } = trustSummary({ ...run, frames: [trace.frame] });
  const rows = [...names].slice(0, MAX_CRITERIA).map((name) => {
    const last = shown.map((one) => find(one, name)).findLast((one) => one !== undefined);
    const trusted = criteria.find((one) => one.name === name);
    return {
      name,
      /** The command that proves it. Undefined: a word is enough. */
      check: last?.check && checkText(last.check),
      note: last?.check ? undefined : last?.tick && tickText(last.tick),
      /** Who asked for it; undefined once it is removed. */
      asked: trusted && askedBy(trusted.by, trusted.agent),
      /** Who saw its proof, when, and how its check went. */
      vouch: (trusted ? vouchParts(trusted) : []) as readonly TrustPart[],
      state: stateOf(find(trace, name)),
      /** One for every iteration that is shown, in their order. `isNew`: it came to be so in this very iteration. */
      cells: shown.map((one) => cellOf(find(one, name), find(before.get(one), name))),
    };
  });
  return { rows, left: names.size - rows.length };
}

function cellOf(criterion: Criterion | undefined, earlier: Criterion | undefined) {
  const state = stateOf(criterion);
  const hasNewProof =
    criterion?.evidence?.id !== earlier?.evidence?.id || criterion?.tick?.at !== earlier?.tick?.at;
  return { state, isNew: hasNewProof || (state === 'stale' && stateOf(earlier) !== 'stale') };
}

function stateOf(criterion: Criterion | undefined): CellState {
  return criterion ? criterionState(criterion) : 'absent';
}

function tickText({ basis, note }: NonNullable<Criterion['tick']>): string {
  return `by ${basis}${note === undefined ? '' : `: ${sanitizeLine(note, 160)}`}`;
}

function find(trace: Pick<IterationTrace, 'frame'> | undefined, name: string): Criterion | undefined {
  return trace?.frame.criteria.find((one) => one.name === name);
}

function iterationReport(
  { number, startedAt, frame, ms, stop }: IterationTrace,
  previous: IterationTrace | undefined,
  changes: ReturnType<typeof changeReport>,
) {
  return {
    /** 0 is the turn that started the frame. */
    number,
    startedAt,
    /** The cost of the frame up to the end of the iteration. */
    usd: frame.spend.usd,
    isUnpriced: frame.spend.isUnpriced,
    spentUsd: Math.max(0, frame.spend.usd - (previous?.frame.spend.usd ?? 0)),
    spentTokens: Math.max(0, frame.spend.tokens - (previous?.frame.spend.tokens ?? 0)),
    ms,
    tools: frame.breaker.tools,
    changes,
    /** The rule of the stop that ended it; undefined while it runs. */
    rule: stop?.rule,
    verdict: stop?.verdict,
    /** The decision that ended it, by its number. */
    decision: stop?.number,
  };
}
