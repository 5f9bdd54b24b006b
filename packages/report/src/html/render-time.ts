import { durationText } from '@loopwright/core';
import { html, type Markup } from './markup.ts';
import type { TimeShare } from '../model/report-model.ts';
import { TIMES } from '../text/signs.ts';

const WIDTH = 1000;
const HEIGHT = 20;

/** Where the time went, as one bar and as a table of the same order. */
export function renderTime(time: readonly TimeShare[]): Markup {
  const total = time.reduce((sum, { ms }) => sum + ms, 0);
  const spent = time.filter(({ ms }) => ms > 0);
  if (total === 0) return html`<p class="about">No time has passed between the records.</p>`;
  const starts = spent.map((_, index) => spent.slice(0, index).reduce((sum, { ms }) => sum + ms, 0));
  const words = spent.map(({ kind, ms }) => `${TIMES[kind]} ${percent(ms, total)}`).join(', ');
  return html`<svg
      class="bar"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${words}"
    >
      ${spent.map(
        ({ kind, ms }, index) =>
          html`<rect
            class="${kind} stroke"
            x="${share(starts[index] ?? 0, total)}"
            width="${share(ms, total)}"
            y="0"
            height="${HEIGHT}"
          />`,
      )}
    </svg>
    <table class="times">
      <caption class="vh">
        Where the time went
      </caption>
      <thead class="vh">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Time</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        ${spent.map(
          ({ kind, ms }) =>
            html`<tr>
              <th scope="row"><span class="key ${kind}" aria-hidden="true"></span>${TIMES[kind]}</th>
              <td class="num">${durationText(ms)}</td>
              <td class="num soft">${percent(ms, total)}</td>
            </tr> `,
        )}
      </tbody>
    </table>`;
}

function share(ms: number, total: number): number {
  return Math.round((ms / total) * WIDTH * 100) / 100;
}

function percent(ms: number, total: number): string {
  const share = (ms / total) * 100;
  return share > 0 && share < 1 ? '< 1 %' : `${Math.round(share)} %`;
}
