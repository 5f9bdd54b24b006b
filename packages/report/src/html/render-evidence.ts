import { durationText } from '@loopwright/core';
import { instant } from './instant.ts';
import { heading } from './heading.ts';
import type { Cut } from '../model/keep-ends.ts';
import { html, type Markup } from './markup.ts';
import type { EvidenceReport } from '../model/report-model.ts';
import { iterationName } from '../text/signs.ts';

/** The settings of a list of evidence. */
export interface EvidenceSetting {
  /** The beginning of every id. */
  readonly run: string;
  readonly level: number;
  /** How frames are called, where there is more than one. */
  readonly frameNames: ReadonlyMap<string, string>;
}

/** Every check that ran, newest first, with the end of its output. */
export function renderEvidence({ head, left, tail }: Cut<EvidenceReport>, setting: EvidenceSetting): Markup {
  const newest = [...head, ...tail].reverse();
  if (newest.length === 0) return html`<p class="about">No check has run.</p>`;
  return html`<p class="about">
      The end of each output is stored in <code>.loop/evidence</code> and shown here. Secrets of the usual
      forms are masked.
    </p>
    <ol class="cards">
      ${newest.map((one) => html`<li>${item(one, setting)}</li> `)}
    </ol>
    ${left > 0 && html`<p class="cut">${left} older ${left === 1 ? 'check is' : 'checks are'} left out of this page; the journal has ${left === 1 ? 'it' : 'them'}.</p>`}`;
}

function item(one: EvidenceReport, { run, level, frameNames }: EvidenceSetting): Markup {
  const frame = frameNames.get(one.frame);
  const result = one.passed ? 'pass' : 'fail';
  const id = `${run}-e${one.number}`;
  return html`<details id="${id}">
    <summary>
      <span class="which">${frame !== undefined && html`${frame}.`}${iterationName(one.iteration)}</span
      ><span class="tag ${result}"
        ><span aria-hidden="true">${one.passed ? '✓' : '✗'} </span
        >${one.passed ? 'passed' : 'failed'}${one.isLatest && html`<span class="soft"> · newest</span>`}</span
      ><span class="say"><bdi>${one.criterion}</bdi> <span class="soft mono">${one.command}</span></span
      ><span class="cost">${durationText(one.durationMs)}</span>
    </summary>
    <div class="body">
      <dl class="facts">
        <div>
          <dt>exit code</dt>
          <dd>${one.exitCode ?? 'none'}</dd>
        </div>
        ${
          one.reason !== undefined &&
          html`<div>
            <dt>why</dt>
            <dd class="text">${one.reason}</dd>
          </div>`
        }
        <div>
          <dt>took</dt>
          <dd>${durationText(one.durationMs)}</dd>
        </div>
        <div>
          <dt>at</dt>
          <dd>${instant(one.at)}</dd>
        </div>
        <div>
          <dt>work tree</dt>
          <dd class="mono">${one.fingerprint.slice(0, 16)}</dd>
        </div>
        <div>
          <dt>evidence</dt>
          <dd class="mono">${one.id}</dd>
        </div>
      </dl>
      ${output(one, heading(level, `${id}-tail`, 'sub', 'The end of its output'))}
    </div>
  </details>`;
}

function output({ tail, cutCharacters, passed }: EvidenceReport, title: Markup): Markup {
  if (tail === undefined) return html`<p class="soft">Its output is not kept any more.</p>`;
  if (tail === '') return html`<p class="soft">It printed nothing.</p>`;
  return html`<div>
    ${title}${
      cutCharacters > 0 &&
      html`<p class="soft">${cutCharacters.toLocaleString('en')} characters before it are left out.</p>`
    }
    <pre class="tail ${passed ? 'pass' : 'fail'}" tabindex="0">${tail}</pre>
  </div>`;
}
