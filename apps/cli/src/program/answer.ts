import type { Next } from '@loopwright/core';
import type { Page } from '../terminal/page.ts';
import type { ExitName } from './exit-codes.ts';

/** The answer of a verb, for people and for programs. */
export interface Answer {
  readonly exit: ExitName;
  /** What `--json` prints, without `next`. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Lines to print without `--json`. */
  readonly text: (page: Page) => readonly string[];
  readonly next?: Next | undefined;
}
