import { cost, durationText, isOver, type Next, sanitizeLine, standingOf, STANDINGS } from '@loopwright/core';
import { listRuns } from '@loopwright/store';
import type { Answer, Handler } from '../program/context.ts';
import { findRuns, type FoundRun, shownFolder, stateOf, summaryOf } from '../session/found-run.ts';
import { hooksOffLines } from '../session/hooks-off.ts';
import { foreignLines } from '../session/locate-run.ts';
import { findPlace } from '../session/place.ts';
import { shortId } from '../session/short-id.ts';
import type { Page } from '../terminal/page.ts';
import { INKS } from '../terminal/paint.ts';
import { table, type Cell } from '../terminal/table.ts';
import { wrapText } from '../terminal/wrap-text.ts';

/** Lists the loops of this project or of this machine. */
export const list: Handler<'list'> = (context, { flags }) => {
  const { root } = findPlace(context);
  const found = findRuns(context, flags.all === true);
  const at = context.now();
  const answer: Answer = {
    exit: 'ok',
    json: {
      runs: found.map(({ root: project, run }) => ({ ...run, project, state: stateOf(run, at) })),
      foreign: root === undefined ? 0 : foreignCount(root),
    },
    text: (page) => [
      ...(found.length === 0
        ? [flags.all ? 'No loop was started on this machine.' : 'No loop was started here.']
        : []),
      ...(flags.all ? byProject(found, at, page) : rows(found, at, page)),
      ...foreignLines(root),
      ...hooksOffLines(context).flatMap((line) => wrapText(line, page.width)),
    ],
    next: nextOf(found, flags.all === true),
  };
  if (flags.only === undefined) return answer;
  const names =
    flags.only === 'ids' ? found.map(({ run }) => shortId(run.id)) : [...new Set(found.flatMap(namesOf))];
  return { ...answer, text: () => names, next: context.flags.json ? answer.next : undefined };
};

/** The criteria that can still change. */
function namesOf({ run }: FoundRun): readonly string[] {
  return isOver(run) ? [] : (run.frames.at(-1)?.criteria ?? []).map(({ name }) => sanitizeLine(name, 200));
}

function foreignCount(root: string): number {
  return listRuns(root).filter(({ foreign }) => foreign).length;
}

function nextOf(found: readonly FoundRun[], isAll: boolean): Next {
  const open = found.find(({ run }) => !isOver(run));
  if (open) {
    const project = isAll ? ['--project', open.root] : [];
    return { words: ['status', '--run', shortId(open.run.id), ...project] };
  }
  if (found.length > 0) return { words: ['report'], when: 'to read what they did' };
  return isAll
    ? { words: ['help', 'start'] }
    : { words: ['list', '--all'], when: 'for those of other projects' };
}

function byProject(found: readonly FoundRun[], at: number, page: Page): string[] {
  const projects = [...new Set(found.map(({ root }) => root))];
  return projects.flatMap((project, index) => [
    ...(index === 0 ? [] : ['']),
    page.paint('bold', sanitizeLine(shownFolder(project), page.width)),
    ...rows(
      found.filter(({ root }) => root === project),
      at,
      page,
    ),
  ]);
}

function rows(found: readonly FoundRun[], at: number, page: Page): string[] {
  return table(
    found.map(({ run }): Cell[] => {
      const { state, ending, iteration, maxIterations, met, criteria, usd, spec } = summaryOf(run, at);
      return [
        { text: shortId(run.id), ink: 'bold' },
        { text: state, ink: state === 'left' ? 'yellow' : INKS[STANDINGS[standingOf(run)].tone] },
        { text: `${durationText(Math.max(0, at - run.createdAt)).split(' ', 1)[0]} old`, ink: 'dim' },
        `${iteration}${maxIterations === null ? '' : `/${maxIterations}`}`,
        criteria === 0 ? '' : `${met}/${criteria} met`,
        cost(usd),
        `${ending === undefined || ending === state ? '' : `${ending} · `}${sanitizeLine(spec, 80)}`,
      ];
    }),
    page,
  );
}
