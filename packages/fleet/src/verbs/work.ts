import { join } from 'node:path';
import { createGit, onInterruption } from '@loopwright/checks';
import { cost, countOf, durationText, sanitizeLine } from '@loopwright/core';
import { mergeBranches } from '@loopwright/driver';
import { listRuns, stateFolders } from '@loopwright/store';
import {
  type Answer,
  clientFlags,
  type Env,
  jobLimits,
  openForRun,
  typedFlags,
  usageError,
  versionCommand,
} from 'loopwright/src/parts.ts';
import { type AgentEvent, type PullRequestOf, runAgent } from '../agent/run-agent.ts';
import { type JobRow, UNDONE_STATES } from '../model/job.ts';
import type { Call } from './fleet.ts';
import { withReady } from './open-fleet.ts';
import { whyText } from './status-answer.ts';

/** The end of `work` names so many jobs that are not verified. */
const MAX_LEFT = 20;

/** Works on jobs until it is interrupted or, with `--until-empty`, until none can start. */
export async function work({ context, place, flags, handedOn }: Call): Promise<Answer> {
  if (place.kind === 'server' && (place.isExposed || context.env['PGPASSWORD'] !== undefined))
    throw usageError(
      'The tests of every job can read the environment and the arguments of this process, and the password of the fleet is in them.',
      undefined,
      ['Put the URL into a file of mode 0600, and name that with --fleet or LOOP_FLEET.'],
    );
  const worked: { readonly key: string; readonly outcome: string; readonly costUsd: number | null }[] = [];
  let left: readonly JobRow[] = [];
  const limits = jobLimits(context, context.cwd, flags);
  const interruption = new AbortController();
  const ignore = onInterruption(() => interruption.abort());
  try {
    await withReady(place, async (opened) => {
      await runAgent(opened, {
        slots: flags.slots ?? 1,
        folder: join(stateFolders(context.env)[0] ?? context.cwd, 'fleet-agent'),
        command: [process.execPath, context.script],
        env: withoutPasswords(context.env),
        client: () => versionCommand(context, flags),
        limits,
        driverArgs: [...typedFlags(clientFlags, flags), ...(handedOn.length > 0 ? ['--', ...handedOn] : [])],
        mergeBranches,
        openPullRequest: async (place) => openForJob(place, context.env),
        signal: interruption.signal,
        untilEmpty: flags['until-empty'] ?? false,
        onEvent: (event) => {
          context.messages.write(`${eventLine(event, limits === undefined)}\n`);
          if (event.kind === 'ended')
            worked.push({
              key: event.key,
              outcome: event.outcome.kind,
              costUsd: limits ? null : (event.spentUsd ?? null),
            });
        },
      });
      if (!flags['until-empty'] || interruption.signal.aborted) return;
      left = (await opened.state({ states: UNDONE_STATES })).jobs;
    });
  } finally {
    ignore();
  }
  return {
    exit: interruption.signal.aborted ? 'interrupted' : left.length > 0 ? 'unproved' : 'ok',
    json: { worked, left: left.map((job) => ({ key: job.key, state: job.state, reason: whyText(job) })) },
    text: () => [
      `${countOf(worked.length, 'job')} worked on, ${worked.filter(({ outcome }) => outcome === 'verified').length} verified.`,
      ...left
        .slice(0, MAX_LEFT)
        .map((job) => `${sanitizeLine(job.key, 60)}: ${job.state}: ${sanitizeLine(whyText(job), 300)}`),
      ...(left.length > MAX_LEFT ? [`${left.length - MAX_LEFT} further jobs are not verified.`] : []),
    ],
    next: { words: ['fleet', 'status'] },
  };
}

/** A client works for a job, and has no business with the store. */
function withoutPasswords({ LOOP_FLEET: _url, PGPASSWORD: _password, ...env }: Env): Env {
  return env;
}

/** Opens the pull request of a job, as `loop run --pr` does. */
async function openForJob({ folder, branch, base }: PullRequestOf, env: Env): Promise<string | undefined> {
  const run = listRuns(folder).flatMap((one) => one.run ?? [])[0];
  if (!run) throw new Error('The journal of the loop is gone, so there is no report for a pull request.');
  const place = { remote: 'origin', branch, base };
  const opened = await openForRun({ root: folder, run }, createGit(folder, env), place);
  if (typeof opened === 'string') throw new Error(opened);
  return opened.url ?? undefined;
}

function eventLine(event: AgentEvent, isPriced: boolean): string {
  if (event.kind === 'store-silent') return `The fleet does not answer: ${sanitizeLine(event.reason, 200)}`;
  if (event.kind === 'unready') {
    const lines = event.lacks.map((line) => sanitizeLine(line, 500));
    lines.push(`No job before this is mended; the next look is in ${durationText(event.ms)}.`);
    return lines.join('\n');
  }
  if (event.kind === 'idle') {
    const reason = sanitizeLine(event.reason, 500);
    return event.ms === undefined
      ? `This agent ${reason}`
      : `No new job for ${durationText(event.ms)}: ${reason}`;
  }
  const key = sanitizeLine(event.key, 100);
  switch (event.kind) {
    case 'took':
      return `${key}: begun${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`;
    case 'stored':
      return `${key}: iteration ${event.iteration} stored`;
    case 'lost':
      return `${key}: another agent has it now`;
    case 'ended': {
      const reason = 'reason' in event.outcome ? `: ${sanitizeLine(event.outcome.reason ?? '', 500)}` : '';
      const spent = event.spentUsd === undefined || !isPriced ? 'at an unknown cost' : cost(event.spentUsd);
      return `${key}: ${event.outcome.kind}, ${spent}${reason}`;
    }
  }
}
