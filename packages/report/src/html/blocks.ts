import type { TrustPart } from '@loopwright/core';
import { html, Markup, type Piece } from './markup.ts';
import { instant } from './instant.ts';

/** Where a run stands on its page: the beginning of its ids, and the level of its title. */
export interface Place {
  readonly id: string;
  readonly level: number;
}

/** A heading of any level, so that a run reads the same alone and among others. */
export function heading(level: number, id: string, className: string, content: Piece): Markup {
  const tag = new Markup(`h${level}`);
  return html`<${tag} id="${id}" class="${className}">${content}</${tag}>`;
}

/** A part of a run with its heading; nothing without content. */
export function part({ id, level }: Place, name: string, title: string, content: Piece): Piece {
  if (content === undefined || content === false) return undefined;
  return html`<section class="part">
    ${heading(level + 1, `${id}-${name}`, 'head', title)} ${content}
  </section> `;
}

/** A part that the reader unfolds. */
export function fold(id: string, title: Piece, content: Piece): Markup {
  return html`<details class="fold" id="${id}">
    <summary>${title}</summary>
    ${content}
  </details>`;
}

/** The columns of a table. Numbers stand on the right. */
interface Columns {
  readonly label: string;
  readonly names: readonly string[];
  readonly numbers?: readonly string[];
}

/** A table whose first column names its rows, in a box that scrolls by itself. */
export function table({ label, names, numbers = [] }: Columns, rows: readonly (readonly Piece[])[]): Markup {
  const className = new Markup(' class="num"');
  const number = (column: number): Piece => numbers.includes(names[column] ?? '') && className;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">
    <table class="grid">
      <thead>
        <tr>
          ${names.map((name, column) => html`<th scope="col" ${number(column)}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...rest]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${rest.map((piece, index) => html`<td${number(index + 1)}>${piece}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Names and values, such as the facts behind a decision. */
export function facts(pairs: readonly (readonly [name: string, value: Piece])[]): Markup {
  return html`<dl class="facts">
    ${pairs.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd class="text">${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** A figure of the run, large. */
export function figure(name: string, value: string, small: string): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}${small !== '' && html` <small>${small}</small>`}</dd>
  </div>`;
}

/** A list under a small title; nothing without items. */
export function bullets(title: Piece, items: readonly Piece[]): Piece {
  if (items.length === 0) return undefined;
  return html`${title !== undefined && html`<p class="sub">${title}</p>`}
    <ul class="bullets">
      ${items.map((one) => html`<li class="text">${one}</li>`)}
    </ul>`;
}

/** How something stands at its end: a sign and a word in a box. */
export function badge({ sign, tone }: { readonly sign: string; readonly tone: string }, word: Piece): Markup {
  return html`<span class="badge ${tone}"><span aria-hidden="true">${sign}</span><span>${word}</span></span>`;
}

/** A sign and a word in the tone of both. */
export function tag({ sign, tone }: { readonly sign: string; readonly tone: string }, word: Piece): Markup {
  return html`<span class="tag ${tone}"><span aria-hidden="true">${sign} </span>${word}</span>`;
}

/** Words with the moments in them. */
export function withMoments(parts: readonly TrustPart[]): Piece {
  return html`<bdi>${parts.map((one) => (typeof one === 'string' ? one : instant(one.at)))}</bdi>`;
}
