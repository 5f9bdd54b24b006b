import { textWidth } from '@loopwright/core';

/** The command that was typed, and its output with colours. */
export interface Scene {
  readonly command: string;
  readonly printed: string;
}

const CELL = { width: 8.4, height: 19 } as const;
const MARGIN = 16;
const BAR = 30;
/** Only colours that can be read on the background by everybody: contrast of 4.5 and more. */
const COLOURS: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#56d364',
  '33': '#e3b341',
  '34': '#79c0ff',
  '36': '#56d4dd',
};
const PLAIN = '#e6edf3';
const DIM = '#9198a1';

interface Style {
  readonly colour: string;
  readonly isBold: boolean;
}

interface Piece {
  readonly text: string;
  readonly style: Style;
}

/** Draws a terminal as SVG. The same scene gives the same bytes. */
export function terminalSvg({ command, printed }: Scene, columns: number): string {
  const lines: Piece[][] = [
    [
      { text: '$ ', style: { colour: DIM, isBold: false } },
      { text: command, style: { colour: PLAIN, isBold: true } },
    ],
    ...printed.trimEnd().split('\n').map(parseLine),
  ];
  const width = Math.round(columns * CELL.width + 2 * MARGIN);
  const height = Math.round(BAR + lines.length * CELL.height + 2 * MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`${command}: what it prints in a terminal`)}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, index) => `<circle cx="${MARGIN + 4 + index * 18}" cy="${BAR / 2 + 2}" r="5" fill="${fill}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">`,
    ...lines.flatMap((pieces, row) => drawLine(pieces, BAR + MARGIN + (row + 0.75) * CELL.height)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/**
 * Places every piece at its own column, because fonts differ in width. Renderers collapse white space, so
 * gaps between columns separate pieces.
 */
function drawLine(pieces: readonly Piece[], y: number): string[] {
  let column = 0;
  const parts = pieces.flatMap(({ text, style }) =>
    text.split(/( {2,})/).map((part) => ({ text: part, style })),
  );
  return parts.flatMap(({ text, style }) => {
    const shown = text.trim();
    const x = MARGIN + (column + text.length - text.trimStart().length) * CELL.width;
    column += textWidth(text);
    if (shown === '') return [];
    const weight = style.isBold ? ' font-weight="600"' : '';
    const length = ` textLength="${round(textWidth(shown) * CELL.width)}"`;
    return [
      `<text x="${round(x)}" y="${round(y)}" fill="${style.colour}"${weight}${length}>${escaped(shown)}</text>`,
    ];
  });
}

/** Reads the few escape sequences that we write ourselves. */
function parseLine(line: string): Piece[] {
  let style: Style = { colour: PLAIN, isBold: false };
  return line.split(/(\u001b\[\d+m)/).flatMap((part) => {
    const code = /^\u001b\[(\d+)m$/.exec(part)?.[1];
    if (code === undefined) return part === '' ? [] : [{ text: part, style }];
    style = styleAfter(style, code);
    return [];
  });
}

function styleAfter(style: Style, code: string): Style {
  if (code === '1') return { ...style, isBold: true };
  if (code === '2') return { ...style, colour: DIM };
  if (code === '22') return { colour: style.colour === DIM ? PLAIN : style.colour, isBold: false };
  return { ...style, colour: COLOURS[code] ?? PLAIN };
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
