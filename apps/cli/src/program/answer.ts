import type { Page } from '../terminal/page.ts';
import type { ExitName } from './exit-codes.ts';

/** What to do next: a command of ours, and when to run it; or only what to do, where there is no command. */
export type Next =
  | { readonly words: readonly string[]; readonly when?: string | undefined }
  | { readonly advice: string };

/** The answer of a verb, for people and for programs. */
export interface Answer {
  readonly exit: ExitName;
  /** What `--json` prints, without `next`. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Lines to print without `--json`. */
  readonly text: (page: Page) => readonly string[];
  readonly next?: Next | undefined;
}
