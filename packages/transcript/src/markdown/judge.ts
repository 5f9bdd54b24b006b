/**
 * How a line asks to be read.
 * - `alone`: it claims something, so it must stand at the top level, or be the whole of a list item.
 * - `opening`: it opens a block, so it must stand at the top level.
 * - `closing`: it only ends what was opened, so it may also stand in a list that began in between.
 * - `field`: it holds a value in words of its own, so code and emphasis within the line are part of it.
 */
export type ReadAs = 'alone' | 'opening' | 'closing' | 'field';

/** A line that somebody wants to know about: a range of the source without the white space around it. */
export interface AskedLine {
  readonly start: number;
  readonly end: number;
  readonly readAs: ReadAs;
}

/** Answers, for each line asked about, whether a reader of the rendered Markdown sees it as said rather than shown. */
export type Judge = (markdown: string, lines: readonly AskedLine[]) => readonly boolean[];
