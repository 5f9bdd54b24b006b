import type { Ink, Page } from './page.ts';
import { textWidth } from '@loopwright/core';
import { cutText, wrapText } from './wrap-text.ts';

/** One cell: its text, and how it is written. */
export type Cell =
  | string
  | {
      readonly text: string;
      readonly ink?: Ink | undefined;
      /** Moved to the right. */ readonly isNumber?: true;
    };

/** The least that the last column shrinks to before the table becomes a list. */
const LEAST_LAST = 16;
const GAP = 2;
/** The least room for the beginning of a text and the sign that it is cut. */
const LEAST_CUT = 4;

/**
 * Writes rows in columns: the last one wraps, or is cut off. Where that is too wide, each row becomes a few lines of its
 * own.
 */
export function table(
  rows: readonly (readonly Cell[])[],
  page: Page,
  last: 'wrap' | 'cut' = 'wrap',
): string[] {
  if (rows.length === 0) return [];
  const natural = columnWidths(rows);
  const others = natural.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  const room = page.width - others;
  if (room >= Math.min(natural.at(-1) ?? 0, LEAST_LAST))
    return rows.flatMap((row) => columns(row, [...natural.slice(0, -1), room], page, last));
  return rows.flatMap((row) => stacked(row, page));
}

function columnWidths(rows: readonly (readonly Cell[])[]): number[] {
  const count = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => textWidth(textOf(row[column])))),
  );
}

function columns(row: readonly Cell[], widths: readonly number[], page: Page, last: 'wrap' | 'cut') {
  const wrapped = widths.map((width, column) =>
    last === 'cut' ? [cutText(textOf(row[column]), width)] : wrapText(textOf(row[column]), width),
  );
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, column) => {
        const text = wrapped[column]?.[line] ?? '';
        const room = column === widths.length - 1 ? '' : ' '.repeat(width - textWidth(text));
        const cell = row[column];
        const isRight = typeof cell === 'object' && cell.isNumber === true;
        const [left, right] = isRight ? [room, ''] : ['', room];
        return left + written(cell, text, page) + right + ' '.repeat(GAP);
      })
      .join('')
      .trimEnd(),
  );
}

/** Each cell on lines of its own, all but the first moved in. */
function stacked(row: readonly Cell[], page: Page): string[] {
  return row
    .filter((cell) => textOf(cell) !== '')
    .flatMap((cell, index) => {
      const indent = index === 0 ? '' : '  ';
      return wrapText(textOf(cell), page.width - indent.length).map(
        (line) => indent + written(cell, line, page),
      );
    });
}

/** Writes cells one after the other, and cuts what the page has no room for. */
export function cellLine(cells: readonly Cell[], page: Page): string {
  let room = page.width;
  const texts = cells.map((cell) => {
    const text = room < LEAST_CUT ? '' : cutText(textOf(cell), room);
    room -= textWidth(text);
    return written(cell, text, page);
  });
  return texts.join('').trimEnd();
}

function written(cell: Cell | undefined, text: string, page: Page): string {
  return typeof cell === 'object' ? page.paint(cell.ink, text) : text;
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '');
}
