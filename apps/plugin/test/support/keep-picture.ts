import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProgramTerminal, screenSvg, type StyledText } from '@loopwright/testkit';

type Line = readonly StyledText[];

/** What a picture shows. */
export interface Picture {
  readonly label: string;
  readonly columns: number;
  /** The lines of the screen to show, by their texts; left out: all. */
  readonly crop?: (texts: readonly string[]) => readonly [from: number, to: number];
  /** Lines that say nothing to a reader of the docs. */
  readonly without?: RegExp;
}

/** Keeps what the terminal shows as a picture of the docs: `PICTURES=1 vitest run test/stories/cockpit.test.ts`. */
export function keepPicture(terminal: Pick<ProgramTerminal, 'styled'>, name: string, picture: Picture): void {
  if (process.env['PICTURES'] !== '1') return;
  writeFileSync(pathOf(name), screenSvg(shownLines(terminal, picture), picture));
}

/** The words of a picture of the docs, without spaces; every number is 0, and every duration. */
export function wordsOfPicture(name: string): string {
  const texts = [...readFileSync(pathOf(name), 'utf8').matchAll(/<text[^>]*>([^<]*)<\/text>/g)];
  return skeleton(
    texts.map(([, text = '']) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')).join(''),
  );
}

/** The words that a picture of the terminal would have now. */
export function wordsShown(terminal: Pick<ProgramTerminal, 'styled'>, picture: Picture): string {
  return skeleton(shownLines(terminal, picture).map(textOf).join(''));
}

function skeleton(text: string): string {
  return text
    .replaceAll(/\s/g, '')
    .replaceAll(/\d+(?:\.\d+)?/g, '0')
    .replaceAll(/<?0min|0m0s|0m/g, '0s');
}

function pathOf(name: string): string {
  return join(import.meta.dirname, '../../../../docs/pictures', `${name}.svg`);
}

function shownLines(
  terminal: Pick<ProgramTerminal, 'styled'>,
  { crop, without }: Picture,
): readonly StyledText[][] {
  const lines = terminal.styled();
  const [from, to] = crop?.(lines.map(textOf)) ?? [0, lines.length];
  const shown = lines.slice(from, to).filter((line, index, all) => {
    const isDouble = textOf(line).trim() === '' && textOf(all[index - 1] ?? []).trim() === '';
    return !isDouble && !without?.test(textOf(line));
  });
  const end = shown.findLastIndex((line) => textOf(line).trim() !== '') + 1;
  return shown.slice(0, end).map(masked);
}

function textOf(line: Line): string {
  return line.map(({ text }) => text).join('');
}

/** Replaces ids, times and paths, which differ from run to run. */
function masked(line: Line): StyledText[] {
  return line.map((piece) => ({
    ...piece,
    text: piece.text
      .replaceAll(/\b[0-9a-f]{8}\b/g, '3f2a9c1e')
      .replaceAll(/done \d+:\d\d [AP]M/g, 'done 9:30 AM')
      .replaceAll(/\/\S*\/project\b/g, '~/project'),
  }));
}
