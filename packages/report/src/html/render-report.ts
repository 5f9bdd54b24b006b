import { countOf, durationText, sanitizeLine } from '@loopwright/core';
import { instantText, isoText, usdText } from '../text/amounts.ts';
import { followScript } from './follow-script.ts';
import { localTimes } from './local-times.ts';
import { html, Markup } from './markup.ts';
import { badge, renderRun } from './render-run.ts';
import type { Report, RunReport, Unread } from '../model/report-model.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../png/preview-shapes.ts';
import { style } from './style.ts';
import { MARK } from '../text/mark.ts';

/** A `still` page is a file for good; a `live` one is served, and follows the runs. */
export type PageKind = 'still' | 'live';

/** Where the page and its picture will be, as whole addresses. */
export interface PreviewPlace {
  readonly page: string;
  readonly picture: string;
}

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
  const page = html`<!doctype html>
    ${new Markup(MARK)}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${kind === 'still' && html`<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`}
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <meta property="og:type" content="article" />
        <meta property="og:site_name" content="Loopwright" />
        <meta property="og:title" content="${previewText(title)}" />
        <meta property="og:description" content="${description}" />
        ${preview ? pictureOf(preview, title) : html`<meta name="twitter:card" content="summary" />`}
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <div class="page">
          <a class="skip" href="#main">Skip to the report</a>
          <header class="top"><b>Loopwright</b><span>loop report</span>${kind === 'live' && liveSign}</header>
          <main id="main" tabindex="-1">
            ${single ? renderRun(single, { id: 'r1', name: '' }, 1) : overview(report)}
          </main>
        </div>
        ${kind === 'live' && new Markup(`<script>${followScript}</script>`)}
      </body>
    </html>`;
  const text = `${String(page)}\n`;
  return timeZone === undefined ? text : localTimes(text, timeZone);
}

/** The tags for a picture; services load it from the web, never from inside the page. */
function pictureOf({ page, picture }: PreviewPlace, title: string): Markup {
  return html`<meta property="og:url" content="${page}" />
    <meta property="og:image" content="${picture}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${PREVIEW_WIDTH}" />
    <meta property="og:image:height" content="${PREVIEW_HEIGHT}" />
    <meta property="og:image:alt" content="${previewText(title)}" />
    <meta name="twitter:card" content="summary_large_image" />`;
}

/** A text in the head of the page; programs that read it know no escapes, so it has no markup. */
function previewText(text: string): string {
  return sanitizeLine(text.replaceAll(/[<>"'=&]/g, ' '), 300);
}

/** What a preview of a link says of a run. */
function figuresLine({ figures }: RunReport): string {
  return `(${figures.criteriaMet} of ${figures.criteria} criteria, ${countOf(figures.iterations, 'iteration')}, ${usdText(figures.usd)})`;
}

/** A page that reloads itself would take the place and the time from those who read slowly. */
const liveSign = html`<span class="live" id="live" role="status">Follows the run</span>
  <noscript><span>Without scripts: reload to see what is new</span></noscript>`;

/** Nothing may be loaded, and nothing run. A page that is served gets a policy of its own with its headers. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

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
  return `${countOf(runs.length, 'run')}, ${ending}, ${usdText(usd)} in all.`;
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
    <td class="num">${usdText(figures.usd)}</td>
    <td class="num">${durationText(figures.elapsedMs)}</td>
    <td><time datetime="${isoText(run.updatedAt)}">${instantText(run.updatedAt)}</time></td>
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
