import {
  countOf,
  durationText,
  money,
  sanitizeLine,
  shortCount,
  STANDINGS,
  type TrustPart,
} from '@loopwright/core';
import { instant, zone } from './instant.ts';
import { heading } from './heading.ts';
import { keptOf } from '../model/keep-ends.ts';
import { html, type Markup, type Piece } from './markup.ts';
import { renderCost } from './render-cost.ts';
import { renderDecisions } from './render-decisions.ts';
import { renderEvidence } from './render-evidence.ts';
import { renderHeatMap } from './render-heat-map.ts';
import { renderMoments } from './render-moments.ts';
import { renderTasks } from './render-tasks.ts';
import { renderTime } from './render-time.ts';
import { nameAt, type Anchor } from './anchor.ts';
import type { CounselReport, DiffReport, FrameReport, Outcome, RunReport } from '../model/report-model.ts';

/** A spec longer than this is shown by its beginning, with the rest folded. */
const SHORT_SPEC = 280;

/** One run: how it ended first, then the proofs, the cost, the time, and every decision. */
export function renderRun(run: RunReport, anchor: Anchor, level: number): Markup {
  const { id } = anchor;
  const frames = keptOf(run.frames);
  const outer = frames[0];
  const frameNames = new Map(
    frames.length > 1 ? frames.map((frame, index) => [frame.id, frameName(index)]) : [],
  );
  const parts = outer ? partsOf(run, outer, { anchor, level: level + 1, frameNames }) : [];
  return html`<article class="run" aria-labelledby="${id}-title">
    <header class="lead">
      ${badge(run.outcome)} ${heading(level, `${id}-title`, 'title', run.headline)}
      ${outer && specOf(outer, id)}
      <p class="meta">
        <span>Started ${instant(run.startedAt)}</span
        ><span>Last record ${instant(run.updatedAt)}</span
        >${outer && html`<span>Shape ${outer.shape}${outer.score !== null && ` (spec ${outer.score}/10)`}</span>`}<span
          >Run <code>${run.id}</code></span
        >
      </p>
      ${run.next !== undefined && html`<p class="next">To go on: <code>${run.next}</code></p>`}
    </header>
    ${figures(run)}
    <nav class="toc" aria-label="${nameAt(anchor, 'Parts of the report')}">
      <ul>
        ${parts.flatMap(({ links }) => links.map(([name, title]) => html`<li><a href="#${id}-${name}">${title}</a></li>`))}
      </ul>
    </nav>
    ${parts.map((part) => part.content)}
    <footer class="foot">
      <p>
        Run <code>${run.id}</code> of session <code>${run.session}</code>${run.isHeadless && ', headless'}.
        ${countOf(run.records, 'record')} in the
        journal${run.ignored > 0 && `, and ${countOf(run.ignored, 'line')} that could not be read`}. All times
        in ${zone}.
      </p>
    </footer>
  </article>`;
}

interface Part {
  /** Its headings, by the ends of their ids. */
  readonly links: readonly (readonly [name: string, title: string])[];
  readonly content: Markup;
}

interface Setting {
  readonly anchor: Anchor;
  readonly level: number;
  readonly frameNames: ReadonlyMap<string, string>;
}

function partsOf(
  run: RunReport,
  outer: FrameReport,
  { anchor, level, frameNames }: Setting,
): readonly Part[] {
  const { id } = anchor;
  const outermost = { id: `${id}-f0`, name: anchor.name };
  const part = (name: string, title: string, about: string, content: Piece): Part => ({
    links: [[name, title]],
    content: html`<section class="part">
      ${heading(level, `${id}-${name}`, 'head', title)}${about !== '' && html`<p class="about">${about}</p>`}
      ${content}
    </section> `,
  });
  const frames = keptOf(run.frames);
  const inner = frames.slice(1);
  const cost = part('cost', 'Cost against budget', '', renderCost(outer, outermost));
  const time = part('time', 'Where the time went', '', renderTime(run.time));
  const setting = { run: id, level: level + 1, frameNames };
  return [
    part('criteria', 'Criteria over iterations', '', criteriaOf(outer, outermost, id)),
    ...(run.trust.length > 0 ? [part('trust', 'How far to trust it', '', trustOf(run.trust))] : []),
    sideBySide(cost, time),
    ...(outer.workflow
      ? [part('tasks', 'Tasks and reviews', '', renderTasks(outer.workflow, outermost))]
      : []),
    ...(outer.counsel.length > 0
      ? [part('counsel', 'What the panel said', '', counselOf(outer.counsel))]
      : []),
    ...(inner.length > 0 ? [part('inner', 'Inner loops', '', innerLoops(inner, run, anchor))] : []),
    part(
      'decisions',
      'Decisions',
      'Each time Claude stopped, the first rule of the stop table that held gave the answer. Unfold one to see the facts behind it.',
      renderDecisions(run.decisions, { ...setting, evidence: keptOf(run.evidence), diffs: diffsOf(frames) }),
    ),
    part(
      'evidence',
      'Evidence',
      'Every check that ran, newest first, with the end of what it printed.',
      renderEvidence(run.evidence, setting),
    ),
    ...(outer.steps.length > 0 ? [part('steps', 'Steps', '', stepsOf(outer))] : []),
    part('moments', 'What happened', '', renderMoments(run.moments, frameNames)),
  ];
}

function diffsOf(frames: readonly FrameReport[]): ReadonlyMap<number, DiffReport> {
  const iterations = frames.flatMap((frame) => keptOf(frame.iterations));
  return new Map(
    iterations.flatMap(({ decision, diff }) => (decision === undefined ? [] : [[decision, diff]])),
  );
}

