import { countOf, sanitizeLine } from '@loopwright/core';
import { type Answer, type Cell, INKS, type Page, table } from 'loopwright/src/parts.ts';
import type { FleetState } from '../model/fleet.ts';
import type { JobRow, JobState } from '../model/job.ts';
import { STATE_LOOKS } from '../page/fleet-report.ts';

/** The state of a job, painted. */
export function stateCell({ state }: JobRow): Cell {
  return { text: state, ink: INKS[STATE_LOOKS[state].tone] };
}

/** The jobs to show; what is left out holds for all. */
export interface StatusFilter {
  readonly keys?: readonly string[];
  readonly state?: JobState | undefined;
  readonly repo?: string | undefined;
  readonly account?: string | undefined;
}

/** A job with its repository; a key alone may be that of several. */
export function wholeName({ repo, key }: Pick<JobRow, 'repo' | 'key'>): string {
  return `${repo}#${key}`;
}

/** True if one of these names means the job. */
export function isNamed(job: JobRow, names: readonly string[]): boolean {
  return names.includes(job.key) || names.includes(wholeName(job));
}

/** The jobs, the agents and the budget of a fleet, as a table and as JSON. */
export function statusAnswer(
  { jobs, agents, accounts, budget }: FleetState,
  { keys = [], state, repo, account }: StatusFilter = {},
): Answer {
  const shown = jobs.filter(
    (job) =>
      (keys.length === 0 || isNamed(job, keys)) &&
      (state === undefined || job.state === state) &&
      (repo === undefined || job.repo === repo) &&
      (account === undefined || job.account === account),
  );
  return {
    exit: 'ok',
    json: {
      counts: countsOf(jobs),
      jobs: shown.map(
        ({ key, repo, state, reason, attempts, spentUsd, agent, branch, commit, pullRequest }) => ({
          key,
          repo,
          state,
          reason,
          attempts,
          costUsd: spentUsd,
          agent,
          branch,
          commit,
          pullRequest,
        }),
      ),
      agents: agents.map(({ id, slots, busy, isAlive, drain, note }) => ({
        id,
        slots,
        busy,
        alive: isAlive,
        drain,
        note,
      })),
      accounts: accounts.map(({ name, shutUntil }) => ({
        name,
        shutUntil: shutUntil?.toISOString() ?? null,
      })),
      budget,
    },
    text: (page) => [
      ...(jobs.length === 0
        ? ['No job was added yet.']
        : [`${countOf(jobs.length, 'job')}: ${countsText(jobs)}`]),
      ...jobLines(shown, page),
      ...factLines({ budget, agents, accounts }),
    ],
    next: jobs.length === 0 ? { words: ['fleet', 'add'] } : { words: ['fleet', 'work'] },
  };
}

function countsOf(jobs: readonly JobRow[]): Partial<Record<JobState, number>> {
  const counts: Partial<Record<JobState, number>> = {};
  for (const { state } of jobs) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** How many jobs are in each state. */
export function countsText(jobs: readonly JobRow[]): string {
  return Object.entries(countsOf(jobs))
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');
}

function jobLines(jobs: FleetState['jobs'], page: Page): readonly string[] {
  const keys = jobs.map(({ key }) => key).toSorted();
  const isShared = new Set(keys.filter((key, at) => key === keys[at + 1]));
  return table(
    jobs.map((job) => [
      { text: sanitizeLine(isShared.has(job.key) ? wholeName(job) : job.key, 80), ink: 'bold' as const },
      stateCell(job),
      `${job.attempts}×`,
      `$${job.spentUsd.toFixed(2)}`,
      sanitizeLine(whyText(job), 100),
    ]),
    page,
  );
}

/** The budget, the agents and the shut accounts, a line each. */
export function factLines({ budget, agents, accounts }: Omit<FleetState, 'jobs'>): readonly string[] {
  return [
    `Budget: $${budget.spentUsd.toFixed(2)} spent, $${budget.heldUsd.toFixed(2)} reserved${budget.doubtUsd === 0 ? '' : `, $${budget.doubtUsd.toFixed(2)} in doubt`}${budget.capUsd === null ? '' : ` of $${budget.capUsd.toFixed(2)}`}`,
    ...agents.map(
      ({ id, busy, slots, isAlive, drain, note }) =>
        `Agent ${sanitizeLine(id, 80)}: ${isAlive ? `${busy} of ${slots} slots busy` : 'silent'}${drain ? ', drained' : ''}${note === '' ? '' : `; ${sanitizeLine(note, 300)}`}`,
    ),
    ...accounts.flatMap(({ name, shutUntil, reason }) =>
      shutUntil
        ? [`Account ${name}: shut until ${shutUntil.toLocaleString()} (${sanitizeLine(reason, 100)})`]
        : [],
    ),
  ];
}

/** Why a job is in its state, or where its work is. */
export function whyText({ state, reason, pullRequest, branch, needs, spec }: JobRow): string {
  if (reason !== '') return reason;
  if (state === 'verified') return pullRequest ?? branch ?? '';
  return state === 'waiting' ? `needs ${needs.join(', ')}` : spec;
}
