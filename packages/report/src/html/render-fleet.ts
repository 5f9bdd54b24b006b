import { countOf, durationText, money, sanitizeLine } from '@loopwright/core';
import {
  countStates,
  failureKinds,
  type FleetJob,
  fleetLine,
  type FleetJobState,
  type FleetReport,
  jobMs,
} from '../model/fleet-report.ts';
import { keptOf } from '../model/keep-ends.ts';
import { JOB_STATES } from '../text/signs.ts';
import { instant, zone } from './instant.ts';
import { html, type Markup } from './markup.ts';
import { figure } from './blocks.ts';
import { renderMap } from './render-criteria.ts';
import { type PageOptions, renderPage } from './render-page.ts';

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

function mainOf(report: FleetReport): Markup {
  const { jobs, at, agents, shut } = report;
  const shown = jobs.slice(0, MAX_LISTED);
  const mapped = shown.flatMap((job, index) => (job.run === undefined ? [] : [{ job, id: `j${index + 1}` }]));
  const failures = failureKinds(jobs);
  return html`<header class="lead">
      <h1 class="title">${fleetLine(report)}</h1>
      <p class="meta"><span>As of ${instant(at)}</span></p>
    </header>
    ${figures(report)} ${endings(jobs)} ${failures.length > 0 && failureTable(report)}
    ${jobs.length > 0 && jobTable(shown, at)}
    ${jobs.length > shown.length && html`<p class="cut">${countOf(jobs.length - shown.length, 'further job')} not shown.</p>`}
    ${
      mapped.length > 0 &&
      html`<section class="part" aria-labelledby="maps">
        <h2 class="head" id="maps">Heat maps</h2>
        <p class="about">
          How the criteria of each job stood after each iteration, as far as its journal was stored.
        </p>
        <ul class="inner">
          ${mapped.map(({ job, id }) => mapOf(job, id))}
        </ul>
      </section>`
    }
    ${agents.length > 0 && agentTable(report)}
    ${
      shut.length > 0 &&
      html`<section class="part" aria-labelledby="shut">
        <h2 class="head" id="shut">Rate limits</h2>
        <ul class="bullets">
          ${shut.map(({ name, until, reason }) => html`<li>The account <code>${name}</code> waits until ${instant(until)}: <bdi>${reason}</bdi></li>`)}
        </ul>
      </section>`
    }
    <footer class="foot">
      <p>All times in ${zone}.</p>
    </footer>`;
}

function figures({ jobs, budget, at }: FleetReport): Markup {
  const verified = jobs.filter(({ state }) => state === 'verified').length;
  const attempts = jobs.reduce((sum, job) => sum + job.attempts, 0);
  const starts = jobs.flatMap(({ startedAt }) => startedAt ?? []);
  const isOver = jobs.every(({ state }) => state !== 'running');
  const ends = jobs.flatMap(({ endedAt }) => endedAt ?? []);
  const elapsed =
    starts.length === 0 ? 0 : (isOver ? Math.max(...ends, Math.min(...starts)) : at) - Math.min(...starts);
  return html`<dl class="figures">
    ${figure('Jobs verified', String(verified), `of ${jobs.length}`)}
    ${figure('Cost', money(budget.spentUsd), budget.capUsd === null ? 'no limit' : `of ${money(budget.capUsd)}`)}
    ${figure('Reserved', money(budget.heldUsd), 'by running jobs')}
    ${figure('Attempts', String(attempts), '')}
    ${figure('Time', durationText(elapsed), 'from the first start')}
  </dl>`;
}

function endings(jobs: readonly FleetJob[]): Markup {
  return html`<section class="part" aria-labelledby="endings">
    <h2 class="head" id="endings">Endings</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Jobs by state">
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col" class="num">Jobs</th>
            <th scope="col" class="num">Cost</th>
          </tr>
        </thead>
        <tbody>
          ${countStates(jobs).map(
            ({ state, jobs: count, usd }) =>
              html`<tr>
                <th scope="row">${stateBadge(state)}</th>
                <td class="num">${count}</td>
                <td class="num">${money(usd)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function failureTable({ jobs }: FleetReport): Markup {
  return html`<section class="part" aria-labelledby="failures">
    <h2 class="head" id="failures">Failures by kind</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Failures, and the jobs that they hit">
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col" class="num">Times</th>
            <th scope="col">Jobs</th>
          </tr>
        </thead>
        <tbody>
          ${failureKinds(jobs).map(
            ({ kind, times, keys }) =>
              html`<tr>
                <th scope="row"><bdi>${sanitizeLine(kind, 300)}</bdi></th>
                <td class="num">${times}</td>
                <td>
                  <bdi
                    >${keys
                      .slice(0, MAX_KEYS)
                      .map((key) => sanitizeLine(key, 60))
                      .join(', ')}</bdi
                  >${keys.length > MAX_KEYS && ` and ${keys.length - MAX_KEYS} more`}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function jobTable(jobs: readonly FleetJob[], at: number): Markup {
  return html`<section class="part" aria-labelledby="jobs">
    <h2 class="head" id="jobs">Jobs</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="All jobs">
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Job</th>
            <th scope="col" class="num">Iterations</th>
            <th scope="col" class="num">Attempts</th>
            <th scope="col" class="num">Cost</th>
            <th scope="col" class="num">Time</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          ${jobs.map((job, index) => jobRow(job, `j${index + 1}`, at))}
        </tbody>
      </table>
    </div>
  </section>`;
}

function jobRow(job: FleetJob, id: string, at: number): Markup {
  const { key, state, spec, attempts, usd, run } = job;
  const ms = jobMs(job, at);
  const name = sanitizeLine(key, 80);
  return html`<tr>
    <td>${stateBadge(state)}</td>
    <th scope="row">
      ${run === undefined ? html`<bdi>${name}</bdi>` : html`<a href="#${id}-map"><bdi>${name}</bdi></a>`}
      <span class="how soft"><bdi>${sanitizeLine(spec, 120)}</bdi></span>
    </th>
    <td class="num">${run && run.figures.iterations}</td>
    <td class="num">${attempts}</td>
    <td class="num">${money(usd)}</td>
    <td class="num">${ms !== undefined && durationText(ms)}</td>
    <td><bdi>${resultOf(job)}</bdi></td>
  </tr> `;
}

/** Why a job is in its state, or where its work is. */
function resultOf({ state, reason, pullRequest, branch, needs, agent }: FleetJob): string {
  if (reason !== '') return sanitizeLine(reason, 300);
  if (state === 'waiting') return `needs ${sanitizeLine(needs.join(', '), 200)}`;
  if (state === 'running') return sanitizeLine(agent ?? '', 100);
  return sanitizeLine(pullRequest ?? branch ?? '', 300);
}

function mapOf({ key, spec, run }: FleetJob, id: string): Markup {
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

function agentTable({ agents }: FleetReport): Markup {
  return html`<section class="part" aria-labelledby="agents">
    <h2 class="head" id="agents">Agents</h2>
    <ul class="bullets">
      ${agents.map(({ id, busy, slots, isAlive, drain }) => html`<li><code>${id}</code>: ${isAlive ? `${busy} of ${countOf(slots, 'slot')} busy` : 'silent'}${drain && ', drained'}</li>`)}
    </ul>
  </section>`;
}

function stateBadge(state: FleetJobState): Markup {
  const { sign, tone } = JOB_STATES[state];
  return html`<span class="badge ${tone}"
    ><span aria-hidden="true">${sign}</span><span>${state}</span></span
  >`;
}
