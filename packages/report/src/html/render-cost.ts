import { countOf, durationText, money, shortCount } from '@loopwright/core';
import { keptOf } from '../model/keep-ends.ts';
import { html, type Markup } from './markup.ts';
import type { FrameReport, IterationReport } from '../model/report-model.ts';
import { nameAt, type Anchor } from './anchor.ts';
import { diffText } from '../text/diff-text.ts';
import { cutText, iterationName } from '../text/signs.ts';

/** A budget beyond this many times the spend would flatten the chart, so it is only told. */
const MAX_HEADROOM = 4;
/** The line of the budget stands inside the chart, not on its edge. */
const ABOVE_BUDGET = 1.1;
const WIDTH = 1000;
const HEIGHT = 200;

/** Cost against budget: the cost of each iteration on top of the earlier ones, and the figures as a table. */
export function renderCost(frame: FrameReport, anchor: Anchor): Markup {
  const iterations = keptOf(frame.iterations);
  if (frame.usd === 0) {
    return html`<p class="about">No cost is on record: nobody counted it, or nothing was spent yet.</p>
      ${figuresTable(frame, anchor)}`;
  }
  const isBudgetShown = frame.budgetUsd !== null && frame.budgetUsd <= frame.usd * MAX_HEADROOM;
  const top =
    frame.budgetUsd !== null && isBudgetShown && frame.usd <= frame.budgetUsd
      ? frame.budgetUsd * ABOVE_BUDGET
      : roundUp(frame.usd);
  const y = (usd: number): number => HEIGHT - Math.min(1, usd / top) * HEIGHT;
  const step = WIDTH / Math.max(1, iterations.length);
  const gapWidth = step > 12 ? 3 : 0;
  return html`<figure>
      <div class="chart">
        <div class="y" aria-hidden="true">
          <span>${money(round(top))}</span><span>${money(round(top / 2))}</span><span>$0</span>
        </div>
        <svg
          viewBox="0 0 ${WIDTH} ${HEIGHT}"
          preserveAspectRatio="none"
          role="img"
          aria-label="${chartWords(frame)}"
        >
          <line class="half" x1="0" x2="${WIDTH}" y1="${HEIGHT / 2}" y2="${HEIGHT / 2}" />
          ${iterations.map((one, index) => column(one, { x: index * step, width: step - gapWidth, y }))}
          ${isBudgetShown && html`<path class="budget" d="${budgetPath(iterations, step, y)}" />`}
        </svg>
        <div class="x" aria-hidden="true">
          <span>${iterationName(iterations[0]?.number ?? 0)}</span
          ><span>${iterations.length > 1 && iterationName(iterations.at(-1)?.number ?? 0)}</span>
        </div>
      </div>
      <figcaption>
        <ul class="legend">
          <li><span class="key own" aria-hidden="true"></span>spent in the iteration</li>
          <li><span class="key base" aria-hidden="true"></span>spent before it</li>
          <li>
            ${isBudgetShown && html`<span class="key budget" aria-hidden="true"></span>`}${budgetWords(frame, isBudgetShown ? '' : ', above this scale')}
          </li>
        </ul>
      </figcaption>
    </figure>
    ${figuresTable(frame, anchor)}`;
}

interface Place {
  readonly x: number;
  readonly width: number;
  readonly y: (usd: number) => number;
}

function column({ usd, spentUsd }: IterationReport, { x, width, y }: Place): Markup {
  const before = y(Math.max(0, usd - spentUsd));
  const after = y(usd);
  return html`<rect
      class="base"
      x="${round(x)}"
      width="${round(width)}"
      y="${round(before)}"
      height="${round(HEIGHT - before)}"
    /><rect
      class="own"
      x="${round(x)}"
      width="${round(width)}"
      y="${round(after)}"
      height="${round(Math.max(0, before - after))}"
    />`;
}

/** The budget as it stood in each iteration; a resume may have added to it. */
function budgetPath(
  iterations: readonly IterationReport[],
  step: number,
  y: (usd: number) => number,
): string {
  const parts = iterations.map(({ budgetUsd }, index) => {
    if (budgetUsd === null) return '';
    const height = round(y(budgetUsd));
    const hasLine = (iterations[index - 1]?.budgetUsd ?? null) !== null;
    return `${hasLine ? `V${height}` : `M${round(index * step)} ${height}`}H${round((index + 1) * step)}`;
  });
  return parts.join('');
}

function budgetWords({ budgetUsd }: FrameReport, suffix: string): string {
  return budgetUsd === null ? 'no budget limit' : `budget ${money(budgetUsd)}${suffix}`;
}

function chartWords(frame: FrameReport): string {
  const iterations = keptOf(frame.iterations);
  const most = iterations.reduce(
    (one, other) => (other.spentUsd > one.spentUsd ? other : one),
    iterations[0] as IterationReport,
  );
  return `Spent ${money(frame.usd)}, ${budgetWords(frame, '')}. The dearest iteration was ${iterationName(most.number)} with ${money(most.spentUsd)}.`;
}

function figuresTable(frame: FrameReport, anchor: Anchor): Markup {
  const row = (one: IterationReport): Markup =>
    html`<tr>
      <th scope="row">${iterationName(one.number)}</th>
      <td>${one.rule ?? 'running'}</td>
      <td class="num">${money(round(one.spentUsd))}</td>
      <td class="num">${money(round(one.usd))}</td>
      <td class="num">${shortCount(one.spentTokens)}</td>
      <td class="num">${durationText(one.ms)}</td>
      <td class="num">${one.tools}</td>
      <td class="num">${diffText(one.diff)}</td>
    </tr> `;
  return html`<details class="fold" id="${anchor.id}-figures">
    <summary>Figures of ${countOf(frame.iterationCount, 'iteration')}</summary>
    <section class="scroll" tabindex="0" aria-label="${nameAt(anchor, 'Iterations in figures')}">
      <table class="grid">
        <caption>
          Every iteration in figures.
          ${frame.iterations.left > 0 && cutText(frame.iterations.left, 'iteration')}
        </caption>
        <thead>
          <tr>
            <th scope="col">Iteration</th>
            <th scope="col">Stop</th>
            <th scope="col" class="num">Cost</th>
            <th scope="col" class="num">In all</th>
            <th scope="col" class="num">Tokens</th>
            <th scope="col" class="num">Time</th>
            <th scope="col" class="num">Tools</th>
            <th scope="col" class="num">Changes</th>
          </tr>
        </thead>
        <tbody>
          ${keptOf(frame.iterations).map(row)}
        </tbody>
      </table>
    </section>
  </details>`;
}

/** The next number of dollars that reads well on an axis. */
function roundUp(usd: number): number {
  const power = 10 ** Math.floor(Math.log10(usd));
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
  return (steps.find((one) => one * power >= usd) ?? 10) * power;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