/** Two parts that are read together, next to each other where there is room. */
function sideBySide(one: Part, other: Part): Part {
  return {
    links: [...one.links, ...other.links],
    content: html`<div class="pair">${one.content}${other.content}</div>`,
  };
}

/** The sign and the name of how something ended; the name is in words for those who see no colours. */
export function badge({ kind, detail }: Outcome): Markup {
  const { sign, tone } = STANDINGS[kind];
  return html`<p class="badge ${tone}">
    <span aria-hidden="true">${sign}</span
    ><span>${kind}${detail !== undefined && html`: <bdi>${sanitizeLine(detail, 60)}</bdi>`}</span>
  </p>`;
}

function specOf({ spec }: FrameReport, id: string): Markup {
  if (spec.length <= SHORT_SPEC && !spec.includes('\n')) return html`<p class="quote" dir="auto">${spec}</p>`;
  const [first = ''] = spec.trim().split('\n', 1);
  const beginning = first.length > SHORT_SPEC ? `${first.slice(0, SHORT_SPEC)}…` : first;
  return html`<p class="quote" dir="auto">${beginning}</p>
    <details id="${id}-spec" class="fold">
      <summary>The whole spec</summary>
      <pre tabindex="0">${spec}</pre>
    </details>`;
}

function figures({ figures }: RunReport): Markup {
  const limit = (value: number | null, write: (value: number) => string): string =>
    value === null ? 'no limit' : `of ${write(value)}`;
  return html`<dl class="figures">
    ${figures.criteria > 0 && figure('Criteria that hold', `${figures.criteriaMet}`, `of ${figures.criteria}${figures.criteriaStale > 0 ? `, ${figures.criteriaStale} stale` : ''}`)}
    ${figures.innerLoops > 0 && figure('Inner loops', `${figures.innerLoops}`, `${figures.innerProved} proved`)}
    ${figure('Iterations', `${figures.iterations}`, limit(figures.iterationLimit, String))}
    ${figure('Cost', money(figures.usd), limit(figures.budgetUsd, money))}
    ${figure('Tokens', shortCount(figures.tokens), '')} ${figure('Time', durationText(figures.elapsedMs), '')}
    ${figure('Checks run', `${figures.checksRun}`, figures.checksFailed > 0 ? `${figures.checksFailed} failed` : '')}
    ${figure('Claims sent back', `${figures.claimsRefused}`, '')}
  </dl>`;
}

export function figure(name: string, value: string, small: string): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}${small !== '' && html` <small>${small}</small>`}</dd>
  </div>`;
}

function criteriaOf(frame: FrameReport, anchor: Anchor, run: string): Markup {
  if (frame.criteria.rows.length > 0) return renderHeatMap(frame, anchor, run);
  return html`<p class="about">
    This loop has no criteria: it ends on Claude’s
    word${frame.workflow && ' and on its tasks, reviews and gate'}.
  </p>`;
}

function innerLoops(inner: readonly FrameReport[], run: RunReport, anchor: Anchor): Markup {
  return html`<ol class="inner">
      ${inner.map((frame, index) => {
        const name = frameName(index + 1);
        const own = {
          id: `${anchor.id}-f${index + 1}`,
          name: [anchor.name, `loop ${name}`].filter(Boolean).join(', '),
        };
        const { sign, tone } = STANDINGS[frame.outcome.kind];
        return html`<li>
          <details id="${own.id}">
            <summary>
              <span class="soft">${name}</span>
              <span class="tag ${tone}"><span aria-hidden="true">${sign} </span>${frame.outcome.kind}</span>
              <bdi>${frame.spec.slice(0, 160)}</bdi>
              <span class="soft"
                >${frame.mode}, ${countOf(frame.iterationCount, 'iteration')}, ${money(frame.usd)},
                ${durationText(frame.endedAt - frame.startedAt)}${frame.depth > 1 && `, ${frame.depth} deep`}</span
              >
            </summary>
            <div class="body">
              ${criteriaOf(frame, own, anchor.id)}${frame.workflow && renderTasks(frame.workflow, own)}${frame.counsel.length > 0 && counselOf(frame.counsel)}${frame.usd > 0 && renderCost(frame, own)}
            </div>
          </details>
        </li> `;
      })}
    </ol>
    ${run.frames.left > 0 && html`<p class="cut">${countOf(run.frames.left, 'more inner loop')} not shown; the journal has ${run.frames.left === 1 ? 'it' : 'them'}.</p>`}`;
}

function trustOf(lines: RunReport['trust']): Markup {
  const written = (part: TrustPart): Piece => (typeof part === 'string' ? part : instant(part.at));
  return html`<ul class="bullets">
    ${lines.map((parts) => html`<li><bdi>${parts.map(written)}</bdi></li>`)}
  </ul>`;
}

function counselOf(counsel: readonly CounselReport[]): Markup {
  return html`<ul class="bullets">
    ${counsel.map(
      ({ at, subject, recommendation }) =>
        html`<li>
          <span class="soft">${instant(at)}</span> on <bdi>${subject}</bdi>:
          ${recommendation === undefined ? 'no answer yet' : html`<bdi>${recommendation}</bdi>`}
        </li>`,
    )}
  </ul>`;
}

function stepsOf({ steps }: FrameReport): Markup {
  return html`<ol class="steps">
    ${steps.map(
      ({ name, isDone }) =>
        html`<li>
          <span class="tag ${isDone ? 'pass' : 'quiet'}">${isDone ? '✓ done' : '· open'}</span
          ><bdi>${name}</bdi>
        </li>`,
    )}
  </ol>`;
}

/** Frames are named by letters, iterations by numbers: `B.3` is the third iteration of the first inner loop. */
function frameName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`;
}
