import { sanitizeLine, statusParts, textWidth } from '@loopwright/core';
import { criterionLines } from '../../answers/status-lines.ts';
import { ageText, type FoundRun, shownFolder, shortId } from '../../session/run-summary.ts';
import type { Page } from '../../terminal/page.ts';
import { INKS } from '../../terminal/paint.ts';
import { cutText, wrapText } from '../../terminal/wrap-text.ts';
import type { FollowedView } from './follow.ts';
import type { ChosenRun } from './watched-runs.ts';

/** The content of the page at one moment. */
export interface WatchView extends FollowedView<FoundRun> {
  readonly details: ChosenRun | undefined;
  readonly isAll: boolean;
  readonly at: number;
}

const MOST_LISTED = 12;

/** Writes the page: loops on a line each, the chosen one in full, the keys below. It fits columns and rows. */
export function watchPage(view: WatchView, page: Page, rows: number): readonly string[] {
  const { items, chosen, details, message } = view;
  const title = view.isAll ? 'Loops of this machine' : 'Loops of this project';
  const body = [
    page.paint('bold', cutText(title, page.width)),
    '',
    ...(items.length === 0
      ? ['No loop yet.']
      : around(items, chosen, rows).map((one) => runLine(view, one, page))),
    ...(chosen && details ? ['', ...detailLines(view.at, chosen, details, page)] : []),
    ...(message.length > 0 ? ['', ...message.flatMap((line) => wrapText(line, page.width))] : []),
  ];
  return framed(body, page, rows);
}

/** A body with the keys below, in fewer lines than the terminal has. */
export function framed(body: readonly string[], page: Page, rows: number): readonly string[] {
  return [
    ...body.slice(0, Math.max(1, rows - 3)),
    '',
    page.paint('dim', cutText('? keys · q quit', page.width)),
  ];
}

/** The items around the chosen one: as many as leave half of the rows to it. */
export function around<T>(items: readonly T[], chosen: T | undefined, rows: number): readonly T[] {
  const most = Math.max(1, Math.min(MOST_LISTED, Math.floor(rows / 2) - 2));
  const index = Math.max(
    0,
    items.findIndex((one) => one === chosen),
  );
  const from = Math.max(0, Math.min(index - Math.floor(most / 2), items.length - most));
  return items.slice(from, from + most);
}

function runLine({ chosen, isAll, at }: WatchView, one: FoundRun, page: Page): string {
  const { root, run } = one;
  const mark = one === chosen ? '▸' : ' ';
  const parts = statusParts(run, () => undefined, at);
  const place = isAll ? `${sanitizeLine(shownFolder(root), 30)}  ` : '';
  const bare = `${mark} ${shortId(run.id)}  ${place}${parts.map(({ text }) => text).join(' · ')}`;
  if (textWidth(bare) > page.width) return cutText(bare, page.width);
  const painted = parts.map(({ text, tone }) => page.paint(INKS[tone], text));
  const spec = sanitizeLine(run.frames[0]?.spec ?? run.closed.at(-1)?.spec ?? '', 200);
  const room = page.width - textWidth(bare) - 3;
  return `${mark} ${page.paint('bold', shortId(run.id))}  ${place}${painted.join(' · ')}${
    room >= 10 ? `   ${page.paint('dim', cutText(spec, room))}` : ''
  }`;
}

function detailLines(at: number, { run }: FoundRun, details: ChosenRun, page: Page): string[] {
  const frame = run.frames.at(-1);
  const { stop, running } = details;
  const { width, paint } = page;
  return [
    ...wrapText(sanitizeLine(frame?.spec ?? run.closed.at(-1)?.spec ?? '', 300), width),
    ...(frame && frame.criteria.length > 0 ? ['', ...criterionLines(frame, details.tree, page)] : []),
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
