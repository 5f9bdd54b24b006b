import { countOf, type Look, money, STANDINGS } from '@loopwright/core';
import type { RunReport } from '@loopwright/report';

export type FleetJobState = 'waiting' | 'queued' | 'running' | 'verified' | 'ended' | 'failed' | 'cancelled';

/** A job of a fleet, as a report shows it. Its texts may be hostile: escape them. */
export interface FleetJob {
  readonly key: string;
  readonly repo: string;
  readonly spec: string;
  readonly needs: readonly string[];
  readonly state: FleetJobState;
  /** Why it is in this state; empty where the state says all. */
  readonly reason: string;
  readonly attempts: number;
  /** Attempts that ended with the death of their agent. */
  readonly deaths: number;
  /** Attempts that ended in an error. */
  readonly failures: number;
  readonly usd: number;
  readonly agent: string | null;
  readonly branch: string | null;
  readonly pullRequest: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Its loop as it was last stored; left out if nothing is stored or read. */
  readonly run?: RunReport | undefined;
}

export interface FleetAgent {
  readonly id: string;
  readonly slots: number;
  readonly busy: number;
  readonly isAlive: boolean;
  readonly drain: boolean;
}

/** The content of a page over all jobs of a fleet. */
export interface FleetReport {
  /** The time of the report, in milliseconds since 1970. */
  readonly at: number;
  readonly budget: { readonly capUsd: number | null; readonly spentUsd: number; readonly heldUsd: number };
  readonly jobs: readonly FleetJob[];
  readonly agents: readonly FleetAgent[];
  /** Accounts that wait for the end of a rate limit. */
  readonly shut: readonly { readonly name: string; readonly until: number; readonly reason: string }[];
}

/** How the state of a fleet's job looks. */
export const JOB_STATES: Readonly<Record<FleetJobState, Look>> = {
  waiting: STANDINGS.draft,
  queued: STANDINGS.draft,
  running: STANDINGS.active,
  verified: STANDINGS.verified,
  ended: STANDINGS.paused,
  failed: STANDINGS.aborted,
  cancelled: STANDINGS.cancelled,
};

/** How many jobs are in a state, and what they cost. */
export interface StateCount {
  readonly state: FleetJobState;
  readonly jobs: number;
  readonly usd: number;
}

/** A kind of failure, and the keys of the jobs that it hit. */
export interface FailureKind {
  readonly kind: string;
  readonly times: number;
  readonly keys: readonly string[];
}

const STATES: readonly FleetJobState[] = [
  'verified',
  'running',
  'queued',
  'waiting',
  'ended',
  'failed',
  'cancelled',
];

/** Counts jobs by state, the good ones first. States without a job are left out. */
export function countStates(jobs: readonly FleetJob[]): readonly StateCount[] {
  return STATES.flatMap((state) => {
    const here = jobs.filter((job) => job.state === state);
    return here.length === 0
      ? []
      : [{ state, jobs: here.length, usd: here.reduce((sum, { usd }) => sum + usd, 0) }];
  });
}

/**
 * Groups what went wrong by kind, the most frequent first: how loops ended that were not proved, why jobs failed, and
 * attempts that were lost on the way, also of jobs that were verified later.
 */
export function failureKinds(jobs: readonly FleetJob[]): readonly FailureKind[] {
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
export function jobMs({ startedAt, endedAt }: FleetJob, at: number): number | undefined {
  return startedAt === null ? undefined : Math.max(0, (endedAt ?? at) - startedAt);
}
