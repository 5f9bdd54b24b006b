import { formatInstant } from '@loopwright/core';
import { clock, zone } from './instant.ts';
import type { Cut } from '../model/keep-ends.ts';
import { html, type Markup } from './markup.ts';
import type { Moment } from '../model/report-model.ts';
import { cutText, iterationName, MOMENTS } from '../text/signs.ts';

/** The events of a run in order, with a line for every new day. */
export function renderMoments(
  { head, left, tail }: Cut<Moment>,
  frameNames: ReadonlyMap<string, string>,
): Markup {
  const list = (items: readonly Moment[]): Markup => {
    let day = '';
    return html`<ol class="log">
      ${items.map((one) => {
        const today = formatInstant(one.at).slice(0, 10);
        const isNewDay = today !== day;
        day = today;
        return html`${isNewDay && html`<li class="day">${today}, ${zone}</li>`}${moment(one, frameNames)}`;
      })}
    </ol>`;
  };
  return left === 0
    ? list(head)
    : html`${list(head)}
        <p class="cut">${cutText(left, 'entry', 'entries')}</p>
        ${list(tail)}`;
}

function moment(
  { at, frame, iteration, kind, text }: Moment,
  frameNames: ReadonlyMap<string, string>,
): Markup {
  const { sign, tone } = MOMENTS[kind];
  const name = frameNames.get(frame);
  return html`<li>
    ${clock(at)}<span class="which soft"
      >${name !== undefined && html`${name}.`}${iterationName(iteration)}</span
    ><span class="tag ${tone}" aria-hidden="true">${sign}</span><span class="text">${text}</span>
  </li> `;
}
