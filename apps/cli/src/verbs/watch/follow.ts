import type { Context } from '../../program/context.ts';
import type { Page } from '../../terminal/page.ts';
import { pageWidth } from '../../terminal/page-width.ts';
import { choosePaint } from '../../terminal/paint.ts';
import { plainText, printable } from '../../terminal/printable.ts';

const EVERY_MS = 1000;

/** The effect of a key: what to say, or a question that `y` answers. */
export type KeyAnswer =
  | readonly string[]
  | { readonly question: string; readonly yes: () => Promise<readonly string[]> };

/** Something with items that change, such as the loops of a project or the jobs of a fleet. */
export interface Followed<T> {
  /** The items now. */
  items(): Promise<readonly T[]>;
  idOf(item: T): string;
  page(
    view: {
      readonly items: readonly T[];
      readonly chosen: T | undefined;
      readonly message: readonly string[];
    },
    page: Page,
    rows: number,
  ): readonly string[];
  /** Answers a key that was pressed on the chosen item. */
  press(key: string, chosen: T): Promise<KeyAnswer>;
  /** An item on one line. The line changes with everything but the time. */
  line(item: T): string;
  /** True once no item changes by itself any more. */
  isOver(items: readonly T[]): boolean;
}

/** Follows in a terminal until `q`; without one it prints a line for each change until nothing changes any more. */
export async function follow<T>(context: Context, followed: Followed<T>): Promise<void> {
  const { stdin, stdout } = process;
  if (stdin.isTTY && stdout.isTTY) await followOnScreen(context, followed);
  else await followInLines(followed, (line) => stdout.write(line));
}

async function followOnScreen<T>(context: Context, followed: Followed<T>): Promise<void> {
  const { stdin, stdout } = process;
  // Loaded by this verb alone.
  const { openScreen } = await import('./live-screen.ts');
  const screen = openScreen(stdin, stdout);
  const paint = choosePaint({
    env: context.env,
    isTerminal: true,
    isRefused: context.flags['no-color'] === true,
  });
  let chosenId: string | undefined;
  let message: readonly string[] = [];
  let yes: (() => Promise<readonly string[]>) | undefined;
  try {
    for (;;) {
      const items = await followed.items();
      const chosen = items.find((one) => followed.idOf(one) === chosenId) ?? items[0];
      const page = { width: pageWidth(context.env['COLUMNS'], screen.columns), paint };
      screen.draw(followed.page({ items, chosen, message }, page, screen.rows).map(printable).join('\n'));
      const key = await screen.key(EVERY_MS);
      if (key === undefined) continue;
      if (yes) {
        message = key === 'y' ? await yes() : ['Not cancelled.'];
        yes = undefined;
        continue;
      }
      if (key === 'q') return;
      message = [];
      const step = STEPS[key];
      if (step !== undefined) {
        const next = beside(items, chosen, step);
        chosenId = next && followed.idOf(next);
      } else if (chosen !== undefined) {
        const answer = await followed.press(key, chosen);
        if ('question' in answer) [message, yes] = [[answer.question], answer.yes];
        else message = answer;
      }
    }
  } finally {
    screen.close();
  }
}

const STEPS: Readonly<Record<string, number>> = {
  '\u001b[A': -1,
  '\u001bOA': -1,
  k: -1,
  '\u001b[B': 1,
  '\u001bOB': 1,
  j: 1,
};

function beside<T>(items: readonly T[], chosen: T | undefined, step: number): T | undefined {
  const index = chosen === undefined ? 0 : items.indexOf(chosen) + step;
  return items[Math.min(Math.max(0, index), items.length - 1)];
}

/** Prints a line for each change. */
async function followInLines<T>(followed: Followed<T>, write: (line: string) => void): Promise<void> {
  const shown = new Map<string, string>();
  const interruption = new AbortController();
  const stop = (): void => interruption.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  while (!interruption.signal.aborted) {
    const items = await followed.items();
    for (const item of items.toReversed()) {
      const [id, line] = [followed.idOf(item), followed.line(item)];
      if (shown.get(id) === line) continue;
      shown.set(id, line);
      write(`${plainText(line)}\n`);
    }
    if (followed.isOver(items)) break;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, EVERY_MS);
      interruption.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
  process.off('SIGINT', stop);
  process.off('SIGTERM', stop);
}
