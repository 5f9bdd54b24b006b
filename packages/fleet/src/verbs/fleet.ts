import { countOf, given, sanitizeLine } from '@loopwright/core';
import { type Answer, type Context, usageError } from 'loopwright/src/parts.ts';
import { idOf } from '../decide/order-needs.ts';
import type { Fleet } from '../model/fleet.ts';
import { add } from './add.ts';
import { readChecks } from './agreed-checks.ts';
import { fleetPlace, type FleetPlace, withFleet, withReady } from './open-fleet.ts';
import { reportFleet } from './report-fleet.ts';
import { showJob } from './show-job.ts';
import { showStatus } from './status-answer.ts';
import { ACTIONS, type Request } from './usage.ts';
import { watchFleet } from './watch-fleet.ts';
import { work } from './work.ts';

/** A journal is of use for so long, if nobody says otherwise. */
const KEEP_DAYS = 30;

/** An action that was called: its words, without its name, and the fleet that is meant. */
export interface Call extends Request {
  readonly context: Context;
  readonly place: FleetPlace;
}

type Action = keyof typeof ACTIONS;

/** What each action does. */
const ACTS: Readonly<Record<Action, (call: Call) => Promise<Answer>>> = {
  init,
  add,
  work,
  status: onFleet(showStatus),
  show: onFleet(showJob),
  watch: onFleet(watchFleet),
  report: onFleet(reportFleet),
  retry: onFleet(async (fleet, call) => changeAnswer(call.words, await retry(fleet, call))),
  cancel: onFleet(async (fleet, { words }) => changeAnswer(words, await fleet.cancel(words))),
  drain: onFleet(async (fleet, { words }) => {
    const drained = await fleet.drain(words.length > 0 ? words : undefined);
    return changeAnswer(words.length > 0 ? words : drained, drained);
  }),
  prune: onFleet(async (fleet, { flags }) => {
    const pruned = await fleet.prune(flags.older ?? KEEP_DAYS);
    const text = `The journals of ${countOf(pruned.length, 'job')} are gone; their results stay.`;
    return { json: { pruned }, text: () => [text] };
  }),
};

function onFleet(act: (fleet: Fleet, call: Call) => Promise<Answer>): (call: Call) => Promise<Answer> {
  return async (call) => withReady(call.place, async (fleet) => act(fleet, call));
}

/** Adds jobs to a fleet, works on them, and shows what became of them. */
export async function fleet(context: Context, request: Request): Promise<Answer> {
  const { flags, handedOn } = request;
  const [named = 'status', ...words] = request.words;
  // The parser knows the actions, too.
  const action = named as Action;
  const takes: string = ACTIONS[action];
  const stray = takes.includes('…') ? undefined : words[takes === '' ? 0 : 1];
  // A word that nobody reads was meant for something.
  if (stray !== undefined)
    throw usageError(
      `loop fleet ${action} does not read "${sanitizeLine(stray, 80)}". A fleet is named with --fleet.`,
    );
  if (takes.startsWith('<') && words.length === 0)
    throw usageError(`Which job? loop fleet ${action} ${takes}`);
  if (handedOn.length > 0 && action !== 'work')
    throw usageError('Options for the client, after --, belong to work.');
  const typedPlace = takes === '[PLACE]' ? words[0] : undefined;
  return ACTS[action]({
    context,
    place: fleetPlace(context, typedPlace ?? flags.fleet),
    words,
    flags,
    handedOn,
  });
}

async function init({ place, flags }: Call): Promise<Answer> {
  const { role, budget: budgetUsd, keep: keepDays } = flags;
  if (role !== undefined && place.kind === 'folder')
    throw usageError('A fleet in a folder has no roles; --role is for a PostgreSQL server.');
  await withFleet(place, async (opened) => opened.init(given({ role, budgetUsd, keepDays })));
  const file = 'On every machine, LOOP_FLEET names a file of mode 0600 with the URL.';
  return {
    json: { fleet: place.shown },
    text: () => [`The fleet is ready in ${place.shown}.`, ...(place.kind === 'folder' ? [] : [file])],
    next: { words: ['fleet', 'add'], when: 'to add a job' },
  };
}

/** Puts jobs back; with `--trust-config` their checks count from now on as the config here has them. */
async function retry(fleet: Fleet, { context, words, flags }: Call): Promise<readonly string[]> {
  const options = { fresh: flags.fresh ?? false };
  const isAll = words.length === 0;
  if (!flags['trust-config']) return fleet.retry(isAll ? undefined : words, options);
  const changed: string[] = [];
  const { jobs } = await fleet.state(isAll ? { states: ['failed'] } : { names: words });
  for (const job of jobs) {
    const { consent } = await readChecks(context, job.repo, job.checks, true);
    const again = await fleet.retry([idOf(job)], { ...options, consent });
    if (again.length > 0) changed.push(words.includes(idOf(job)) ? idOf(job) : job.key);
  }
  return changed;
}

function changeAnswer(wanted: readonly string[], changed: readonly string[]): Answer {
  const unchanged = wanted.filter((one) => !changed.includes(one));
  return {
    exit: unchanged.length > 0 ? 'error' : 'ok',
    json: { changed, unchanged },
    text: () => [
      ...changed.map((one) => `Done: ${sanitizeLine(one, 200)}`),
      ...unchanged.map((one) => `Left as it is: ${sanitizeLine(one, 200)}`),
    ],
    next: { words: ['fleet', 'status'] },
  };
}
