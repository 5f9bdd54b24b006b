import { styleText } from 'node:util';
import type { Tone } from '@loopwright/core';
import type { Env } from '../program/context.ts';

/** The medium of a text: its columns, and whether it has colour. */
export interface Page {
  readonly width: number;
  readonly paint: Paint;
}

const DEFAULT_WIDTH = 80;
/** Lines beyond this are hard to read, and nothing of ours gets better by them. */
const MAX_WIDTH = 120;
const MIN_WIDTH = 20;

/** Chooses how wide to write: `COLUMNS` where it is set, else the terminal's width, else 80. Some report 0 columns. */
export function pageWidth(columns: string | undefined, terminal: number | undefined): number {
  const asked = columns !== undefined && /^[1-9]\d{0,4}$/.test(columns) ? Number(columns) : undefined;
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, asked ?? (terminal || DEFAULT_WIDTH)));
}

/** The name of a way to write a text. */
export type Ink = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan';

/** The ink of each tone. */
export const INKS: Readonly<Record<Tone, Ink | undefined>> = {
  plain: undefined,
  good: 'green',
  said: 'cyan',
  rest: 'yellow',
  bad: 'red',
  quiet: 'dim',
};

/** Writes a text in an ink, or as it stands. */
export type Paint = (ink: Ink | undefined, text: string) => string;

/** Leaves every text as it stands. */
export const plain: Paint = (_ink, text) => text;

/** Always writes escape sequences: `choosePaint` has already read the environment. */
export const coloured: Paint = (ink, text) =>
  text === '' || ink === undefined ? text : styleText(ink, text, { validateStream: false });

/** Chooses how to write: `--no-color`, then `NO_COLOR`, then `FORCE_COLOR`, else colour on a terminal that has it. */
export function choosePaint({
  env,
  isTerminal,
  isRefused,
}: Record<'isTerminal' | 'isRefused', boolean> & { readonly env: Env }): Paint {
  const force = env['FORCE_COLOR'];
  if (isRefused || env['NO_COLOR']) return plain;
  if (force !== undefined) return force === '0' || force === 'false' ? plain : coloured;
  return isTerminal && env['TERM'] !== 'dumb' ? coloured : plain;
}
