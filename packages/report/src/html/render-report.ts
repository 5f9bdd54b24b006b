import { countOf, durationText, money, sanitizeLine } from '@loopwright/core';
import { instant } from './instant.ts';
import { html, type Markup } from './markup.ts';
import { type PageKind, type PreviewPlace, previewText, renderPage } from './render-page.ts';
import { badge, renderRun } from './render-run.ts';
import type { Report, RunReport, Unread } from '../model/report-model.ts';

/** A page shows this many runs in full, and the others as one line each. */
const MAX_WHOLE = 12;
const MAX_LISTED = 300;

/**
 * Writes the report as one page of HTML that needs nothing else. Pure: the same report gives the same page. Moments are
 * in UTC without a time zone. Previews of links show a picture only from an address of its own.
 */
export function renderReport(
  report: Report,
  kind: PageKind = 'still',
  timeZone?: string,
  preview?: PreviewPlace,
): string {
  const [first] = report.runs;
  const single = report.runs.length === 1 && report.unread.length === 0 ? first : undefined;
  const title = single ? single.headline : `${countOf(report.runs.length, 'run')} of Loopwright`;
  const description = previewText(
    single ? `${single.frames.head[0]?.spec ?? ''} ${figuresLine(single)}` : overviewLine(report.runs),
  );
  return renderPage({
    title,
    description,
    about: 'loop report',
    follows: 'the run',
    main: single ? renderRun(single, { id: 'r1', name: '' }, 1) : overview(report),
    kind,
    timeZone,
    preview,
  });
}

/** What a preview of a link says of a run. */
function figuresLine({ figures }: RunReport): string {
  return `(${figures.criteriaMet} of ${figures.criteria} criteria, ${countOf(figures.iterations, 'iteration')}, ${money(figures.usd)})`;
}

function overview({ runs, unread }: Report): Markup {
  const whole = runs.slice(0, MAX_WHOLE);
  const listed = runs.slice(0, MAX_LISTED);
  return html`<header class="lead"><h1 class="title">${overviewLine(runs)}</h1></header>
    <section class="scroll" tabindex="0" aria-label="All runs">
      <table class="grid">
        <caption>
          Runs, newest first
        </caption>
        <thead>
          <tr>
            <th scope="col">Ending</th>
            <th scope="col">Spec</th>
            <th scope="col" class="num">Criteria</th>
            <th scope="col" class="num">Iterations</th>
            <th scope="col" class="num">Cost</th>
            <th scope="col" class="num">Time</th>
            <th scope="col">Last record</th>
          </tr>
        </thead>
        <tbody>
          ${listed.map((run, index) => row(run, index < whole.length ? `r${index + 1}` : undefined))}
        </tbody>
      </table>
    </section>
    ${runs.length > listed.length && html`<p class="cut">${countOf(runs.length - listed.length, 'older run')} not shown.</p>`}
    ${runs.length > whole.length && html`<p class="cut">The newest ${whole.length} runs follow in full. For any other: <code>loop report --run ID</code></p>`}
    ${unread.length > 0 && unreadList(unread)}
    ${whole.map((run, index) => renderRun(run, { id: `r${index + 1}`, name: `run ${index + 1}` }, 2))}`;
}

function overviewLine(runs: readonly RunReport[]): string {
  if (runs.length === 0) return 'No run could be read.';
  const proved = runs.filter(({ outcome }) => outcome.kind === 'verified').length;
  const usd = runs.reduce((sum, { figures }) => sum + figures.usd, 0);
  const ending =
    proved === 0
      ? 'none ended proved'
      : proved === runs.length
        ? 'all ended proved'
        : `${proved} ended proved`;
  return `${countOf(runs.length, 'run')}, ${ending}, ${money(usd)} in all.`;
}

function row(run: RunReport, id: string | undefined): Markup {
  const { figures, frames } = run;
  const spec = sanitizeLine(frames.head[0]?.spec ?? '', 120) || 'no spec';
  return html`<tr>
    <td>${badge(run.outcome)}</td>
    <th scope="row">
      ${id === undefined ? html`<bdi>${spec}</bdi>` : html`<a href="#${id}-title"><bdi>${spec}</bdi></a>`}
      <span class="how soft mono">${run.id}</span>
    </th>
    <td class="num">${figures.criteriaMet}/${figures.criteria}</td>
    <td class="num">
      ${figures.iterations}${figures.iterationLimit !== null && `/${figures.iterationLimit}`}
    </td>
    <td class="num">${money(figures.usd)}</td>
    <td class="num">${durationText(figures.elapsedMs)}</td>
    <td>${instant(run.updatedAt)}</td>
  </tr> `;
}

function unreadList(unread: readonly Unread[]): Markup {
  return html`<section class="part">
    <h2 class="head" id="unread">Journals that could not be read</h2>
    <ul class="bullets">
      ${unread.slice(0, MAX_LISTED).map(({ name, reason }) => html`<li><code>${name}</code>: ${reason}</li>`)}
    </ul>
  </section>`;
}
