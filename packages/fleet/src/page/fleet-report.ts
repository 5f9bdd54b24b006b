import { countOf, type Look, money, STANDINGS } from '@loopwright/core';
import type { RunReport } from '@loopwright/report';
import type { FleetState } from '../model/fleet.ts';
import type { JobRow, JobState } from '../model/job.ts';

/** A job as a report shows it. Its texts may be hostile: escape them. */
export interface ReportedJob extends JobRow {
  /** Its loop as it was last stored; left out if nothing is stored or read. */
  readonly run?: RunReport | undefined;
}

/** The content of a page over all jobs of a fleet. */
export interface FleetReport extends Omit<FleetState, 'jobs'> {
  /** The time of the report, in milliseconds since 1970. */
  readonly at: number;
  readonly jobs: readonly ReportedJob[];
}

/** How the states of jobs look, the good ones first. */
export const STATE_LOOKS: Readonly<Record<JobState, Look>> = {
  verified: STANDINGS.verified,
  running: STANDINGS.active,
  queued: STANDINGS.draft,
  waiting: STANDINGS.draft,
  ended: STANDINGS.paused,
  failed: STANDINGS.aborted,
  cancelled: STANDINGS.cancelled,
};

/** How many jobs are in a state, and what they cost. */
export interface StateCount {
  readonly state: JobState;
  readonly jobs: number;
  readonly usd: number;
}

/** A kind of failure, and the keys of the jobs that it hit. */
export interface FailureKind {
  readonly kind: string;
  readonly times: number;
  readonly keys: readonly string[];
}

/** Counts jobs by state, the good ones first. States without a job are left out. */
export function countStates(jobs: readonly ReportedJob[]): readonly StateCount[] {
  return (Object.keys(STATE_LOOKS) as JobState[]).flatMap((state) => {
    const here = jobs.filter((job) => job.state === state);
    return here.length === 0
      ? []
      : [{ state, jobs: here.length, usd: here.reduce((sum, { spentUsd }) => sum + spentUsd, 0) }];
  });
}

/**
 * Groups what went wrong by kind, the most frequent first: how loops ended that were not proved, why jobs failed, and
 * attempts that were lost on the way, also of jobs that were verified later.
 */
export function failureKinds(jobs: readonly ReportedJob[]): readonly FailureKind[] {
  const kinds = new Map<string, { times: number; readonly keys: string[] }>();
  const add = (kind: string, key: string, times = 1): void => {
    const known = kinds.get(kind) ?? { times: 0, keys: [] };
    known.times += times;
    known.keys.push(key);
    kinds.set(kind, known);
  };
  for (const { key, state, reason, run, deaths, failures } of jobs) {
    if (state === 'ended') add(endingOf(run), key);
    if (state === 'failed') add(`failed: ${reason}`, key);
    if (deaths > 0) add('an agent died', key, deaths);
    if (failures > 0) add('an attempt ended in an error', key, failures);
  }
  return [...kinds]
    .map(([kind, { times, keys }]) => ({ kind, times, keys }))
    .toSorted((one, other) => other.times - one.times || one.kind.localeCompare(other.kind));
}

function endingOf(run: RunReport | undefined): string {
  if (run === undefined) return 'ended without proof';
  const { kind, detail } = run.outcome;
  return detail === undefined ? kind : `${kind}: ${detail}`;
}

/** The whole fleet in one sentence. */
export function fleetLine({ jobs, budget }: FleetReport): string {
  const states = countStates(jobs).map((count) => `${count.jobs} ${count.state}`);
  const cap = budget.capUsd === null ? '' : ` of ${money(budget.capUsd)}`;
  return jobs.length === 0
    ? 'No job was added yet.'
    : `${countOf(jobs.length, 'job')}: ${states.join(', ')}, ${money(budget.spentUsd)}${cap} spent.`;
}

/** How long a job took so far, pauses and waiting between attempts included; undefined before its start. */
export function jobMs({ startedAt, endedAt }: JobRow, at: number): number | undefined {
  return startedAt === null ? undefined : Math.max(0, (endedAt?.getTime() ?? at) - startedAt.getTime());
}
