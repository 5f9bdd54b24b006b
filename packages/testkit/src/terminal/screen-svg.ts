import { textWidth } from '@loopwright/core';
import type { StyledText } from './screen-buffer.ts';

/** What a picture shows of a text. */
type Drawn = Pick<StyledText, 'text' | 'colour' | 'isBold' | 'isDim'>;

const CELL = { width: 8.4, height: 19 } as const;
const MARGIN = 16;
const BAR = 30;
const PLAIN = '#e6edf3';
const DIM = '#9198a1';

/** Draws the lines of a terminal's screen as SVG. The same lines give the same bytes. */
export function screenSvg(
  lines: readonly (readonly Drawn[])[],
  { columns, label }: { readonly columns: number; readonly label: string },
): string {
  const width = Math.round(columns * CELL.width + 2 * MARGIN);
  const height = Math.round(BAR + lines.length * CELL.height + 2 * MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, index) => `<circle cx="${MARGIN + 4 + index * 18}" cy="${BAR / 2 + 2}" r="5" fill="${fill}"/>`,
    ),
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">',
    ...lines.flatMap((pieces, row) => drawLine(pieces, BAR + MARGIN + (row + 0.75) * CELL.height)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Places every piece at its own column, because fonts differ in width and renderers collapse white space. */
function drawLine(pieces: readonly Drawn[], y: number): string[] {
  let column = 0;
  const parts = pieces.flatMap((piece) => piece.text.split(/( {2,})/).map((text) => ({ ...piece, text })));
  return parts.flatMap(({ text, colour, isBold, isDim }) => {
    const shown = text.trim();
    const x = MARGIN + (column + text.length - text.trimStart().length) * CELL.width;
    column += textWidth(text);
    if (shown === '') return [];
    const weight = isBold ? ' font-weight="600"' : '';
    const fill = colour ?? (isDim ? DIM : PLAIN);
    return [
      `<text x="${round(x)}" y="${round(y)}" fill="${fill}"${weight} textLength="${round(textWidth(shown) * CELL.width)}">${escaped(shown)}</text>`,
    ];
  });
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
