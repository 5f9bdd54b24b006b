const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const;

/** The name of a way to write a text. */
export type Ink = keyof typeof CODES;

/** Writes a text in an ink, or as it stands. */
export type Paint = (ink: Ink, text: string) => string;

/** Leaves every text as it stands. */
export const plain: Paint = (_ink, text) => text;

/** Writes with the escape sequences that every terminal since the VT100 understands. */
export const coloured: Paint = (ink, text) => {
  const [on, off] = CODES[ink];
  return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;
};

/** What decides about colour. */
export interface ColourWish {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  /** `--no-color` was given. */
  readonly isRefused: boolean;
}

/** Chooses how to write: `--no-color`, then `NO_COLOR`, then `FORCE_COLOR`, else colour on a terminal that has it. */
export function choosePaint({ env, isTerminal, isRefused }: ColourWish): Paint {
  const force = env['FORCE_COLOR'];
  if (isRefused || env['NO_COLOR']) return plain;
  if (force !== undefined) return force === '0' || force === 'false' ? plain : coloured;
  return isTerminal && env['TERM'] !== 'dumb' ? coloured : plain;
}
