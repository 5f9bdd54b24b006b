import { cost, durationText, sanitizeLine } from '@loopwright/core';
import {
  type Answer,
  cutText,
  follow,
  type Followed,
  type KeyAnswer,
  type Page,
  wrapText,
} from 'loopwright/src/parts.ts';
import { idOf } from '../decide/order-needs.ts';
import type { Fleet, FleetState } from '../model/fleet.ts';
import type { JobRow } from '../model/job.ts';
import { jobMs } from '../page/fleet-report.ts';
import type { Call } from './fleet.ts';
import { countsText, factLines, stateCell, statusAnswer, whyText } from './status-answer.ts';

/** Jobs that change without a person. */
const MOVING = new Set(['queued', 'running']);

/** Follows the jobs of a fleet, and steers them. */
export async function watchFleet(fleet: Fleet, { context, place }: Call): Promise<Answer> {
  const state = await fleet.state();
  if (context.flags.json) return statusAnswer(state);
  await follow(context, followJobs(fleet, state, place.shown, context.now));
  return { json: {}, text: () => [] };
}

/** The jobs of a fleet, and what the keys do to them. */
export function followJobs(
  fleet: Pick<Fleet, 'state' | 'retry' | 'cancel'>,
  first: FleetState,
  place: string,
  now: () => number,
): Followed<JobRow> {
  let state = first;
  let problem: readonly string[] = [];
  return {
    items: async () => {
      try {
        [state, problem] = [await fleet.state(), []];
      } catch (error) {
        // A server that restarts is back in a moment.
        problem = [`The fleet does not answer: ${error instanceof Error ? error.message : String(error)}`];
      }
      return state.jobs;
    },
    idOf,
    title: () => `Fleet in ${sanitizeLine(place, 200)}: ${countsText(state.counts)}`,
    none: 'No job was added yet.',
    row: (job) => [
      { text: sanitizeLine(job.key, 40), ink: 'bold' },
      '  ',
      stateCell(job),
      `  ${cost(job.spentUsd)}  ${sanitizeLine(whyText(job), 200)}`,
    ],
    details: (job, page) => detailLines(job, now(), page),
    notes: () => [...factLines(state), ...problem],
    keys: ['c   cancel, after a question', 'r   retry'],
    press: async (key, job) => press(fleet, key, job),
    line: lineOf,
    isOver: (jobs) => !jobs.some((job) => MOVING.has(job.state)),
  };
}

/** Where a job comes from, how far it is, and where its work is. */
export function factsOfJob(job: JobRow, at: number): readonly string[] {
  const { repo, needs, attempts, deaths, failures, iteration, agent, branch, pullRequest } = job;
  const ms = jobMs(job, at);
  const facts = [
    `attempt ${attempts}`,
    ...(deaths > 0 ? [`${deaths} agents died`] : []),
    ...(failures > 0 ? [`${failures} errors`] : []),
    ...(iteration === null ? [] : [`iteration ${iteration} stored`]),
    ...(ms === undefined ? [] : [durationText(ms)]),
    ...(agent === null ? [] : [`on ${sanitizeLine(agent, 60)}`]),
  ];
  return [
    `${sanitizeLine(repo, 200)}${branch === null ? '' : ` · ${sanitizeLine(branch, 100)}`}`,
    facts.join(' · '),
    ...(needs.length === 0 ? [] : [`needs ${sanitizeLine(needs.join(', '), 300)}`]),
    ...(pullRequest === null ? [] : [sanitizeLine(pullRequest, 300)]),
  ];
}

function detailLines(job: JobRow, at: number, page: Page): readonly string[] {
  return [
    ...wrapText(sanitizeLine(job.spec, 300), page.width),
    ...factsOfJob(job, at).map((line) => cutText(line, page.width)),
  ];
}

async function press(fleet: Pick<Fleet, 'retry' | 'cancel'>, key: string, job: JobRow): Promise<KeyAnswer> {
  const [id, { state }] = [idOf(job), job];
  const name = sanitizeLine(job.key, 60);
  if (key === 'r') {
    const again = await fleet.retry([id]);
    return again.length > 0 ? [`${name} is put back.`] : [`${name} is ${state}; there is nothing to retry.`];
  }
  if (key !== 'c') return [];
  if (state !== 'waiting' && !MOVING.has(state)) return [`${name} is ${state} already.`];
  return {
    question: `Cancel the job ${name}? y/n`,
    yes: async () => {
      const [done] = await fleet.cancel([id]);
      if (done === undefined) return [`${name} has ended meanwhile.`];
      return [state === 'running' ? `${name} ends with the next heartbeat.` : `${name} is cancelled.`];
    },
  };
}

function lineOf(job: JobRow): string {
  const { key, state, attempts, iteration, spentUsd } = job;
  return [
    sanitizeLine(key, 40),
    state,
    `attempt ${attempts}`,
    ...(iteration === null ? [] : [`iteration ${iteration}`]),
    cost(spentUsd),
    sanitizeLine(whyText(job), 100),
  ].join('  ');
}
