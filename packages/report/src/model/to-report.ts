import {
  agentName,
  criterionState,
  elapsedMs,
  isMet,
  sanitizeLine,
  trustParts,
  trustSummary,
  type TrustPart,
} from '@loopwright/core';
import { sortCommits } from './changes.ts';
import { decisionReports } from './decisions.ts';
import { evidenceReports } from './evidence.ts';
import { frameReports } from './frames.ts';
import { headline, nextStep, outcomeOf } from './headline.ts';
import type { RunHistory } from './history.ts';
import { keepEnds } from './keep-ends.ts';
import { type RunTrace, TIME_KINDS, walkJournal } from './walk-journal.ts';

/** A page shows so many of the first and of the last events, and counts the others. */
const SHOWN_MOMENTS = [30, 270] as const;

/** The content of a report, without markup. Its texts come from the run and may be hostile: escape them. */
export interface Report {
  readonly runs: readonly RunReport[];
  /** Journals that could not be read, and why. */
  readonly unread: readonly Unread[];
}

export interface Unread {
  readonly name: string;
  readonly reason: string;
}

/** A run, as reports show it. */
export type RunReport = ReturnType<typeof runReport>;

/** Makes a report for each run that the journal opened, mostly one. Pure: the same history gives the same reports. */
export function toReports(history: RunHistory): readonly RunReport[] {
  return walkJournal(history.steps).map((trace) => runReport(trace, history));
}

function runReport(trace: RunTrace, { output, said, roots, commits, ignored }: RunHistory) {
  const { run, stops, checks, time, moments, records } = trace;
  return {
    id: sanitizeLine(run.id, 64),
    session: sanitizeLine(run.session, 64),
    agent: agentName(run),
    outcome: outcomeOf(run),
    /** How it ended and why, in one sentence. */
    headline: headline(run),
    /** How far the proofs can be trusted beside what each criterion says, one fact each. */
    trust: doubtsOf(trace),
    /** The next command, if there is anything to do. */
    next: nextStep(run),
    startedAt: run.createdAt,
    updatedAt: run.updatedAt,
    isHeadless: run.isHeadless,
    figures: figuresOf(trace),
    frames: frameReports(trace, sortCommits(trace, commits), roots),
    time: TIME_KINDS.map((kind) => ({ kind, ms: time[kind] })),
    decisions: decisionReports(stops, said),
    evidence: evidenceReports(checks, output),
    moments: keepEnds(moments, ...SHOWN_MOMENTS),
    records,
    ignored,
  };
}

/** The lines about trust, without those that say the same of each criterion. */
function doubtsOf({ run }: RunTrace): readonly (readonly TrustPart[])[] {
  const summary = trustSummary(run);
  return trustParts(summary).slice(summary.criteria.length);
}

function figuresOf({ run, stops, checks, frames }: RunTrace) {
  // The outermost frame pays for all the others.
  const [first, ...inner] = frames.values();
  const outer = run.frames[0] ?? first?.frame;
  const criteria = outer?.criteria ?? [];
  return {
    iterations: outer?.iteration ?? 0,
    iterationLimit: outer?.limits.iterations ?? null,
    usd: outer?.spend.usd ?? 0,
    /** Some of the cost is unknown; `usd` leaves it out. */
    isUnpriced: outer?.spend.isUnpriced,
    budgetUsd: outer?.limits.budgetUsd ?? null,
    tokens: outer?.spend.tokens ?? 0,
    /** As `loop status` counts it: without pauses, up to the end. */
    elapsedMs: outer ? elapsedMs(outer, run.ending?.at ?? run.updatedAt) : 0,
    criteriaMet: criteria.filter(isMet).length,
    /** Of those that don't hold, how many were proved before the files changed. */
    criteriaStale: criteria.filter((one) => criterionState(one) === 'stale').length,
    criteria: criteria.length,
    innerLoops: inner.length,
    innerProved: inner.filter(({ ending }) => ending?.kind === 'verified').length,
    checksRun: checks.length,
    checksFailed: checks.filter(({ evidence }) => !evidence.passed).length,
    /** Claims that were sent back because a proof was missing or stale. */
    claimsRefused: stops.filter(({ rule }) => rule === 'unproved').length,
  };
}
