import { countOf, money, sanitizeLine } from '@loopwright/core';
import type { ChangeReport } from '../model/changes.ts';
import type { DecisionReport } from '../model/decisions.ts';
import { keptOf } from '../model/keep-ends.ts';
import type { RunReport } from '../model/to-report.ts';
import { changesText, cutText, iterationName, linesText, signOfRule } from '../text/signs.ts';
import { bullets, facts, fold, tag } from './blocks.ts';
import { clock, instant } from './instant.ts';
import { html, type Markup, type Piece } from './markup.ts';

/** Every stop with the rule that answered it; unfolded, with Claude's words, the facts behind it, and the changes. */
export function renderDecisions(
  { decisions, frames, agent }: RunReport,
  id: string,
  frameNames: ReadonlyMap<string, string>,
): Markup {
  const { head, left, tail } = decisions;
  if (head.length === 0) return html`<p class="about">No stop was answered yet.</p>`;
  const iterations = keptOf(frames).flatMap((frame) => keptOf(frame.iterations));
  const item = (one: DecisionReport): Markup => {
    const changes = iterations.find(({ decision }) => decision === one.number)?.changes;
    return html`<li>
      ${decision(one, { id: `${id}-d${one.number}`, frame: frameNames.get(one.frame), changes, agent })}
    </li> `;
  };
  return html`<ol class="cards">
    ${head.map(item)}${left > 0 && html`<li class="cut">${cutText(left, 'decision')}</li>`}${tail.map(item)}
  </ol>`;
}

interface Setting {
  readonly id: string;
  /** How its frame is called, where there is more than one. */
  readonly frame: string | undefined;
  /** What the iteration changed that this stop ended. */
  readonly changes: ChangeReport | undefined;
  readonly agent: string;
}

function decision(one: DecisionReport, { id, frame, changes, agent }: Setting): Markup {
  const { rule, verdict, said, usd, at } = one;
  const words = said?.split('\n').findLast((line) => /\p{L}/u.test(line));
  return html`<details id="${id}">
    <summary>
      <span class="which">${frame !== undefined && html`${frame}.`}${iterationName(one.iteration)}</span
      >${tag(signOfRule(rule, verdict), html`${rule}<span class="soft"> · ${verdict}</span>`)}<span
        class="say text"
        >${words !== undefined && html`<q><bdi>${sanitizeLine(words, 160)}</bdi></q> → `}${resultOf(one)}</span
      ><span class="cost"
        >${changes && changes.fileCount > 0 && `${changesText(changes)} · `}${usd > 0 && `${money(usd)} · `}${clock(at)}</span
      >
    </summary>
    <div class="body">${body(one, id, agent)}${changes && changesOf(changes, id)}</div>
  </details>`;
}

function resultOf({ endings, missing, reason }: DecisionReport): string {
  if (endings.length > 0) return endings.join('; ');
  const open = missing.filter(({ kind }) => kind !== 'claim');
  const texts = (open.length > 0 ? open : missing).map(({ text }) => text);
  if (texts.length === 0) return reason;
  return `missing: ${texts.slice(0, 6).join(', ')}${texts.length > 6 ? `, and ${texts.length - 6} more` : ''}`;
}

function body(one: DecisionReport, id: string, agent: string): Piece {
  const { number, at, said, reason, today, isRaced, missing, alsoHeld, told } = one;
  return html`${said !== undefined && html`<blockquote class="quote" dir="auto">${said}</blockquote>`}
    <p>${reason} <span class="soft">Stop ${number}, ${instant(at)}.</span></p>
    ${today !== undefined && html`<p class="tag rest">! This version would answer differently: ${today}</p>`}
    ${isRaced && html`<p class="soft">Another record came in between, so the decision was made again.</p>`}
    ${one.facts.length > 0 && facts(one.facts.map(({ name, value }) => [name, value]))}
    ${bullets(
      'Missing proofs',
      missing.map(({ text }) => text),
    )}
    ${alsoHeld.length > 0 && html`<p class="soft">Further down the table ${alsoHeld.join(', ')} would have held too.</p>`}
    ${told !== undefined && fold(`${id}-told`, `What ${agent} was told`, html`<pre tabindex="0">${told}</pre>`)}`;
}

/** The changed files, and the diff if the iteration was committed. */
function changesOf({ files, fileCount, source, patch, patchLinesLeft }: ChangeReport, id: string): Piece {
  const names = files.map((file) => html`<code>${file.path}</code>${linesText(file)}`);
  const more = fileCount > files.length ? [`and ${countOf(fileCount - files.length, 'more file')}`] : [];
  return html`${bullets(source === 'commit' ? 'Committed changes' : 'Edited files', [...names, ...more])}
  ${
    patch !== undefined &&
    fold(
      `${id}-diff`,
      'Diff',
      html`<pre tabindex="0">${patch.split('\n').map(diffLine)}</pre>
        ${patchLinesLeft > 0 && html`<p class="cut">${countOf(patchLinesLeft, 'more line')} of the diff not shown.</p>`}`,
    )
  }`;
}

function diffLine(line: string): Markup {
  if (/^(?:\+\+\+|---|diff|index) /.test(line)) return html`<b>${line}</b>${'\n'}`;
  if (line.startsWith('+')) return html`<ins>${line}</ins>${'\n'}`;
  return line.startsWith('-') ? html`<del>${line}</del>${'\n'}` : html`${line}${'\n'}`;
}
