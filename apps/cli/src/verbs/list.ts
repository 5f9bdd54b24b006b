import {
  endingDetail,
  isDone,
  isMet,
  isOver,
  isUnchanged,
  type Next,
  sanitizeLine,
  spendText,
} from '@loopwright/core';
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
    json: {
      runs: found.map(({ root: project, run }) => ({ ...run, project, state: stateOf(run, at) })),
      foreign: root === undefined ? 0 : listRuns(root).filter(({ foreign }) => foreign).length,
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
  return projects.flatMap((project, index) => {
    const title = page.paint('bold', sanitizeLine(shownFolder(project), page.width));
    const here = found.filter(({ root }) => root === project);
    return [...(index === 0 ? [] : ['']), title, ...rows(here, at, page)];
  });
}

const HEADER: readonly Cell[] = ['Loop', 'State', 'Age', 'Iteration', 'Met', 'Cost', 'Spec'].map((text) => ({
  text,
  ink: 'dim',
}));

/** A header, and a line for each loop. Criteria count as the journal knows them, without a look at the work tree. */
function rows(found: readonly FoundRun[], at: number, page: Page): string[] {
  const lines = found.map(({ run }): Cell[] => {
    const state = stateOf(run, at);
    const outermost = run.frames[0] ?? run.closed.at(-1);
    const { criteria = [], limits, iteration = outermost?.iteration ?? 1 } = run.frames.at(-1) ?? {};
    const most = limits?.iterations ?? null;
    // A finished run names its witnesses, which is too long for a list.
    const detail = isUnchanged(run.ending)
      ? 'unchanged'
      : run.ending && !isDone(run.ending)
        ? endingDetail(run.ending)
        : undefined;
    return [
      { text: shortId(run.id), ink: 'bold' },
      { text: state, ink: stateInk(state) },
      { text: ageText(at - run.createdAt), isNumber: true },
      { text: `${Math.max(1, iteration)}${most === null ? '' : `/${most}`}`, isNumber: true },
      {
        text: criteria.length === 0 ? '' : `${criteria.filter(isMet).length}/${criteria.length}`,
        isNumber: true,
      },
      { text: spendText(outermost?.spend ?? { usd: 0 }), isNumber: true },
      `${detail === undefined ? '' : `${sanitizeLine(detail, 40)} · `}${sanitizeLine(outermost?.spec ?? '', 200)}`,
    ];
  });
  return lines.length === 0 ? [] : table([HEADER, ...lines], page, 'cut');
}
