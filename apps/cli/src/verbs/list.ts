import { cost, isOver, type Next, sanitizeLine } from '@loopwright/core';
import { listRuns } from '@loopwright/store';
import type { Handler } from '../program/context.ts';
import {
  ageText,
  findRuns,
  shortId,
  type FoundRun,
  shownFolder,
  stateInk,
  stateOf,
  summaryOf,
} from '../session/run-summary.ts';
import { findPlace, hooksOffLines } from '../session/place.ts';
import { foreignLines } from '../session/locate-run.ts';
import type { Page } from '../terminal/page.ts';
import { table, type Cell } from '../terminal/table.ts';
import { wrapText } from '../terminal/wrap-text.ts';

/** Lists the loops of this project or of this machine. */
export const list: Handler<'list'> = (context, { flags }) => {
  const { root } = findPlace(context);
  const found = findRuns(context, flags.all === true);
  const at = context.now();
  return {
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
};

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

const HEADER: readonly Cell[] = ['Loop', 'State', 'Age', 'Iteration', 'Met', 'Cost', 'Spec'].map((text) => ({
  text,
  ink: 'dim',
}));

/** A header, and a line for each loop. */
function rows(found: readonly FoundRun[], at: number, page: Page): string[] {
  const lines = found.map(({ run }): Cell[] => {
    const { state, detail, iteration, maxIterations, met, criteria, usd, spec } = summaryOf(run, at);
    return [
      { text: shortId(run.id), ink: 'bold' },
      { text: state, ink: stateInk(state) },
      { text: ageText(at - run.createdAt), isNumber: true },
      { text: `${iteration}${maxIterations === null ? '' : `/${maxIterations}`}`, isNumber: true },
      { text: criteria === 0 ? '' : `${met}/${criteria}`, isNumber: true },
      { text: cost(usd), isNumber: true },
      `${detail === undefined ? '' : `${sanitizeLine(detail, 40)} · `}${sanitizeLine(spec, 200)}`,
    ];
  });
  return lines.length === 0 ? [] : table([HEADER, ...lines], page, 'cut');
}
