import { isOver, statusParts } from '@loopwright/core';
import { join } from 'node:path';
import type { Answer } from '../../program/answer.ts';
import { toCliError } from '../../program/cli-error.ts';
import type { Context, Handler } from '../../program/context.ts';
import type { FoundRun } from '../../session/found-run.ts';
import { summaryOf } from '../../session/found-run.ts';
import { openFile } from '../../session/open-file.ts';
import { shortId } from '../../session/short-id.ts';
import { choosePaint } from '../../terminal/paint.ts';
import { pageWidth } from '../../terminal/page-width.ts';
import { plainText, printable } from '../../terminal/printable.ts';
import { cancel } from '../cancel/cancel.ts';
import { explain } from '../explain/explain.ts';
import { list } from '../list/list.ts';
import { pause } from '../pause/pause.ts';
import { report } from '../report/report.ts';
import { createWatchedRuns, type WatchedRuns } from './watched-runs.ts';
import { watchPage } from './watch-page.ts';

const EVERY_MS = 1000;

/** Follows loops in a terminal until `q`; without one it prints a line for each change until no loop is alive. */
export const watch: Handler<'watch'> = async (context, { flags }) => {
  const isAll = flags.all === true;
  if (context.flags.json) return list(context, { words: [], flags, handedOn: [] });
  const watched = createWatchedRuns(context, isAll);
  const { stdin, stdout } = process;
  if (stdin.isTTY && stdout.isTTY) await followOnScreen(context, watched, isAll);
  else await followInLines(context, watched, (line) => stdout.write(line));
  return { exit: 'ok', json: {}, text: () => [] };
};

async function followOnScreen(context: Context, watched: WatchedRuns, isAll: boolean): Promise<void> {
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
  let isAsked = false;
  try {
    for (;;) {
      const runs = watched.runs();
      const chosen = runs.find(({ run }) => run.id === chosenId) ?? runs[0];
      const page = { width: pageWidth(context.env['COLUMNS'], screen.columns), paint };
      const details = chosen && watched.chosen(chosen);
      const lines = watchPage(
        { runs, chosen, details, isAll, at: context.now(), message },
        page,
        screen.rows,
      );
      screen.draw(lines.map(printable).join('\n'));
      const key = await screen.key(EVERY_MS);
      if (key === undefined) continue;
      if (isAsked) {
        isAsked = false;
        message = key === 'y' && chosen ? await said(context, chosen, cancel) : ['Not cancelled.'];
        continue;
      }
      if (key === 'q') return;
      message = [];
      const step = STEPS[key];
      if (step !== undefined) chosenId = beside(runs, chosen, step)?.run.id;
      else if (!chosen) continue;
      else if (key === 'p') message = await said(context, chosen, pause);
      else if (key === 'e') message = await said(context, chosen, explain);
      else if (key === 'o') message = await openReport(context, chosen);
      else if (key === 'c') {
        isAsked = !isOver(chosen.run);
        message = [isAsked ? `Cancel loop ${shortId(chosen.run.id)}? y/n` : 'This loop has ended.'];
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

function beside(runs: readonly FoundRun[], chosen: FoundRun | undefined, step: number): FoundRun | undefined {
  const index = chosen ? runs.indexOf(chosen) + step : 0;
  return runs[Math.min(Math.max(0, index), runs.length - 1)];
}

type Steering = typeof pause | typeof cancel | typeof explain;

/** Runs a verb on a loop, and returns its answer. */
async function said(context: Context, found: FoundRun, verb: Steering): Promise<readonly string[]> {
  return answered(found, async (at) => verb({ ...context, ...at }, { words: [], flags: {}, handedOn: [] }));
}

async function openReport(context: Context, found: FoundRun): Promise<readonly string[]> {
  const path = join(found.root, '.loop', 'report.html');
  const lines = await answered(found, async (at) =>
    report({ ...context, ...at }, { words: [found.run.id], flags: {}, handedOn: [] }),
  );
  const isOpened = await openFile(path, context.env);
  return isOpened ? lines : [...lines, 'No program here opens it.'];
}

async function answered(
  { root, run }: FoundRun,
  act: (at: Pick<Context, 'flags'>) => Promise<Answer>,
): Promise<readonly string[]> {
  try {
    const { text } = await act({ flags: { run: run.id, project: root } });
    return text({ width: Number.MAX_SAFE_INTEGER, paint: (_ink, line) => line });
  } catch (thrown) {
    const { message, details } = toCliError(thrown);
    return [message, ...details];
  }
}

/** Prints a line for each change. */
async function followInLines(
  context: Context,
  watched: WatchedRuns,
  write: (line: string) => void,
): Promise<void> {
  const shown = new Map<string, string>();
  const interruption = new AbortController();
  const stop = (): void => interruption.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  while (!interruption.signal.aborted) {
    const at = context.now();
    const runs = watched.runs();
    for (const { run } of runs.toReversed()) {
      const parts = statusParts(run, () => undefined, at);
      // The time alone is no change.
      const line = parts
        .slice(0, -1)
        .map(({ text }) => text)
        .join(' · ');
      if (shown.get(run.id) === line) continue;
      shown.set(run.id, line);
      write(
        `${plainText(`${shortId(run.id)}  ${line}  ${run.frames[0]?.spec.slice(0, 80).split('\n')[0] ?? ''}`)}\n`,
      );
    }
    if (!runs.some(({ run }) => summaryOf(run, at).state === 'alive')) break;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, EVERY_MS);
      interruption.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
  process.off('SIGINT', stop);
  process.off('SIGTERM', stop);
}
