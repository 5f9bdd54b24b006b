import { cost, durationText, sanitizeLine, textWidth } from '@loopwright/core';
import type { FleetState, JobRow } from '@loopwright/fleet';
import type { Page } from '../../terminal/page.ts';
import { cutText, wrapText } from '../../terminal/wrap-text.ts';
import { factLines, STATE_INKS, whyText } from '../fleet/status-answer.ts';
import { around, framed } from './watch-page.ts';

/** The content of the page of a fleet at one moment. */
export interface FleetView extends FleetState {
  readonly place: string;
  readonly chosen: JobRow | undefined;
  readonly at: number;
  /** The answer to the last key, or a question. */
  readonly message: readonly string[];
}

/** Writes the page: jobs on a line each, the chosen one in full, budget and agents, the keys below. */
export function fleetPage(view: FleetView, page: Page, rows: number): readonly string[] {
  const { jobs, chosen, place, message } = view;
  const listed = around(jobs, chosen, rows);
  const body = [
    page.paint('bold', cutText(`Fleet in ${sanitizeLine(place, 200)}: ${countsOf(jobs)}`, page.width)),
    '',
    ...(jobs.length === 0 ? ['No job was added yet.'] : listed.map((job) => jobLine(view, job, page))),
    ...(chosen ? ['', ...detailLines(chosen, view.at, page)] : []),
    '',
    ...factLines(view).map((line) => cutText(line, page.width)),
    ...(message.length > 0
      ? ['', ...message.flatMap((line) => wrapText(sanitizeLine(line, 300), page.width))]
      : []),
  ];
  return framed(body, page, rows);
}

function countsOf(jobs: readonly JobRow[]): string {
  const states = [...new Set(jobs.map(({ state }) => state))];
  return states.map((state) => `${jobs.filter((job) => job.state === state).length} ${state}`).join(', ');
}

function jobLine({ chosen }: FleetView, job: JobRow, page: Page): string {
  const mark = job === chosen ? '▸' : ' ';
  const key = sanitizeLine(job.key, 40);
  const rest = `${cost(job.spentUsd)}  ${sanitizeLine(whyText(job), 200)}`;
  const bare = `${mark} ${key}  ${job.state}  ${rest}`;
  if (textWidth(bare) > page.width) return cutText(bare, page.width);
  return `${mark} ${page.paint('bold', key)}  ${page.paint(STATE_INKS[job.state], job.state)}  ${rest}`;
}

function detailLines(job: JobRow, at: number, page: Page): readonly string[] {
  const { repo, spec, needs, attempts, deaths, failures, iteration, agent, startedAt, endedAt, branch } = job;
  const ms = startedAt === null ? undefined : (endedAt?.getTime() ?? at) - startedAt.getTime();
  const facts = [
    `attempt ${attempts}`,
    ...(deaths > 0 ? [`${deaths} agents died`] : []),
    ...(failures > 0 ? [`${failures} errors`] : []),
    ...(iteration === null ? [] : [`iteration ${iteration} stored`]),
    ...(ms === undefined ? [] : [durationText(Math.max(0, ms))]),
    ...(agent === null ? [] : [`on ${sanitizeLine(agent, 60)}`]),
  ];
  return [
    ...wrapText(sanitizeLine(spec, 300), page.width),
    cutText(
      `${sanitizeLine(repo, 200)}${branch === null ? '' : ` · ${sanitizeLine(branch, 100)}`}`,
      page.width,
    ),
    cutText(facts.join(' · '), page.width),
    ...(needs.length === 0 ? [] : [cutText(`needs ${sanitizeLine(needs.join(', '), 300)}`, page.width)]),
    ...(job.pullRequest === null ? [] : [cutText(sanitizeLine(job.pullRequest, 300), page.width)]),
  ];
}
