import { cost, sanitizeLine } from '@loopwright/core';
import type { Fleet, FleetState, JobRow } from '@loopwright/fleet';
import type { Answer, Context } from '../../program/context.ts';
import { fleetPlace, withReady } from '../fleet/open-fleet.ts';
import { statusAnswer, whyText } from '../fleet/status-answer.ts';
import { fleetPage } from './fleet-page.ts';
import { follow } from './follow.ts';

/** Jobs that change without a person. */
const MOVING = new Set(['queued', 'running']);

/** Follows the jobs of a fleet, and steers them. */
export async function watchFleet(context: Context, named: string | undefined): Promise<Answer> {
  const place = fleetPlace(context, named);
  return withReady(place, async (fleet) => {
    if (context.flags.json) return statusAnswer(await fleet.state());
    let state: FleetState = await fleet.state();
    let problem: readonly string[] = [];
    await follow<JobRow>(context, {
      items: async () => {
        try {
          [state, problem] = [await fleet.state(), []];
        } catch (error) {
          // A server that restarts is back in a moment.
          problem = [`The fleet does not answer: ${error instanceof Error ? error.message : String(error)}`];
        }
        return state.jobs;
      },
      idOf: ({ key }) => key,
      page: ({ items, chosen, message }, page, rows) =>
        fleetPage(
          {
            ...state,
            jobs: items,
            place: place.shown,
            chosen,
            at: context.now(),
            message: [...problem, ...message],
          },
          page,
          rows,
        ),
      keys: ['c   cancel, after a question', 'r   retry'],
      press: async (key, job) => press(fleet, key, job),
      line: lineOf,
      isOver: (jobs) => !jobs.some((job) => MOVING.has(job.state)),
    });
    return { exit: 'ok', json: {}, text: () => [] };
  });
}

async function press(
  fleet: Fleet,
  key: string,
  job: JobRow,
): ReturnType<Parameters<typeof follow<JobRow>>[1]['press']> {
  const name = sanitizeLine(job.key, 60);
  if (key === 'r') {
    const again = await fleet.retry([job.key]);
    return again.length > 0
      ? [`${name} is put back.`]
      : [`${name} is ${job.state}; there is nothing to retry.`];
  }
  if (key !== 'c') return [];
  if (job.state !== 'waiting' && !MOVING.has(job.state)) return [`${name} is ${job.state} already.`];
  return {
    question: `Cancel the job ${name}? y/n`,
    yes: async () => {
      const [done] = await fleet.cancel([job.key]);
      if (done === undefined) return [`${name} has ended meanwhile.`];
      return [job.state === 'running' ? `${name} ends with the next heartbeat.` : `${name} is cancelled.`];
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
