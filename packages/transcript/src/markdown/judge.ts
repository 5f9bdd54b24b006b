/**
 * How a line asks to be read.
 * - `alone`: a claim; must stand at the top level, or be a whole list item.
 * - `opening`: opens a block; must stand at the top level.
 * - `closing`: ends an open block; may also stand in a list that began in between.
 * - `field`: holds a free value; code and emphasis in the line are part of it.
 */
export type ReadAs = 'alone' | 'opening' | 'closing' | 'field';

/** A candidate line: a range of the source without surrounding white space. */
export interface AskedLine {
  readonly start: number;
  readonly end: number;
  readonly readAs: ReadAs;
}

/** Answers, for each line asked about, whether a reader of the rendered Markdown sees it as said rather than shown. */
export type Judge = (markdown: string, lines: readonly AskedLine[]) => readonly boolean[];
