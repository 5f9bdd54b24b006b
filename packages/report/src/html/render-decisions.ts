import { countOf, money } from '@loopwright/core';
import { clock } from './instant.ts';
import { instant } from './instant.ts';
import { heading } from './heading.ts';
import type { Cut } from '../model/keep-ends.ts';
import { html, type Markup, type Piece } from './markup.ts';
import type { EvidenceSetting } from './render-evidence.ts';
import type { DecisionReport, DiffReport, EvidenceReport } from '../model/report-model.ts';
import { DIFF_SOURCES, diffText, linesText } from '../text/diff-text.ts';
import { cutText, iterationName, signOfRule } from '../text/signs.ts';

/** The settings of a list of decisions. */
export interface DecisionSetting extends EvidenceSetting {
  readonly evidence: readonly EvidenceReport[];
  /** What an iteration changed, by the number of the decision that ended it. */
  readonly diffs: ReadonlyMap<number, DiffReport>;
}

/** Every stop with the rule that answered it; unfolded, with the facts behind it. */
export function renderDecisions({ head, left, tail }: Cut<DecisionReport>, setting: DecisionSetting): Markup {
  if (head.length === 0) return html`<p class="about">No stop was answered yet.</p>`;
  const list = (items: readonly DecisionReport[]): Markup =>
    html`<ol class="cards">
      ${items.map((one) => html`<li>${decision(one, setting)}</li> `)}
    </ol>`;
  if (left === 0) return list(head);
  return html`${list(head)}
    <p class="cut">${cutText(left, 'decision')}</p>
    ${list(tail)}`;
}

function decision(one: DecisionReport, setting: DecisionSetting): Markup {
  const { run, frameNames, diffs } = setting;
  const diff = diffs.get(one.number);
  const sign = signOfRule(one.rule, one.verdict);
  const frame = frameNames.get(one.frame);
  return html`<details id="${run}-d${one.number}">
    <summary>
      <span class="which">${frame !== undefined && html`${frame}.`}${iterationName(one.iteration)}</span
      ><span class="tag ${sign.tone}"
        ><span aria-hidden="true">${sign.sign} </span>${one.rule}<span class="soft">
          · ${one.verdict}</span
        ></span
      ><span class="say text"
        >${one.said !== undefined && html`<q><bdi>${one.said}</bdi></q> → `}${sayOf(one)}</span
      ><span class="cost"
        >${diff && diff.countedFiles > 0 && `${linesText(diff)} · `}${one.usd > 0 && `${money(one.usd)} · `}${clock(one.at)}</span
      >
    </summary>
    <div class="body">${body(one, setting)}</div>
  </details>`;
}

function sayOf({ endings, missing, reason }: DecisionReport): string {
  if (endings.length > 0) return endings.join('; ');
  const open = missing.filter(({ kind }) => kind !== 'claim');
  const shown = open.length > 0 ? open : missing;
  return shown.length > 0 ? `missing: ${listed(shown.map(({ text }) => text))}` : reason;
}

/** As many as a line takes in; the others are counted. */
function listed(items: readonly string[]): string {
  const rest = items.length > 6 ? `, and ${items.length - 6} more` : '';
  return items.slice(0, 6).join(', ') + rest;
}

function body(one: DecisionReport, { run, level, evidence, diffs }: DecisionSetting): Markup {
  const title = (name: string, text: string): Markup =>
    heading(level, `${run}-d${one.number}-${name}`, 'sub', text);
  const checks = evidence.filter(
    ({ frame, iteration }) => frame === one.frame && iteration === one.iteration,
  );
  return html`<p>${one.reason} <span class="soft">Stop ${one.number}, ${instant(one.at)}.</span></p>
    ${one.today !== undefined && html`<p class="tag unproved">! This version would answer differently: ${one.today}</p>`}
    ${one.isRaced && html`<p class="soft">Somebody wrote to the journal between look and record; the decision was made again on what stands before it.</p>`}
    <div>
      ${title('facts', 'Facts that the rule saw')}
      <dl class="facts">
        ${one.facts.map(
          ({ name, value }) =>
            html`<div>
              <dt>${name}</dt>
              <dd class="text">${value}</dd>
            </div>`,
        )}
        <div>
          <dt>tools run</dt>
          <dd>${one.tools}</dd>
        </div>
      </dl>
    </div>
    ${
      one.missing.length > 0 &&
      html`<div>
        ${title('missing', 'Missing proofs')}
        <ul class="bullets">
          ${one.missing.map(({ text }) => html`<li class="text">${text}</li>`)}
        </ul>
      </div>`
    }
    ${one.alsoHeld.length > 0 && html`<p class="soft">Further down the table ${one.alsoHeld.join(', ')} would have held too.</p>`}
    ${
      checks.length > 0 &&
      html`<div>
        ${title('checks', 'Checks in this iteration')}
        <ul class="bullets">
          ${checks.map((check) => html`<li><a href="#${run}-e${check.number}">${check.criterion}</a>: ${check.passed ? 'passed' : 'failed'}</li>`)}
        </ul>
      </div>`
    }
    ${filesOf(one, diffs.get(one.number), title)}
    ${
      one.told !== undefined &&
      html`<div>
        ${title('told', 'What Claude was told')}
        <pre tabindex="0">${one.told}</pre>
      </div>`
    }`;
}

/** What the iteration changed that this stop ended. Another stop only names the files that were edited before it. */
function filesOf(
  { files }: DecisionReport,
  diff: DiffReport | undefined,
  title: (name: string, text: string) => Markup,
): Piece {
  if (!diff)
    return (
      files.length > 0 &&
      html`<div>
        ${title('files', `${countOf(files.length, 'file')} edited`)}
        <ul class="bullets mono">
          ${files.map((file) => html`<li>${file}</li>`)}
        </ul>
      </div>`
    );
  const left = diff.fileCount - diff.files.length;
  return html`<div>
    ${title('files', `Changes of the iteration: ${diffText(diff)}`)}
    ${
      diff.files.length > 0 &&
      html`<ul class="bullets mono">
        ${diff.files.map(
          (file) =>
            html`<li><bdi>${file.path}</bdi>${file.added !== undefined && ` ${linesText(file)}`}</li>`,
        )}
      </ul>`
    }
    <p class="soft">${left > 0 && `${countOf(left, 'more file')} not shown. `}${DIFF_SOURCES[diff.source]}</p>
  </div>`;
}
