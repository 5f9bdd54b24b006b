import { countOf, durationText, money, sanitizeLine, shortCount, STANDINGS } from '@loopwright/core';
import type { FrameReport } from '../model/frames.ts';
import type { Outcome } from '../model/headline.ts';
import { keptOf } from '../model/keep-ends.ts';
import type { RunReport } from '../model/to-report.ts';
import { CELLS, changesText, cutText, iterationName, spentText, timeName } from '../text/signs.ts';
import {
  badge,
  bullets,
  facts,
  figure,
  fold,
  heading,
  part,
  type Place,
  table,
  tag,
  withMoments,
} from './blocks.ts';
import { instant, zone } from './instant.ts';
import { html, type Markup, type Piece } from './markup.ts';
import { renderCriteria } from './render-criteria.ts';
import { renderDecisions } from './render-decisions.ts';
import { renderTasks } from './render-tasks.ts';

/** A spec longer than this is shown by its beginning, with the rest folded. */
const SHORT_SPEC = 280;

/** One run: how it ended and what proves it first, then the decisions, the cost, and all events. */
export function renderRun(run: RunReport, place: Place): Markup {
  const { id, level } = place;
  const [outer, ...inner] = keptOf(run.frames);
  return html`<article class="run" aria-labelledby="${id}-title">
    <header class="lead">
      ${endingOf(run.outcome)} ${heading(level, `${id}-title`, 'title', run.headline)}
      ${outer && specOf(outer, id)}
      <p class="meta">
        <span>Started ${instant(run.startedAt)}</span
        ><span>Last record ${instant(run.updatedAt)}</span
        >${outer && html`<span>Shape ${outer.shape}${outer.score !== null && ` (spec ${outer.score}/10)`}</span>`}
      </p>
      ${run.next !== undefined && html`<p>To go on: <code>${run.next}</code></p>`}
    </header>
    ${figures(run)} ${outer && parts(run, outer, inner, place)}
    <footer class="foot">
      <p>
        Run <code>${run.id}</code> of session <code>${run.session}</code>${run.isHeadless && ', headless'}.
        ${countOf(run.records, 'record')} in the
        journal${run.ignored > 0 && `, and ${countOf(run.ignored, 'line')} that could not be read`}. All times
        in ${zone}. Secrets of the usual forms are masked.
      </p>
    </footer>
  </article>`;
}

function parts(run: RunReport, outer: FrameReport, inner: readonly FrameReport[], place: Place): Piece {
  const { id } = place;
  const all = inner.length > 0 ? [outer, ...inner] : [];
  const names = new Map(all.map((frame, index) => [frame.id, frameName(index)]));
  const said = keptOf(run.decisions).findLast((one) => one.said !== undefined)?.said;
  const criteria = html`${renderCriteria(outer, run, id)}
  ${bullets('How far to trust it', run.trust.map(withMoments))}`;
  const words = said !== undefined && html`<blockquote class="quote" dir="auto">${said}</blockquote>`;
  const hasTasks = outer.workflow !== undefined || outer.counsel.length > 0;
  return [
    part(place, 'criteria', 'Criteria', criteria),
    part(place, 'steps', 'Steps', bullets(undefined, outer.steps.map(step))),
    part(place, 'said', `What ${run.agent} said last`, words),
    part(place, 'decisions', 'Decisions', renderDecisions(run, id, names)),
    part(place, 'cost', 'Cost and time', html`${iterations(outer)} ${times(run)}`),
    part(place, 'tasks', 'Tasks and reviews', hasTasks && workOf(outer, id)),
    part(place, 'inner', 'Inner loops', inner.length > 0 && innerLoops(run, inner, names, id)),
    part(place, 'moments', 'What happened', fold(`${id}-log`, 'All events', moments(run, names))),
  ];
}

function step({ name, isDone }: FrameReport['steps'][number]): Markup {
  return html`${tag(CELLS[isDone ? 'proved' : 'unchecked'], isDone ? 'done' : 'open')} <bdi>${name}</bdi>`;
}

/** The sign and the name of how something ended. The title of a verified run has the rest. */
export function endingOf({ kind, detail }: Outcome): Markup {
  const why = detail !== undefined && kind !== 'verified' && html`: <bdi>${sanitizeLine(detail, 60)}</bdi>`;
  return badge(STANDINGS[kind], html`${kind}${why}`);
}

function specOf({ spec }: FrameReport, id: string): Markup {
  if (spec.length <= SHORT_SPEC && !spec.includes('\n')) return html`<p class="quote" dir="auto">${spec}</p>`;
  const [first = ''] = spec.trim().split('\n', 1);
  return html`<p class="quote" dir="auto">${sanitizeLine(first, SHORT_SPEC)}</p>
    ${fold(`${id}-spec`, 'The whole spec', html`<pre tabindex="0">${spec}</pre>`)}`;
}

