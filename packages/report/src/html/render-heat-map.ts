import { durationText, money } from '@loopwright/core';
import { keptOf } from '../model/keep-ends.ts';
import { html, type Markup } from './markup.ts';
import type {
  Cell,
  CellState,
  CriterionRow,
  DiffReport,
  FrameReport,
  IterationReport,
} from '../model/report-model.ts';
import { nameAt, type Anchor } from './anchor.ts';
import { linesText } from '../text/diff-text.ts';
import { CELLS, cutText, iterationName, signOfRule } from '../text/signs.ts';

/** So few iterations that each may take more room. */
const FEW = 9;

/**
 * Criteria over iterations, with the rule that ended each iteration, its cost, time and changed lines below. `run` is the anchor of
 * its decisions; left out, they are not on the page.
 */
export function renderHeatMap(frame: FrameReport, anchor: Anchor, run?: string): Markup {
  const { rows, left } = frame.criteria;
  const iterations = keptOf(frame.iterations);
  const gap = frame.iterations.left > 0 ? frame.iterations.head.length : undefined;
  const spread = <T>(list: readonly T[], write: (one: T) => Markup, filler: Markup): readonly Markup[] =>
    list.flatMap((one, index) => (index === gap ? [filler, write(one)] : [write(one)]));
  const blank = html`<td class="gap">…</td>`;
  return html`<section class="scroll" tabindex="0" aria-label="${nameAt(anchor, 'Criteria over iterations')}">
      <table class="map${iterations.length <= FEW && ' few'}">
        <caption>
          How each criterion stood when the iteration
          ended${frame.iterations.left > 0 && html`. ${cutText(frame.iterations.left, 'iteration')}`}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="name">Criterion</th>
            ${spread(
              iterations,
              ({ number }) => html`<th scope="col">${iterationName(number)}</th>`,
              html`<td class="gap">…</td>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                <th scope="row" class="name">${nameOf(row)}</th>
                ${spread(row.cells, cell, blank)}
              </tr> `,
          )}
        </tbody>
        <tfoot>
          ${footRow(
            'Stop',
            spread(iterations, (one) => stopCell(one, run), blank),
          )}
          ${footRow(
            'Cost',
            spread(iterations, ({ spentUsd }) => html`<td>${spentUsd > 0 && money(spentUsd)}</td>`, blank),
          )}
          ${footRow(
            'Time',
            spread(iterations, ({ ms }) => html`<td>${durationText(ms).split(' ')[0]}</td>`, blank),
          )}
          ${
            iterations.some(({ diff }) => diff.fileCount > 0) &&
            footRow(
              'Lines',
              spread(iterations, ({ diff }) => linesCell(diff), blank),
            )
          }
        </tfoot>
      </table>
    </section>
    ${left > 0 && html`<p class="cut">${left} more criteria are not shown.</p>`} ${legend(rows)}`;
}

function nameOf({ name, check, note }: CriterionRow): Markup {
  const how = check ?? note;
  return html`<bdi>${name}</bdi>${
      how === undefined
        ? html`<span class="how">no check: a word is enough</span>`
        : html`<span class="how${check !== undefined && ' mono'}"><bdi>${how}</bdi></span>`
    }`;
}

function cell({ state, isNew }: Cell): Markup {
  if (state === 'absent') return html`<td class="absent"><span class="vh">${CELLS.absent.word}</span></td>`;
  return html`<td class="${state}${isNew && ' new'}">
    <span aria-hidden="true">${CELLS[state].sign}</span
    ><span class="vh">${CELLS[state].word}${isNew && ' now'}</span>
  </td>`;
}

/** How many lines the iteration added and removed. */
function linesCell(diff: DiffReport): Markup {
  if (diff.countedFiles === 0)
    return diff.source === 'names'
      ? html`<td>?<span class="vh">not known</span></td>`
      : html`<td><span class="vh">no file</span></td>`;
  return html`<td>${linesText(diff)}</td>`;
}

function stopCell({ rule, verdict, decision }: IterationReport, run: string | undefined): Markup {
  if (rule === undefined || verdict === undefined || decision === undefined)
    return html`<td>…<span class="vh">no stop yet</span></td>`;
  const { sign } = signOfRule(rule, verdict);
  const stop = html`<span aria-hidden="true">${sign}</span><span class="vh">${rule}, stop ${decision}</span>`;
  return run === undefined
    ? html`<td>${stop}</td>`
    : html`<td><a href="#${run}-d${decision}">${stop}</a></td>`;
}

function footRow(name: string, cells: readonly Markup[]): Markup {
  return html`<tr>
    <th scope="row" class="name">${name}</th>
    ${cells}
  </tr>`;
}

function legend(rows: readonly CriterionRow[]): Markup {
  const seen = new Set(rows.flatMap(({ cells }) => cells.map(({ state }) => state)));
  const hasNew = rows.some(({ cells }) =>
    cells.some(({ isNew, state }) => isNew && (state === 'proved' || state === 'failed')),
  );
  const keys = Object.entries(CELLS).filter(([state]) => state !== 'absent' && seen.has(state as CellState));
  return html`<ul class="legend" aria-label="What the signs mean">
    ${keys.map(
      ([state, { sign, why }]) =>
        html`<li><span class="key ${state}" aria-hidden="true">${sign}</span>${why}</li>`,
    )}${hasNew && html`<li><span class="key proved new" aria-hidden="true">✓</span>full colour: its check ran in that iteration</li>`}
  </ul>`;
}
