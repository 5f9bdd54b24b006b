import { countOf, durationText, listed, type Look, money, sanitizeLine, STANDINGS } from '@loopwright/core';
import type { RunReport } from '@loopwright/report';
import type { FleetState } from '../model/fleet.ts';
import type { JobRow, JobState } from '../model/job.ts';

/** A job as a report shows it. Its texts may be hostile: escape them. */
export interface ReportedJob extends JobRow {
  /** Its loop as it was last stored; left out if nothing is stored or read. */
  readonly run?: RunReport | undefined;
}

/** The content of a page over all jobs of a fleet. */
export interface FleetReport extends Pick<FleetState, 'agents' | 'accounts' | 'budget'> {
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

/** A table of a report, in whatever form it is written. */
export interface FleetTable {
  readonly label: string;
  readonly names: readonly string[];
  readonly numbers: readonly string[];
  readonly rows: readonly (readonly FleetCell[])[];
}

/** Words of ours, a number, the state of a job, or a text that may be hostile. */
export type FleetCell = string | number | { readonly state: JobState } | { readonly text: string };

/** How many jobs are in each state, the good ones first, and what they cost. States without a job are left out. */
export function stateTable(jobs: readonly ReportedJob[]): FleetTable {
  const numbers = ['Jobs', 'Cost'];
  const rows = statesOf(jobs).map(([state, here]) => {
    const usd = here.reduce((sum, { spentUsd }) => sum + spentUsd, 0);
    return [{ state }, here.length, money(usd)];
  });
  return { label: 'Jobs by state', names: ['State', ...numbers], numbers, rows };
}

function statesOf(jobs: readonly ReportedJob[]): readonly (readonly [JobState, readonly ReportedJob[]])[] {
  return (Object.keys(STATE_LOOKS) as JobState[])
    .map((state) => [state, jobs.filter((job) => job.state === state)] as const)
    .filter(([, here]) => here.length > 0);
}

const MAX_KEYS = 8;

/**
 * Counts failures by kind, the most frequent first: loops that ended without proof, jobs that failed, and attempts that
 * were lost, also of jobs that were verified later. Undefined without a failure.
 */
export function failureTable(jobs: readonly ReportedJob[]): FleetTable | undefined {
  const kinds = new Map<string, { times: number; readonly keys: string[] }>();
  const add = (kind: string, key: string, times = 1): void => {
    const known = kinds.get(kind) ?? { times: 0, keys: [] };
    known.times += times;
    known.keys.push(sanitizeLine(key, 60));
    kinds.set(kind, known);
  };
  for (const { key, state, reason, run, deaths, failures } of jobs) {
    if (state === 'ended') add(endingOf(run), key);
    if (state === 'failed') add(`failed: ${reason}`, key);
    if (deaths > 0) add('an agent died', key, deaths);
    if (failures > 0) add('an attempt ended in an error', key, failures);
  }
  if (kinds.size === 0) return undefined;
  const rows = [...kinds]
    .toSorted(([kind, one], [other, { times }]) => times - one.times || kind.localeCompare(other))
    .map(([kind, { times, keys }]) => [{ text: kind }, times, { text: listed(keys, MAX_KEYS) }]);
  const label = 'Failures, and the jobs that they hit';
  return { label, names: ['Failure', 'Times', 'Jobs'], numbers: ['Times'], rows };
}

/** A line for each job. */
export function jobTable(jobs: readonly ReportedJob[], at: number): FleetTable {
  const numbers = ['Iterations', 'Attempts', 'Cost', 'Time'];
  const rows = jobs.map((job) => {
    const { key, state, attempts, spentUsd, run } = job;
    const ms = jobMs(job, at);
    const time = ms === undefined ? '' : durationText(ms);
    const iterations = run?.figures.iterations ?? '';
    return [{ text: key }, { state }, iterations, attempts, money(spentUsd), time, { text: resultOf(job) }];
  });
  return { label: 'All jobs', names: ['Job', 'State', ...numbers, 'Result'], numbers, rows };
}

/** Why a job is in its state, or where its work is. */
function resultOf({ state, reason, pullRequest, branch, needs, agent }: ReportedJob): string {
  if (reason !== '') return reason;
  if (state === 'waiting') return `needs ${needs.join(', ')}`;
  return (state === 'running' ? agent : (pullRequest ?? branch)) ?? '';
}

function endingOf(run: RunReport | undefined): string {
  if (run === undefined) return 'ended without proof';
  const { kind, detail } = run.outcome;
  return detail === undefined ? kind : `${kind}: ${detail}`;
}

/** The whole fleet in one sentence. */
export function fleetLine({ jobs, budget }: FleetReport): string {
  const states = statesOf(jobs).map(([state, here]) => `${here.length} ${state}`);
  const cap = budget.capUsd === null ? '' : ` of ${money(budget.capUsd)}`;
  return jobs.length === 0
    ? 'No job was added yet.'
    : `${countOf(jobs.length, 'job')}: ${states.join(', ')}, ${money(budget.spentUsd)}${cap} spent.`;
}

/** How long a job took so far, pauses and waiting between attempts included; undefined before its start. */
export function jobMs({ startedAt, endedAt }: JobRow, at: number): number | undefined {
  return startedAt === null ? undefined : Math.max(0, (endedAt?.getTime() ?? at) - startedAt.getTime());
}
