import { durationText, sanitizeLine, statusParts, textWidth } from '@loopwright/core';
import { criterionLines } from '../../answers/status-lines.ts';
import { type FoundRun, shownFolder } from '../../session/found-run.ts';
import { shortId } from '../../session/short-id.ts';
import type { Page } from '../../terminal/page.ts';
import { INKS } from '../../terminal/paint.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import type { ChosenRun } from './watched-runs.ts';

/** The content of the page at one moment. */
export interface WatchView {
  readonly runs: readonly FoundRun[];
  readonly chosen: FoundRun | undefined;
  readonly details: ChosenRun | undefined;
  readonly isAll: boolean;
  readonly at: number;
  /** The answer to the last key, or a question. */
  readonly message: readonly string[];
}

const KEYS = '↑↓ choose · p pause · c cancel · o report · e explain · q quit';
const MOST_LISTED = 12;

/** How many items are listed around the chosen one. */
export function listedOf(rows: number): number {
  return Math.max(1, Math.min(MOST_LISTED, Math.floor(rows / 2) - 2));
}

/** Writes the page: loops on a line each, the chosen one in full, the keys below. It fits columns and rows. */
export function watchPage(view: WatchView, page: Page, rows: number): readonly string[] {
  const { runs, chosen, details, message } = view;
  const title = view.isAll ? 'Loops of this machine' : 'Loops of this project';
  const head = page.paint('bold', cut(title, page.width));
  const listed = around(runs, chosen, listedOf(rows));
  const body = [
    head,
    '',
    ...(runs.length === 0 ? ['No loop yet.'] : listed.map((one) => runLine(view, one, page))),
    ...(chosen && details ? ['', ...detailLines(view.at, chosen, details, page)] : []),
    ...(message.length > 0 ? ['', ...message.flatMap((line) => wrapText(line, page.width))] : []),
  ];
  return framed(body, KEYS, page, rows);
}

/** A body with the keys below, in as many lines as the terminal has. */
export function framed(body: readonly string[], keys: string, page: Page, rows: number): readonly string[] {
  const foot = ['', page.paint('dim', cut(keys, page.width))];
  // Always as many lines: `log-update` 7.2 leaves lines behind where a page grows in the middle.
  const room = Math.max(1, rows - foot.length - 1);
  return [
    ...body.slice(0, room),
    ...Array.from({ length: Math.max(0, room - body.length) }, () => ''),
    ...foot,
  ];
}

/** The items around the chosen one, so many at most. */
export function around<T>(runs: readonly T[], chosen: T | undefined, most: number): readonly T[] {
  const index = Math.max(
    0,
    runs.findIndex((one) => one === chosen),
  );
  const from = Math.max(0, Math.min(index - Math.floor(most / 2), runs.length - most));
  return runs.slice(from, from + most);
}

function runLine({ chosen, isAll, at }: WatchView, one: FoundRun, page: Page): string {
  const { root, run } = one;
  const mark = one === chosen ? '▸' : ' ';
  const parts = statusParts(run, () => undefined, at);
  const place = isAll ? `${sanitizeLine(shownFolder(root), 30)}  ` : '';
  const bare = `${mark} ${shortId(run.id)}  ${place}${parts.map(({ text }) => text).join(' · ')}`;
  if (textWidth(bare) > page.width) return cut(bare, page.width);
  const painted = parts.map(({ text, tone }) => page.paint(INKS[tone], text));
  const spec = sanitizeLine(run.frames[0]?.spec ?? run.closed.at(-1)?.spec ?? '', 200);
  const room = page.width - textWidth(bare) - 3;
  return `${mark} ${page.paint('bold', shortId(run.id))}  ${place}${painted.join(' · ')}${
    room >= 10 ? `   ${page.paint('dim', cut(spec, room))}` : ''
  }`;
}

function detailLines(at: number, { run }: FoundRun, details: ChosenRun, page: Page): string[] {
  const frame = run.frames.at(-1);
  const { decision, running } = details;
  const age = (since: number): string => durationText(Math.max(0, at - since));
  return [
    ...wrapText(sanitizeLine(frame?.spec ?? run.closed.at(-1)?.spec ?? '', 300), page.width),
    ...(frame && frame.criteria.length > 0 ? ['', ...criterionLines(frame, details.tree, page)] : []),
    '',
    cut(
      decision
        ? `Last decision: ${decision.verdict} by the rule ${decision.rule}, ${age(decision.at)} ago`
        : 'No stop was decided yet.',
      page.width,
    ),
    ...running.flatMap(({ name, command, since, lines }) => [
      `${page.paint('cyan', '▶')} ${cut(`${sanitizeLine(name, 40)}  ${age(since)}  ${sanitizeLine(command, 200)}`, page.width - 2)}`,
      ...lines
        .filter((line) => line !== '')
        .slice(-5)
        .map((line) => page.paint('dim', cut(`  │ ${sanitizeLine(line, 200)}`, page.width))),
    ]),
  ];
}

export function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  return `${wrapText(text.replaceAll(' ', '\u00a0'), Math.max(1, width - 1))[0]?.replaceAll('\u00a0', ' ') ?? ''}…`;
}
