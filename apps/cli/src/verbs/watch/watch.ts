import { isOver, statusParts } from '@loopwright/core';
import { join } from 'node:path';
import type { Answer, Context, Handler } from '../../program/context.ts';
import { CliError, toCliError } from '../../program/cli-error.ts';
import { type FoundRun, summaryOf, shortId } from '../../session/run-summary.ts';
import { hooksOffLines } from '../../session/place.ts';
import { openFile } from '../report/open-file.ts';
import { cancel } from '../cancel.ts';
import { explain } from '../explain/explain.ts';
import { list } from '../list.ts';
import { pause } from '../pause.ts';
import { report } from '../report/report.ts';
import { follow, type Followed } from './follow.ts';
import { watchFleet } from './watch-fleet.ts';
import { createWatchedRuns } from './watched-runs.ts';
import { watchPage } from './watch-page.ts';

/** Follows loops in a terminal until `q`; without one it prints a line for each change until no loop is alive. */
export const watch: Handler<'watch'> = async (context, { words, flags }) => {
  if (flags.fleet) return watchFleet(context, words[0]);
  if (words.length > 0)
    throw new CliError({ exit: 'usage', message: 'A place is for --fleet: loop watch --fleet PLACE' });
  if (context.flags.json) return list(context, { words: [], flags, handedOn: [] });
  await follow(context, followRuns(context, flags.all === true));
  return { exit: 'ok', json: {}, text: () => [] };
};

function followRuns(context: Context, isAll: boolean): Followed<FoundRun> {
  const watched = createWatchedRuns(context, isAll);
  return {
    items: async () => watched.runs(),
    idOf: ({ run }) => run.id,
    page: ({ items, chosen, message }, page, rows) => {
      const details = chosen && watched.chosen(chosen);
      const lines = [...hooksOffLines(context), ...message];
      return watchPage({ items, chosen, details, isAll, at: context.now(), message: lines }, page, rows);
    },
    keys: ['p   pause', 'c   cancel, after a question', 'e   explain the last stop', 'o   open the report'],
    press: async (key, chosen) => {
      if (key === 'p') return said(context, chosen, pause);
      if (key === 'e') return said(context, chosen, explain);
      if (key === 'o') return openReport(context, chosen);
      if (key !== 'c') return [];
      if (isOver(chosen.run)) return ['This loop has ended.'];
      return {
        question: `Cancel loop ${shortId(chosen.run.id)}? y/n`,
        yes: async () => said(context, chosen, cancel),
      };
    },
    line: ({ run }) => {
      // The time alone is no change.
      const parts = statusParts(run, () => undefined, context.now())
        .slice(0, -1)
        .map(({ text }) => text);
      const spec = run.frames[0]?.spec.slice(0, 80).split('\n')[0] ?? '';
      return `${shortId(run.id)}  ${parts.join(' · ')}  ${spec}`;
    },
    isOver: (items) => !items.some(({ run }) => summaryOf(run, context.now()).state === 'active'),
  };
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
