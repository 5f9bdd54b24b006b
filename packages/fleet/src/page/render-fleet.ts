import { countOf, durationText, money, sanitizeLine } from '@loopwright/core';
import {
  badge,
  bullets,
  figure,
  html,
  instant,
  keptOf,
  type Markup,
  type PageOptions,
  part,
  type Piece,
  renderMap,
  renderPage,
  table,
  zone,
} from '@loopwright/report/page';
import type { JobState } from '../model/job.ts';
import {
  countStates,
  failureKinds,
  fleetLine,
  type FleetReport,
  jobMs,
  type ReportedJob,
  STATE_LOOKS,
} from './fleet-report.ts';

/** A page lists this many jobs, and shows the heat maps of fewer. */
const MAX_LISTED = 2000;
const MAX_KEYS = 8;

/** Writes one page over all jobs of a fleet: endings, failures by kind, cost, time, and the heat map of each job. */
export function renderFleet(report: FleetReport, options: PageOptions = {}): string {
  const title = fleetLine(report);
  return renderPage({
    ...options,
    title,
    description: title,
    about: 'loop fleet report',
    main: mainOf(report),
  });
}

/** The ids of its parts begin with `fleet`. */
const PLACE = { id: 'fleet', level: 1 } as const;

function mainOf(report: FleetReport): Markup {
  const { jobs, at, agents, accounts } = report;
  const shown = jobs.slice(0, MAX_LISTED);
  const mapped = shown.flatMap((job, index) => (job.run === undefined ? [] : [{ job, id: `j${index + 1}` }]));
  const failures = failureKinds(jobs);
  return html`<header class="lead">
      <h1 class="title">${fleetLine(report)}</h1>
      <p class="meta"><span>As of ${instant(at)}</span></p>
    </header>
    ${figures(report)} ${part(PLACE, 'endings', 'Endings', endings(jobs))}
    ${part(PLACE, 'failures', 'Failures by kind', failures.length > 0 && failureTable(failures))}
    ${part(PLACE, 'jobs', 'Jobs', jobs.length > 0 && jobTable(shown, at))}
    ${jobs.length > shown.length && html`<p class="cut">${countOf(jobs.length - shown.length, 'further job')} not shown.</p>`}
    ${part(PLACE, 'maps', 'Heat maps', mapped.length > 0 && maps(mapped))}
    ${part(PLACE, 'agents', 'Agents', bullets(undefined, agents.map(agentLine)))}
    ${part(
      PLACE,
      'shut',
      'Rate limits',
      bullets(
        undefined,
        accounts.flatMap(({ name, shutUntil, reason }) =>
          shutUntil
            ? html`The account <code>${name}</code> waits until ${instant(shutUntil.getTime())}:
                <bdi>${reason}</bdi>`
            : [],
        ),
      ),
    )}
    <footer class="foot">
      <p>All times in ${zone}.</p>
    </footer>`;
}

function figures({ jobs, budget, at }: FleetReport): Markup {
  const verified = jobs.filter(({ state }) => state === 'verified').length;
  const attempts = jobs.reduce((sum, job) => sum + job.attempts, 0);
  const starts = jobs.flatMap(({ startedAt }) => startedAt?.getTime() ?? []);
  const isOver = jobs.every(({ state }) => state !== 'running');
  const ends = jobs.flatMap(({ endedAt }) => endedAt?.getTime() ?? []);
  const elapsed =
    starts.length === 0 ? 0 : (isOver ? Math.max(...ends, Math.min(...starts)) : at) - Math.min(...starts);
  return html`<dl class="figures">
    ${figure('Jobs verified', String(verified), `of ${jobs.length}`)}
    ${figure('Cost', money(budget.spentUsd), budget.capUsd === null ? 'no limit' : `of ${money(budget.capUsd)}`)}
    ${figure('Reserved', money(budget.heldUsd), budget.doubtUsd === 0 ? 'by running jobs' : `by running jobs; ${money(budget.doubtUsd)} in doubt`)}
    ${figure('Attempts', String(attempts), '')}
    ${figure('Time', durationText(elapsed), 'from the first start')}
  </dl>`;
}

