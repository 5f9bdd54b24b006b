import { isMet } from '@loopwright/core';
import { decisionReport } from './decisions.ts';
import { evidenceReport, latestEvidence } from './evidence-report.ts';
import { frameReport } from './frame-report.ts';
import { headline, nextStep, outcomeOf } from './headline.ts';
import type { RunHistory } from './history.ts';
import { keepEnds, keptOf, mapCut } from './keep-ends.ts';
import { momentsOf } from './moments.ts';
import type { Figures, RunReport } from './report-model.ts';
import { TIME_KINDS, traceRuns, type RunTrace } from './trace-run.ts';

/** How much of each list a page shows: the first and the last. What lies between is counted. */
const SHOWN = {
  frames: [4, 26],
  decisions: [10, 90],
  evidence: [0, 50],
  moments: [30, 270],
} as const;

/**
 * Works out what a page shows of a journal: a report for each run that was opened in it, mostly one. Pure: the same
 * history gives the same reports.
 */
export function toReports({ steps, tails, ignored }: RunHistory): readonly RunReport[] {
  return traceRuns(steps).map((trace) => runReport(trace, tails, ignored));
}

/** The ids of the evidence whose output a page shows, so that no more has to be read. */
export function shownEvidence(steps: RunHistory['steps']): readonly string[] {
  return traceRuns(steps).flatMap(({ checks }) =>
    keptOf(keepEnds(checks, ...SHOWN.evidence)).map(({ evidence }) => evidence.id),
  );
}

function runReport(trace: RunTrace, tails: RunHistory['tails'], ignored: number): RunReport {
  const { run, stops, checks } = trace;
  const latest = latestEvidence(checks);
  const numbered = stops.map((stop, index) => ({ stop, number: index + 1 }));
  return {
    id: run.id,
    session: run.session,
    outcome: outcomeOf(run),
    headline: headline(run),
    next: nextStep(run),
    startedAt: run.createdAt,
    updatedAt: run.updatedAt,
    isHeadless: run.isHeadless,
    figures: figuresOf(trace),
    frames: mapCut(keepEnds(trace.frames, ...SHOWN.frames), (frame) => frameReport(frame, trace)),
    time: TIME_KINDS.map((kind) => ({ kind, ms: trace.time[kind] })),
    decisions: mapCut(keepEnds(numbered, ...SHOWN.decisions), ({ stop, number }) => decisionReport(stop, number)),
    evidence: mapCut(keepEnds(checks, ...SHOWN.evidence), (check) => evidenceReport(check, latest, tails)),
    moments: keepEnds(momentsOf(trace.events), ...SHOWN.moments),
    records: trace.records,
    ignored,
  };
}

function figuresOf({ run, stops, checks, frames }: RunTrace): Figures {
  // The outermost frame pays for all the others.
  const outer = run.frames[0] ?? frames[0]?.frame;
  const criteria = outer?.criteria ?? [];
  return {
    iterations: outer?.iteration ?? 0,
    iterationLimit: outer?.limits.iterations ?? null,
    usd: outer?.spend.usd ?? 0,
    budgetUsd: outer?.limits.budgetUsd ?? null,
    tokens: outer?.spend.tokens ?? 0,
    elapsedMs: Math.max(0, run.updatedAt - run.createdAt),
    criteriaMet: criteria.filter(isMet).length,
    criteria: criteria.length,
    checksRun: checks.length,
    checksFailed: checks.filter(({ evidence }) => !evidence.passed).length,
    claimsRefused: stops.filter(({ rule }) => rule === 'unproved').length,
  };
}