function figures({ figures: counts }: RunReport): Markup {
  const limit = (value: number | null, write: (value: number) => string): string =>
    value === null ? 'no limit' : `of ${write(value)}`;
  const stale = counts.criteriaStale > 0 ? `, ${counts.criteriaStale} stale` : '';
  return html`<dl class="figures">
    ${counts.criteria > 0 && figure('Criteria that hold', `${counts.criteriaMet}`, `of ${counts.criteria}${stale}`)}
    ${counts.innerLoops > 0 && figure('Inner loops', `${counts.innerLoops}`, `${counts.innerProved} proved`)}
    ${figure('Iterations', `${counts.iterations}`, limit(counts.iterationLimit, String))}
    ${figure('Cost', spentText(counts), limit(counts.budgetUsd, money))}
    ${figure('Tokens', shortCount(counts.tokens), '')} ${figure('Time', durationText(counts.elapsedMs), '')}
    ${figure('Checks run', `${counts.checksRun}`, counts.checksFailed > 0 ? `${counts.checksFailed} failed` : '')}
    ${figure('Claims sent back', `${counts.claimsRefused}`, '')}
  </dl>`;
}

function iterations({ iterations: shown }: FrameReport): Markup {
  const rows = keptOf(shown).map((one) => [
    iterationName(one.number),
    one.rule ?? '–',
    spentText({ usd: one.spentUsd, isUnpriced: one.isUnpriced }),
    spentText(one),
    shortCount(one.spentTokens),
    durationText(one.ms),
    one.tools,
    changesText(one.changes),
  ]);
  const numbers = ['Cost', 'In all', 'Tokens', 'Time', 'Tools', 'Changes'];
  const names = ['Iteration', 'Stop', ...numbers];
  return html`${table({ label: 'Iterations in figures', names, numbers }, rows)}
  ${shown.left > 0 && html`<p class="cut">${cutText(shown.left, 'iteration')}</p>`}`;
}

/** Where the time went. */
function times({ time, agent }: RunReport): Piece {
  const total = time.reduce((sum, { ms }) => sum + ms, 0);
  const spent = time.filter(({ ms }) => ms > 0);
  const share = (ms: number): string => `${Math.max(1, Math.round((ms / total) * 100))} %`;
  return (
    spent.length > 0 &&
    facts(spent.map(({ kind, ms }) => [timeName(kind, agent), `${durationText(ms)}, ${share(ms)}`]))
  );
}

/** Tasks, reviews, and the advice of the panel. */
function workOf({ workflow, counsel }: FrameReport, id: string): Piece {
  const advice = counsel.map(
    ({ at, subject, recommendation }) =>
      html`<span class="soft">${instant(at)}</span> on <bdi>${subject}</bdi>:
        <bdi>${recommendation ?? 'no answer yet'}</bdi>`,
  );
  return [workflow && renderTasks(workflow, id), bullets('What the panel said', advice)];
}

function innerLoops(
  run: RunReport,
  inner: readonly FrameReport[],
  names: ReadonlyMap<string, string>,
  id: string,
): Markup {
  const { left } = run.frames;
  return html`<ul class="inner">
      ${inner.map((frame, index) => {
        const { outcome, spec, mode, iterationCount, startedAt, endedAt, depth } = frame;
        const own = `${id}-f${index + 1}`;
        return html`<li>
          <details id="${own}">
            <summary>
              <span class="soft">${names.get(frame.id)}</span> ${tag(STANDINGS[outcome.kind], outcome.kind)}
              <bdi>${sanitizeLine(spec, 160)}</bdi>
              <span class="soft"
                >${mode}, ${countOf(iterationCount, 'iteration')}, ${spentText(frame)},
                ${durationText(endedAt - startedAt)}${depth > 1 && `, ${depth} deep`}</span
              >
            </summary>
            <div class="body">${renderCriteria(frame, run, own)}${workOf(frame, own)}</div>
          </details>
        </li> `;
      })}
    </ul>
    ${left > 0 && html`<p class="cut">${countOf(left, 'more inner loop')} not shown.</p>`}`;
}

/** The events of a run in order. */
function moments({ moments: { head, left, tail } }: RunReport, names: ReadonlyMap<string, string>): Markup {
  const item = ({ at, frame, iteration, text }: RunReport['moments']['head'][number]): Markup => {
    const name = names.get(frame);
    return html`<li>
      ${instant(at)}<span class="soft"
        >${name !== undefined && html`${name}.`}${iterationName(iteration)}</span
      ><span class="text">${text}</span>
    </li> `;
  };
  return html`<ol class="log">
    ${head.map(item)}${left > 0 && html`<li class="cut">${cutText(left, 'entry', 'entries')}</li>`}${tail.map(item)}
  </ol>`;
}

/** Frames are named by letters, iterations by numbers: `B.3` is the third iteration of the first inner loop. */
function frameName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`;
}
