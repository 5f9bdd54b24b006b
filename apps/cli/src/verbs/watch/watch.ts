import { join } from 'node:path';
import { isOver, sanitizeLine, statusParts } from '@loopwright/core';
import { criterionLines } from '../../answers/status-lines.ts';
import type { Answer, Context, Handler } from '../../program/context.ts';
import { toCliError, usageError } from '../../program/cli-error.ts';
import { ageText, type FoundRun, shortId, shownFolder, stateOf } from '../../session/run-summary.ts';
import { hooksOffLines } from '../../session/place.ts';
import { INKS, type Page, plain } from '../../terminal/page.ts';
import type { Cell } from '../../terminal/table.ts';
import { cutText, wrapText } from '../../terminal/wrap-text.ts';
import { openFile } from '../report/open-file.ts';
import { cancel } from '../cancel.ts';
import { explain } from '../explain/explain.ts';
import { list } from '../list.ts';
import { pause } from '../pause.ts';
import { report } from '../report/report.ts';
import { follow, type Followed } from './follow.ts';
import { type ChosenRun, createWatchedRuns, type WatchedRuns } from './watched-runs.ts';

/** Follows loops in a terminal until `q`; without one it prints a line for each change until no loop is alive. */
export const watch: Handler<'watch'> = async (context, { words, flags }) => {
  if (words.length > 0) throw usageError('A place is for --fleet: loop watch --fleet PLACE');
  if (context.flags.json) return list(context, { words: [], flags, handedOn: [] });
  const isAll = flags.all === true;
  await follow(context, followRuns(context, isAll, createWatchedRuns(context, isAll)));
  return { json: {}, text: () => [] };
};

/** Loops, and what the keys do to them. */
export function followRuns(context: Context, isAll: boolean, watched: WatchedRuns): Followed<FoundRun> {
  return {
    items: async () => watched.runs(),
    idOf: ({ run }) => run.id,
    title: () => (isAll ? 'Loops of this machine' : 'Loops of this project'),
    none: 'No loop yet.',
    row: ({ root, run }) => {
      const parts = statusParts(run, () => undefined, context.now()).map(({ text, tone }): Cell[] => [
        ' · ',
        { text, ink: INKS[tone] },
      ]);
      return [
        { text: shortId(run.id), ink: 'bold' },
        isAll ? `  ${sanitizeLine(shownFolder(root), 30)}  ` : '  ',
        ...parts.flat().slice(1),
        { text: `   ${specOf({ root, run }, 200)}`, ink: 'dim' },
      ];
    },
    details: (chosen, page) => detailLines(context.now(), chosen, watched.chosen(chosen), page),
    notes: () => hooksOffLines(context),
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
      const parts = statusParts(run, () => undefined, context.now()).slice(0, -1);
      const spec = run.frames[0]?.spec.slice(0, 80).split('\n')[0] ?? '';
      return `${shortId(run.id)}  ${parts.map(({ text }) => text).join(' · ')}  ${spec}`;
    },
    isOver: (items) => !items.some(({ run }) => stateOf(run, context.now()) === 'active'),
  };
}

function detailLines(at: number, chosen: FoundRun, details: ChosenRun, page: Page): string[] {
  const frame = chosen.run.frames.at(-1);
  const { stop, running, tree } = details;
  const { width, paint } = page;
  return [
    ...wrapText(frame ? sanitizeLine(frame.spec, 300) : specOf(chosen, 300), width),
    ...(frame && frame.criteria.length > 0 ? ['', ...criterionLines(frame, tree, page, chosen.run)] : []),
    '',
    ...wrapText(
      stop ? `${ageText(at - stop.stop.at)} ago: ${stop.answer}` : 'No stop was decided yet.',
      width,
    ),
    ...running.flatMap(({ name, command, since, lines }) => [
      `${paint('cyan', '▶')} ${cutText(`${sanitizeLine(name, 40)}  ${ageText(at - since)}  ${sanitizeLine(command, 200)}`, width - 2)}`,
      ...lines
        .filter((line) => line !== '')
        .slice(-5)
        .map((line) => paint('dim', cutText(`  │ ${sanitizeLine(line, 200)}`, width))),
    ]),
  ];
}

function specOf({ run }: FoundRun, maxLength: number): string {
  return sanitizeLine(run.frames[0]?.spec ?? run.closed.at(-1)?.spec ?? '', maxLength);
}

type Steering = typeof pause | typeof cancel | typeof explain;

/** Runs a verb on a loop, and returns its answer. */
async function said(context: Context, found: FoundRun, verb: Steering): Promise<readonly string[]> {
  return answered(context, found, async (there) => verb(there, { words: [], flags: {}, handedOn: [] }));
}

async function openReport(context: Context, found: FoundRun): Promise<readonly string[]> {
  const lines = await answered(context, found, async (there) =>
    report(there, { words: [found.run.id], flags: {}, handedOn: [] }),
  );
  const isOpened = await openFile(join(found.root, '.loop', 'report.html'), context.env);
  return isOpened ? lines : [...lines, 'No program here opens it.'];
}

async function answered(
  context: Context,
  { root, run }: FoundRun,
  act: (there: Context) => Promise<Answer> | Answer,
): Promise<readonly string[]> {
  try {
    const { text } = await act({ ...context, flags: { run: run.id, project: root } });
    return text({ width: Number.MAX_SAFE_INTEGER, paint: plain });
  } catch (thrown) {
    const { message, details } = toCliError(thrown);
    return [message, ...details];
  }
}
