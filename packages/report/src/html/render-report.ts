import { countOf, durationText, sanitizeLine } from '@loopwright/core';
import type { Report, RunReport } from '../model/to-report.ts';
import { spentText } from '../text/signs.ts';
import { bullets, table } from './blocks.ts';
import { instant } from './instant.ts';
import { html, type Markup, type Piece } from './markup.ts';
import { type PageOptions, renderPage } from './render-page.ts';
import { endingOf, renderRun } from './render-run.ts';

/** A page shows this many runs in full, and the others as one line each. */
const MAX_WHOLE = 12;
const MAX_LISTED = 300;

/** Writes the report as one page of HTML that needs nothing else. Pure: the same report gives the same page. */
export function renderReport(report: Report, options: PageOptions = {}): string {
  const { runs, unread } = report;
  const single = runs.length === 1 && unread.length === 0 ? runs[0] : undefined;
  return renderPage({
    ...options,
    title: single ? single.headline : `${countOf(runs.length, 'run')} of Loopwright`,
    description: single ? (single.frames.head[0]?.spec ?? '') : overviewLine(runs),
    about: 'loop report',
    main: single ? renderRun(single, { id: 'r1', level: 1 }) : overview(report),
  });
}

function overview({ runs, unread }: Report): Markup {
  const whole = runs.slice(0, MAX_WHOLE);
  const listed = runs.slice(0, MAX_LISTED);
  const numbers = ['Criteria', 'Iterations', 'Cost', 'Time'];
  const names = ['Spec', 'Ending', 'Last record', ...numbers];
  return html`<header class="lead"><h1 class="title">${overviewLine(runs)}</h1></header>
    ${table(
      { label: 'All runs, newest first', names, numbers },
      listed.map((run, index) => row(run, index < whole.length ? `#r${index + 1}-title` : undefined)),
    )}
    ${runs.length > listed.length && html`<p class="cut">${countOf(runs.length - listed.length, 'older run')} not shown.</p>`}
    ${runs.length > whole.length && html`<p class="cut">The newest ${whole.length} runs follow in full. For any other: <code>loop report ID</code></p>`}
    ${bullets(
      'Journals that could not be read',
      unread.slice(0, MAX_LISTED).map(({ name, reason }) => html`<code>${name}</code>: ${reason}`),
    )}
    ${whole.map((run, index) => renderRun(run, { id: `r${index + 1}`, level: 2 }))}`;
}

function overviewLine(runs: readonly RunReport[]): string {
  if (runs.length === 0) return 'No run could be read.';
  const proved = runs.filter(({ outcome }) => outcome.kind === 'verified').length;
  const usd = runs.reduce((sum, { figures }) => sum + figures.usd, 0);
  const isUnpriced = runs.some(({ figures }) => figures.isUnpriced) || undefined;
  const count = proved === 0 ? 'none' : proved === runs.length ? 'all' : String(proved);
  return `${countOf(runs.length, 'run')}, ${count} ended proved, ${isUnpriced ? `cost ` : ''}${spentText({ usd, isUnpriced })} in all.`;
}

function row(run: RunReport, link: string | undefined): readonly Piece[] {
  const { id, figures, frames, outcome, updatedAt } = run;
  const spec = html`<bdi>${sanitizeLine(frames.head[0]?.spec ?? '', 120) || 'no spec'}</bdi>`;
  return [
    html`${link === undefined ? spec : html`<a href="${link}">${spec}</a>`} <code class="soft">${id}</code>`,
    endingOf(outcome),
    instant(updatedAt),
    `${figures.criteriaMet}/${figures.criteria}`,
    `${figures.iterations}${figures.iterationLimit === null ? '' : `/${figures.iterationLimit}`}`,
    spentText(figures),
    durationText(figures.elapsedMs),
  ];
}
