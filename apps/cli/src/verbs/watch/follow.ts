import { setTimeout as wait } from 'node:timers/promises';
import { onInterruption } from '@loopwright/checks';
import { sanitizeLine } from '@loopwright/core';
import type { Context } from '../../program/context.ts';
import { choosePaint, type Page, pageWidth } from '../../terminal/page.ts';
import { plainText, printable } from '../../terminal/printable.ts';
import { type Cell, cellLine } from '../../terminal/table.ts';
import { cutText, wrapText } from '../../terminal/wrap-text.ts';
import { openScreen } from './live-screen.ts';

const EVERY_MS = 1000;
const MOST_LISTED = 12;

/** The effect of a key: what to say, or a question that `y` answers. */
export type KeyAnswer =
  | readonly string[]
  | { readonly question: string; readonly yes: () => Promise<readonly string[]> };

/** Items that change, such as the loops of a project or the jobs of a fleet, and how a page shows them. */
export interface Followed<T> {
  /** The items now. */
  items(): Promise<readonly T[]>;
  idOf(item: T): string;
  title(items: readonly T[]): string;
  /** Stands in place of the items where there is none. */
  readonly none: string;
  /** An item in the list. */
  row(item: T): readonly Cell[];
  /** All about the chosen item. */
  details(chosen: T, page: Page): readonly string[];
  /** What else there is to know. */
  notes(): readonly string[];
  /** What its keys do, besides choosing and quitting. */
  readonly keys: readonly string[];
  /** Answers a key that was pressed on the chosen item. */
  press(key: string, chosen: T): Promise<KeyAnswer>;
  /** An item on one line, without a page. The line changes with everything but the time. */
  line(item: T): string;
  /** True once no item changes by itself any more. */
  isOver(items: readonly T[]): boolean;
}

/** What a page shows at one moment: all items, the chosen one, and the answer to the last key. */
export interface FollowedView<T> {
  readonly items: readonly T[];
  readonly chosen: T | undefined;
  readonly message: readonly string[];
}

/** Follows in a terminal until `q`; without one it prints a line for each change until nothing changes any more. */
export async function follow<T>(context: Context, followed: Followed<T>): Promise<void> {
  const { stdin, stdout } = process;
  if (stdin.isTTY && stdout.isTTY) await followOnScreen(context, followed);
  else await followInLines(followed, (line) => stdout.write(line));
}

/** Writes the page: items on a line each, the chosen one in full, the keys below. It fits columns and rows. */
export function livePage<T>(
  followed: Followed<T>,
  { items, chosen, message }: FollowedView<T>,
  page: Page,
  rows: number,
): readonly string[] {
  const mark = (item: T): string => (item === chosen ? '▸ ' : '  ');
  const wrapped = (lines: readonly string[]): readonly string[] =>
    lines.flatMap((line) => wrapText(sanitizeLine(line, 1000), page.width));
  const blocks = [
    items.length === 0
      ? [followed.none]
      : around(items, chosen, rows).map((item) => cellLine([mark(item), ...followed.row(item)], page)),
    chosen === undefined ? [] : followed.details(chosen, page),
    wrapped(followed.notes()),
    wrapped(message),
  ];
  const title = page.paint('bold', cutText(followed.title(items), page.width));
  const body = [title, ...blocks.flatMap((block) => (block.length === 0 ? [] : ['', ...block]))];
  return [
    ...body.slice(0, Math.max(1, rows - 3)),
    '',
    page.paint('dim', cutText('? keys · q quit', page.width)),
  ];
}

/** The items around the chosen one: as many as leave half of the rows to it. */
function around<T>(items: readonly T[], chosen: T | undefined, rows: number): readonly T[] {
  const most = Math.max(1, Math.min(MOST_LISTED, Math.floor(rows / 2) - 2));
  const index = chosen === undefined ? 0 : items.indexOf(chosen);
  const from = Math.max(0, Math.min(index - Math.floor(most / 2), items.length - most));
  return items.slice(from, from + most);
}

async function followOnScreen<T>({ env, flags }: Context, followed: Followed<T>): Promise<void> {
  const screen = openScreen(process.stdin, process.stdout);
  const paint = choosePaint({ env, isTerminal: true, isRefused: flags['no-color'] === true });
  let chosenId: string | undefined;
  let message: readonly string[] = [];
  let yes: (() => Promise<readonly string[]>) | undefined;
  try {
    for (;;) {
      const items = await followed.items();
      const chosen = items.find((one) => followed.idOf(one) === chosenId) ?? items[0];
      const page = { width: pageWidth(env['COLUMNS'], screen.columns), paint };
      screen.draw(livePage(followed, { items, chosen, message }, page, screen.rows).map(printable));
      const key = await screen.key(EVERY_MS);
      if (key === undefined) continue;
      if (yes) {
        message = key === 'y' ? await yes() : ['Not cancelled.'];
        yes = undefined;
        continue;
      }
      if (key === 'q') return;
      message = key === '?' ? ['↑↓  choose', ...followed.keys, 'q   quit'] : [];
      const step = STEPS[key];
      if (step !== undefined) {
        const next =
          items[Math.min(Math.max(0, (chosen ? items.indexOf(chosen) : 0) + step), items.length - 1)];
        chosenId = next && followed.idOf(next);
      } else if (chosen !== undefined && key !== '?') {
        const answer = await followed.press(key, chosen);
        if ('question' in answer) [message, yes] = [[answer.question], answer.yes];
        else message = answer;
      }
    }
  } finally {
    screen.close();
  }
}

const STEPS: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1 };

/** Prints a line for each change. */
async function followInLines<T>(followed: Followed<T>, write: (line: string) => void): Promise<void> {
  const shown = new Map<string, string>();
  const interruption = new AbortController();
  const { signal } = interruption;
  const ignore = onInterruption(() => interruption.abort());
  while (!signal.aborted) {
    const items = await followed.items();
    for (const item of items.toReversed()) {
      const [id, line] = [followed.idOf(item), followed.line(item)];
      if (shown.get(id) !== line) write(`${plainText(line)}\n`);
      shown.set(id, line);
    }
    if (followed.isOver(items)) break;
    await wait(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  ignore();
}
