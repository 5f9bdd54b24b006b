import { countOf, sanitizeLine } from '@loopwright/core';
import { type Answer, type Cell, INKS, type Page, table } from 'loopwright/src/parts.ts';
import { idOf } from '../decide/order-needs.ts';
import type { Fleet, FleetState } from '../model/fleet.ts';
import { JOB_STATES, type JobRow, type JobState, UNDONE_STATES } from '../model/job.ts';
import { STATE_LOOKS } from '../page/fleet-report.ts';
import type { Call } from './fleet.ts';

/** The state of a job, painted. */
export function stateCell({ state }: JobRow): Cell {
  return { text: state, ink: INKS[STATE_LOOKS[state].tone] };
}

/** A page has at most so many jobs of each state; a fleet of no more jobs is shown as a whole. */
const MAX_SHOWN = 50;

/**
 * Shows the jobs that a person asked for. Without `--state` and keys a large fleet shows those that go on, or need a
 * person. JSON has all.
 */
export async function showStatus(
  fleet: Fleet,
  { context, flags: { state, repo, account }, words }: Call,
): Promise<Answer> {
  const isChosen = state !== undefined || words.length > 0;
  const chosen = { states: state && [state], names: words.length > 0 ? words : undefined };
  const filter = { repo, account, ...(isChosen || context.flags.json ? chosen : { most: MAX_SHOWN }) };
  return statusAnswer(await fleet.state(filter), isChosen);
}

/** The jobs, the agents and the budget of a fleet, as a table and as JSON. */
export function statusAnswer(
  { counts, jobs, agents, accounts, budget }: FleetState,
  isChosen = false,
): Answer {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shown =
    isChosen || all <= MAX_SHOWN ? jobs : jobs.filter(({ state }) => UNDONE_STATES.includes(state));
  return {
    json: {
      counts,
      jobs: jobs.map(
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
      all === 0 ? 'No job was added yet.' : `${countOf(all, 'job')}: ${countsText(counts)}`,
      ...jobLines(shown, page),
      ...(isChosen ? [] : furtherLines(counts, shown)),
      ...factLines({ budget, agents, accounts }),
    ],
    next: all === 0 ? { words: ['fleet', 'add'] } : { words: ['fleet', 'work'] },
  };
}

/** How many jobs are in each state. */
export function countsText(counts: FleetState['counts']): string {
  return JOB_STATES.flatMap((state) => (counts[state] ? `${counts[state]} ${state}` : [])).join(', ');
}

function furtherLines(counts: FleetState['counts'], shown: readonly JobRow[]): readonly string[] {
  const left: Partial<Record<JobState, number>> = { ...counts };
  for (const { state } of shown) left[state] = (left[state] ?? 0) - 1;
  const further = countsText(left);
  return further === '' ? [] : [`Not shown: ${further}. \`--state\` lists those of a state.`];
}

function jobLines(jobs: readonly JobRow[], page: Page): readonly string[] {
  const keys = jobs.map(({ key }) => key).toSorted();
  const isShared = new Set(keys.filter((key, at) => key === keys[at + 1]));
  return table(
    jobs.map((job) => [
      { text: sanitizeLine(isShared.has(job.key) ? idOf(job) : job.key, 80), ink: 'bold' as const },
      stateCell(job),
      `${job.attempts}×`,
      `$${job.spentUsd.toFixed(2)}`,
      sanitizeLine(whyText(job), 100),
    ]),
    page,
  );
}

/** The budget, the agents and the shut accounts, a line each. */
export function factLines({
  budget,
  agents,
  accounts,
}: Pick<FleetState, 'budget' | 'agents' | 'accounts'>): readonly string[] {
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
