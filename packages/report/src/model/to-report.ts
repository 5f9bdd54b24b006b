import { criterionState, elapsedMs, isMet, sanitizeLine, trustParts, trustSummary } from '@loopwright/core';
import { decisionReport } from './decisions.ts';
import { sortChanges } from './diffs.ts';
import { evidenceReport, latestEvidence } from './evidence-report.ts';
import { frameReport } from './frame-report.ts';
import { headline, nextStep, outcomeOf } from './headline.ts';
import type { RunHistory } from './history.ts';
import { keepEnds, keptOf, mapCut } from './keep-ends.ts';
import { momentsOf } from './moments.ts';
import type { Figures, RunReport } from './report-model.ts';
import { TIME_KINDS, traceRuns, type RunTrace } from './trace-run.ts';

/** A page shows so many of the first and of the last entries of each list, and counts the others. */
const SHOWN = {
  frames: [4, 26],
  decisions: [10, 90],
  evidence: [0, 50],
  moments: [30, 270],
} as const;

/** Makes a report for each run that the journal opened, mostly one. Pure: the same history gives the same reports. */
export function toReports({ steps, tails, said, changes, ignored }: RunHistory): readonly RunReport[] {
  return traceRuns(steps).map((trace) => runReport(trace, { tails, said, changes, ignored }));
}

/** The ids of the evidence whose output a page shows, so that no more has to be read. */
export function shownEvidence(steps: RunHistory['steps']): readonly string[] {
  const [first, last] = SHOWN.evidence;
  const byRun: string[][] = [[]];
  for (const { record } of steps) {
    for (const event of record.events) {
      if (event.type === 'opened') byRun.push([]);
      if (event.type === 'proved') byRun.at(-1)?.push(event.evidence.id);
    }
  }
  return byRun.flatMap((ids) => keptOf(keepEnds(ids, first, last)));
}

function runReport(trace: RunTrace, { tails, said, changes, ignored }: Omit<RunHistory, 'steps'>): RunReport {
  const { run, stops, checks } = trace;
  const diffOf = sortChanges(trace, changes);
  const latest = latestEvidence(checks);
  const numberedStops = stops.map((stop, index) => ({ stop, number: index + 1 }));
  const numberedChecks = checks.map((check, index) => ({ check, number: index + 1 }));
  return {
    id: sanitizeLine(run.id, 64),
    session: sanitizeLine(run.session, 64),
    outcome: outcomeOf(run),
    headline: headline(run),
    trust: trustParts(trustSummary(run)),
    next: nextStep(run),
    startedAt: run.createdAt,
    updatedAt: run.updatedAt,
    isHeadless: run.isHeadless,
    figures: figuresOf(trace),
    frames: mapCut(keepEnds(trace.frames, ...SHOWN.frames), (frame) => frameReport(frame, trace, diffOf)),
    time: TIME_KINDS.map((kind) => ({ kind, ms: trace.time[kind] })),
    decisions: mapCut(keepEnds(numberedStops, ...SHOWN.decisions), ({ stop, number }) =>
      decisionReport(stop, number, said),
    ),
    evidence: mapCut(keepEnds(numberedChecks, ...SHOWN.evidence), ({ check, number }) =>
      evidenceReport(check, number, latest, tails),
    ),
    moments: keepEnds(momentsOf(trace.events), ...SHOWN.moments),
    records: trace.records,
    ignored,
  };
}

function figuresOf(trace: RunTrace): Figures {
  const { run, stops, checks, frames } = trace;
  // The outermost frame pays for all the others.
  const outer = run.frames[0] ?? frames[0]?.frame;
  const criteria = outer?.criteria ?? [];
  const ended = trace.events.flatMap(({ event }) => (event.type === 'closed' ? [event.ending.kind] : []));
  return {
    iterations: outer?.iteration ?? 0,
    iterationLimit: outer?.limits.iterations ?? null,
    usd: outer?.spend.usd ?? 0,
    budgetUsd: outer?.limits.budgetUsd ?? null,
    tokens: outer?.spend.tokens ?? 0,
    // As `loop status` counts it: without pauses, up to the end.
    elapsedMs: outer ? elapsedMs(outer, run.ending?.at ?? run.updatedAt) : 0,
    criteriaMet: criteria.filter(isMet).length,
    criteriaStale: criteria.filter((one) => criterionState(one) === 'stale').length,
    criteria: criteria.length,
    innerLoops: Math.max(0, frames.length - 1),
    innerProved: ended.filter((kind) => kind === 'verified').length,
    checksRun: checks.length,
    checksFailed: checks.filter(({ evidence }) => !evidence.passed).length,
    claimsRefused: stops.filter(({ rule }) => rule === 'unproved').length,
  };
}
