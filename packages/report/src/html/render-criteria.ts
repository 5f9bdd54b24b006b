import { countOf, durationText } from '@loopwright/core';
import type { EvidenceReport } from '../model/evidence.ts';
import type { CellState, CriterionRow, FrameReport, IterationReport } from '../model/frames.ts';
import { keptOf } from '../model/keep-ends.ts';
import type { RunReport } from '../model/to-report.ts';
import { CELLS, cutText, iterationName, signOfRule } from '../text/signs.ts';
import { fold, tag, withMoments } from './blocks.ts';
import { instant } from './instant.ts';
import { html, type Markup, type Piece } from './markup.ts';

/** Each criterion with its state, its command and who saw it; a failing output stands unfolded next to it. */
export function renderCriteria(frame: FrameReport, { evidence: all, agent }: RunReport, id: string): Markup {
  const evidence = keptOf(all);
  const { rows, left } = frame.criteria;
  if (rows.length === 0)
    return html`<p class="about">
      This loop has no criteria: it ends on ${agent}’s
      word${frame.workflow && ' and on its tasks, reviews and gate'}.
    </p>`;
  return html`<ol class="cards">
      ${rows.map((row, index) => {
        const checks = evidence.filter((one) => one.frame === frame.id && one.criterion === row.name);
        return html`<li class="criterion">${criterion(row, checks, `${id}-c${index + 1}`)}</li> `;
      })}
    </ol>
    ${left > 0 && html`<p class="cut">${countOf(left, 'more criterion', 'more criteria')} not shown.</p>`}
    ${frame.iterationCount > 1 && renderMap(frame)}`;
}

function criterion(row: CriterionRow, checks: readonly EvidenceReport[], id: string): Markup {
  const { name, state, check, note, asked, vouch } = row;
  const earlier = [...checks].reverse();
  const newest = check === undefined ? undefined : earlier.shift();
  return html`<p class="line">${tag(CELLS[state], CELLS[state].word)}<bdi>${name}</bdi></p>
    <p class="soft text">
      ${check === undefined ? html`<bdi>${note ?? 'no check: a word is enough'}</bdi>` : html`<code>${check}</code>`}
      ${asked !== undefined && `· ${asked}`} ${vouch.length > 0 && html`· ${withMoments(vouch)}`}
    </p>
    ${newest && (newest.passed ? fold(`${id}-now`, 'Output of its check', outcome(newest)) : outcome(newest))}
    ${earlier.length > 0 && fold(`${id}-before`, countOf(earlier.length, 'earlier check'), earlier.map(outcome))}`;
}

/** One check that ran, with the end of its output. */
function outcome(one: EvidenceReport): Markup {
  const { passed, exitCode, iteration, durationMs, at, reason, tail, cutCharacters, id } = one;
  const result = passed ? 'passed' : `failed${exitCode === null ? '' : ` with exit code ${exitCode}`}`;
  return html`<p class="soft text">
      ${tag(CELLS[passed ? 'proved' : 'failed'], result)} in iteration ${iterationName(iteration)} at
      ${instant(at)}, ${durationText(durationMs)}${reason !== undefined && `: ${reason}`}, evidence
      <code>${id}</code>.
      ${tail === undefined && 'Its output is not kept any more.'}${tail === '' && 'It printed nothing.'}
      ${cutCharacters > 0 && `${cutCharacters.toLocaleString('en')} characters before the end are left out.`}
    </p>
    ${tail !== undefined && tail !== '' && html`<pre class="${passed ? 'good' : 'bad'}" tabindex="0">${tail}</pre>`}`;
}

/** Criteria over iterations, with the rule that ended each iteration. */
export function renderMap({ criteria, iterations }: FrameReport): Markup {
  const { head, left } = iterations;
  const shown = keptOf(iterations);
  const spread = (cells: readonly Markup[]): readonly Piece[] =>
    left === 0 ? cells : [...cells.slice(0, head.length), html`<td>…</td>`, ...cells.slice(head.length)];
  const seen = new Set(criteria.rows.flatMap(({ cells }) => cells.map(({ state }) => state)));
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Criteria over iterations">
      <table class="map">
        <caption>
          How each criterion stood when the iteration ended. ${left > 0 && cutText(left, 'iteration')}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="name">Criterion</th>
            ${spread(shown.map(({ number }) => html`<th scope="col">${iterationName(number)}</th>`))}
          </tr>
        </thead>
        <tbody>
          ${criteria.rows.map(
            ({ name, cells }) =>
              html`<tr>
                <th scope="row" class="name"><bdi>${name}</bdi></th>
                ${spread(cells.map(cell))}
              </tr> `,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" class="name">Stop</th>
            ${spread(shown.map(stopCell))}
          </tr>
        </tfoot>
      </table>
    </div>
    <p class="legend">
      ${[...seen].filter((state) => state !== 'absent').map((state) => html`<span>${CELLS[state].sign} ${CELLS[state].why}</span> `)}<span
        >framed: new in that iteration</span
      >
    </p>`;
}

function cell({ state, isNew }: { readonly state: CellState; readonly isNew: boolean }): Markup {
  const { sign, word, tone } = CELLS[state];
  return html`<td class="${tone}${isNew && ' new'}">
    <span aria-hidden="true">${sign}</span><span class="vh">${word}${isNew && ' now'}</span>
  </td>`;
}

function stopCell({ rule, verdict }: IterationReport): Markup {
  if (rule === undefined || verdict === undefined) return html`<td>…<span class="vh">no stop yet</span></td>`;
  return html`<td>
    <span aria-hidden="true">${signOfRule(rule, verdict).sign}</span><span class="vh">${rule}</span>
  </td>`;
}