function endings(jobs: readonly ReportedJob[]): Markup {
  const rows = countStates(jobs).map(({ state, jobs: count, usd }) => [stateOf(state), count, money(usd)]);
  const numbers = ['Jobs', 'Cost'];
  return table({ label: 'Jobs by state', names: ['State', ...numbers], numbers }, rows);
}

function failureTable(failures: ReturnType<typeof failureKinds>): Markup {
  const rows = failures.map(({ kind, times, keys }) => {
    const shown = keys.slice(0, MAX_KEYS).map((key) => sanitizeLine(key, 60));
    const more = keys.length > MAX_KEYS && ` and ${keys.length - MAX_KEYS} more`;
    return [html`<bdi>${sanitizeLine(kind, 300)}</bdi>`, times, html`<bdi>${shown.join(', ')}</bdi>${more}`];
  });
  const label = 'Failures, and the jobs that they hit';
  return table({ label, names: ['Kind', 'Times', 'Jobs'], numbers: ['Times'] }, rows);
}

function jobTable(jobs: readonly ReportedJob[], at: number): Markup {
  const numbers = ['Iterations', 'Attempts', 'Cost', 'Time'];
  const rows = jobs.map((job, index): readonly Piece[] => {
    const { key, state, spec, attempts, spentUsd, run } = job;
    const ms = jobMs(job, at);
    const name = html`<bdi>${sanitizeLine(key, 80)}</bdi>`;
    return [
      html`${run === undefined ? name : html`<a href="#j${index + 1}-map">${name}</a>`}
        <span class="how soft"><bdi>${sanitizeLine(spec, 120)}</bdi></span>`,
      stateOf(state),
      run && run.figures.iterations,
      attempts,
      money(spentUsd),
      ms !== undefined && durationText(ms),
      html`<bdi>${resultOf(job)}</bdi>`,
    ];
  });
  return table({ label: 'All jobs', names: ['Job', 'State', ...numbers, 'Result'], numbers }, rows);
}

/** Why a job is in its state, or where its work is. */
function resultOf({ state, reason, pullRequest, branch, needs, agent }: ReportedJob): string {
  if (reason !== '') return sanitizeLine(reason, 300);
  if (state === 'waiting') return `needs ${sanitizeLine(needs.join(', '), 200)}`;
  if (state === 'running') return sanitizeLine(agent ?? '', 100);
  return sanitizeLine(pullRequest ?? branch ?? '', 300);
}

function maps(mapped: readonly { readonly job: ReportedJob; readonly id: string }[]): Markup {
  return html`<p class="about">
      How the criteria of each job stood after each iteration, as far as its journal was stored.
    </p>
    <ul class="inner">
      ${mapped.map(({ job, id }) => mapOf(job, id))}
    </ul>`;
}

function mapOf({ key, spec, run }: ReportedJob, id: string): Markup {
  const [frame] = run ? keptOf(run.frames) : [];
  const name = sanitizeLine(key, 80);
  return html`<li>
    <details id="${id}-map">
      <summary><bdi>${name}</bdi>: <bdi>${sanitizeLine(run?.headline ?? '', 200)}</bdi></summary>
      <div class="body">
        <p class="quote" dir="auto">${sanitizeLine(spec, 600)}</p>
        ${frame && frame.criteria.rows.length > 0 ? renderMap(frame) : html`<p class="soft">No criteria.</p>`}
      </div>
    </details>
  </li>`;
}

function agentLine({ id, busy, slots, isAlive, drain }: FleetReport['agents'][number]): Markup {
  const state = isAlive ? `${busy} of ${countOf(slots, 'slot')} busy` : 'silent';
  return html`<code>${id}</code>: ${state}${drain && ', drained'}`;
}

function stateOf(state: JobState): Markup {
  return badge(STATE_LOOKS[state], state);
}
