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
import {
  failureTable,
  type FleetCell,
  fleetLine,
  type FleetReport,
  type FleetTable,
  jobTable,
  type ReportedJob,
  STATE_LOOKS,
  stateTable,
} from './fleet-report.ts';

/** A page lists this many jobs, and shows the heat maps of fewer. */
const MAX_LISTED = 2000;

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
  const failures = failureTable(jobs);
  return html`<header class="lead">
      <h1 class="title">${fleetLine(report)}</h1>
      <p class="meta"><span>As of ${instant(at)}</span></p>
    </header>
    ${figures(report)} ${part(PLACE, 'endings', 'Endings', tableOf(stateTable(jobs)))}
    ${part(PLACE, 'failures', 'Failures by kind', failures && tableOf(failures))}
    ${part(PLACE, 'jobs', 'Jobs', jobs.length > 0 && jobsOf(shown, at))}
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

function tableOf(shown: FleetTable): Markup {
  const pieces = shown.rows.map((cells) => cells.map(pieceOf));
  return table(shown, pieces);
}

function pieceOf(cell: FleetCell): Piece {
  if (typeof cell !== 'object') return cell;
  if ('text' in cell) return html`<bdi>${sanitizeLine(cell.text, 300)}</bdi>`;
  return badge(STATE_LOOKS[cell.state], cell.state);
}

/** The table of jobs, each with its spec, and a link to its heat map. */
function jobsOf(jobs: readonly ReportedJob[], at: number): Markup {
  const shown = jobTable(jobs, at);
  const rows = jobs.map(({ key, spec, run }, index): readonly Piece[] => {
    const name = html`<bdi>${sanitizeLine(key, 80)}</bdi>`;
    const [, ...cells] = shown.rows[index] ?? [];
    return [
      html`${run === undefined ? name : html`<a href="#j${index + 1}-map">${name}</a>`}
        <span class="how soft"><bdi>${sanitizeLine(spec, 120)}</bdi></span>`,
      ...cells.map(pieceOf),
    ];
  });
  return table(shown, rows);
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
